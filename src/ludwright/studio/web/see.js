// See: runs, questions to them, one chart of all that are switched on, and the games frame by frame.
import { ago, ask, el, drawing, hear, kindly, notice, quoted } from '/web/common.js';
import { askQuestion, inWords } from '/web/see_question.js';
import { inWords as player } from '/web/players.js';
import { openFrame, setRuns } from '/web/see_frames.js';

const game = document.body.dataset.game, at = id => document.getElementById(id);
let queries = [], chosen = new Set(), info = null, last = null, turn = 0;

const save = kindly(async () => {
  const { file } = await ask('/see/kept', { game, queries }, { method: 'PUT' });
  at('kept-in').replaceChildren('Kept beside the game in ', el('code', {}, file));
});
const on = () => queries.filter(one => one.on);

function list() {
  at('queries').replaceChildren(...queries.map((one, place) => el('li', {},
    el('label', {}, el('input', { type: 'checkbox', checked: one.on, onchange: event => { if (event.target.checked) turnOn(one); else { one.on = false; fitKind(); save(); draw(); } } }), one.name),
    el('p', { class: 'soft small what' }, inWords(one, info?.values)),
    el('div', { class: 'row' }, el('button', { class: 'quiet small-button', title: 'Ask it in another way', onclick: () => edit(place), 'aria-label': `Change ${one.name}` }, 'Change'),
      el('button', { class: 'quiet small-button', title: 'A second one like it, to be changed', 'aria-label': `Copy ${one.name}`, onclick: () => edit(null, { ...one, name: `${one.name} again` }) }, 'Copy'),
      el('button', { class: 'quiet small-button', title: 'Ask it no more', 'aria-label': `Remove ${one.name}`, onclick: () => { queries.splice(place, 1); save(); list(); draw(); } }, 'Remove')))));
  const asked = new Set(queries.map(one => one.name)), ideas = info ? suggestions().filter(one => !asked.has(one.name)) : [];
  if (!queries.length && !info) at('queries').replaceChildren(el('li', { class: 'empty' }, 'There are no games to ask yet.'));
  else if (ideas.length) at('queries').append(el('li', { class: 'empty' }, queries.length ? 'Others often ask:' : 'None yet. Begin with one of these, or press New question:'), ...ideas.map(one => el('li', {}, el('button', { class: 'link', title: inWords(one, info.values), onclick: () => { queries.push(one); turnOn(one); } }, one.name))));
}

/** What looks at different moments can't stand in one chart: what was switched on last counts. */
const moment = one => ['before', 'after'].includes(one.when) ? 'decision' : one.when;
function turnOn(one) {
  one.on = true;
  const others = on().filter(other => moment(other) !== moment(one));
  for (const other of others) other.on = false;
  if (others.length) notice(`${others.map(other => other.name).join(', ')}: off now, as ${others.length > 1 ? 'they look' : 'it looks'} at other moments.`);
  fitKind(); save(); list(); draw();
}
/** At the end of a game there is one value, and no line to draw. */
function fitKind() {
  const end = on().length && on().every(one => one.when === 'end');
  for (const option of at('kind').options) if (['line', 'heat'].includes(option.value)) option.disabled = end;
  if (at('kind').selectedOptions[0].disabled) at('kind').value = 'histogram';
}

/** What most people ask first. */
function suggestions() {
  const first = info.values.find(one => ['score', 'lead'].includes(one.text)) ?? info.values[0], pot = info.values.find(one => /^p\./.test(one.text) && !/count$/.test(one.text)) ?? info.values.find(one => one.text !== first?.text && one.text !== 'turn.number');
  const asking = (name, text, more) => ({ name, texts: [text], when: info.when, first: null, last: null, where: null, combine: null, how: 'average', per: null, on: true, ...more });
  return [...(first ? [asking(`${first.words}, as the game goes on`, first.text), asking(`${first.words}: winners and losers`, first.text, { per: 'winner' })] : []), ...(pot && pot !== first ? [asking(pot.words, pot.text)] : []), asking('how long games last', 'turn.number', { when: 'end' })];
}

const edit = kindly(async (place, begun) => {
  const others = queries.filter((_, other) => other !== place).map(one => one.name);
  const made = await askQuestion(info, place === null ? begun : queries[place], others);
  if (!made) return;
  if (place === null) queries.push(made); else queries[place] = made;
  turnOn(made);
});
at('new').addEventListener('click', () => edit(null));
at('kind').addEventListener('change', () => draw());

