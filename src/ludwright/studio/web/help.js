// Help on every page: keys, and a first tour that ends with a better variant of one's own.
import { ask, el, hear, kindly, notice } from '/web/common.js';

const game = document.body.dataset.game, page = document.body.dataset.page;

// ---------------------------------------------------------------- keys

const EVERYWHERE = [['Alt+1 … Alt+6', 'go to Home, Design, Play, Test, See, Improve'], ['?', 'this list'], ['Tab, Enter, Space', 'everything can be reached and pressed'], ['Esc', 'close what is open']];
const KEYS = {
  Design: [['Ctrl+Space', 'what fits here'], ['F12, Ctrl+click', 'go to where a name is declared'], ['F2', 'rename it everywhere'], ['F8', 'next mistake'], ['Ctrl+F', 'find and replace'], ['Ctrl+Z, Ctrl+Y', 'undo, redo'], ['Ctrl+/', 'comment a line in or out'], ['Tab, Shift+Tab', 'indent (Esc, then Tab leaves the text)'], ['Ctrl+D', 'in a table: fill down; in forms: duplicate'], ['Alt+↑, Alt+↓', 'in forms: move a step, from its ⋯ button']],
  Play: [['Tab, Enter', 'pick what glows on the table, or a move of the list'], ['Ctrl+Z', 'take the last choice back']],
  See: [['← →', 'on the slider: one frame back or on']],
};

function help() {
  if (document.querySelector('dialog[open]')) return;
  const table = rows => el('table', { class: 'keys' }, el('tbody', {}, ...rows.map(([keys, words]) => el('tr', {}, el('td', {}, el('kbd', {}, keys)), el('td', {}, words)))));
  const box = el('dialog', { 'aria-label': 'Help' }, el('h2', {}, 'Help'),
    el('p', {}, PURPOSE[page] ?? ''), ...(KEYS[page] ? [el('h3', {}, 'Keys of this page'), table(KEYS[page])] : []), el('h3', {}, 'Keys of every page'), table(EVERYWHERE),
    el('p', { class: 'small soft' }, 'Rest with the mouse on any field, button or word of the text: it says what it is for.'),
    el('div', { class: 'row' }, el('button', { onclick: () => { box.close(); begin(); } }, 'Take the tour'), el('button', { class: 'primary', onclick: () => box.close() }, 'Close')));
  box.addEventListener('close', () => box.remove());
  document.body.append(box);
  box.showModal();
}
const PURPOSE = {
  Home: 'Begin with a template, duplicate a game, or drop in a file. All your games lie in one folder.',
  Design: 'Change the text on the left, or the forms, numbers and tables on the right. What you change is saved and checked at once.',
  Play: 'Choose who sits where, then click what glows. What does not glow tells you which rule forbids it.',
  Test: 'Have it played many times. A first look takes ten seconds; a full report says what is too strong and where it drags.',
  See: 'Ask the games that were played: follow any number, compare versions, look at any moment.',
  Improve: 'Say what you want; the smallest change that gets there is searched for, and one click writes it into your game.',
};

document.getElementById('help')?.addEventListener('click', help);
addEventListener('keydown', event => {
  if (event.target.closest('input, textarea, select, [contenteditable=true], .cm-editor, [role=grid]')) { if (!event.altKey) return; }
  if (event.key === '?' && !event.ctrlKey && !event.metaKey) { event.preventDefault(); help(); }
  if (event.altKey && /^Digit[1-6]$/.test(event.code)) {
    const link = document.querySelectorAll('.bar nav a')[Number(event.code.slice(5)) - 1];
    if (link) { event.preventDefault(); link.click(); }
  }
});

// ---------------------------------------------------------------- the tour

const PLACE = 'ludwright-tour';
const kept = () => { try { return JSON.parse(localStorage.getItem(PLACE)); } catch { return null; } };
const keep = tour => { if (tour) localStorage.setItem(PLACE, JSON.stringify(tour)); else localStorage.removeItem(PLACE); draw(); };
const of = tour => `?game=${encodeURIComponent(tour.game)}`;

