// Design: the text is saved as you go, checked in every pause, and shown as what comes of it. Panels beside it plug in below.
import { ask, askPerson, el, hear, kindly, notice, quoted, watch } from '/web/common.js';
import { fromElsewhere, makeEditor, mend, offset, replaceText, showMessages } from '/web/editor.js';
import { redo, undo } from '/web/vendor/codemirror.min.js';
import { panelHistory, panelNumbers, panelStory, panelTable } from '/web/panels.js';
import { panelCards } from '/web/grid.js';
import { panelForms } from '/web/forms.js';

const game = document.body.dataset.game, readonly = document.getElementById('design').dataset.readonly === 'yes';
const file = game.startsWith('@') ? `${game.slice(1)}.game` : game.split('/').pop();
const tab = Math.random().toString(36).slice(2);
const draftKey = `ludwright-draft:${game}`;
const status = document.getElementById('status'), verdict = document.getElementById('verdict');
const textHidden = 'ludwright-text-hidden', beginning = new URLSearchParams(location.search).get('begin');
const SAVE = 250, MEND = 300;
/** How long nobody types before the text is checked: a text that is checked quickly is checked sooner. */
let pause = 60;
const pauseAfter = took => Math.max(25, Math.min(120, took / 4));

const state = { version: '', saved: '', dirty: false, saving: false, conflict: false, messages: [], names: [], params: [], tables: [], checked: 0, stamp: '' };
let view, checkTimer, saveTimer, panels = [];

/** What panels get to work with. */
export const bench = {
  game, readonly, tab, state,
  get text() { return view.state.doc.toString(); },
  get view() { return view; },
  change(from, to, insert) { view.dispatch({ changes: { from, to, insert }, userEvent: 'input.panel' }); },
  setText(text, userEvent) { replaceText(view, text, undefined, userEvent); },
  goTo(line, column = 1) { fold(false); const at = offset(view.state.doc, line, column); view.dispatch({ selection: { anchor: at }, effects: [], scrollIntoView: true }); view.focus(); },
  saveNow: () => save(),
  checkNow: () => check(),
};

// ---------------------------------------------------------------- saving

function tell(words, look = '') { status.textContent = words; status.className = `pill ${look}`; }

function keepDraft(text) {
  try { localStorage.setItem(draftKey, JSON.stringify({ text, base: state.version })); } catch { /* a full or forbidden store: the file is saved in a moment anyway */ }
}

function changed(text, elsewhere) {
  clearTimeout(checkTimer);
  checkTimer = setTimeout(() => check(), pause);
  if (readonly || elsewhere) return;
  state.dirty = true;
  tell('Saving …');
  keepDraft(text);
  clearTimeout(saveTimer);
  saveTimer = setTimeout(save, SAVE);
}

async function save(base = state.version) {
  if (readonly || !state.dirty || state.conflict) return;
  if (state.saving) { clearTimeout(saveTimer); saveTimer = setTimeout(save, SAVE); return; }
  state.saving = true;
  const text = view.state.doc.toString();
  try {
    const found = await ask('/design/text', { game, text, base }, { method: 'PUT' });
    state.version = found.version; state.saved = text;
    if (view.state.doc.toString() === text) { state.dirty = false; localStorage.removeItem(draftKey); tell('Saved', 'good'); } else keepDraft(view.state.doc.toString());
  } catch (error) {
    if (error.status === 409 && error.more.theirs) conflict(error.more.theirs);
    else {
      tell(error.status === 0 ? 'Not saved: the studio does not answer. Your text is kept in this browser.' : `Not saved: ${error.message}`, 'bad');
      clearTimeout(saveTimer);
      saveTimer = setTimeout(save, 1500);
    }
  } finally { state.saving = false; }
}