// ---------------------------------------------------------------- the chart and its figures

/** A chart as one picture for those who hear it: its figures are in the table. */
function named(svg, words) {
  for (const part of svg.querySelectorAll('[role]')) part.removeAttribute('role');
  svg.setAttribute('role', 'img'); svg.setAttribute('aria-label', words);
  return svg;
}

async function draw() {
  fitKind();
  const mine = ++turn, runs = [...chosen].sort((one, other) => one.localeCompare(other, undefined, { numeric: true }));
  for (const id of ['save-picture', 'save-data', 'show-command']) at(id).disabled = true;
  at('spread').replaceChildren(); at('behind').replaceChildren(); at('commands').hidden = true; last = null;
  if (!runs.length || !on().length) { at('chart').replaceChildren(el('p', { class: 'wait' }, runs.length ? 'Switch a question on, or ask a new one.' : 'Choose a run above.')); return; }
  at('chart').replaceChildren(el('p', { class: 'wait' }, 'Looking …'));
  try {
    const found = await ask('/see/ask', { runs, queries: on(), kind: at('kind').value });
    if (mine !== turn) return;
    last = { ...found, runs };
    at('chart').replaceChildren(named(drawing(found.svg), `Chart of ${on().map(one => one.name).join(', ')}; its figures stand in the table below`));
    for (const id of ['save-picture', 'save-data', 'show-command']) at(id).disabled = false;
    table(found.rows);
  } catch (error) { if (mine === turn) at('chart').replaceChildren(el('p', { class: 'bad-words', role: 'alert' }, error.message)); }
}

const FIGURES = ['count', 'mean', 'deviation', 'least', 'first quartile', 'median', 'third quartile', 'most'];
const shown = value => value === null || value === undefined ? '–' : typeof value === 'number' ? Number(value.toFixed(3)).toLocaleString() : String(value);
function table(rows) {
  const words = [...new Set(rows.flatMap(row => Object.keys(row)))].filter(name => !FIGURES.includes(name) && name !== 'name' && (name !== 'run' || chosen.size > 1) && (name !== 'query' || on().length > 1));
  at('spread').replaceChildren(el('caption', { class: 'visually-hidden' }, 'How the values are spread'),
    el('thead', {}, el('tr', {}, ...[...words, ...FIGURES].map(name => el('th', { scope: 'col', class: words.includes(name) ? 'word' : null }, name)))),
    el('tbody', {}, ...rows.map(row => el('tr', {}, ...words.map(name => el('td', { class: 'word' }, shown(row[name]))), ...FIGURES.map(name => el('td', {},
      row[name] === null || row[name] === undefined ? shown(null) : el('button', { class: 'link', title: BEHIND[name] ?? `Games with about this value`, onclick: () => behind(row, name) }, shown(row[name]))))))));
}
const BEHIND = { count: 'Games behind this', least: 'Games with the least', most: 'Games with the most', deviation: 'Games farthest from the mean' };
const WHICH = { count: 'any', least: 'least', most: 'most', deviation: 'far' };

const behind = kindly(async (row, figure) => {
  const query = queries.find(one => one.name === row.query), group = Object.fromEntries(Object.entries(row).filter(([name]) => !FIGURES.includes(name) && !['run', 'query'].includes(name)));
  const which = WHICH[figure] ?? 'near', found = await ask('/see/behind', { run: row.run, query, group, which, value: which === 'far' ? row.mean : which === 'near' ? row[figure] : null });
  at('behind').replaceChildren(el('h3', {}, BEHIND[figure] ?? `Games nearest to the ${figure}, ${shown(row[figure])}`), el('div', { class: 'row' }, ...found.map(one =>
    el('button', { class: 'small-button', title: `turn ${one.turn}`, onclick: () => openFrame(row.run, one.game, Math.max(0, one.frame)) }, `game ${one.game}: ${shown(one.value)}`))));
  if (!found.length) at('behind').append(el('p', {}, 'There are none.'));
});

// ---------------------------------------------------------------- taking it along

