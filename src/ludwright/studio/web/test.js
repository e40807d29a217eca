// Test: begin a run, watch it, read its report.
import { ago, ask, el, hear, kindly, lasting, notice, quoted } from '/web/common.js';
import { AGENTS } from '/web/players.js';

const game = document.body.dataset.game, form = document.getElementById('form');
const kind = () => form.elements.kind.value;
let info = { least: 1, most: 1, bots: [] };

function choose() { for (const part of form.querySelectorAll('[data-for]')) part.hidden = part.dataset.for !== kind(); }
form.addEventListener('change', choose);

const prepare = kindly(async () => {
  info = await ask(`/test/playable?game=${encodeURIComponent(game)}`);
  const counts = Array.from({ length: info.most - info.least + 1 }, (_, place) => info.least + place);
  document.getElementById('players').replaceChildren(...counts.map((count, place) => el('label', { class: 'tick' }, el('input', { type: 'checkbox', name: 'players', value: count, checked: !place }), ` ${count}`)));
  const known = [...info.bots.map(name => [name, `${name}, from your text`]), ...AGENTS];
  const pick = place => el('select', { 'aria-label': `Player ${place + 1}` }, ...(place ? [el('option', { value: '' }, 'the same again')] : []), ...known.map(([name, words]) => el('option', { value: name }, words)));
  document.getElementById('agents').replaceChildren(...Array.from({ length: Math.max(1, info.most) }, (_, place) => pick(place)));
});
prepare().then(() => { if (!info.title) document.getElementById('players').replaceChildren(el('span', { class: 'pill bad' }, 'This game has mistakes'), el('a', { href: `/design?game=${encodeURIComponent(game)}` }, 'see them under Design')); });

form.addEventListener('submit', event => { event.preventDefault(); start(); });
document.getElementById('begin').disabled = false; // before this line a click would send the form by itself and lose the game
const start = kindly(async () => {
  const players = [...form.querySelectorAll('[name=players]:checked')].map(one => Number(one.value));
  if (!players.length && info.title) { notice('Choose how many play.', true); return; }
  const asked = { game, kind: kind() === 'playtest' ? 'playtest' : 'report', players };
  if (kind() === 'quick') asked.quick = true;
  if (kind() === 'report') asked.seconds = Number(document.getElementById('minutes').value);
  if (kind() === 'playtest') {
    asked.games = Number(document.getElementById('games').value);
    const seconds = document.getElementById('seconds').value;
    if (seconds) asked.seconds = Number(seconds);
    asked.agents = [...document.querySelectorAll('#agents select')].map(one => one.value).filter(Boolean);
  }
  await ask('/test/begin', asked);
  document.getElementById('list').scrollIntoView({ behavior: 'smooth' });
});

// ---------------------------------------------------------------- the runs

const looks = { done: 'good', failed: 'bad', running: 'warn' };
const cards = new Map();

/** Win shares as bars; the interval is the fine line. */
function shares(groups) {
  return el('div', { class: 'groups' }, ...groups.map(group => {
    const many = `${group.players} player${group.players === 1 ? '' : 's'}`;
    if (group.points) return el('p', {}, `${many}: ${group.points.mean?.toFixed(2)} points on average`);
    const fair = 1 / group.players;
    return el('div', { class: 'shares' }, el('p', { class: 'small soft' }, `${many}, ${group.finished.toLocaleString()} games`), ...group.seats.map(seat => el('div', { class: 'share', title: `95% sure: ${(seat.interval[0] * 100).toFixed(1)}% to ${(seat.interval[1] * 100).toFixed(1)}%; a fair share is ${(fair * 100).toFixed(0)}%` },
      el('span', {}, `seat ${seat.seat}`), bar(seat, fair), el('strong', {}, `${(seat.share * 100).toFixed(1)}%`))));
  }));
}
function bar(seat, fair) {
  const box = el('span', { class: 'meter', role: 'img', 'aria-label': `seat ${seat.seat} wins ${(seat.share * 100).toFixed(1)}%` }, el('i', { class: 'fill' }), el('i', { class: 'span' }), el('i', { class: 'fair' }));
  box.style.setProperty('--share', seat.share); box.style.setProperty('--low', seat.interval[0]); box.style.setProperty('--high', seat.interval[1]); box.style.setProperty('--fair', fair);
  return box;
}

function told(run) {
  const progress = run.progress, parts = [];
  if (run.state === 'waiting') return 'Waits for its turn.';
  if (run.state === 'running') {
    if (progress.asked) parts.push(`${progress.done.toLocaleString()} of ${progress.asked.toLocaleString()} games`);
    if (progress.doing && progress.doing !== 'playing') parts.push(progress.doing);
    if (progress.left !== null && progress.left !== undefined) parts.push(progress.left < 1 ? 'nearly there' : `about ${lasting(progress.left)} left`);
    return parts.join(' · ') || 'Getting ready …';
  }
  if (run.state === 'stopped') return progress.asked ? `Stopped after ${progress.done.toLocaleString()} of ${progress.asked.toLocaleString()} games; they are kept.` : 'Stopped.';
  if (run.state === 'failed') return run.reason;
  return run.summary;
}

