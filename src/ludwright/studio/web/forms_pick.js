// Choosing what fits: a list with a search, and a line for whoever would rather write. Small menus, and dialogs for new parts.
import { ask, el, kindly, notice } from '/web/common.js';
import { spoken } from '/web/spoken.js';

/** How one of the things that fit is offered: what it says, read aloud; what it means; and its text to whoever rests on it. */
function offer(one, declared, take) {
  const flat = one.text.replace(/NAME\w*|PLURAL/g, '…').split('\n').map(part => part.trim()).join(' · '), aloud = spoken(one.text), first = declared && one.words && one.text.includes('NAME');
  const [head, below] = first ? [one.words, ''] : [aloud, one.words];
  return el('button', { class: 'fit', 'data-text': flat, title: one.text, onclick: () => take(one.text) }, el('span', { class: 'said' }, head[0].toUpperCase() + head.slice(1)), below ? el('span', { class: 'soft small' }, below) : null);
}

/** A dialog with what fits into a place. `done(text)` gets what was chosen. */
export const pick = kindly(async (forms, { title, path, fits, now = '', done }) => {
  const found = await forms.choices(path, fits, now);
  const search = el('input', { type: 'search', 'aria-label': 'Search what fits', placeholder: 'Search …', autocomplete: 'off' });
  const list = el('div', { class: 'fitting' }), own = el('input', { type: 'text', class: 'mono', 'aria-label': 'Or write it yourself', value: now.includes('\n') ? '' : now, spellcheck: 'false', autocomplete: 'off' });
  const why = el('p', { class: 'refused', role: 'alert' });
  const take = async text => { box.close(); await done(text); };
  function show() {
    const wanted = search.value.toLowerCase().split(/\s+/).filter(Boolean), groups = new Map();
    for (const one of found) if (wanted.every(part => `${one.text} ${spoken(one.text)} ${one.words} ${one.group}`.toLowerCase().includes(part))) groups.set(one.group, [...(groups.get(one.group) ?? []), one]);
    list.replaceChildren(...[...groups].map(([group, some]) => el('section', {}, group ? el('h3', {}, group) : null, el('ul', {}, ...some.map(one => el('li', {}, offer(one, fits.startsWith('declare '), take)))))),
      ...(groups.size ? [] : [el('p', { class: 'soft' }, found.length ? 'Nothing fits these words.' : 'There is nothing to choose from here yet. Write it below.')]));
  }
  search.addEventListener('input', show);
  search.addEventListener('keydown', event => { if (event.key === 'Enter') { event.preventDefault(); list.querySelector('.fit')?.click(); } if (event.key === 'ArrowDown') { event.preventDefault(); list.querySelector('.fit')?.focus(); } });
  list.addEventListener('keydown', event => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key], all = [...list.querySelectorAll('.fit')];
    if (step) { event.preventDefault(); (all[all.indexOf(document.activeElement) + step] ?? (step < 0 ? search : null))?.focus(); }
  });
  const form = el('form', { method: 'dialog', class: 'own' }, el('label', {}, 'Or write it yourself', own), why, el('div', { class: 'row' }, el('button', { type: 'button', class: 'quiet', onclick: () => box.close() }, 'Cancel'), el('button', { class: 'primary' }, 'Take what I wrote')));
  form.addEventListener('submit', event => { event.preventDefault(); if (own.value.trim()) take(own.value.trim()); else why.textContent = 'Nothing is written yet.'; });
  const box = el('dialog', { class: 'picker', 'aria-label': title }, el('h2', {}, title), search, list, form);
  box.addEventListener('close', () => box.remove());
  box.addEventListener('click', event => { if (event.target === box) box.close(); });
  show();
  document.body.append(box);
  box.showModal();
  (found.length ? search : own).focus();
});

