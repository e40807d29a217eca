// Improve: say what is wanted, watch the search, accept a change with one click.
import { ask, askPerson, el, kindly, notice, quoted } from '/web/common.js';
import { agents } from '/web/players.js';
import { bred, breeding } from '/web/improve_bred.js';
import { runList } from '/web/run_list.js';

const game = document.body.dataset.game, at = id => document.getElementById(id), form = at('form');
const kind = () => form.elements.kind.value;
breeding(at('across'), at('up'), at('changes'));
let knobs = [], touched = false;

function choose() {
  for (const part of form.querySelectorAll('[data-for]')) part.hidden = !part.dataset.for.split(' ').includes(kind());
  for (const tick of at('knobs').querySelectorAll('label')) tick.hidden = kind() === 'sensitivity' && !tick.dataset.param;
}
form.addEventListener('change', event => {
  if (event.target.name === 'kind' && kind() === 'evolve' && Number(at('minutes').value) < 300) at('minutes').value = '300';  // hundreds of games want their time
  choose();
});

// ---------------------------------------------------------------- targets in words

const TARGETS = {
  first: ['seat 1 wins between', 45, 55, '% of the games', (low, high) => `first seat wins ${low}% to ${high}%`],
  seats: ['no seat has an advantage', null, null, '', () => 'no seat advantage'],
  turns: ['a game takes between', 10, 20, 'turns', (low, high) => `${low} to ${high} turns`],
  skill: ['a strong player beats a beginner in', 70, 90, '% of the games', (low, high) => `a strong player beats a beginner ${low} to ${high}%`],
  draws: ['draws are between', 0, 5, '% of the games', (low, high) => `draws ${low}% to ${high}%`],
  own: ['in my own words …', null, null, '', null],
};
function targetRow(begun, own = '') {
  const what = el('select', { 'aria-label': 'What you want', title: 'What should hold' }, ...Object.entries(TARGETS).map(([name, [words]]) => el('option', { value: name, selected: name === begun }, words)));
  const low = el('input', { type: 'number', 'aria-label': 'At least', title: 'At least' }), high = el('input', { type: 'number', 'aria-label': 'At most', title: 'At most' }), unit = el('span', {}), between = el('span', {}, 'and');
  const typed = el('input', { type: 'text', 'aria-label': 'In my own words', placeholder: 'lead changes over 2', value: own, title: 'A sentence as `expect` lines have it' });
  const fit = () => { const [, least, most, words] = TARGETS[what.value]; for (const one of [low, high, between]) one.hidden = least === null; typed.hidden = what.value !== 'own'; unit.textContent = words; if (least !== null) { low.value = least; high.value = most; } };
  what.addEventListener('change', fit); fit();
  const row = el('div', { class: 'row target' }, what, low, between, high, unit, typed, el('button', { type: 'button', class: 'quiet small-button', 'aria-label': 'Remove this target', onclick: () => { if (at('targets').children.length > 1) row.remove(); } }, '✕'));
  row.sentence = () => what.value === 'own' ? typed.value.trim() : TARGETS[what.value][4](low.value, high.value);
  return row;
}
at('another').addEventListener('click', () => { at('targets').append(targetRow('turns')); at('targets').lastChild.querySelector('select').focus(); });

// ---------------------------------------------------------------- the game

const prepare = kindly(async () => {
  const asked = new URLSearchParams(location.search).getAll('target');
  const looking = ask(`/improve/turnable?game=${encodeURIComponent(game)}`);
  looking.catch(() => {});  // it is told where it is waited for
  if (asked.length) at('targets').replaceChildren(...asked.slice(0, 12).map(words => targetRow('own', words)));
  const info = await ask(`/test/playable?game=${encodeURIComponent(game)}`);
  at('players').replaceChildren(...Array.from({ length: info.most - info.least + 1 }, (_, place) => el('label', { class: 'tick' }, el('input', { type: 'checkbox', name: 'players', value: info.least + place, checked: !place }), ` ${info.least + place}`)));
  at('agent').replaceChildren(...[...info.bots.map(name => [name, `${name}, from your text`]), ...agents(info)].map(([name, words]) => el('option', { value: name }, words)));
  const usual = asked.length ? null : targetRow(info.most > 1 ? 'first' : 'turns');
  if (usual) at('targets').replaceChildren(usual);
  usual?.addEventListener('input', () => { usual.dataset.touched = 'yes'; });
  const turnable = await looking, wished = turnable.expected.slice(0, 12);
  if (usual && !usual.dataset.touched && at('targets').children.length === 1 && wished.length) at('targets').replaceChildren(...wished.map(words => targetRow('own', words)));
  knobs = turnable.knobs;
  at('knobs').replaceChildren(...knobs.map(one => el('label', { class: 'tick', 'data-param': one.param || null, title: one.what }, el('input', { type: 'checkbox', value: one.name, checked: one.usual, onchange: () => { touched = true; } }), ` ${one.name} `, el('span', { class: 'soft small' }, one.yes_no ? (one.now ? 'yes' : 'no') : `${one.now} (${one.least} to ${one.most})`))));
  at('knobs-title').textContent = `What may be changed (${knobs.length} numbers)`;
  if (!knobs.length) at('knobs').replaceChildren(el('p', {}, 'This game has no number that could be turned. Write one as a parameter: ', el('code', {}, 'param goal = 10 in 5..20')));
  choose();
});
prepare().then(() => { if (!at('targets').children.length) at('players').replaceChildren(el('span', { class: 'pill bad' }, 'This game has mistakes'), el('a', { href: `/design?game=${encodeURIComponent(game)}` }, 'see them under Design')); });
for (const [id, on] of [['all-knobs', true], ['no-knobs', false]]) at(id).addEventListener('click', () => { touched = true; for (const one of at('knobs').querySelectorAll('input')) one.checked = on; });

