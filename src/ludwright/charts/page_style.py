"""How the page looks, and what its buttons do. Dark on light, for screens large and small, and for paper."""

from ludwright.display import COLOURS, FONT

STYLE = (
    ":root { color-scheme: light; "
    + COLOURS
    + """ }
* { box-sizing: border-box; }
html { scroll-behavior: smooth; -webkit-text-size-adjust: 100%; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 17px/1.55 """
    + FONT
    + """; }
main, header, footer, nav { max-width: 62rem; margin: 0 auto; padding: 0 1.2rem; }
header { padding-top: 2.2rem; } h1 { font-size: 2.1rem; line-height: 1.15; margin: 0 0 .3rem; }
h2 { font-size: 1.4rem; margin: 2.6rem 0 .8rem; padding-top: .6rem; border-top: 2px solid var(--ink); } h3 { font-size: 1.08rem; margin: 1.3rem 0 .4rem; }
p { margin: .45rem 0; } .soft { color: var(--soft); } .lead { font-size: 1.2rem; }
a { color: var(--link); text-underline-offset: .15em; }
a:focus-visible, button:focus-visible, input:focus-visible, summary:focus-visible, .replay:focus-visible { outline: 3px solid #d98e04; outline-offset: 2px; }
.skip { position: absolute; left: -99rem; } .skip:focus { left: 1rem; top: 1rem; background: #fff; padding: .4rem .8rem; }
nav ul { display: flex; flex-wrap: wrap; gap: .3rem 1.1rem; list-style: none; padding: 0; margin: .8rem 0 0; }
ol.findings { list-style: none; margin: 1rem 0; padding: 0; counter-reset: place; }
ol.findings > li { counter-increment: place; position: relative; background: var(--panel); border: 1px solid var(--line); border-left: 6px solid var(--mark);
  border-radius: 8px; padding: .8rem 1rem .8rem 3.2rem; margin: 0 0 .8rem; }
ol.findings > li::before { content: counter(place); position: absolute; left: 1rem; top: .65rem; font-size: 1.5rem; font-weight: 700; color: var(--mark); }
ol.findings p { margin: .2rem 0; } .headline { font-weight: 600; }
.advice::before { content: "What to do: "; font-weight: 600; color: var(--soft); }
.charts { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(27rem, 100%), 1fr)); gap: 1.1rem; }
.charts > figure { margin: 0; } .charts > figure:last-child:nth-child(odd) { grid-column: 1 / -1; } .charts > figure:last-child:nth-child(odd) svg { max-width: 46rem; margin: 0 auto; }
figure { margin: 0 0 1.1rem; background: var(--panel); border: 1px solid var(--line); border-radius: 8px; padding: .8rem; break-inside: avoid; }
figure svg { display: block; width: 100%; height: auto; } figcaption { font-size: .95rem; margin-top: .4rem; }
.replay { background: var(--panel); border: 1px solid var(--line); border-radius: 8px; padding: .8rem; margin: 0 0 1.2rem; break-inside: avoid; scroll-margin-top: 1rem; }
.replay h3 { margin: 0 0 .3rem; } .frame { overflow-x: auto; } .frame svg { display: block; max-width: 100%; height: auto; margin: 0 auto; max-height: 80vh; }
.controls { display: flex; flex-wrap: wrap; gap: .5rem; align-items: center; margin-top: .6rem; }
button { font: inherit; min-width: 2.9rem; min-height: 2.75rem; padding: .2rem .8rem; border: 1px solid #8a94a0; border-radius: 7px; background: #f2f5f7; color: var(--ink); cursor: pointer; }
button:disabled { opacity: .45; cursor: default; } input[type=range] { flex: 1 1 10rem; min-height: 2.75rem; }
.where { flex: 1 1 100%; min-height: 1.6em; }
.wide { overflow-x: auto; } table { border-collapse: collapse; width: 100%; font-size: .93rem; } th, td { text-align: left; vertical-align: top; padding: .35rem .6rem .35rem 0; border-bottom: 1px solid var(--line); }
code { background: #eeebe3; border-radius: 4px; padding: .05em .3em; font-size: .93em; overflow-wrap: anywhere; }
pre.command { margin: .2rem 0 0; overflow-x: auto; } pre.command code { display: inline-block; white-space: pre; padding: .3em .5em; }
details > summary { cursor: pointer; padding: .4rem 0; font-weight: 600; } footer { padding: 2rem 1.2rem 3rem; }
@media (max-width: 40rem) { .frame svg { max-height: none; } }
@media (max-width: 30rem) { .replay { padding: .4rem; } body { font-size: 16px; } h1 { font-size: 1.7rem; } ol.findings > li { padding-left: 2.5rem; } ol.findings > li::before { left: .8rem; } main, header, footer, nav { padding-left: .8rem; padding-right: .8rem; } }
@media print { body { background: #fff; font-size: 11pt; } pre.command code { white-space: pre-wrap; } nav, .controls button, .controls input, .skip { display: none; } h2 { break-after: avoid; }
  ol.findings > li, figure { break-inside: avoid; } .charts { grid-template-columns: 1fr 1fr; } .boxes { columns: 2; } .frame svg { max-height: 9cm; } details { display: block; } @page { margin: 15mm; } }
"""
)

SCRIPT = """
'use strict';
document.querySelectorAll('.replay').forEach(box => {
  const data = JSON.parse(box.querySelector('script').textContent);
  const frame = box.querySelector('.frame'), where = box.querySelector('.where'), range = box.querySelector('input');
  const buttons = box.querySelectorAll('button');
  const narrow = matchMedia('(max-width: 40rem)');
  let at = data.start;
  box.go = to => {
    at = Math.max(0, Math.min(data.frames.length - 1, to));
    frame.innerHTML = (narrow.matches ? data.narrow : data.frames)[at].map(part => data.elements[part]).join('');
    where.textContent = 'Frame ' + data.numbers[at] + ' of ' + data.length + ': ' + data.words[at];
    range.value = at;
    range.setAttribute('aria-valuetext', where.textContent);
    buttons[0].disabled = buttons[1].disabled = at === 0;
    buttons[2].disabled = buttons[3].disabled = at === data.frames.length - 1;
  };
  box.near = number => { const place = data.numbers.findIndex(n => n >= number); box.go(place < 0 ? data.frames.length - 1 : place); };
  narrow.addEventListener('change', () => box.go(at));
  range.max = data.frames.length - 1;
  [() => 0, () => at - 1, () => at + 1, () => data.frames.length - 1].forEach((step, place) => buttons[place].addEventListener('click', () => box.go(step())));
  frame.addEventListener('click', event => {
    const thing = event.target.closest('g:has(> title)');
    if (thing) where.textContent = thing.querySelector('title').textContent;
  });
  range.addEventListener('input', () => box.go(Number(range.value)));
  box.addEventListener('keydown', event => {
    const steps = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: data.frames.length - 1 };
    if (!(event.key in steps) || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    box.go(steps[event.key]);
  });
  box.go(at);
});
document.querySelectorAll('a[data-frame]').forEach(link => link.addEventListener('click', () => {
  const box = document.querySelector(link.getAttribute('href'));
  box.near(Number(link.dataset.frame));
  box.focus({ preventScroll: true });
}));
"""