/** A small menu below a button: [words, small words, doing]. */
export function menu(button, entries) {
  const box = el('div', { class: 'menu panel', role: 'menu', popover: 'auto' }, ...entries.map(([words, small, doing]) => el('button', { class: 'quiet', role: 'menuitem', onclick: () => { box.hidePopover(); doing(); } }, el('span', {}, words), small ? el('span', { class: 'soft small' }, small) : null)));
  document.body.append(box);
  box.addEventListener('toggle', event => { if (event.newState === 'closed') { box.remove(); button.focus?.({ preventScroll: true }); } });
  box.addEventListener('keydown', event => {
    const all = [...box.children], step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) { event.preventDefault(); all[(all.indexOf(document.activeElement) + step + all.length) % all.length].focus(); }
  });
  box.showPopover();
  const at = button.getBoundingClientRect(), own = box.getBoundingClientRect();
  box.style.left = `${Math.max(8, Math.min(innerWidth - own.width - 8, at.right - own.width))}px`;
  box.style.top = `${at.bottom + own.height + 8 < innerHeight ? at.bottom + 4 : Math.max(8, at.top - own.height - 4)}px`;
  box.firstChild?.focus();
}

/** A whole block as its text. */
export function writeText(forms, block) {
  const area = el('textarea', { class: 'mono', rows: Math.min(16, block.text.split('\n').length + 1), 'aria-label': 'The text of this block', spellcheck: 'false' }), why = el('p', { class: 'refused', role: 'alert' });
  area.value = block.text;
  const form = el('form', {}, area, why, el('div', { class: 'row' }, el('button', { type: 'button', class: 'quiet', onclick: () => box.close() }, 'Cancel'), el('button', { class: 'primary' }, 'Take it')));
  const box = el('dialog', { class: 'wide', 'aria-label': 'As text' }, el('h2', {}, 'This block as text'), form);
  form.addEventListener('submit', async event => { event.preventDefault(); if (await forms.edit({ do: 'set', path: block.path, text: area.value }, null, words => { why.textContent = words; })) box.close(); });
  box.addEventListener('close', () => box.remove());
  document.body.append(box); box.showModal();
}

/** A name that nobody else has: refused where it is typed. */
function nameField(forms, label, id, value, given = {}) {
  const why = el('p', { class: 'refused', id: `${id}-why`, role: 'alert' });
  const input = el('input', { type: 'text', id, name: id, value, required: true, 'aria-describedby': `${id}-why`, autocomplete: 'off', maxlength: '40', ...given });
  const look = () => {
    const name = input.value.trim().replaceAll(/\s+/g, '_'), taken = forms.bench.state.names.find(one => one.name === name && one.kind !== 'column');
    const words = taken ? `“${name}” is taken: line ${taken.line} has it.` : name && !/^[\p{L}_][\p{L}\p{N}_]*$/u.test(name) ? 'Letters, digits and _ only, and a letter first.' : '';
    why.textContent = words; input.setCustomValidity(words); input.setAttribute('aria-invalid', String(Boolean(words)));
  };
  input.addEventListener('input', look);
  look();
  return { parts: [el('label', { for: id }, label), input, why], value: () => input.value.trim().replaceAll(/\s+/g, '_') };
}

/** Something new of a section: which sort, then its name. */
export function addDeclaration(forms, section) {
  pick(forms, { title: `Add: ${section}`, path: '', fits: `declare ${section}`, done: text => {
    if (!text.includes('NAME')) { forms.edit({ do: 'declare', text }); return; }
    const field = nameField(forms, 'What is it called?', 'name', '');
    const form = el('form', {}, ...field.parts, el('div', { class: 'row' }, el('button', { type: 'button', class: 'quiet', onclick: () => box.close() }, 'Cancel'), el('button', { class: 'primary' }, 'Add it')));
    const box = el('dialog', { 'aria-label': 'A name' }, el('h2', {}, 'A name for it'), form);
    form.addEventListener('submit', async event => {
      event.preventDefault();
      const name = field.value(), why = form.querySelector('.refused');
      if (await forms.edit({ do: 'declare', text, name }, null, words => { why.textContent = words.replaceAll('`', ''); })) { box.close(); reveal(forms, name); }
    });
    box.addEventListener('close', () => box.remove());
    document.body.append(box); box.showModal(); form.querySelector('input').focus();
  } });
}

