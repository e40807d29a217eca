// Blocks: how a part of a game is drawn as a form. What there is to draw, studio/forms/table.py says.
import { el, notice, quoted } from '/web/common.js';
import { glossary } from '/web/glossary.js';
import { Grid } from '/web/grid.js';
import { drawBoard, drawPicture } from '/web/forms_board.js';
import { menu, pick, writeText } from '/web/forms_pick.js';

const SEEN = [['', 'everybody sees it'], ['face down', 'nobody sees it'], ['seen by owner', 'only its owner sees it'], ['seen by others', 'all but its owner see it'], ['seen by team', 'the owner and the team see it']];
const SETS = new Set(['AllOf', 'FirstOf', 'RandomOf', 'BestOf', 'AllBest', 'BestSeveral', 'AnyOf', 'NoneOf', 'Generator']);
const NO_SWAP = new Set(['limit', 'declaration', 'statement', 'range', 'new names', 'names', 'parameters', 'parameter', 'axis', 'zone option', 'card option', 'board option', 'variable option', 'rank', 'amount', 'happening', 'while', 'at most', 'type']);
const CONDITIONS = new Set(['condition']);
const OPTION_WORDS = { most: 'to how many', cooperative: 'all together', names: 'names', values: 'within', parameters: 'what is chosen', options: 'more', condition: 'only those with', effect: 'what follows', after: 'look only after', limit: 'only those', body: 'steps', when: 'only when', until: 'until', by: 'in order of', to: 'who gets it', amount: 'how much', otherwise: 'otherwise', plural: 'word for several', index: 'one for each', type: 'kind of value', value: 'value', family: 'of', axes: 'one for each', source: 'from a file', backwards: 'the other way round', start: 'beginning with', rounded: 'rounded', once: 'once', at_most: 'at most', maximizing: 'as far as possible', secretly: 'secretly', weight: 'by weight', design: 'design', none: 'or none', members: 'for each', phase: 'how often', secret: 'secretly', height: 'height', width: 'width', of: 'of', number: 'how many', title: 'title', each: 'for each', unit: 'unit', bound: 'at most', before: 'before' };

/** The name of a list of blocks, to move things in it. */
const homeOf = path => { const steps = path.split('.'); return /^\d+$/.test(steps.at(-1)) ? { to: steps.slice(0, -1).join('.').replace(/\.statements$/, ''), index: Number(steps.at(-1)) } : null; };

/** A declaration with its heading, its tools and its form. */
export function drawDeclaration(forms, block) {
  const key = block.head, long = block.kind === 'Unread' || !block.parts || block.parts.some(one => one.body?.length || one.rows || (one.body && ADD[one.fits])) || block.kind === 'BoardDeclaration';
  const wide = !long && block.text.length > 40;  // its title stands above it
  const shut = long && forms.shut.has(key), inside = el('div', { class: 'form-inside', hidden: shut });
  const fill = () => { if (!inside.childNodes.length) inside.append(...insideOf(forms, block)); };
  const of = (one, field) => one?.parts?.find(part => part.field === field)?.block, kind = of(block, 'kind');
  const name = of(block, 'name')?.text ?? (kind?.kind === 'KindName' ? of(kind, 'name')?.text ?? '' : '');
  const head = long ? el('button', { class: 'link form-head', title: 'Fold it up, or open it', 'aria-expanded': String(!shut), 'data-focus': `head ${key}`, onclick: event => {
    const open = event.currentTarget.getAttribute('aria-expanded') !== 'true';
    event.currentTarget.setAttribute('aria-expanded', String(open));
    inside.hidden = !open;
    if (open) { forms.shut.delete(key); fill(); markMessages(forms); } else forms.shut.add(key);
    forms.remember();
  } }, el('strong', {}, block.title), name ? el('span', {}, name.replaceAll('_', ' ')) : el('code', {}, block.head)) : el('strong', { class: 'form-head' }, block.title);
  if (!shut) fill();
  return el('article', { class: `form-block${block.kind === 'Unread' ? ' unread' : ''}`, 'data-line': block.line, 'data-last': block.last, 'data-kind': block.kind, 'aria-label': `${block.title} ${name}`.trim() },
    el('div', { class: 'form-top' }, head, long || wide ? null : inside, tools(forms, block, true)), long || wide ? inside : null);
}