form.addEventListener('submit', event => { event.preventDefault(); start(); });
at('begin').disabled = false;
const start = kindly(async () => {
  const players = [...form.querySelectorAll('[name=players]:checked')].map(one => Number(one.value));
  if (!players.length && kind() !== 'evolve') { notice('Choose how many play.', true); return; }
  const ticked = [...at('knobs').querySelectorAll('label:not([hidden]) input:checked')].map(one => one.value);
  if (touched && !ticked.length && ['balance', 'sensitivity'].includes(kind())) { notice('Tick at least one number that may be changed.', true); return; }
  const targets = [...at('targets').children].map(row => row.sentence()).filter(Boolean);
  await ask('/improve/begin', { game, kind: kind(), players, agents: [at('agent').value], targets, knobs: touched ? ticked : [], seconds: Number(at('minutes').value), games: Number(at('games').value),
    axes: [...new Set([at('across').value, at('up').value])], changes: [...at('changes').querySelectorAll('input:checked')].map(one => one.value) });
  at('list').scrollIntoView({ behavior: 'smooth' });
});

// ---------------------------------------------------------------- what was found

const STATES = { met: ['good', 'meets all of it'], likely: ['warn', 'meets it, not all is sure'], missed: ['bad', 'comes closest'] };
function versions(run) {
  if (!run.progress.versions?.length) return null;
  const accept = (place, copy) => kindly(async () => {
    let title = null;
    if (copy || game.startsWith('@')) {
      const told = await askPerson('A variant of its own', [el('label', { for: 'title' }, 'What is it called?'), el('input', { type: 'text', id: 'title', name: 'title', value: `${run.title} better`, maxlength: '60', required: true })], 'Make it');
      if (!told) return;
      title = told.title;
    }
    const made = await ask(`/improve/runs/${run.id}/accept`, { place, copy, ...(title ? { title } : {}) });
    notice(`Done: ${made.told.replaceAll('`', '')}.`);
    if (title) location.href = `/design?game=${encodeURIComponent(made.game)}`; else prepare();
  });
  return el('ol', { class: 'better' }, ...run.progress.versions.map((one, place) => el('li', { class: 'panel' },
    el('div', { class: 'row spread' }, el('strong', {}, ...quoted(one.told[0].toUpperCase() + one.told.slice(1))), el('span', { class: `pill ${STATES[one.state]?.[0] ?? ''}` }, STATES[one.state]?.[1] ?? one.state)),
    el('div', { class: 'table-room', tabindex: '0', role: 'region', 'aria-label': 'Before and after' }, el('table', { class: 'figures' }, el('thead', {}, el('tr', {}, ...['target', 'before', 'after', ''].map(head => el('th', { scope: 'col' }, head || el('span', { class: 'visually-hidden' }, 'met'))))),
      el('tbody', {}, ...one.rows.map(row => el('tr', {}, el('td', { class: 'word' }, ...quoted(row[0])), el('td', {}, row[2]), el('td', {}, row[3]), el('td', {}, el('span', { class: `pill ${{ met: 'good', missed: 'bad' }[row[4]] ?? 'warn'}` }, row[4]))))))),
    el('div', { class: 'row' }, game.startsWith('@') ? null : el('button', { class: 'primary small-button', onclick: accept(place, false), title: 'Write it into your game; the history has the way back' }, 'Accept'),
      el('button', { class: 'small-button', onclick: accept(place, true), title: 'Leave your game as it is, and make another one with this change' }, 'Keep as a variant')))));
}
runList({ game, kept: run => ['balance', 'evolve', 'sensitivity', 'power'].includes(run.kind), more: run => run.kind === 'evolve' ? bred(run, prepare) : versions(run), empty: 'Nothing yet. Say above what you want, and press Begin.' });
choose();