const STEPS = [
  { page: 'Design', path: '/design', title: 'This is a game', words: 'Yours, to change as you like: a dice game for two to four. On the left its rules, in words; on the right its table. Press “A game” above the table to read how one goes.' },
  { page: 'Design', path: '/design', title: 'Change something', words: 'Press “Numbers” and pull the slider of “triple bonus”. The text changes with it, the table too, and all is saved: there is no Save button. “History” has the way back.' },
  { page: 'Play', path: '/play', title: 'Play a round', words: 'Press “Sit down”, then click what glows on the table, or choose from the list beside it. You can stop at any time: the game is kept.' },
  { page: 'Test', path: '/test', title: 'Have it tested', words: 'Press “Begin”. Some thousand games are played in ten seconds.', done: run => run.state === 'done' && ['report', 'playtest'].includes(run.kind) },
  { page: 'Test', path: '/test', title: 'Read what was found', words: 'The problems stand below the run, the worst first; “Read the report” has pictures and replays. Is the game too long? Does going first help? Then let us mend that.' },
  { page: 'Improve', path: '/improve', title: 'Say what you want', words: 'Choose “a game takes between”, say 12 and 18 turns, 30 seconds, and press “Begin”. It looks for the smallest change that gets there.', done: run => run.kind === 'balance' && run.state === 'done' },
  { page: 'Improve', path: '/improve', title: 'Make it yours', words: 'Every version says what it changes, and what comes of it, before and after. Press “Keep as a variant” at the one you like, and give it a name.', moved: tour => game && game !== tour.game && !game.startsWith('@') },
  { page: null, title: 'Your own better game', words: 'That is your variant: look at its text, play it with friends at links, test it again. Everything else works the same way. Press ? on any page for help.' },
];

const begin = kindly(async () => {
  const made = await ask('/games/new', { template: 'dice_game', title: 'My first game' });
  keep({ game: made.game, step: 0 });
  location.href = `/design?game=${encodeURIComponent(made.game)}`;
});
document.getElementById('take-tour')?.addEventListener('click', begin);

let box = null;
function draw() {
  box?.remove(); box = null;
  const tour = kept(), step = tour && STEPS[tour.step];
  if (!step) return;
  const there = !step.page || (step.page === page && game === tour.game), last = tour.step === STEPS.length - 1;
  box = el('aside', { class: 'panel tour', 'aria-label': 'Tour' }, el('p', { class: 'small soft' }, `Tour, ${tour.step + 1} of ${STEPS.length}`), el('h2', {}, step.title), el('p', {}, step.words),
    el('div', { class: 'row' },
      there ? null : el('a', { class: 'button primary small-button', href: step.path + of(tour) }, `Go to ${step.page}`),
      tour.step ? el('button', { class: 'quiet small-button', onclick: () => keep({ ...tour, step: tour.step - 1 }) }, 'Back') : null,
      last ? el('button', { class: 'primary small-button', onclick: () => keep(null) }, 'Done') : el('button', { class: there ? 'primary small-button' : 'small-button', onclick: () => forward(tour) }, 'Next'),
      last ? null : el('button', { class: 'quiet small-button', onclick: () => { keep(null); notice('The tour is over. It waits under ? on every page.'); } }, 'Stop the tour')));
  document.body.append(box);
}
function forward(tour) {
  const next = STEPS[tour.step + 1];
  keep({ ...tour, step: tour.step + 1 });
  if (next.page && (next.page !== page || game !== tour.game)) location.href = next.path + of(tour);
}
const tour = kept();
if (tour && STEPS[tour.step]?.moved?.(tour)) keep({ ...tour, step: tour.step + 1 }); else draw();
if (tour) hear(told => {
  const now = kept(), step = now && STEPS[now.step];
  if (told.kind === 'runs' && step?.done && told.runs.some(run => run.game === now.game && step.done(run))) keep({ ...now, step: now.step + 1 });
});
