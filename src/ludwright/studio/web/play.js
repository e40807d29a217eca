// Play: who sits where, the table, and what belongs to it: undo, advice, looking back, going on from any moment.
import { ago, ask, askPerson, el, hear, kindly, notice } from './common.js';
import { agents, inWords } from './players.js';
import { Table } from './table.js';

const game = document.body.dataset.game, at = id => document.getElementById(id);
const see = run => `/see?game=${encodeURIComponent(game)}&run=${encodeURIComponent(run)}`;
const link = id => `/play?game=${encodeURIComponent(game)}${id ? `&table=${id}` : ''}`;
let id = new URLSearchParams(location.search).get('table');
let info = null, now = null, seen = null, shown = '', eyes = 'mine', uncovered = null, past = null;

// ---------------------------------------------------------------- sitting down

const choices = () => [['here', 'a person here'], ['friend', 'a friend at a link'], ...(info?.bots ?? []).map(name => [name, `${name}, from the text`]), ...agents(info)];
const pick = (place, who, name) => el('div', { class: 'seat' }, el('label', { for: `seat-${place}` }, name ?? `Seat ${place + 1}`),
  el('select', { id: `seat-${place}`, name: `seat-${place}`, title: 'Who sits here' }, ...[...choices(), ...(choices().some(([one]) => one === who) ? [] : [[who, who]])].map(([one, words]) => el('option', { value: one, selected: one === who }, words))));

function laySeats() {
  const count = Number(at('count').value), before = [...document.querySelectorAll('#seats select')].map(one => one.value);
  at('seats').replaceChildren(...Array.from({ length: count }, (_, place) => pick(place, before[place] ?? (place ? 'casual' : 'here'), count === info.seats.length ? info.seats[place] : null)));
}
const prepare = async () => {
  try { info = await ask(`/test/playable?game=${encodeURIComponent(game)}`); } catch (error) {
    at('seats').replaceChildren(el('span', { class: 'pill bad' }, 'This game has mistakes'), ' ', el('a', { href: `/design?game=${encodeURIComponent(game)}` }, 'see them under Design'));
    at('begin').disabled = true; return;
  }
  at('count').replaceChildren(...Array.from({ length: info.most - info.least + 1 }, (_, place) => el('option', { value: info.least + place, selected: info.least + place === info.seats.length }, String(info.least + place))));
  laySeats();
  at('begin').disabled = false;  // not before it is known who can sit where
};
at('count').addEventListener('change', laySeats);
at('seats-form').addEventListener('submit', event => { event.preventDefault(); sit(); });
const sit = kindly(async () => {
  at('begin').disabled = true; at('begin').textContent = 'Laying the table …';
  try {
    const seats = [...document.querySelectorAll('#seats select')].map(one => one.value), seed = at('seed').value;
    const made = await ask('/play/begin', { game, seats, ...(seed ? { seed: Number(seed) } : {}) });
    history.pushState({}, '', link(made.id)); await open();
  } finally { at('begin').disabled = false; at('begin').textContent = 'Sit down'; }
});

async function list() {
  const found = await ask(`/play/tables?game=${encodeURIComponent(game)}`);
  if (!found.length) return;
  at('list').replaceChildren(el('table', { class: 'runs panel', 'aria-label': 'Games played' }, el('tbody', {}, ...found.map(one => el('tr', {},
    el('td', {}, el('a', { href: link(one.id) }, one.over ? 'Look at it' : 'Go on')),
    el('td', {}, one.seats.map((who, place) => `${one.names[place]}: ${inWords(who)}`).join(', ')),
    el('td', {}, el('span', { class: `pill ${one.over ? 'good' : 'warn'}` }, one.over ? 'over' : `${one.moves} move${one.moves === 1 ? '' : 's'} so far`)),
    el('td', { class: 'soft small' }, `${one.forked.length ? 'a fork, ' : ''}${ago(one.begun)}`),
    el('td', { class: 'soft small' }, one.run ? el('a', { href: see(one.run), title: 'Recorded under this name: ask about it under See, or by query, inspect and report' }, one.run) : ''),
    el('td', {}, el('button', { class: 'small-button', title: 'Take this game off the list. What was recorded stays.', onclick: kindly(async () => { await ask(`/play/tables/${one.id}/remove`, {}); list(); }) }, 'Remove')))))));
}

// ---------------------------------------------------------------- the table

