// Home: begin, duplicate, drop in, go on.
import { ago, ask, askPerson, el, hear, kindly, notice, quoted } from '/web/common.js';

const open = (game, more = '') => { location.href = `/design?game=${encodeURIComponent(game)}${more}`; };
const titleField = title => [el('label', { for: 'title' }, 'What is it called?'), el('input', { type: 'text', id: 'title', name: 'title', value: title, maxlength: '60', required: true, autocomplete: 'off' })];

document.getElementById('home').addEventListener('click', kindly(async event => {
  const button = event.target.closest('[data-do]');
  if (!button) return;
  const card = button.closest('.card');
  if (button.dataset.do === 'begin') {
    const told = await askPerson('A new game', titleField(card.dataset.title), 'Begin');
    if (told) open((await ask('/games/new', { template: card.dataset.template, title: told.title })).game, card.dataset.template === 'empty_table' ? '&begin=forms' : '');  // who begins by clicks sees no text first
  } else if (button.dataset.do === 'remove') {
    const { kept } = await ask('/games/remove', { game: card.dataset.game });
    card.remove();
    notice(`It is off the list. Its text is kept as ${kept}.`);
  } else {
    const title = card.querySelector('.told > a').textContent;
    const told = await askPerson(`A copy of ${title}`, titleField(`My ${title}`), 'Duplicate');
    if (told) open((await ask('/games/duplicate', { game: card.dataset.game, title: told.title })).game);
  }
}));

// ---------------------------------------------------------------- files

const upload = kindly(async files => {
  let game = null;
  for (const file of files) {
    const found = await ask(`/games/upload?name=${encodeURIComponent(file.name)}`, undefined, { method: 'POST', body: file });
    game = found.game ?? game;
    notice(found.words);
  }
  if (game) open(game); else location.reload();
});
document.getElementById('files').addEventListener('change', event => upload([...event.target.files]));
const drop = document.getElementById('drop');
addEventListener('dragover', event => { event.preventDefault(); drop.classList.add('over'); });
addEventListener('dragleave', event => { if (!event.relatedTarget) drop.classList.remove('over'); });
addEventListener('drop', event => { event.preventDefault(); drop.classList.remove('over'); if (event.dataTransfer.files.length) upload([...event.dataTransfer.files]); });

// ---------------------------------------------------------------- finding, runs

document.getElementById('search').addEventListener('input', event => {
  const wanted = event.target.value.trim().toLowerCase();
  for (const card of document.querySelectorAll('#learn .card')) card.hidden = !card.textContent.toLowerCase().includes(wanted);
});

const looks = { done: 'good', failed: 'bad', running: 'warn' };
hear(told => {
  if (told.kind !== 'runs' || !told.runs.length) return;
  document.getElementById('runs').replaceChildren(el('table', { class: 'runs', 'aria-label': 'Recent runs' }, el('tbody', {}, ...told.runs.slice(0, 6).map(run => el('tr', {},
    el('td', {}, el('a', { href: `/${['balance', 'evolve', 'sensitivity', 'power'].includes(run.kind) ? 'improve' : 'test'}?game=${encodeURIComponent(run.game)}` }, run.title)),
    el('td', {}, el('span', { class: `pill ${looks[run.state] ?? ''}` }, run.state)),
    el('td', { class: 'soft' }, ...quoted(run.summary || run.reason || (run.progress.asked ? `${run.progress.done.toLocaleString()} of ${run.progress.asked.toLocaleString()} games` : ''))),
    el('td', { class: 'soft small when' }, ago(run.ended || run.asked)))))));
});

for (const picture of document.querySelectorAll('.picture img')) picture.addEventListener('error', () => picture.replaceWith(el('span', { class: 'soft small undrawn' }, 'No picture yet: open it to see why')));
