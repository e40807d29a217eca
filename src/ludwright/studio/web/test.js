// Test: begin a run, watch it, read its report.
import { ask, askPerson, el, kindly, notice } from '/web/common.js';
import { agents } from '/web/players.js';
import { runList } from '/web/run_list.js';

const game = document.body.dataset.game, form = document.getElementById('form');
const kind = () => form.elements.kind.value;
let info = { least: 1, most: 1, bots: [] };

function choose() { for (const part of form.querySelectorAll('[data-for]')) part.hidden = part.dataset.for !== kind(); }
form.addEventListener('change', choose);

/** Anybody the command line knows, by name. */
const another = kindly(async choice => {
  const told = await askPerson('Who else plays?', [el('label', { for: 'agent' }, 'Name of the player'), el('input', { type: 'text', id: 'agent', name: 'agent', required: true, placeholder: 'mcts:500', title: 'A kind of player and how much it thinks: mcts:500, novice, expert, auto:200' })], 'Choose');
  const name = told?.agent.trim();
  if (name && ![...choice.options].some(one => one.value === name)) choice.prepend(el('option', { value: name }, name));
  choice.value = name || choice.options[0].value;
});

const prepare = kindly(async () => {
  info = await ask(`/test/playable?game=${encodeURIComponent(game)}`);
  const counts = Array.from({ length: info.most - info.least + 1 }, (_, place) => info.least + place);
  document.getElementById('players').replaceChildren(...counts.map((count, place) => el('label', { class: 'tick' }, el('input', { type: 'checkbox', name: 'players', value: count, checked: !place }), ` ${count}`)));
  const known = [...info.bots.map(name => [name, `${name}, from your text`]), ...agents(info)];
  const pick = place => el('select', { 'aria-label': `Player ${place + 1}`, title: 'Who sits there', onchange: event => { if (event.target.value === 'another') another(event.target); } }, ...(place ? [el('option', { value: '' }, 'the same again')] : []), ...known.map(([name, words]) => el('option', { value: name }, words)), el('option', { value: 'another' }, 'another, by its name …'));
  document.getElementById('grid').replaceChildren(...Object.entries(info.params ?? {}).map(([name, value]) => el('label', { class: 'tick', title: `Several values make several versions: as many games of each. Now it is ${value}.` }, el('code', {}, name), el('input', { type: 'text', 'data-param': name, placeholder: String(Number(value)), inputmode: 'numeric', size: '10', 'aria-label': `Values of ${name}` }))));
  if (!Object.keys(info.params ?? {}).length) document.getElementById('grid').replaceChildren(el('span', { class: 'soft small' }, 'This game has no parameters. A line such as ', el('code', {}, 'param goal = 10 in 5..20'), ' makes one.'));
  document.getElementById('also').replaceChildren(...info.others.map(other => el('option', { value: other.id }, other.title)));
  document.getElementById('also-room').hidden = !info.others.length;
  document.getElementById('agents').replaceChildren(...Array.from({ length: Math.max(1, info.most) }, (_, place) => pick(place)));
});
prepare().then(() => { if (!info.title) document.getElementById('players').replaceChildren(el('span', { class: 'pill bad' }, 'This game has mistakes'), el('a', { href: `/design?game=${encodeURIComponent(game)}` }, 'see them under Design')); });

/** Whole numbers: 3, 5, 8 or 2..6. */
const values = text => text.split(',').flatMap(part => { const span = /^\s*(-?\d+)\s*\.\.\s*(-?\d+)\s*$/.exec(part); return span ? Array.from({ length: Math.max(0, Math.min(200, span[2] - span[1] + 1)) }, (_, place) => Number(span[1]) + place) : [/^\s*-?\d+\s*$/.test(part) ? Number(part) : part.trim()]; });

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
    const limit = document.getElementById('limit').value;
    if (limit) asked.move_limit = Number(limit);
    asked.until = document.getElementById('until').value || null;
    asked.seatings = document.getElementById('seatings').value;
    asked.also = [...document.getElementById('also').selectedOptions].map(one => one.value);
    asked.grid = Object.fromEntries([...document.querySelectorAll('#grid input')].filter(one => one.value.trim()).map(one => [one.dataset.param, values(one.value)]));
    asked.agents = [...document.querySelectorAll('#agents select')].map(one => one.value).filter(Boolean);
  }
  await ask('/test/begin', asked);
  document.getElementById('list').scrollIntoView({ behavior: 'smooth' });
});

runList({ game, kept: run => ['playtest', 'report'].includes(run.kind), empty: 'None yet. Press Begin: the first results are here in seconds.' });
choose();