const table = new Table({
  paper: at('paper'), list: at('moves'), log: at('log'),
  choose: option => kindly(() => ask(`/play/tables/${id}/move`, { seat: seen.asked, ...(option.codes ? { codes: option.codes } : { code: option.code }), at: seen.at }))().then(refresh),
  refused: (address, words) => { if (words && seen?.options.length) whyNot(address, words); },
  jump: moment => { past = moment; refresh(); },
});

const here = () => now.seats.flatMap((who, place) => who === 'here' ? [place] : []);
/** The seat to look with: -1 for everything. */
function looking() {
  if (eyes !== 'mine') return Number(eyes);
  const mine = here();
  if (!mine.length) return -1;
  if (now.asked !== null && mine.includes(now.asked)) return now.asked;
  return mine.includes(seen?.seat) ? seen.seat : mine[0];
}

let again = false, busy = false;
async function refresh() {
  if (busy) { again = true; return; }
  busy = true;
  try { do { again = false; await look(); } while (again); } catch (error) { notice(error.message, true); } finally { busy = false; }
}

async function look() {
  if (!id) return;
  now = await ask(`/play/tables/${id}`);
  const seat = looking(), cover = eyes === 'mine' && now.hiding && here().length > 1 && !now.over && uncovered !== seat;
  eyesList();
  friends();
  at('trouble').hidden = !now.trouble; at('trouble').textContent = now.trouble;
  at('cover').hidden = !cover; at('paper').hidden = cover;
  at('undo').disabled = !now.moves || !now.seats.some(who => who === 'here' || who === 'friend');
  if (cover) {
    at('cover-words').textContent = `Pass the screen to ${now.names[seat]}. Nobody else should look now.`;
    at('turn').textContent = `${now.names[seat]} is next`; at('moves').replaceChildren(); at('log').replaceChildren(); at('advice').hidden = true;
    at('uncover').focus(); seen = null; return;
  }
  const before = seen, wanted = JSON.stringify([id, now.changed, now.moves, seat, past]);
  if (before && shown === wanted) return;  // a move is told twice, by its answer and by the studio: it is drawn once
  seen = await ask(`/play/tables/${id}/view?${seat >= 0 ? `seat=${seat}` : ''}${past === null ? '' : `&at=${past}`}`);
  shown = wanted;
  if (seen.asked !== null && now.seats[seen.asked] !== 'here') seen.options = [];
  if (!before || before.at !== seen.at) at('advice').hidden = true;
  table.show(seen);
  backStrip();
  at('turn').textContent = headline();
  at('hint').disabled = !seen.options.length;
  if (seen.ended && past === null) at('moves').replaceChildren(ending());
  else if (!seen.options.length) at('moves').replaceChildren(el('p', { class: 'soft' }, waiting()));
}

function headline() {
  if (past !== null) return `Looking back: ${seen.standing}`;
  if (seen.ended) return 'The game is over';
  if (seen.options.length) return here().length > 1 || now.names.length === 1 ? `${now.names[seen.asked]}, it is your turn` : 'It is your turn';
  return seen.asked === null ? 'Choices in secret' : `${now.names[seen.asked]} is next`;
}
function waiting() {
  if (past !== null) return 'This is how it stood. Go on from here in a game of its own, or go back to now.';
  if (seen.asked === null) return 'Somebody chooses in secret.';
  const who = now.seats[seen.asked];
  return who === 'friend' ? `Waiting for ${now.names[seen.asked]}, a friend at a link.` : who === 'here' ? `${now.names[seen.asked]} sits here, too.` : `${now.names[seen.asked]} thinks (${inWords(who)}).`;
}
const ending = () => el('div', { class: 'panel ending' }, el('h2', {}, seen.over[0] ?? 'The game is over'), ...seen.over.slice(1).map(line => el('p', {}, line)),
  el('div', { class: 'row' }, el('button', { class: 'primary', onclick: kindly(async () => { const made = await ask('/play/begin', { game, seats: now.seats }); history.pushState({}, '', link(made.id)); await open(); }) }, 'Play again'), el('a', { class: 'button', href: link('') }, 'All games')),
  now.run ? el('p', { class: 'small soft' }, 'Recorded as ', el('code', {}, now.run), ', with all games by these rules. ', el('a', { href: see(now.run), title: 'Ask these games, and look at any moment of them' }, 'Ask about them under See')) : null);

function eyesList() {
  const known = [['mine', here().length > 1 ? 'whoever is asked' : 'my seat'], ...now.names.map((name, place) => [String(place), name]), ['-1', 'everything']];
  if (!here().length) known.shift(), eyes = eyes === 'mine' ? '-1' : eyes;
  at('eyes').replaceChildren(...known.map(([value, words]) => el('option', { value, selected: value === eyes }, words)));
}
at('eyes').addEventListener('change', event => { eyes = event.target.value; refresh(); });
at('uncover').addEventListener('click', () => { uncovered = looking(); refresh().then(() => at('moves').querySelector('button')?.focus()); });