function who(run) {
  const options = run.options, players = options.players ? `${options.players.join(', ')} players` : '';
  const what = run.kind === 'playtest' ? `${options.games.toLocaleString()} games by ${options.agents.join(', ')}` : options.quick ? 'a first look' : 'a full report';
  return [what, players].filter(Boolean).join(' · ');
}

function draw(run) {
  const act = what => kindly(() => ask(`/test/runs/${run.id}/${what}`, {}));
  const share = run.state === 'running' && run.progress.asked ? run.progress.done / run.progress.asked : null;
  const took = run.ended > run.begun ? ` · took ${lasting(run.ended - run.begun)}` : '';
  return el('article', { class: 'panel run', 'data-state': run.state, 'data-id': run.id },
    el('div', { class: 'row spread' }, el('div', {}, el('span', { class: `pill ${looks[run.state] ?? ''}` }, run.state), ' ', el('strong', {}, who(run)), el('span', { class: 'soft small' }, ` ${ago(run.asked)}${took}`)),
      el('div', { class: 'row' }, run.report ? el('button', { class: 'primary small-button', onclick: () => show(run) }, 'Read the report') : null,
        ['running', 'waiting'].includes(run.state) ? el('button', { class: 'small-button', onclick: act('stop') }, 'Stop') : null,
        ['stopped', 'failed'].includes(run.state) ? el('button', { class: 'small-button', onclick: act('go-on') }, 'Go on') : null,
        run.state === 'running' ? null : el('button', { class: 'quiet small-button', title: 'Take it off this list; its games stay in the folder runs', onclick: act('remove') }, 'Remove'))),
    el('p', { class: run.state === 'failed' ? 'failed' : '' }, ...quoted(told(run))),
    share === null ? null : el('progress', { max: 1, value: share, 'aria-label': 'How far it is' }),
    run.progress.found && run.state === 'running' ? el('p', { class: 'soft small' }, `So far: ${run.progress.found}`) : null,
    run.progress.groups?.length ? shares(run.progress.groups) : null,
    run.progress.expected?.length && run.state === 'done' ? el('ul', { class: 'expected', 'aria-label': 'What you expect' }, ...run.progress.expected.map(one => el('li', {}, el('span', { class: `pill ${{ green: 'good', red: 'bad' }[one.status] ?? 'warn'}` }, { green: 'holds', red: 'does not hold' }[one.status] ?? 'too few games'), ' ', el('strong', {}, one.title), ': ', ...quoted(one.sentence)))) : null,
    run.progress.findings?.length && run.state === 'done' ? el('ol', { class: 'findings' }, ...run.progress.findings.slice(0, 4).map(words => el('li', {}, ...quoted(words[0].toUpperCase() + words.slice(1))))) : null);
}

let wanted = new URLSearchParams(location.search).get('run');
hear(message => {
  if (message.kind !== 'runs') return;
  const room = document.getElementById('runs'), own = message.runs.filter(run => run.game === game);
  const gone = new Set(cards.keys());
  for (const run of own) {
    const key = JSON.stringify(run);
    gone.delete(run.id);
    if (cards.get(run.id)?.key === key) continue;
    const before = cards.get(run.id), focused = before?.card.contains(document.activeElement) ? document.activeElement.textContent : null;
    const card = draw(run);
    cards.set(run.id, { key, card });
    if (before) before.card.replaceWith(card);
    if (focused) [...card.querySelectorAll('button')].find(one => one.textContent === focused)?.focus();
    if (before && run.state === 'done' && !before.key.includes('"state":"done"')) notice(`${run.title}: done.`);
  }
  gone.forEach(id => { cards.get(id).card.remove(); cards.delete(id); });
  const order = own.map(run => cards.get(run.id).card);
  if (!order.length) room.replaceChildren(el('p', { class: 'panel empty' }, 'None yet. Press Begin: the first results are here in seconds.'));
  else if (order.some((card, place) => room.children[place] !== card) || room.children.length !== order.length) room.replaceChildren(...order);
  const opened = wanted && own.find(run => run.id === wanted && run.report);
  if (opened) { show(opened); wanted = null; }
});

function show(run) {
  const room = document.getElementById('report-room'), path = `/test/runs/${run.id}/report`;
  document.getElementById('report').src = path;
  document.getElementById('report-open').href = path;
  room.hidden = false;
  room.scrollIntoView({ behavior: 'smooth' });
}
document.getElementById('report-close').addEventListener('click', () => { document.getElementById('report-room').hidden = true; document.getElementById('report').src = 'about:blank'; });
choose();
