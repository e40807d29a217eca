// The runs of a game as a list: waiting, running with live figures, done with what was found. Test and Improve share it.
import { ago, ask, drawing, el, hear, kindly, lasting, notice, quoted } from '/web/common.js';
import { inWords } from '/web/players.js';

const KINDS = { evolve: options => `new games${options.axes?.length ? `, kept by ${options.axes.join(' and ')}` : ''}`, balance: options => `better versions: ${options.targets.join('; ')}`, sensitivity: () => 'which number moves what', power: () => 'what things are worth' };

/** A way from a finding to its mending. */
const mend = (run, place) => run.progress.mends?.[place] ? el('a', { class: 'button small-button', href: `/improve?game=${encodeURIComponent(run.game)}&target=${encodeURIComponent(run.progress.mends[place])}`, title: 'Look for the smallest change that mends this' }, 'Mend it') : null;

/** The game that shows it, at its frame: of a playtest, whose games are kept. */
const look = (run, place) => run.folder && run.progress.shown?.[place] ? el('a', { class: 'button small-button', href: `/see?game=${encodeURIComponent(run.game)}&run=${encodeURIComponent(run.folder)}&number=${run.progress.shown[place].game}&frame=${run.progress.shown[place].frame}`, title: 'A game that shows it, frame by frame' }, 'See it') : null;

const COLOURS = ['#1f6f9f', '#b8511f', '#2c7a46', '#7a4b9c', '#8a6d00', '#a13d63', '#3f6170', '#5b5b5b'];
/** How the shares settle while games come in; all in it are numbers. */
function course(points) {
  const wide = 560, high = 120, most = points[points.length - 1][0] || 1, seats = points[0].length - 1, top = Math.min(1, Math.max(...points.flatMap(point => point.slice(1))) * 1.15) || 1;
  const line = seat => points.map(point => `${(36 + (wide - 120) * point[0] / most).toFixed(1)},${(high - 16 - (high - 26) * point[seat] / top).toFixed(1)}`).join(' ');
  const last = points[points.length - 1], labels = [...Array(seats).keys()].map(seat => [seat, high - 16 - (high - 26) * last[seat + 1] / top]).sort((one, other) => one[1] - other[1]);
  labels.forEach((one, place) => { if (place) one[1] = Math.max(one[1], labels[place - 1][1] + 12); });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${wide} ${high}" role="img" aria-label="How the shares of wins settle over ${most} games" font-size="11" font-family="sans-serif"><line x1="36" y1="${high - 16}" x2="${wide - 84}" y2="${high - 16}" stroke="#8a94a0"/><text x="32" y="14" text-anchor="end" fill="#55616e">${Math.round(top * 100)}%</text><text x="32" y="${high - 14}" text-anchor="end" fill="#55616e">0%</text><text x="${wide - 84}" y="${high - 3}" text-anchor="end" fill="#55616e">${most.toLocaleString()} games</text>${labels.map(([seat, y]) => `<polyline points="${line(seat + 1)}" fill="none" stroke="${COLOURS[seat]}" stroke-width="2"/><text x="${wide - 78}" y="${(y + 4).toFixed(1)}" fill="${COLOURS[seat]}">seat ${seat + 1}</text>`).join('')}</svg>`;
  return el('div', { class: 'paper course' }, drawing(svg));
}