function friends() {
  const open = now.keys.map((key, place) => [key, place]).filter(([key]) => key);
  at('friends').replaceChildren(...open.map(([key, place]) => {
    const address = `${location.origin}/seat/${key}`;
    return el('div', { class: 'friend panel' }, el('strong', {}, now.names[place]), el('input', { type: 'text', readonly: '', value: address, 'aria-label': `Link for ${now.names[place]}`, title: 'Whoever opens this link sits there. It shows nothing that this seat may not see.', onfocus: event => event.target.select() }),
      el('button', { class: 'small-button', type: 'button', onclick: kindly(async () => { await navigator.clipboard.writeText(address); notice('Copied. Send it to your friend.'); }) }, 'Copy'));
  }), ...(open.length && ['127.0.0.1', 'localhost', '[::1]'].includes(location.hostname) ? [el('p', { class: 'small soft' }, 'These links work on this computer. For friends in your network start the studio with ', el('code', {}, '--host 0.0.0.0'), '.')] : []));
}

// ---------------------------------------------------------------- tools

at('undo').addEventListener('click', kindly(async () => { await ask(`/play/tables/${id}/undo`, {}); uncovered = null; past = null; await refresh(); }));
addEventListener('keydown', event => { if (event.key === 'z' && (event.ctrlKey || event.metaKey) && id && !event.target.closest('input, textarea')) { event.preventDefault(); at('undo').click(); } });

at('hint').addEventListener('click', kindly(async () => {
  const box = at('advice');
  box.hidden = false; box.replaceChildren(el('p', {}, 'Thinking …'));
  const wanted = seen.at;
  let found;
  try { found = await ask(`/play/tables/${id}/advice`, { agent: 'auto:2000' }); } catch (error) { box.replaceChildren(el('p', {}, error.message)); return; }
  if (seen?.at !== wanted) return;
  const option = code => seen.options.find(one => one.code === code);
  box.replaceChildren(el('div', { class: 'row spread' }, el('h3', {}, 'A strong player says'), el('button', { class: 'small-button quiet', 'aria-label': 'Close the advice', onclick: () => { box.hidden = true; } }, '✕')),
    el('p', {}, found.sentence.replaceAll('_', ' ')),
    el('div', { class: 'advice-table', tabindex: '0', role: 'region', 'aria-label': 'Every move and what it is worth' }, el('table', {}, el('thead', {}, el('tr', {}, ...found.headings.map(one => el('th', { scope: 'col' }, one)))),
      el('tbody', {}, ...found.rows.slice(0, 12).map((row, place) => el('tr', {}, ...row.map((cell, column) => el('td', {}, !column && option(found.codes[place]) ? el('button', { class: 'small-button', 'aria-label': `Do ${cell}`, title: 'Do it', onclick: () => table.take(option(found.codes[place])) }, cell.replaceAll('_', ' ')) : cell.replaceAll('_', ' ')))))))),
    found.line ? el('p', { class: 'small soft' }, `Expected: ${found.line.replaceAll('_', ' ')}`) : null);
}));

const whyNot = (address, words) => kindly(async () => {
  const box = at('advice');
  box.hidden = false;
  box.replaceChildren(el('p', {}, 'Looking at the rules …'));
  const found = await ask(`/play/tables/${id}/why_not`, { address, at: seen.at });
  box.replaceChildren(el('div', { class: 'row spread' }, el('h3', {}, `Why not ${words.split(':')[0]}?`), el('button', { class: 'small-button quiet', 'aria-label': 'Close', onclick: () => { box.hidden = true; } }, '✕')),
    ...found.reasons.flatMap(one => [el('p', {}, one.words.replaceAll('_', ' ')), ...one.rules.map(rule => el('p', { class: 'rule' }, el('code', {}, rule.text), el('span', { class: 'small soft' }, ` line ${rule.line}`)))]));
})();

