// What was bred: the archive as a map to click, and a variant taken with one click.
import { ask, askPerson, drawing, el, kindly, notice, quoted } from '/web/common.js';

const AXES = { turns: 'how long it is', options: 'how much choice there is', skill: 'how much skill matters', drama: 'how much it swings', draws: 'how often it is drawn', 'first seat wins': 'what going first is worth', depth: 'how deep it is' };
const CHANGES = { parameters: 'parameters', numbers: 'numbers in rules', tables: 'cards and tables', boards: 'the board', maps: 'the map', rules: 'the rules themselves' };
const SHARES = new Set(['first seat wins', 'second seat wins', 'draws', 'completion', 'skill', 'depth', 'luck', 'fairness']);
const FIGURES = ['quality', 'turns', 'first seat wins', 'draws', 'options', 'skill', 'drama', 'depth'];
const said = (name, value) => value === undefined ? '–' : SHARES.has(name) ? `${Math.round(value * 100)}%` : Number(value.toPrecision(3)).toLocaleString();

/** The fields of a breeding: two axes, and what may change. */
export function breeding(across, up, changes) {
  for (const [choice, chosen] of [[across, 'turns'], [up, 'skill']]) choice.replaceChildren(...Object.entries(AXES).map(([name, words]) => el('option', { value: name, selected: name === chosen }, words)));
  changes.replaceChildren(...Object.entries(CHANGES).map(([name, words]) => el('label', { class: 'tick' }, el('input', { type: 'checkbox', value: name }), ` ${words}`)));
}

const shown = new Map();  // of every run the variant that is looked at: a list that is drawn anew keeps it

/** The map of an evolution, or nothing. `changed()` is told when the game itself was changed. */
export function bred(run, changed) {
  if (!run.progress.archive || !['done', 'stopped'].includes(run.state)) return null;
  const room = el('div', { class: 'bred' }, el('p', { class: 'soft' }, 'Unrolling the map …'));
  ask(`/improve/runs/${run.id}/archive`).then(found => room.replaceChildren(...map(run, found, changed))).catch(error => room.replaceChildren(el('p', { class: 'soft' }, error.message)));
  return room;
}

function map(run, found, changed) {
  const [x, y] = found.axes.map(axis => ({ ...axis, bins: Math.max(1, Math.min(200, Number(axis.bins) || 1)) })), best = new Map(), beside = el('div', { class: 'bred-one panel', 'aria-live': 'polite' }, el('p', { class: 'soft' }, 'Click a square: it is a game.'));
  for (const { place, variant } of found.cells) {
    const key = `${place[0]} ${y ? place[1] : 0}`;
    if (!best.has(key) || found.variants[best.get(key)].worth < found.variants[variant].worth) best.set(key, variant);
  }
  const grid = el('div', { class: 'bred-map', role: 'group', 'aria-label': `The map: across ${AXES[x.name] ?? x.name}${y ? `, up ${AXES[y.name] ?? y.name}` : ''}` });
  grid.style.setProperty('--across', x.bins);
  grid.style.setProperty('--up', y?.bins ?? 1);
  const cells = [...best].map(([key, number]) => {
    const [column, row] = key.split(' ').map(Number), one = found.variants[number];
    const cell = el('button', { type: 'button', class: 'bred-cell', 'data-variant': number, 'aria-pressed': 'false', 'aria-label': `Variant ${number}: ${found.axes.slice(0, 2).map(axis => `${axis.name} ${said(axis.name, one.figures[axis.name])}`).join(', ')}, quality ${one.worth.toFixed(2)}`, title: one.told, onclick: () => look(number) }, one.own ? '' : '●');
    cell.style.setProperty('--worth', Math.max(0, Math.min(1, one.worth)));
    cell.style.gridColumn = column + 1;
    cell.style.gridRow = (y?.bins ?? 1) - row;
    return [column, row, cell];
  });
  grid.append(...cells.sort((one, other) => one[1] - other[1] || one[0] - other[0]).map(one => one[2]));
  const look = number => {
    shown.set(run.id, number);
    for (const cell of grid.children) cell.setAttribute('aria-pressed', String(cell.dataset.variant === String(number)));
    beside.replaceChildren(...variant(run, number, found.variants[number], changed));
  };
  const ends = axis => `${said(axis.name, axis.low)} to ${said(axis.name, axis.high)}`;
  const first = shown.get(run.id) ?? found.best.find(number => found.variants[number]?.own) ?? found.best[0];
  if (found.variants[first]) look(first);
  return [el('p', { class: 'soft small' }, `Every square is the best game found of its kind; the darker, the better. ${Object.values(found.variants).some(one => !one.own) ? '● is the game it began with.' : ''}`),
    el('div', { class: 'bred-room' }, el('div', {}, el('div', { class: 'bred-frame' }, y ? el('span', { class: 'bred-up small soft' }, `↑ ${AXES[y.name] ?? y.name} (${ends(y)})`) : null, grid), el('p', { class: 'small soft' }, `→ ${AXES[x.name] ?? x.name} (${ends(x)})`)), beside)];
}

function variant(run, number, one, changed) {
  const at = `/improve/runs/${run.id}/variants/${number}`, picture = el('div', { class: 'paper' }, el('p', { class: 'soft small' }, 'Drawing …'));
  ask(at).then(found => picture.replaceChildren(drawing(found.svg))).catch(error => picture.replaceChildren(el('p', { class: 'small' }, error.message)));
  const own = kindly(async () => {
    const told = await askPerson('A game of its own', [el('label', { for: 'title' }, 'What is it called?'), el('input', { type: 'text', id: 'title', name: 'title', value: `${run.title} ${number}`, maxlength: '60', required: true })], 'Make it');
    if (told) location.href = `/design?game=${encodeURIComponent((await ask(at, { title: told.title })).game)}`;
  });
  const into = kindly(async () => { await ask(at, {}); notice('Done: your game is this variant now. The history has the way back.'); changed(); });
  return [el('h3', {}, one.own ? `Variant ${number}` : 'The game it began with'), el('p', {}, ...quoted(one.told[0].toUpperCase() + one.told.slice(1))),
    el('table', { class: 'figures' }, el('tbody', {}, ...FIGURES.filter(name => name in one.figures).map(name => el('tr', {}, el('td', { class: 'word' }, name), el('td', {}, said(name, one.figures[name])))))), picture,
    one.own ? el('div', { class: 'row' }, el('button', { class: 'primary small-button', onclick: own, title: 'A new game in your folder; this one stays as it is' }, 'Keep as a game of its own'),
      run.game.startsWith('@') ? null : el('button', { class: 'small-button', onclick: into, title: 'Your game becomes this variant: one line of its history, and back again from there' }, 'Put it into my game')) : null];
}