/** How the command line calls those who play stands in the report, and here in a tool-tip. */
const BY = / of `([^`]+)`(?=\))/;
const looks = { done: 'good', failed: 'bad', running: 'warn' };
const cards = new Map();

/** Win shares as bars; the interval is the fine line. */
function shares(groups, versions) {
  const legend = groups.some(group => group.finished && !group.points) ? el('p', { class: 'small soft legend' }, 'Blue: share of the wins. Thin line: where it lies, 95% sure. ', el('b', {}, 'Red'), ': a fair share.') : null;
  return el('div', { class: 'groups' }, ...groups.map(group => {
    const which = versions?.length > 1 ? `${versions[group.version]}: ` : groups.some(one => one.version) ? `version ${group.version + 1}: ` : '', many = `${which}${group.players} player${group.players === 1 ? '' : 's'}${group.by ? `, ${group.by}` : ''}`;
    if (!group.finished && !group.points) return el('p', { class: 'small soft' }, `${many}: none of ${group.games.toLocaleString()} games came to its end`);
    if (group.points) return el('p', {}, `${many}: ${group.points.mean?.toFixed(2)} points on average`);
    const fair = 1 / group.players;
    return el('div', { class: 'shares' }, el('p', { class: 'small soft' }, `${many}, ${group.finished.toLocaleString()} game${group.finished === 1 ? '' : 's'}${group.draws ? `, ${group.draws.toLocaleString()} of them drawn` : ''}`), ...group.seats.map(seat => el('div', { class: 'share', title: `95% sure: ${(seat.interval[0] * 100).toFixed(1)}% to ${(seat.interval[1] * 100).toFixed(1)}%; a fair share is ${(fair * 100).toFixed(0)}%` },
      el('span', {}, `seat ${seat.seat}`), bar(seat, fair), el('strong', {}, `${(seat.share * 100).toFixed(1)}%`))));
  }), legend);
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
    if (progress.left !== null && progress.left !== undefined) parts.push(progress.left >= 1 ? `about ${lasting(progress.left)} left` : progress.building ? 'players are made ready for the first time, which takes a minute, only this once' : Date.now() / 1000 - run.begun > 30 ? 'takes longer than planned' : 'nearly there');
    return parts.join(' · ') || 'Getting ready …';
  }
  if (run.state === 'stopped') return progress.asked ? `Stopped after ${progress.done.toLocaleString()} of ${progress.asked.toLocaleString()} games; they are kept.` : 'Stopped.';
  if (run.state === 'failed') return run.reason;
  return run.summary;
}

export function who(run) {
  const options = run.options, players = options.players ? `${options.players.join(', ')} players` : '';
  const what = run.kind === 'playtest' ? `${options.games.toLocaleString()} games by ${options.agents.map(inWords).join(', ')}` : KINDS[run.kind]?.(options) ?? (options.quick ? 'a first look' : 'a full report');
  return [what, players].filter(Boolean).join(' · ');
}

function draw(run, more, show) {
  const act = what => kindly(() => ask(`/test/runs/${run.id}/${what}`, {}));
  const share = run.state !== 'running' ? null : run.progress.asked ? run.progress.done / run.progress.asked : run.progress.share ?? null;
  const took = run.ended > run.begun ? ` · took ${lasting(run.ended - run.begun)}` : '';
  return el('article', { class: 'panel run', 'data-state': run.state, 'data-id': run.id },
    el('div', { class: 'row spread' }, el('div', {}, el('span', { class: `pill ${looks[run.state] ?? ''}` }, run.state), ' ', el('strong', { title: run.options.agents?.join(', ') ?? null }, who(run)), el('span', { class: 'soft small' }, ` ${ago(run.asked)}${took}`)),
      el('div', { class: 'row' }, run.report ? el('button', { class: 'primary small-button', onclick: () => show(run) }, run.kind in KINDS ? 'Read the details' : 'Read the report') : null,
        run.options.quick && run.state === 'done' ? el('button', { class: 'small-button', title: 'A full report: players of every strength, in a minute and a half', onclick: kindly(() => ask('/test/begin', { game: run.game, kind: 'report', players: run.options.players ?? [], seconds: 90 })) }, 'Look closer') : null,
        run.folder && ['done', 'stopped'].includes(run.state) ? el('a', { class: 'button small-button', href: `/see?game=${encodeURIComponent(run.game)}&run=${encodeURIComponent(run.folder)}`, title: 'Ask these games, and look at any moment of them' }, 'See its games') : null,
        ['running', 'waiting'].includes(run.state) ? el('button', { class: 'small-button', onclick: act('stop') }, 'Stop') : null,
        ['stopped', 'failed'].includes(run.state) ? el('button', { class: 'small-button', onclick: act('go-on') }, 'Go on') : null,
        run.state === 'running' ? null : el('button', { class: 'quiet small-button', title: 'Take it off this list; its games stay in the folder runs', onclick: act('remove') }, 'Remove'))),
    el('p', { class: run.state === 'failed' ? 'failed' : '', title: BY.exec(told(run))?.[1] ? `They are ${BY.exec(told(run))[1]} for the command line` : null }, ...quoted(told(run).replace(BY, ''))),
    share === null ? null : el('progress', { max: 1, value: share, 'aria-label': 'How far it is' }),
    run.progress.found && run.state === 'running' ? el('p', { class: 'soft small' }, `So far: ${run.progress.found}`) : null,
    run.progress.groups?.length ? shares(run.progress.groups, run.progress.versions_played) : null,
    run.progress.course?.length > 2 ? course(run.progress.course) : null,
    more?.(run) ?? null,
    run.progress.expected?.length && run.state === 'done' ? el('ul', { class: 'expected', 'aria-label': 'What you expect' }, ...run.progress.expected.map(one => el('li', {}, el('span', { class: `pill ${{ green: 'good', red: 'bad' }[one.status] ?? 'warn'}` }, { green: 'holds', red: 'does not hold' }[one.status] ?? 'too few games'), ' ', el('strong', {}, one.title), ': ', ...quoted(one.sentence)))) : null,
    run.progress.findings?.length && run.state === 'done' ? el('ol', { class: 'findings' }, ...run.progress.findings.slice(0, 4).map((words, place) => el('li', {}, ...quoted(words[0].toUpperCase() + words.slice(1)), el('span', { class: 'what-to-do' }, look(run, place), mend(run, place))))) : null);
}

/** Keep a list of the runs of a game: those that are kept, newest first, each drawn anew when something happens. */
export function runList({ game, kept, more, empty }) {
  let wanted = new URLSearchParams(location.search).get('run');
  hear(message => {
    if (message.kind !== 'runs') return;
    const room = document.getElementById('runs'), own = message.runs.filter(run => run.game === game && kept(run)), gone = new Set(cards.keys());
    for (const run of own) {
      const key = JSON.stringify(run);
      gone.delete(run.id);
      if (cards.get(run.id)?.key === key) continue;
      const before = cards.get(run.id), focused = before?.card.contains(document.activeElement) ? document.activeElement.textContent : null;
      const card = draw(run, more, show);
      cards.set(run.id, { key, card });
      if (before) before.card.replaceWith(card);
      if (focused) [...card.querySelectorAll('button')].find(one => one.textContent === focused)?.focus();
      if (before && run.state === 'done' && !before.key.includes('"state":"done"')) notice(`${run.title}: done.`);
    }
    gone.forEach(id => { cards.get(id).card.remove(); cards.delete(id); });
    const order = own.map(run => cards.get(run.id).card);
    if (!order.length) room.replaceChildren(el('p', { class: 'panel empty' }, empty));
    else if (order.some((card, place) => room.children[place] !== card) || room.children.length !== order.length) room.replaceChildren(...order);
    const opened = wanted && own.find(run => run.id === wanted && run.report);
    if (opened) { show(opened); wanted = null; }
  });
  document.getElementById('report-close').addEventListener('click', () => { document.getElementById('report-room').hidden = true; document.getElementById('report').src = 'about:blank'; });
}

function show(run) {
  const room = document.getElementById('report-room'), path = `/test/runs/${run.id}/report`;
  document.getElementById('report').src = path;
  document.getElementById('report-open').href = path;
  room.hidden = false;
  room.scrollIntoView({ behavior: 'smooth' });
}