function insideOf(forms, block) {
  if (block.kind === 'Unread') return [...(block.wrong ? [el('p', { class: 'wrong' }, ...quoted(block.wrong))] : []), asText(forms, block)];
  if (!block.parts) return [asText(forms, block)];
  const [line, ...below] = phrase(forms, block);
  if (line.firstChild?.classList.contains('w')) line.firstChild.remove();  // the title says what it is
  return [...line.childNodes].every(one => one.classList.contains('w')) ? below : [line, ...below];  // the heading says it already
}

/** A part as its text, to be changed in place. */
function asText(forms, block) {
  const area = el('textarea', { class: 'mono', 'aria-label': `${block.title ?? 'This part'} as text`, rows: Math.min(12, block.text.split('\n').length + 1), spellcheck: 'false', disabled: forms.bench.readonly, 'data-focus': `text ${block.path}` });
  area.value = block.text;
  area.addEventListener('change', () => { if (area.value !== block.text) forms.edit({ do: 'set', path: block.path, text: area.value }); });
  return area;
}

// ---------------------------------------------------------------- tools of a block

function tools(forms, block, declared = false) {
  if (forms.bench.readonly) return null;
  const home = homeOf(block.path), unread = block.kind === 'Unread';
  const sort = block.title ?? 'this';
  const entries = () => [
    ...(home && !unread ? [['Move up', 'Alt+↑', () => shift(forms, block, -1)], ['Move down', 'Alt+↓', () => shift(forms, block, 1)]] : []),
    ...(unread ? [] : [['Duplicate', 'Ctrl+D', () => forms.edit({ do: 'duplicate', path: block.path })]]),
    ...(home && !declared ? [['Add before it', '', () => addAt(forms, home.to, home.index, block)]] : []),
    ...(unread || !block.parts ? [] : [['Change it as text', '', () => writeText(forms, block)]]),
    ['Show it in the text', '', () => forms.bench.goTo(block.line)],
    ['Take it away', 'Delete', () => forms.edit({ do: 'remove', path: block.path })],
  ];
  const button = el('button', { class: 'quiet tool', 'aria-label': `More for ${sort}`, title: 'Move, duplicate, take away … (Alt+↑, Alt+↓, Ctrl+D, Delete)', 'aria-haspopup': 'menu', 'data-focus': `tools ${block.path}`, onclick: event => menu(event.currentTarget, entries()) }, '⋯');
  button.addEventListener('keydown', event => {
    const doing = event.altKey && event.key === 'ArrowUp' ? () => shift(forms, block, -1) : event.altKey && event.key === 'ArrowDown' ? () => shift(forms, block, 1)
      : (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'd' ? () => forms.edit({ do: 'duplicate', path: block.path }) : event.key === 'Delete' ? () => forms.edit({ do: 'remove', path: block.path }) : null;
    if (doing) { event.preventDefault(); doing(); }
  });
  return button;
}

/** One up or down; out of a block at its ends. */
function shift(forms, block, step) {
  const home = homeOf(block.path);
  if (!home) return;
  const { to, index } = home, last = forms.box.querySelectorAll(`[data-home="${CSS.escape(to)}"] > [data-path]`).length - 1;
  if (to === 'declarations') {
    const same = forms.outline.blocks.filter(one => one.section === block.section), other = same[same.findIndex(one => one.path === block.path) + step];
    if (!other) { notice('It is the last of its section.'); return; }
    const target = homeOf(other.path).index;
    forms.edit({ do: 'move', path: block.path, to, index: step < 0 ? target : target + 1 }, `tools declarations.${target}`);
    return;
  }
  if (index + step < 0 || index + step > last) {
    const outer = homeOf(to.split('.').slice(0, to.split('.').findLastIndex(part => /^\d+$/.test(part)) + 1).join('.'));
    if (!outer || outer.to === 'declarations') { notice(step < 0 ? 'It is the first already.' : 'It is the last already.'); return; }
    forms.edit({ do: 'move', path: block.path, to: outer.to, index: outer.index + (step > 0 ? 1 : 0) });
    return;
  }
  const prefix = block.path.slice(0, block.path.lastIndexOf('.'));
  forms.edit({ do: 'move', path: block.path, to, index: step < 0 ? index - 1 : index + 2 }, `tools ${prefix}.${index + step}`);
}

function addAt(forms, to, index, block) {
  pick(forms, { title: 'Add a step', path: index === null ? `${to}.999` : block?.path ?? to, fits: block?.fits || 'statements', done: text => forms.edit({ do: 'add', path: to, index: index ?? -1, text }) });
}

// ---------------------------------------------------------------- phrases

/** The words and places of a block, then what stands below it. */
function phrase(forms, block) {
  const line = el('div', { class: 'phrase' }), below = [], missing = [];
  for (const piece of COMPARED[block.kind] ? compared(block) : block.parts) {
    if (piece.compare) line.append(comparator(forms, block, piece.compare));
    else if (piece.words) { if (!/^[()]$/.test(piece.words)) line.append(word(piece.words)); }
    else if (piece.body) below.push(...bodyOf(forms, block, piece));
    else if (piece.items) {
      if (!piece.items.length && piece.optional) missing.push(piece); else line.append(listOf(forms, piece));
    } else if (piece.block) {
      if (piece.optional && piece.before && !piece.before.includes('[')) line.append(word(piece.before));
      const drawn = drawBlock(forms, piece.block);
      line.append(piece.optional && !forms.bench.readonly ? el('span', { class: `entry${piece.block.join ? ' whole' : ''}` }, drawn, gone(forms, piece.block, OPTION_WORDS[piece.field] ?? piece.field)) : drawn);
    } else if (piece.optional) missing.push(piece);
  }
  const shown = [line];
  if (block.seen !== undefined) line.append(seen(forms, block));
  const useful = missing.filter(one => one.fits || ['limit', 'condition'].includes(one.field));
  if (useful.length && !forms.bench.readonly) line.append(moreOf(forms, block, useful));
  if (block.kind === 'BoardDeclaration') below.unshift(drawBoard(forms, block));
  return [...shown, ...below];
}

const COMPARED = { Compare: ['left', 'right'], Is: ['left', 'right'], IsNot: ['left', 'right'], IsIn: ['thing', 'among'], IsNotIn: ['thing', 'among'] };
const COMPARATORS = [['is', 'is'], ['is not', 'is not'], ['>=', '≥ at least'], ['<=', '≤ at most'], ['>', '> more than'], ['<', '< less than'], ['is in', 'is among'], ['is not in', 'is not among'], ['==', '= equals'], ['!=', '≠ is not']];

/** What is compared, how, and with what. */
function compared(block) {
  const [left, right] = COMPARED[block.kind].map(name => block.parts.find(one => one.field === name));
  const sign = block.kind === 'Compare' ? block.parts.find(one => one.field === 'sign').block.text : { Is: 'is', IsNot: 'is not', IsIn: 'is in', IsNotIn: 'is not in' }[block.kind];
  return [left, { compare: { left: left.block.text, sign, right: right.block.text } }, right];
}

function comparator(forms, block, { left, sign, right }) {
  const options = COMPARATORS.filter(([text]) => !['==', '!='].includes(text) || text === sign);
  return el('select', { class: 'small', disabled: forms.bench.readonly, 'aria-label': `How to compare: ${sign}`, title: 'How the two are compared', 'data-focus': `compare ${block.path}`, onchange: event => forms.edit({ do: 'set', path: block.path, text: `${left} ${event.target.value} ${right}` }, `compare ${block.path}`) }, ...options.map(([text, words]) => el('option', { value: text, selected: text === sign }, words)));
}

function word(text) {
  const known = glossary[text.split(' ')[0]];
  return el('span', { class: 'w', title: known?.words ?? null }, text === '..' ? 'to' : text);
}

function gone(forms, block, what) {
  return el('button', { class: 'quiet gone', 'aria-label': `Without: ${what}`, title: `Without: ${what}`, onclick: () => forms.edit({ do: 'remove', path: block.path }) }, '×');
}

/** What may be said in addition. */
function moreOf(forms, block, missing) {
  const add = piece => {
    const one = /^word ([^,]+)$/.exec(piece.fits)?.[1];
    const how = piece.items ? text => forms.edit({ do: 'add', path: piece.path, index: 0, text }) : text => forms.edit({ do: 'set', path: piece.path, text });
    if (one) how(one); else pick(forms, { title: OPTION_WORDS[piece.field] ?? piece.field, path: piece.path, fits: piece.fits, done: how });
  };
  if (missing.length === 1 && block.kind !== 'KindName') return el('button', { class: 'quiet plus', title: 'What may be said in addition', 'data-focus': `more ${block.path}`, onclick: () => add(missing[0]) }, `+ ${OPTION_WORDS[missing[0].field] ?? missing[0].field}`);
  return el('button', { class: 'quiet plus', 'aria-haspopup': 'menu', 'data-focus': `more ${block.path}`, 'aria-label': `More about ${block.title}`, title: 'What may be said in addition', onclick: event => menu(event.currentTarget, missing.map(piece => [OPTION_WORDS[piece.field] ?? piece.field, piece.before, () => add(piece)])) }, '+');
}

function seen(forms, block) {
  const owned = !/^declarations\.\d+$/.test(block.path), options = SEEN.filter(([text]) => owned || !/owner|others|team/.test(text) || text === block.seen);
  if (!options.some(([text]) => text === block.seen)) options.push([block.seen, block.seen]);
  return el('label', { class: 'sees' }, 'Who sees it ', el('select', { class: 'small', disabled: forms.bench.readonly, 'data-focus': `sees ${block.path}`, title: 'Who may look at what lies here', onchange: event => forms.edit({ do: 'see', path: block.path, text: event.target.value }) }, ...options.map(([text, words]) => el('option', { value: text, selected: text === block.seen }, words))));
}

function listOf(forms, piece) {
  const made = el('span', { class: 'list' });
  if (piece.optional && piece.before) made.append(word(piece.before));
  piece.items.forEach((item, place) => {
    if (place) made.append(word(piece.between));
    made.append(el('span', { class: 'entry' }, drawBlock(forms, item), forms.bench.readonly || (piece.items.length === 1 && !piece.optional) ? null : gone(forms, item, item.text.slice(0, 30))));
  });
  if (!forms.bench.readonly) made.append(el('button', { class: 'quiet plus', 'aria-label': `One more of ${piece.field}`, title: 'One more', 'data-focus': `plus ${piece.path}`, onclick: () => pick(forms, { title: 'One more', path: `${piece.path}.${piece.items.length}`, fits: piece.fits, done: text => forms.edit({ do: 'add', path: piece.path, index: -1, text }) }) }, '+'));
  return made;
}

const ADD = { statements: 'Add a step', 'action lines': 'Add a condition or a step', cases: 'Another end', members: 'Something each has', rules: 'Another line', options: 'Another way', branches: 'Else if', else: 'Otherwise', 'board lines': 'Something each cell has', pattern: 'Another line', lines: 'Another line', legends: 'Another sign', lets: '', rows: '' };

/** What stands below a heading: a list of blocks that can be moved, or a table. */
function bodyOf(forms, block, piece) {
  const made = [], readonly = forms.bench.readonly;
  if (piece.rows) made.push(block.kind === 'PictureDeclaration' ? drawPicture(forms, block, piece) : tableOf(forms, block, piece));
  const single = piece.fits === 'else' || piece.fits === 'branches';
  if (single && !piece.body.length) {
    if (!readonly) made.push(el('button', { class: 'quiet plus', title: 'What is done in the other case', 'data-focus': `plus ${piece.path}`, onclick: () => piece.fits === 'else' ? forms.edit({ do: 'set', path: piece.path, text: block.kind === 'IfStatement' ? 'else\n  nothing' : 'otherwise\n  nothing' }) : pick(forms, { title: 'Else if', path: piece.path, fits: 'branches', done: text => forms.edit({ do: 'add', path: piece.path, index: -1, text }) }) }, piece.fits === 'else' ? '+ otherwise' : '+ else if'));
    return made;
  }
  if (piece.field === 'then' && block.kind === 'AtOnce') made.push(el('div', { class: 'phrase' }, word('then')));
  if (piece.body.length) {
    const steps = el('ol', { class: `steps${single ? ' flat' : ''}`, 'data-home': piece.path });
    for (const one of piece.body) steps.append(stepOf(forms, one, piece));
    made.push(steps);
  }
  if (!readonly && ADD[piece.fits] && !single) made.push(dropAt(forms, piece, el('button', { class: 'quiet plus wide-plus', title: 'Choose from what fits here', 'data-focus': `plus ${piece.path}`, onclick: () => pick(forms, {
    title: ADD[piece.fits], path: `${piece.path}${piece.body.some(one => one.path.includes('.statements.', piece.path.length)) ? '.statements' : ''}.${piece.body.length}`, fits: piece.fits, done: text => forms.edit({ do: 'add', path: piece.path, index: -1, text: piece.fits === 'options' ? 'option another_way\n  nothing' : text }),
  }) }, `+ ${ADD[piece.fits]}`)));
  return made;
}

function stepOf(forms, one, piece) {
  const handle = forms.bench.readonly || !homeOf(one.path) ? null : el('span', { class: 'handle', draggable: 'true', 'aria-hidden': 'true', title: 'Drag it to another place' }, '⠿');
  const step = el('li', { class: 'step', 'data-path': one.path, 'data-line': one.line, 'data-kind': one.kind }, el('div', { class: 'step-top' }, handle, el('div', { class: 'step-inside' }, ...(one.parts ? phrase(forms, one) : [drawBlock(forms, one)])), tools(forms, one)));
  handle?.addEventListener('dragstart', event => { event.dataTransfer.setData('text/ludwright-block', one.path); event.dataTransfer.effectAllowed = 'move'; event.dataTransfer.setDragImage(step, 10, 10); });
  const home = homeOf(one.path);
  if (home && !forms.bench.readonly) dropAt(forms, piece, step, home.index);
  return step;
}

/** A place where a dragged block can be dropped. */
function dropAt(forms, piece, target, index = -1) {
  const over = event => event.dataTransfer.types.includes('text/ludwright-block');
  target.addEventListener('dragover', event => { if (over(event)) { event.preventDefault(); event.stopPropagation(); target.classList.add('dropping'); } });
  target.addEventListener('dragleave', () => target.classList.remove('dropping'));
  target.addEventListener('drop', event => { target.classList.remove('dropping'); if (!over(event)) return; event.preventDefault(); event.stopPropagation(); forms.edit({ do: 'move', path: event.dataTransfer.getData('text/ludwright-block'), to: piece.path, index }); });
  return target;
}

function tableOf(forms, block, piece) {
  const grid = new Grid(rows => { grid.waiting = true; clearTimeout(grid.timer); grid.timer = setTimeout(() => forms.edit({ do: 'rows', path: block.path, rows }), 300); });
  grid.table.setAttribute('aria-label', `The table of ${block.head}`);
  grid.show(piece.rows, !forms.bench.readonly);
  return grid.box;
}

// ---------------------------------------------------------------- one place

/** A part inside a phrase: a field, a list of words, a chip to click, a tree of conditions, or a phrase of its own. */
export function drawBlock(forms, block) {
  if (block.join) return joined(forms, block);
  if (block.kind === 'Word') return field(forms, block);
  if (!block.parts) return chip(forms, block);
  const inside = block.parts.filter(one => !one.words);
  if (inside.length === 1 && inside[0].block?.kind === 'Word' && !inside[0].optional && block.parts.length === 1) return drawBlock(forms, inside[0].block);
  if (SETS.has(block.kind)) for (const piece of block.parts) if (piece.block && ['members', 'source'].includes(piece.field)) piece.block.quiet = true;  // one eye is enough
  const made = el('span', { class: `inner ${block.kind}` }, ...phrase(forms, block)[0].childNodes);
  if (SETS.has(block.kind) && !block.quiet) made.append(matchesNow(forms, block.path));
  if (CONDITIONS.has(block.fits)) made.append(conditionMenu(forms, block));
  else if (!forms.bench.readonly && block.fits && !NO_SWAP.has(block.fits)) made.append(el('button', { class: 'quiet swap', 'aria-label': `Something else instead of ${block.text.slice(0, 60)}`, title: 'Something else instead', 'data-focus': `swap ${block.path}`, onclick: () => choose(forms, block) }, '▾'));
  return made;
}

function choose(forms, block) {
  pick(forms, { title: block.title ?? 'What stands here', path: block.path, fits: block.fits, now: block.text, done: text => forms.edit({ do: 'set', path: block.path, text }, `chip ${block.path}`) });
}

function chip(forms, block) {
  const made = el('button', { class: 'chip', title: `${block.text}: click to choose something else`, disabled: forms.bench.readonly, 'data-focus': `chip ${block.path}`, onclick: () => choose(forms, block) }, block.text.replaceAll('_', ' '));
  if (block.fits === 'set' && !block.quiet && !/^\d|\.\./.test(block.text)) return el('span', { class: 'entry' }, made, matchesNow(forms, block.path));
  if (CONDITIONS.has(block.fits)) return el('span', { class: 'entry' }, made, conditionMenu(forms, block));
  return made;
}

const NUMBERS = { first: 'from', last: 'to', left: 'this number', right: 'that number', values: 'within' };
const numberWords = path => { const last = path.split('.').at(-1); return NUMBERS[last] ?? OPTION_WORDS[last] ?? last.replace(/^\d+$/, 'number'); };

function field(forms, block) {
  const readonly = forms.bench.readonly, { fits, path, text } = block, given = { disabled: readonly, 'data-focus': `chip ${path}` };
  if (fits.startsWith('word ') && fits !== 'word owner') {
    const options = fits.slice(5).split(',');
    if (!options.includes(text)) options.push(text);
    if (options.length === 1) return word(text);
    return el('select', { ...given, class: 'small', 'aria-label': `${text}, or`, title: 'One of these words', onchange: event => forms.edit({ do: 'set', path, text: event.target.value }) }, ...options.map(one => el('option', { selected: one === text, value: one }, SIGNS[one] ?? one)));
  }
  if (block.type === 'STRING') return line(forms, block, text.slice(1, -1), value => ({ do: 'set', path, text: `"${value.replaceAll('"', '')}"` }), 'text');
  if (fits === 'new name') return line(forms, block, text, value => ({ do: 'rename', path, text: value.trim().replaceAll(/\s+/g, '_') }), 'name');
  if (block.type === 'PERCENT') return line(forms, block, text, value => ({ do: 'set', path, text: /%$/.test(value) ? value : `${value}%` }), 'share');
  if (block.type === 'NUMBER') {
    const number = el('input', { ...given, type: 'number', class: 'small', value: text, step: '1', 'aria-label': numberWords(path), title: `${numberWords(path)}: a whole number`, onchange: event => { if (event.target.value !== '' && event.target.value !== text) forms.edit({ do: 'set', path, text: event.target.value }, `chip ${path}`); } });
    if (['count', 'size', 'percent'].includes(fits) || readonly || /\.values\.(first|last)$/.test(path)) return number;
    return el('span', { class: 'entry' }, number, el('button', { class: 'quiet swap', 'aria-label': `A formula instead of ${text}`, title: 'A formula instead', 'data-focus': `swap ${path}`, onclick: () => choose(forms, block) }, '▾'));
  }
  return chip(forms, block);
}
const SIGNS = { '+=': 'gets more:  +=', '-=': 'gets less:  −=', '=': 'becomes  =', '>=': '≥  at least', '<=': '≤  at most', '>': '>  more than', '<': '<  less than', '==': '=  is', '!=': '≠  is not' };

/** A line to type in; what is refused says so where it was typed. */
function line(forms, block, value, edit, what) {
  const id = `why-${block.path}`, why = el('span', { class: 'refused', id, role: 'alert' });
  const input = el('input', { type: 'text', class: `small ${what}`, value, size: Math.max(3, Math.min(40, value.length + 1)), disabled: forms.bench.readonly, 'aria-label': what === 'name' ? `Name: ${value}` : what, title: { name: 'A name of its own; changed here, it is changed everywhere', share: 'A share of 100' }[what] ?? 'Words of yours', 'aria-describedby': id, 'data-focus': `chip ${block.path}`, spellcheck: what === 'text' ? 'true' : 'false', autocomplete: 'off' });
  input.addEventListener('input', () => {
    input.size = Math.max(3, Math.min(40, input.value.length + 1));
    const taken = what === 'name' && input.value !== value && forms.bench.state.names.find(one => one.name === input.value.trim().replaceAll(/\s+/g, '_') && one.kind !== 'column');
    say(taken ? `“${taken.name}” is taken: line ${taken.line} has it.` : '');
  });
  const say = words => { why.textContent = words.replaceAll('`', ''); input.toggleAttribute('aria-invalid', Boolean(words)); if (words) input.setAttribute('aria-invalid', 'true'); };
  input.addEventListener('change', () => { if (input.value !== value) forms.edit(edit(input.value), null, say); });
  input.addEventListener('keydown', event => { if (event.key === 'Escape') { input.value = value; say(''); } if (event.key === 'Enter') input.blur(); });
  return el('span', { class: 'typed' }, input, why);
}

// ---------------------------------------------------------------- conditions and selectors

function joined(forms, block) {
  const readonly = forms.bench.readonly, other = block.join === 'and' ? 'or' : 'and';
  return el('div', { class: `tree ${block.join}`, role: 'group', 'aria-label': block.join === 'and' ? 'All of these' : 'One of these' },
    el('div', { class: 'row' }, el('select', { class: 'small', disabled: readonly, 'aria-label': 'All of these, or one of these', title: 'Whether all must hold, or one is enough', 'data-focus': `join ${block.path}`, onchange: () => forms.edit({ do: 'join', path: block.path, word: other, whole: true }, `join ${block.path}`) },
      el('option', { selected: block.join === 'and' }, 'all of these hold'), el('option', { selected: block.join === 'or' }, 'one of these holds')), readonly || !block.outer ? null : gone(forms, { path: block.outer }, 'the whole group')),
    el('ul', {}, ...block.items.map(item => el('li', {}, drawBlock(forms, item), readonly ? null : gone(forms, { path: item.outer ?? item.path }, item.text.slice(0, 30))))),
    readonly ? null : el('button', { class: 'quiet plus', 'data-focus': `and ${block.path}`, onclick: () => condition(forms, block, block.join) }, `+ ${block.join} …`));
}

function condition(forms, block, wordBetween) {
  pick(forms, { title: wordBetween === 'and' ? 'And what else?' : 'Or what else?', path: block.path, fits: 'condition', done: text => forms.edit({ do: 'join', path: block.path, word: wordBetween, text }, `and ${block.path}`) });
}

function conditionMenu(forms, block) {
  if (forms.bench.readonly) return null;
  return el('button', { class: 'quiet swap', 'aria-haspopup': 'menu', 'aria-label': `And, or, not: ${block.text.slice(0, 60)}`, title: 'And, or, not …', 'data-focus': `logic ${block.path}`, onclick: event => menu(event.currentTarget, [
    ['and …', 'both must hold', () => condition(forms, block, 'and')], ['or …', 'one of them is enough', () => condition(forms, block, 'or')], [block.kind === 'Negation' ? 'without not' : 'not', 'the opposite', () => forms.edit({ do: 'negate', path: block.path })],
    ['something else', '', () => choose(forms, block)],
  ]) }, '▾');
}

/** What a selector matches at set-up, once somebody wants to know; from then on after every change. */
function matchesNow(forms, path) {
  const told = el('span', { class: 'matches', role: 'status' });
  const look = async () => { told.textContent = '…'; try { told.textContent = (await forms.matches(path)).told; } catch (error) { told.textContent = error.more?.superseded ? '' : error.message; } };
  if (forms.watched.has(path)) look();
  return el('span', { class: 'eye' }, el('button', { class: 'quiet swap', 'aria-label': 'What matches now', title: 'What matches now, at set-up', 'aria-pressed': String(forms.watched.has(path)), 'data-focus': `eye ${path}`, onclick: event => {
    const on = !forms.watched.has(path);
    if (on) { forms.watched.add(path); look(); } else { forms.watched.delete(path); told.textContent = ''; }
    event.currentTarget.setAttribute('aria-pressed', String(on));
  } }, '◎'), told);
}

/** Mistakes of the text, shown in the block they are about. */
export function markMessages(forms) {
  forms.box.querySelectorAll('.wrong.told').forEach(one => one.remove());
  for (const message of forms.bench.state.messages) {
    if (!message.line || message.severity !== 'mistake') continue;
    const step = [...forms.box.querySelectorAll(`.step[data-line="${message.line}"]`)].at(-1), whole = [...forms.box.querySelectorAll('.form-block')].find(one => Number(one.dataset.line) <= message.line && message.line <= Number(one.dataset.last));
    (step ?? whole)?.append(el('p', { class: 'wrong told' }, ...quoted(message.message), message.hint ? el('span', { class: 'soft' }, ' ', ...quoted(message.hint)) : null));
  }
}
