// Boards drawn and clicked: how large, which shape, what is printed on the cells at first.
import { el } from '/web/common.js';
import { pick } from '/web/forms_pick.js';

const COLOURS = ['#b5523b', '#2f6f8f', '#3f7d4e', '#8a6a1f', '#6d4a94', '#5b6470'];
let chosen = null;

function sizeOf(block) {
  const part = name => block.parts.find(one => one.field === name)?.block?.text ?? '';
  return { shape: part('shape'), width: Number(part('width')) || 0, height: Number(part('height')) || 0 };
}

/** The cells of a board without a picture, and a way to put something on them. */
export function drawBoard(forms, block) {
  const { shape, width, height } = sizeOf(block), kind = block.parts.find(one => one.field === 'kind')?.block?.text?.split(' ')[0];
  const pictured = forms.outline.blocks.some(one => one.kind === 'PictureDeclaration' && one.parts.find(part => part.field === 'board')?.block?.text === kind);
  if (!['grid', 'hex'].includes(shape) || !width || !height || pictured) return el('p', { class: 'soft small' }, pictured ? 'What lies on it at first is drawn below.' : shape === 'graph' ? 'Its places and what they are linked with stand below; the Table tab draws the map.' : 'The Table tab draws it.');
  const rows = Array.from({ length: height }, () => Array.from({ length: width }, () => '.'));
  return el('div', {}, cells(rows, shape, {}, forms.bench.readonly ? null : (y, x) => begin(forms, kind, rows, y, x)), forms.bench.readonly ? null : el('p', { class: 'soft small' }, 'Click a cell to put something on it at first.'));
}

function begin(forms, kind, rows, y, x) {
  pick(forms, { title: 'What lies on this cell?', path: `board ${kind}`, fits: `legend ${kind}`, done: async text => {
    const sign = text.trim()[0];
    const painted = rows.map((row, j) => row.map((_, i) => i === x && j === y ? sign : '.'));
    chosen = sign;
    await forms.edit({ do: 'declare', text: [`picture ${kind}`, ...painted.map(row => `  | ${row.join(' ')} |`), `  ${text}`].join('\n') });
  } });
}

/** A picture of the board: choose a sign, click cells. */
export function drawPicture(forms, block, piece) {
  const legends = block.parts.find(one => one.field === 'legends')?.body ?? [], readonly = forms.bench.readonly;
  const signs = Object.fromEntries(legends.map((one, place) => [one.text.trim()[0], { words: one.text.replace(/^\s*\S+\s*:\s*/, ''), colour: COLOURS[place % COLOURS.length] }]));
  if (chosen !== '.' && !(chosen in signs)) chosen = Object.keys(signs)[0] ?? '.';
  const palette = el('div', { class: 'palette', role: 'radiogroup', 'aria-label': 'What to put on a cell' });
  const show = () => palette.replaceChildren(...[['.', { words: 'empty', colour: 'transparent' }], ...Object.entries(signs)].map(([sign, { words, colour }]) => el('button', { class: 'small-button', role: 'radio', 'aria-checked': String(sign === chosen), onclick: () => { chosen = sign; show(); } }, el('i', { class: 'dot', 'data-colour': colour }), words)), );
  const paint = () => palette.querySelectorAll('.dot').forEach(one => { one.style.background = one.dataset.colour; });
  const both = () => { show(); paint(); };
  palette.addEventListener('click', paint);
  both();
  const drawn = cells(piece.rows, 'grid', signs, readonly ? null : (y, x) => {
    const rows = piece.rows.map(row => [...row]);
    rows[y][x] = rows[y][x] === chosen ? '.' : chosen;
    forms.edit({ do: 'rows', path: block.path, rows }, `cell ${y} ${x}`);
  });
  return el('div', {}, readonly ? null : palette, drawn);
}

/** Cells as buttons; arrow keys go from one to the next. */
function cells(rows, shape, signs, click) {
  const box = el('div', { class: `board-cells ${shape}`, role: 'grid', 'aria-label': 'The board' });
  rows.forEach((row, y) => {
    const line = el('div', { role: 'row' });
    if (shape === 'hex') line.style.marginLeft = `${(rows.length - 1 - y) * 0 + y * 0 + (rows.length - 1 - (rows.length - 1 - y)) * 0}rem`;
    row.forEach((sign, x) => {
      const name = `${String.fromCharCode(97 + x % 26)}${rows.length - y}`, known = signs[sign];
      const cell = el(click ? 'button' : 'span', { class: 'cell', role: 'gridcell', title: `${name}${known ? `: ${known.words}` : ''}`, 'aria-label': `${name}${known ? `, ${known.words}` : ', empty'}`, tabindex: click ? (x || y ? '-1' : '0') : null, 'data-focus': `cell ${y} ${x}`, onclick: () => click?.(y, x) });
      if (known) { const dot = el('i', { class: 'dot' }, ''); dot.style.background = known.colour; cell.append(dot); }
      line.append(cell);
    });
    if (shape === 'hex') line.style.paddingLeft = `${(rows.length - 1 - y) * 0.55}rem`;
    box.append(line);
  });
  box.addEventListener('keydown', event => {
    const step = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[event.key], at = event.target.closest('.cell');
    if (!step || !at) return;
    event.preventDefault();
    const y = [...box.children].indexOf(at.parentNode), x = [...at.parentNode.children].indexOf(at);
    box.children[y + step[0]]?.children[x + step[1]]?.focus();
  });
  return box;
}