async function askSeats(title, done) {
  if (!info) await prepare();
  const told = await askPerson(title, now.seats.map((who, place) => pick(place, who, now.names[place])), done);
  return told && now.seats.map((_, place) => told[`seat-${place}`]);
}
const fork = kindly(async moment => {
  const seats = await askSeats('Go on in a game of its own: who plays?', 'Go on');
  if (!seats) return;
  const made = await ask(`/play/tables/${id}/fork`, { at: moment, seats });
  history.pushState({}, '', link(made.id)); await open();
  notice('A game of its own, with the same luck. The other one stays as it was.');
});
at('fork').addEventListener('click', () => fork(past ?? now.moves));
at('reseat').addEventListener('click', kindly(async () => { const seats = await askSeats('Who plays from now on?', 'Change'); if (seats) { await ask(`/play/tables/${id}/seats`, { seats }); uncovered = null; await refresh(); } }));
at('record').addEventListener('click', kindly(async () => { const found = await ask(`/play/tables/${id}/record`, {}); notice(`Recorded as ${found.run}.`); await refresh(); }));
at('real').addEventListener('click', kindly(async () => {
  const found = await ask(`/play/tables/${id}/thrown${past === null ? '' : `?at=${past}`}`), zones = Object.entries(found.zones);
  if (!found.faces.length && !zones.length && !found.came) { notice(now.moves ? 'The last move threw no dice and drew no cards. Look back to the move that did.' : 'This game throws no dice and shuffles no cards before the first move.'); return; }
  const dice = found.faces.map((face, place) => el('input', { type: 'number', name: `die-${place}`, value: face, required: true, 'aria-label': `Die ${place + 1}`, title: 'What your die shows' }));
  const cards = zones.length ? [el('label', { for: 'zone' }, 'Your cards lie in'), el('select', { id: 'zone', name: 'zone', title: 'Where' }, ...zones.map(([name, many]) => el('option', { value: name }, `${name} (${many})`))), el('label', { for: 'cards' }, 'From the top, with commas; ? for one nobody knows'), el('input', { type: 'text', id: 'cards', name: 'cards', placeholder: dice.length ? 'as they are' : '', title: 'The names of the cards. Those you do not name fall by chance.' })] : [];
  if (found.came && now.moves) cards.push(el('label', { for: 'came' }, found.came === 1 ? 'The last move drew one card. Which was it?' : `The last move drew ${found.came} cards. Which were they?`), el('input', { type: 'text', id: 'came', name: 'came', placeholder: 'as it is here', title: 'The names of the cards as they were drawn, with commas; ? for one that nobody may see' }));
  const told = await askPerson('At the real table', [...(dice.length ? [el('fieldset', {}, el('legend', {}, 'The last throw shows'), el('div', { class: 'row faces' }, ...dice))] : []), ...cards], 'So it is');
  if (!told) return;
  const names = words => (words ?? '').split(',').map(one => one.trim()).filter(Boolean), named = names(told.cards), came = names(told.came), faces = found.faces.map((_, place) => Number(told[`die-${place}`]));
  if (named.length) await ask(`/play/tables/${id}/real`, { at: past, zone: told.zone, cards: named });
  else if (came.length) await ask(`/play/tables/${id}/real`, { at: past, cards: came });
  else if (faces.some((face, place) => face !== found.faces[place])) await ask(`/play/tables/${id}/real`, { at: past, faces });
  past = null;
  await refresh();
}));
at('leave').addEventListener('click', () => { location.href = link(''); });
document.addEventListener('click', event => { for (const menu of document.querySelectorAll('details.menu[open]')) if (!menu.contains(event.target) || event.target.closest('.panel button')) menu.open = false; });

// ---------------------------------------------------------------- looking back

function backStrip() {
  at('back-strip').hidden = past === null;
  if (past === null) return;
  at('back-words').textContent = `Moment ${past} of ${now.moves}`;
  at('back-earlier').disabled = past <= 0; at('back-later').disabled = past >= now.moves;
}
const step = by => () => { past = Math.max(0, Math.min(now.moves, past + by)); refresh(); };
at('back-earlier').addEventListener('click', step(-1));
at('back-later').addEventListener('click', step(1));
at('back-now').addEventListener('click', () => { past = null; refresh(); });
at('back-fork').addEventListener('click', () => fork(past));

// ---------------------------------------------------------------- which page it is

async function open() {
  id = new URLSearchParams(location.search).get('table');
  seen = null; uncovered = null; past = null; eyes = 'mine';
  at('sit-down').hidden = Boolean(id); at('playing').hidden = !id;
  if (id) { await refresh(); if (!now) { id = null; at('sit-down').hidden = false; at('playing').hidden = true; } }
  if (!id) { await Promise.all([prepare(), list()]); at('who').focus?.(); }
}
addEventListener('popstate', () => open());
hear(told => { if (told.kind === 'table' && told.id === id) refresh(); if (told.kind === 'back') (id ? refresh() : list()); if (told.kind === 'lost') notice('The studio does not answer. Your game is kept.', true); });
open();