async function theirs() {
  const found = await ask(`/design/text?game=${encodeURIComponent(game)}`);
  if (found.version === state.version) return;
  if (state.dirty) { await save(); return; }
  state.version = found.version; state.saved = found.text;
  replaceText(view, found.text, fromElsewhere.of(true));
  notice('The text was changed elsewhere; this is how it is now.');
}

/** Two texts, and a person who decides. Neither is lost: both are in the history already. */
async function conflict(other) {
  if (state.conflict) return;
  state.conflict = true;
  tell('Changed elsewhere', 'bad');
  const mine = view.state.doc.toString();
  const told = await ask('/design/compare', { old: other.text, new: mine }).catch(() => ({ words: [], lines: '' }));
  const lines = new DOMParser().parseFromString(told.lines, 'text/html').body;
  const box = el('dialog', { class: 'wide', 'aria-label': 'Changed elsewhere' }, el('h2', {}, 'This text was changed elsewhere'),
    el('p', {}, 'Another tab or another program has saved a different text since you began. Both are kept in the history. Which one goes on?'),
    el('p', { class: 'soft' }, `From theirs to yours: ${told.words.join('; ') || 'the same'}`), el('div', {}, ...lines.childNodes),
    el('div', { class: 'row' }, el('button', { onclick: () => take(false) }, 'Take theirs'), el('button', { class: 'primary', onclick: () => take(true) }, 'Keep mine')));
  box.addEventListener('cancel', event => event.preventDefault());
  const take = kindly(async keep => {
    box.close(); box.remove();
    state.conflict = false;
    state.version = other.version;
    if (keep) { state.dirty = true; await save(); return; }
    state.dirty = false; state.saved = other.text;
    localStorage.removeItem(draftKey);
    replaceText(view, other.text, fromElsewhere.of(true));
    tell('Saved', 'good');
  });
  document.body.append(box);
  box.showModal();
}

// ---------------------------------------------------------------- messages

/** Check the text: first for the fewest players, which is quick, then for every number of them. */
async function check(first = true) {
  const text = view.state.doc.toString(), number = ++state.checked;
  const old = () => number !== state.checked;
  const began = performance.now();
  let found;
  try { found = await ask('/design/check', { game, text, tab, first }); } catch (error) {
    if (!old() && !error.more?.superseded) { verdict.textContent = error.message; verdict.className = 'pill bad'; if (error.status === 0) setTimeout(() => check(), 1500); }
    return;
  }
  if (first) pause = pauseAfter(performance.now() - began);
  if (old()) return;
  Object.assign(state, { messages: found.mistakes, names: found.names });
  const wrong = found.mistakes.filter(one => one.severity === 'mistake').length, notes = found.mistakes.filter(one => one.severity !== 'mistake' && one.about !== 'conclusions').length;
  if (!wrong) Object.assign(state, { params: found.params, tables: found.tables });
  showMessages(view, found.mistakes, file);
  list();
  const some = (count, word) => `${count} ${word}${count === 1 ? '' : 's'}`;
  verdict.textContent = wrong ? some(wrong, 'mistake') : notes ? `No mistakes, ${some(notes, 'note')}` : 'No mistakes';
  verdict.className = `pill ${wrong ? 'bad' : 'good'}`;
  panels.forEach(panel => panel.checked?.(wrong === 0, text));
  if (found.more) { check(false); return; }
  if (wrong && !readonly) setTimeout(() => old() || offerMends(text, found.mistakes, old), MEND);  // who goes on typing needs none yet
}

async function offerMends(text, mistakes, old) {
  const known = await ask('/design/mend', { game, text, tab }).catch(() => []);
  if (old()) return;
  mistakes.forEach((one, place) => { one.mend = known[place]; });
  showMessages(view, mistakes, file);
  list();
}

