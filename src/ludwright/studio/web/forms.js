// Forms: the game as blocks to click, beside its text. Every click is a change of the text, so undo and history know it.
import { ask, el, notice } from '/web/common.js';
import { undo, redo } from '/web/vendor/codemirror.min.js';
import { drawDeclaration, markMessages } from '/web/forms_blocks.js';
import { addDeclaration, makeCards } from '/web/forms_pick.js';

const TIPS = {
  'The game': 'Its title, and how many play', 'Numbers to turn': 'Numbers you may want to change later, without touching the rules',
  'Cards, pieces and lists': 'What the box holds', Board: 'Cells and what lies on them', 'Places and what changes': 'Where cards lie and who sees them; what is counted',
  'The course of the game': 'What happens before the first turn, and in a turn', Actions: 'What players may do', 'Formulas with a name': 'Worked out wherever you use them',
  'The end, and who wins': 'When it is over, and who has won then', 'Expectations and what tests look at': 'What you wish for; tests say whether it holds', 'Players with a plan': 'They do the first line that can be done',
};

/** What a game lacks most, in a sentence, with the button that adds it; null if it has what every game has. */
function nextStep(forms) {
  const { blocks } = forms.outline, has = kind => blocks.some(one => one.kind === kind), head = kind => blocks.find(one => one.kind === kind)?.text ?? '';
  const step = (words, button, section, doing) => el('p', { class: 'form-next', role: 'note' }, el('strong', {}, 'Next: '), words, ' ', el('button', { class: 'small-button primary', type: 'button', onclick: doing ?? (() => addDeclaration(forms, section)) }, button));
  if (has('Unread')) return null;
  if (!['CardsDeclaration', 'BoardDeclaration', 'DiceDeclaration', 'ActionDeclaration'].some(has) && /^turn\s*:?\s*nothing\s*$/.test(head('TurnDeclaration').replace(/#.*/g, '').trim())) return el('p', { class: 'form-next', role: 'note' }, el('strong', {}, 'Next: '), 'what lies on the table? ',
    el('button', { class: 'small-button primary', type: 'button', onclick: () => makeCards(forms) }, 'Cards'), ' ', el('button', { class: 'small-button', type: 'button', onclick: () => addDeclaration(forms, 'Board') }, 'A board'), ' ', el('button', { class: 'small-button', type: 'button', onclick: () => addDeclaration(forms, 'Places and what changes') }, 'Something else'));
  if (!has('ActionDeclaration') && /^turn\s*:?\s*nothing\s*$/.test(head('TurnDeclaration').replace(/#.*/g, '').trim())) return step('what may a player do in a turn?', 'Add an action', 'Actions');
  return null;
}

/** The text of the part at a path; null if there is none. */
function textAt(outline, path) {
  for (const one of Object.values(outline ?? {})) {
    if (!one || typeof one !== 'object') continue;
    if (one.path === path) return one.text ?? one.block?.text ?? '';
    const found = textAt(one, path);
    if (found !== null) return found;
  }
  return null;
}

export function panelForms(bench) {
  const room = el('div', { class: 'forms' }), words = el('p', { class: 'soft small', role: 'status' });
  const jump = el('nav', { class: 'form-jump', 'aria-label': 'Parts of the game' });
  const box = el('div', { tabindex: '-1', class: 'forms-panel' }, words, jump, room);
  const forms = {
    bench, box, shut: new Set(JSON.parse(localStorage.getItem('ludwright-forms-shut') ?? '[]')), watched: new Set(), outline: null, text: null, busy: false,
    /** Ask the studio for a change and write it into the text. True if it was made. One after another: who types quickly loses none. */
    edit(edit, focus = null, told = null) {
      if (bench.readonly) { notice('This game comes with Ludwright and stays as it is. Duplicate it to change it.'); return Promise.resolve(false); }
      const text = bench.text, meant = textAt(forms.outline, edit.path);
      forms.last = (forms.last ?? Promise.resolve()).then(() => change(edit, text, meant, focus, told));
      return forms.last;
    },
    choices: (path, fits, now = '') => ask('/design/forms/choices', { game: bench.game, text: bench.text, path, fits, now }),
    matches: path => ask('/design/forms/matches', { game: bench.game, text: bench.text, path }),
    remember() { localStorage.setItem('ludwright-forms-shut', JSON.stringify([...forms.shut].slice(-200))); },
    redraw: () => draw(),
  };

  async function change(edit, before, meant, focus, told) {
    const text = bench.text;
    if (text !== before && edit.path !== undefined && textAt(forms.outline, edit.path) !== meant) { notice('The text was changed in the meantime. Please do it again.', true); return false; }
    box.setAttribute('aria-busy', 'true');  // no click on what is about to be drawn anew
    try {
      const found = await ask('/design/forms/edit', { text, edit });
      if (bench.text !== text) { notice('The text was changed in the meantime. Please do it again.', true); return false; }
      if (found.text !== text) { forms.focus = focus; bench.setText(found.text, 'input.form'); await load(); }
      return true;
    } catch (error) {
      if (error.more?.superseded) return false;
      if (told) told(error.message); else notice(error.message.replaceAll('`', ''), true);
      return false;
    } finally { box.removeAttribute('aria-busy'); }
  }

  async function load() {
    const text = bench.text;
    if (box.hidden) { forms.text = null; return; }
    if (forms.loading?.text === text) { await forms.loading.done; return; }
    const asked = ask('/design/forms', { text, tab: bench.tab });
    forms.loading = { text, done: asked.catch(() => {}) };
    let found;
    try { found = await asked; } catch (error) { if (!error.more?.superseded) words.textContent = error.message; return; } finally { if (forms.loading?.text === text) forms.loading = null; }
    if (text !== bench.text) { await load(); return; }
    Object.assign(forms, { outline: found, text });
    draw();
  }

  function draw() {
    if (!forms.outline) return;
    const { blocks, sections } = forms.outline, at = room.parentNode.parentNode?.scrollTop;
    const unread = blocks.filter(one => one.kind === 'Unread');
    words.textContent = bench.readonly ? 'The game as forms, to look at. Duplicate it to change it.' : unread.length ? 'Some lines can’t be read yet. They stand first, as text.' : 'The same game as your text, to click. Undo works for both.';
    const made = [], next = bench.readonly ? null : nextStep(forms);
    if (next) made.push(next);
    if (unread.length) made.push(el('section', { class: 'form-section' }, el('h3', {}, 'Can’t be read yet'), ...unread.map(one => drawDeclaration(forms, one))));
    for (const section of sections) {
      const own = blocks.filter(one => one.section === section);
      if (!own.length && bench.readonly) continue;
      const id = `forms-${section.replace(/\W+/g, '-')}`;
      made.push(el('section', { class: 'form-section', id, 'aria-labelledby': `${id}-title` },
        el('div', { class: 'row spread' }, el('h3', { id: `${id}-title`, title: TIPS[section], tabindex: '-1' }, section), bench.readonly ? null : el('span', { class: 'row' },
          section.startsWith('Cards') ? el('button', { class: 'small-button', title: 'A whole deck in one go', 'data-focus': 'many', onclick: () => makeCards(forms) }, '+ Many cards') : null,
          el('button', { class: 'small-button', 'aria-label': `Add to: ${section}`, title: TIPS[section], 'data-focus': `add ${section}`, onclick: () => addDeclaration(forms, section) }, '+ Add'))),
        own.length ? null : el('p', { class: 'soft small' }, `Nothing yet. ${TIPS[section]}.`), ...own.map(one => drawDeclaration(forms, one))));
    }
    jump.replaceChildren(...made.filter(one => one.matches('section')).map(one => el('button', { class: 'quiet small-button', title: one.querySelector('h3').title || 'Go there', onclick: () => { one.scrollIntoView({ block: 'start', behavior: 'smooth' }); one.querySelector('h3').focus({ preventScroll: true }); } }, one.querySelector('h3').textContent)));
    const focused = forms.focus ?? (room.contains(document.activeElement) ? document.activeElement.dataset.focus : null);
    forms.focus = null;
    room.replaceChildren(...made);
    if (at) room.parentNode.parentNode.scrollTop = at;
    if (focused) (room.querySelector(`[data-focus="${CSS.escape(focused)}"]`) ?? box).focus({ preventScroll: true });
    markMessages(forms);
  }

  box.addEventListener('keydown', event => {
    if (!(event.ctrlKey || event.metaKey) || event.target.matches('input, textarea, td')) return;
    const key = event.key.toLowerCase();
    if (key === 'z' || key === 'y') { event.preventDefault(); (key === 'y' || event.shiftKey ? redo : undo)(bench.view); setTimeout(load); }
  });
  return { name: 'forms', title: 'Forms', tip: 'The game as forms and blocks: no text to type', box, checked() { if (box.hidden) return; if (forms.text !== bench.text) load(); else markMessages(forms); }, shown() { if (forms.text !== bench.text) load(); } };
}