function download(name, text, kind) {
  const link = el('a', { href: URL.createObjectURL(new Blob([text], { type: kind })), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
at('save-picture').addEventListener('click', () => download('chart.svg', last.svg, 'image/svg+xml'));
at('save-data').addEventListener('click', kindly(async () => {
  for (const query of on()) {
    const answer = await fetch('/see/data', { method: 'POST', body: JSON.stringify({ runs: last.runs, query }) });
    if (answer.ok) download(`${query.name}.csv`, await answer.text(), 'text/csv'); else notice((await answer.json()).error, true);
  }
}));
at('show-command').addEventListener('click', () => { at('commands').textContent = last.commands.join('\n'); at('commands').hidden = !at('commands').hidden; });

// ---------------------------------------------------------------- runs

const pick = kindly(async () => {
  const names = [...chosen];
  at('compare').hidden = names.length !== 2;
  at('compare').href = names.length === 2 ? `/see/compare?one=${encodeURIComponent(names[0])}&other=${encodeURIComponent(names[1])}` : '';
  info = names.length ? await ask(`/see/askable?run=${encodeURIComponent(names[0])}`) : null;
  at('new').disabled = !info;
  list(); draw();
});

at('queries').replaceChildren(el('li', { class: 'empty' }, 'Looking what there is …'));
/** Games to look at, with one click: a first look and a report keep none. */
const playSome = kindly(async event => {
  event.currentTarget.disabled = true;
  const known = await ask(`/test/playable?game=${encodeURIComponent(game)}`);
  await ask('/test/begin', { game, kind: 'playtest', players: [known.least], agents: [known.bots[0] ?? 'random'], games: 1000 });
  at('runs').replaceChildren(el('p', { role: 'status' }, 'A thousand games are being played. They are here in a moment …'));
});
const done = new Set();
hear(told => {
  if (told.kind !== 'runs') return;
  const before = done.size, first = !done.has('');
  done.add('');
  for (const run of told.runs) if (run.game === game && run.folder && run.state === 'done') done.add(run.id);
  if (!first && done.size > before) load();
});

const load = kindly(async () => {
  const runs = await ask('/see/runs');
  const title = document.querySelector('.of-game').textContent, own = runs.filter(run => run.title === title), others = runs.filter(run => run.title !== title);
  const wanted = new URLSearchParams(location.search).get('run') ?? own[0]?.name;
  if (wanted && !chosen.size) chosen.add(wanted);
  const label = run => el('label', { class: 'tick', title: 'Tick several to see them in one chart; two can be compared' }, el('input', { type: 'checkbox', name: 'run', value: run.name, checked: chosen.has(run.name), onchange: event => { event.target.checked ? chosen.add(run.name) : chosen.delete(run.name); pick(); } }),
    ` ${run.name}`, el('span', { class: 'soft small', title: run.agents.join(', ') }, ` ${run.games.toLocaleString()} games by ${run.agents.map(player).join(', ')}${run.title === title ? '' : ` · ${run.title}`} · ${ago(run.begun)}`));
  at('runs').replaceChildren(...[...own, ...others].map(label));
  document.querySelector('.see').classList.toggle('no-games', !runs.length);  // an empty chart and a slider through nothing tell nobody anything
  if (!runs.length) at('runs').replaceChildren(el('div', { class: 'first-games' }, el('p', {}, 'Here you ask the games that were played: how points grow, how winners differ from losers, what happened in one of them move by move.'),
    el('button', { class: 'primary', title: 'The quickest way to games that can be looked at', onclick: playSome }, 'Play a thousand games now'),
    el('p', { class: 'soft small' }, 'Or choose who plays: ', el('a', { href: `/test?game=${encodeURIComponent(game)}` }, '“A playtest of my own” under Test'), '. A first look and a report keep no games.')));
  setRuns([...own, ...others].map(run => run.name));
  const kept = await ask(`/see/kept?game=${encodeURIComponent(game)}`);
  queries = kept.queries;
  at('kept-in').replaceChildren(...(queries.length ? ['Kept beside the game in ', el('code', {}, kept.file)] : []));
  await pick();
  const asked = new URLSearchParams(location.search), number = Number(asked.get('number') ?? 0), frame = Number(asked.get('frame') ?? 0);
  if (runs.length && !at('frame-picture').childNodes.length) openFrame(wanted ?? runs[0].name, number, frame, asked.has('number'));
});
load();