function list() {
  const shown = document.getElementById('messages'), aside = state.messages.filter(one => one.about === 'conclusions'), open = shown.querySelector('details')?.open;
  shown.replaceChildren(...state.messages.filter(one => !aside.includes(one)).map(drawMessage), ...(aside.length ? [el('li', { class: 'note aside' },
    el('details', { open: Boolean(open) }, el('summary', {}, `For computer players: ${aside.length === 1 ? 'one thing' : `${aside.length} things`} they don’t work out about hidden cards`), el('ol', {}, ...aside.map(drawMessage))))] : []));
}

function drawMessage(one) {
  return el('li', { class: one.severity },
    el('button', { class: 'link where', title: 'Go there', disabled: !one.line || one.file !== file, onclick: () => bench.goTo(one.line, one.column) }, one.line ? (one.file === file ? `line ${one.line}` : `${one.file} ${one.line}`) : 'all'),
    el('span', { class: 'words' }, ...quoted(one.message), one.hint ? el('span', { class: 'hint soft' }, ' ', ...quoted(one.hint)) : null),
    one.mend ? el('button', { class: 'primary small-button', onclick: () => mend(view, one.mend) }, one.mend.words) : null);
}

// ---------------------------------------------------------------- names

function goTo(word) {
  const found = word && state.names.find(one => one.name === word);
  if (!found) return false;
  bench.goTo(found.line, found.column);
  return true;
}