function reveal(forms, name) {
  const all = [...forms.box.querySelectorAll('.form-block')];
  const block = all.find(one => one.getAttribute('aria-label').endsWith(` ${name}`)) ?? all.find(one => [...one.querySelectorAll('input.name')].some(input => input.value === name));
  block?.scrollIntoView({ block: 'center', behavior: 'smooth' });
  block?.classList.add('fresh');
}

/** Many cards in one go: how many, what each has, and where they lie at first. */
export function makeCards(forms) {
  const taken = word => forms.bench.state.names.some(one => one.name === word && one.kind !== 'column'), first = !forms.outline.blocks.some(one => one.kind === 'CardsDeclaration');
  const field = nameField(forms, 'What is one of them called?', 'name', taken('card') ? '' : 'card', { placeholder: 'card' });
  const number = (id, label, value, most, least = 1) => el('div', {}, el('label', { for: id }, label), el('input', { type: 'number', id, name: id, value, min: least, max: most, required: true }));
  const form = el('form', {}, ...field.parts, el('div', { class: 'two' }, number('designs', 'How many different ones?', 12, 500), number('copies', 'How many of each?', 1, 200)),
    el('label', { for: 'properties' }, 'What does each have?'), el('input', { type: 'text', id: 'properties', name: 'properties', value: 'cost, points', placeholder: 'cost, points', pattern: '[\\p{L}_][\\p{L}\\p{N}_]*( *, *[\\p{L}_][\\p{L}\\p{N}_]*)*|', title: 'Words with commas between them' }),
    el('label', { class: 'tick' }, el('input', { type: 'checkbox', name: 'deck', checked: true }), 'Put them into a shuffled deck'),
    number('dealt', 'How many does everybody get into their hand at first?', first ? 3 : 0, 50, 0),
    el('p', { class: 'soft small' }, 'You get a table to fill in: type, paste from Excel, fill down.'), el('div', { class: 'row' }, el('button', { type: 'button', class: 'quiet', onclick: () => box.close() }, 'Cancel'), el('button', { class: 'primary' }, 'Make them')));
  const box = el('dialog', { 'aria-label': 'Many cards' }, el('h2', {}, 'Many cards in one go'), form);
  form.addEventListener('submit', async event => {
    event.preventDefault();
    const told = new FormData(form), name = field.value(), has = told.get('properties').split(',').map(one => one.trim()).filter(Boolean), count = Number(told.get('designs')), copies = Number(told.get('copies'));
    const rows = [['name', ...has, 'copies'], ...Array.from({ length: count }, (_, place) => [`${name}_${place + 1}`, ...has.map((_, column) => String(column ? 1 : place % 6 + 1)), String(copies)])];  // values that differ, so that a first test has something to tell
    const widths = rows[0].map((_, x) => Math.max(...rows.map(row => row[x].length)));
    const deck = taken('deck') ? 'NAME_deck' : 'deck', hand = taken('hand') ? 'NAME_hand' : 'hand', dealt = told.get('deck') ? Number(told.get('dealt')) : 0;
    const text = ['cards NAME', ...rows.map(row => `  | ${row.map((cell, x) => cell.padEnd(widths[x])).join(' | ')} |`), ...(told.get('deck') ? [`zone ${deck} of NAME, face down, holds all PLURAL, shuffled`] : []),
      ...(dealt ? ['each player', `  zone ${hand} of NAME, seen by owner`, 'setup', `  deal ${dealt} from ${deck} to ${hand}`] : [])].join('\n');
    if (!await forms.edit({ do: 'declare', text, name }, null, words => { form.querySelector('.refused').textContent = words.replaceAll('`', ''); })) return;
    box.close();
    notice(`${count} different ${name} cards, ${count * copies} in all. Fill in the table.`);
    reveal(forms, name);
  });
  box.addEventListener('close', () => box.remove());
  document.body.append(box); box.showModal(); form.querySelector('input').focus();
}