const rename = kindly(async word => {
  if (readonly || !word || !state.names.some(one => one.name === word)) { notice('Put the cursor on a name of your own first.'); return; }
  const told = await askPerson(`Rename ${word}`, [el('label', { for: 'name' }, 'New name'), el('input', { type: 'text', id: 'name', name: 'name', value: word, pattern: '[\\p{L}_][\\p{L}\\p{N}_]*', required: true, title: 'One word: letters, digits and _' })], 'Rename');
  if (!told || told.name === word) return;
  if (state.names.some(one => one.name === told.name)) { notice(`There is a ${told.name} already: take another name.`, true); return; }
  const changes = [], text = bench.text;
  for (const part of text.matchAll(/#.*|"[^"\n]*"|[\p{L}_][\p{L}\p{N}_]*/gu)) if (part[0] === word) changes.push({ from: part.index, to: part.index + word.length, insert: told.name });
  view.dispatch({ changes, userEvent: 'input.rename' });
  notice(`${word} is ${told.name} now, in ${changes.length} places.`);
});

// ---------------------------------------------------------------- the page

const begin = kindly(async () => {
  let found, words;
  try { [found, words] = await Promise.all([ask(`/design/text?game=${encodeURIComponent(game)}`), ask('/design/words')]); } catch (error) {
    document.getElementById('editor').replaceChildren(el('p', { class: 'empty', role: 'alert' }, error.message), el('p', { class: 'empty' }, el('button', { onclick: () => location.reload() }, 'Try again')));
    tell('Not open', 'bad');
    return;
  }
  state.version = found.version; state.saved = found.text;
  view = makeEditor(document.getElementById('editor'), found.text, readonly, {
    words, changed, save: () => save(), rename, goTo, names: () => state.names,
    complete: (text, line, column) => ask('/design/complete', { text, line, column, tab }).catch(() => null),
  });
  tell(readonly ? 'Comes with Ludwright' : 'Saved', readonly ? '' : 'good');
  panels = [panelTable, panelForms, panelStory, panelNumbers, panelCards, panelHistory].map(make => make(bench));
  showTabs();
  const draft = JSON.parse(localStorage.getItem(draftKey) ?? 'null');
  if (draft && !readonly && draft.text !== found.text) {
    const same = draft.base === found.version;
    state.dirty = true;
    replaceText(view, draft.text);
    clearTimeout(saveTimer);
    state.version = draft.base;
    await save();
    if (same) notice('What you typed last was not saved yet: it is back.');
  } else localStorage.removeItem(draftKey);
  check();
  if (!readonly) watch([game]);
  hear(told => {
    if (told.kind === 'file' && told.name === game && told.version !== state.version && !state.saving && !state.conflict) kindly(theirs)();
    if (told.kind === 'back') { if (state.dirty) save(); else if (!readonly) kindly(theirs)(); check(); }
  });
});

/** Where there is room for both, the table stays in sight beside what changes it. */
let arrange = () => {};
const WIDE = matchMedia('(min-width: 72rem)'), CHANGING = ['forms', 'numbers', 'cards'];

function showTabs() {
  const bar = document.getElementById('tabs'), room = document.getElementById('panels');
  let now = 0;
  arrange = () => {
    const beside = WIDE.matches && CHANGING.includes(panels[now].name) && document.getElementById('design').classList.contains('without-text');
    room.classList.toggle('beside', beside);
    panels.forEach((panel, number) => { panel.box.hidden = number !== now && !(beside && panel.name === 'table'); });
  };
  const show = place => {
    now = place;
    panels.forEach((panel, number) => {
      panel.tab.setAttribute('aria-selected', number === place);
      panel.tab.tabIndex = number === place ? 0 : -1;
    });
    arrange();
    panels[place].shown?.();
    localStorage.setItem('ludwright-panel', panels[place].name);
  };
  WIDE.addEventListener('change', () => arrange());
  panels.forEach((panel, place) => {
    panel.tab = el('button', { role: 'tab', id: `tab-${panel.name}`, 'aria-controls': `panel-${panel.name}`, title: panel.tip, onclick: () => show(place) }, panel.title);
    Object.assign(panel.box, { id: `panel-${panel.name}`, hidden: true });
    panel.box.setAttribute('role', 'tabpanel');
    panel.box.setAttribute('aria-labelledby', `tab-${panel.name}`);
    bar.append(panel.tab); room.append(panel.box);
  });
  bar.addEventListener('keydown', event => {
    const now = panels.findIndex(panel => panel.tab === document.activeElement), step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined || now < 0) return;
    const next = (now + step + panels.length) % panels.length;
    show(next); panels[next].tab.focus();
  });
  show(Math.max(0, panels.findIndex(panel => panel.name === (beginning ?? localStorage.getItem('ludwright-panel')))));
}

/** Forms do without the text beside them. Mistakes stay where they are. */
function fold(hidden, kept = true) {
  document.getElementById('design').classList.toggle('without-text', hidden);
  if (kept && hidden) localStorage.setItem(textHidden, 'yes'); else if (kept) localStorage.removeItem(textHidden);
  document.getElementById('fold').textContent = hidden ? 'Show the text' : 'Hide the text';
  arrange();
}
fold(beginning === 'forms' || localStorage.getItem(textHidden) === 'yes', false);
document.getElementById('fold').addEventListener('click', () => fold(!document.getElementById('design').classList.contains('without-text')));
document.getElementById('undo')?.addEventListener('click', () => { undo(view); view.focus(); });
document.getElementById('redo')?.addEventListener('click', () => { redo(view); view.focus(); });
document.getElementById('duplicate')?.addEventListener('click', kindly(async () => {
  const title = document.querySelector('.of-game').textContent;
  const told = await askPerson(`A copy of ${title}`, [el('label', { for: 'title' }, 'What is it called?'), el('input', { type: 'text', id: 'title', name: 'title', value: `My ${title}`, maxlength: '60', required: true })], 'Duplicate');
  if (told) location.href = `/design?game=${encodeURIComponent((await ask('/games/duplicate', { game, title: told.title })).game)}`;
}));
/** Who leaves in the quarter of a second before a text is saved loses nothing, and the next page sees it already. */
addEventListener('pagehide', () => {
  if (!state.dirty || readonly) return;
  const text = view.state.doc.toString();
  keepDraft(text);
  if (!state.conflict && text.length < 20_000) fetch('/design/text', { method: 'PUT', keepalive: true, body: JSON.stringify({ game, text, base: state.version }) }).catch(() => {});
});
begin();
