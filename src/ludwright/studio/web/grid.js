// Tables as in a spreadsheet: move by keys, paste from Excel, fill down, add rows and columns, sort, undo.
import { ask, el, hear, kindly, notice, watch } from '/web/common.js';

const MOST_ROWS = 2000, MOST_COLUMNS = 100;

/** A spreadsheet. `rows` are texts, the first row the headings; `changed(rows)` is told of every change. */
export class Grid {
  constructor(changed) {
    this.changed = changed;
    this.rows = [['']]; this.editable = false; this.past = []; this.future = [];
    this.at = [0, 0]; this.from = [0, 0];
    this.table = el('table', { class: 'grid', role: 'grid', 'aria-label': 'The table' });
    const button = (words, tip, doing) => el('button', { class: 'small-button', title: tip, onclick: () => { doing(); this.focus(); } }, words);
    this.tools = el('div', { class: 'row tools' }, button('Add a row', 'Below the chosen one', () => this.addRow()), button('Add a column', 'At the right', () => this.addColumn()), button('Fill down', 'The first chosen cell into all below it (Ctrl+D)', () => this.fillDown()),
      button('Sort', 'By the chosen column', () => this.sort()), button('Copy of the row', 'Duplicate the chosen rows', () => this.duplicateRows()), button('Delete rows', 'The chosen ones', () => this.deleteRows()), button('↶', 'Undo (Ctrl+Z)', () => this.undo()), button('↷', 'Redo (Ctrl+Y)', () => this.redo()));
    this.box = el('div', {}, this.tools, el('div', { class: 'grid-room' }, this.table));
    this.table.addEventListener('keydown', event => this.key(event));
    this.table.addEventListener('mousedown', event => this.mouse(event));
    this.table.addEventListener('mouseover', event => { if (event.buttons === 1 && !this.input) this.select(this.cellOf(event.target), true); });
    this.table.addEventListener('dblclick', () => this.edit());
    this.table.addEventListener('copy', event => { if (!this.input) { event.clipboardData.setData('text/plain', this.chosen().map(row => row.join('\t')).join('\n')); event.preventDefault(); } });
    this.table.addEventListener('cut', event => { if (!this.input) { event.clipboardData.setData('text/plain', this.chosen().map(row => row.join('\t')).join('\n')); event.preventDefault(); this.clear(); } });
    this.table.addEventListener('paste', event => { if (!this.input && this.editable) { event.preventDefault(); this.paste(event.clipboardData.getData('text/plain')); } });
  }

  show(rows, editable) {
    this.rows = rows.length ? rows.map(row => [...row]) : [['name']];
    this.editable = editable; this.tools.hidden = !editable;
    const width = Math.max(...this.rows.map(row => row.length));
    this.rows.forEach(row => { while (row.length < width) row.push(''); });
    this.draw();
  }

  draw() {
    this.input = null;
    const cells = this.rows.slice(0, MOST_ROWS).map((row, y) => el('tr', {}, y ? el('th', { class: 'count', scope: 'row' }, String(y)) : el('td', { class: 'count', role: 'presentation' }), ...row.map((text, x) => el('td', { role: y ? 'gridcell' : 'columnheader', tabindex: '-1', class: y ? '' : 'head' }, text))));
    this.table.replaceChildren(el('tbody', {}, ...cells));
    this.at = [Math.min(this.at[0], this.rows.length - 1), Math.min(this.at[1], this.rows[0].length - 1)];
    this.from = [Math.min(this.from[0], this.rows.length - 1), Math.min(this.from[1], this.rows[0].length - 1)];
    this.mark();
  }

  cell(y, x) { return this.table.rows[y]?.cells[x + 1]; }
  cellOf(target) { const td = target.closest?.('td:not(.count)'); return td ? [td.parentNode.rowIndex, td.cellIndex - 1] : null; }
  span() { const [[a, b], [c, d]] = [this.at, this.from]; return [Math.min(a, c), Math.min(b, d), Math.max(a, c), Math.max(b, d)]; }
  chosen() { const [top, left, bottom, right] = this.span(); return this.rows.slice(top, bottom + 1).map(row => row.slice(left, right + 1)); }
  focus() { this.cell(...this.at)?.focus({ preventScroll: false }); }

  mark() {
    for (const one of this.table.querySelectorAll('.chosen, .at')) { one.classList.remove('chosen', 'at'); one.tabIndex = -1; one.removeAttribute('aria-selected'); }
    const [top, left, bottom, right] = this.span();
    for (let y = top; y <= bottom; y += 1) for (let x = left; x <= right; x += 1) this.cell(y, x)?.classList.add('chosen');
    const at = this.cell(...this.at);
    if (at) { at.classList.add('at'); at.tabIndex = 0; at.setAttribute('aria-selected', 'true'); }
  }

  select(place, extend = false) {
    if (!place) return;
    const [y, x] = [Math.max(0, Math.min(this.rows.length - 1, place[0])), Math.max(0, Math.min(this.rows[0].length - 1, place[1]))];
    this.at = [y, x];
    if (!extend) this.from = [y, x];
    this.mark();
    this.focus();
  }

  mouse(event) {
    const place = this.cellOf(event.target);
    if (!place || (this.input && this.cell(...this.at) === event.target.closest('td'))) return;
    this.commit();
    event.preventDefault();
    this.select(place, event.shiftKey);
  }

  key(event) {
    const [y, x] = this.at;
    if (this.input) {
      if (event.key === 'Enter' || event.key === 'Tab') { event.preventDefault(); this.commit(); this.select(event.key === 'Enter' ? [y + 1, x] : [y, x + (event.shiftKey ? -1 : 1)]); }
      if (event.key === 'Escape') { event.preventDefault(); this.draw(); this.focus(); }
      return;
    }
    const steps = { ArrowDown: [y + 1, x], ArrowUp: [y - 1, x], ArrowLeft: [y, x - 1], ArrowRight: [y, x + 1], Home: [y, 0], End: [y, this.rows[0].length - 1], PageDown: [y + 15, x], PageUp: [y - 15, x] };
    if (event.key in steps && !event.altKey) { event.preventDefault(); this.select(steps[event.key], event.shiftKey); return; }
    if (!this.editable) return;
    if (event.ctrlKey || event.metaKey) {
      const doing = { d: () => this.fillDown(), z: () => event.shiftKey ? this.redo() : this.undo(), y: () => this.redo(), a: () => { this.from = [0, 0]; this.at = [this.rows.length - 1, this.rows[0].length - 1]; this.mark(); } }[event.key.toLowerCase()];
      if (doing) { event.preventDefault(); doing(); this.focus(); }
      return;
    }
    if (event.key === 'Delete' || event.key === 'Backspace') { event.preventDefault(); this.clear(); this.focus(); }
    else if (event.key === 'Enter' || event.key === 'F2') { event.preventDefault(); this.edit(); }
    else if (event.key.length === 1 && !event.altKey) { event.preventDefault(); this.edit(event.key); }
  }

  edit(text) {
    if (!this.editable || this.input) return;
    const td = this.cell(...this.at);
    this.input = el('input', { type: 'text', 'aria-label': 'Cell', value: text ?? this.rows[this.at[0]][this.at[1]] });
    td.replaceChildren(this.input);
    this.input.addEventListener('blur', () => this.commit());
    this.input.focus();
    if (text === undefined) this.input.select(); else this.input.setSelectionRange(1, 1);
  }

  commit() {
    if (!this.input) return;
    const text = this.input.value.trim(), [y, x] = this.at;
    this.input = null;
    if (text !== this.rows[y][x]) this.change(rows => { rows[y][x] = text; }); else this.cell(y, x).replaceChildren(text);
  }

  change(doing) {
    if (!this.editable) return;
    this.past.push(JSON.stringify(this.rows)); if (this.past.length > 200) this.past.shift();
    this.future = [];
    doing(this.rows);
    this.draw();
    this.changed(this.rows);
  }

  go(from, to) {
    if (!from.length) return;
    to.push(JSON.stringify(this.rows));
    this.rows = JSON.parse(from.pop());
    this.draw(); this.changed(this.rows); this.focus();
  }
  undo() { this.go(this.past, this.future); }
  redo() { this.go(this.future, this.past); }

  paste(text) {
    const given = text.replace(/\r\n?/g, '\n').replace(/\n$/, '').split('\n').map(line => line.split('\t'));
    const [top, left, bottom, right] = this.span();
    const single = given.length === 1 && given[0].length === 1;
    this.change(rows => {
      if (single) { for (let y = top; y <= bottom; y += 1) for (let x = left; x <= right; x += 1) rows[y][x] = given[0][0].trim(); return; }
      given.slice(0, MOST_ROWS).forEach((line, j) => line.slice(0, MOST_COLUMNS).forEach((cell, i) => {
        while (rows.length <= top + j) rows.push(rows[0].map(() => ''));
        while (rows[0].length <= left + i) rows.forEach(row => row.push(''));
        rows[top + j][left + i] = cell.trim();
      }));
    });
    if (!single) { this.from = [top, left]; this.at = [Math.min(this.rows.length, top + given.length) - 1, Math.min(this.rows[0].length, left + given[0].length) - 1]; this.mark(); notice(`Pasted ${given.length} row${given.length === 1 ? '' : 's'}.`); }
    this.focus();
  }

  clear() { const [top, left, bottom, right] = this.span(); this.change(rows => { for (let y = top; y <= bottom; y += 1) for (let x = left; x <= right; x += 1) rows[y][x] = ''; }); }
  fillDown() {
    let [top, left, bottom, right] = this.span();
    if (top === bottom) { if (top < 2) return; top -= 1; }
    this.change(rows => { for (let y = top + 1; y <= bottom; y += 1) for (let x = left; x <= right; x += 1) rows[y][x] = rows[top][x]; });
  }
  addRow() { const y = Math.max(1, this.span()[2] + 1); this.change(rows => rows.splice(y, 0, rows[0].map(() => ''))); this.select([y, 0]); }
  addColumn() { if (this.rows[0].length >= MOST_COLUMNS) return; const name = 'column'; let number = 1; while (this.rows[0].includes(`${name}_${number}`)) number += 1; this.change(rows => rows.forEach((row, y) => row.push(y ? '' : `${name}_${number}`))); this.select([0, this.rows[0].length - 1]); }
  duplicateRows() { const [top, , bottom] = this.span(); if (!bottom) return; const first = Math.max(1, top); this.change(rows => rows.splice(bottom + 1, 0, ...rows.slice(first, bottom + 1).map(row => [...row]))); this.select([bottom + 1, 0]); }
  deleteRows() { const [top, , bottom] = this.span(); if (!bottom) return; const first = Math.max(1, top); this.change(rows => rows.splice(first, bottom - first + 1)); this.select([first, this.at[1]]); }
  sort() {
    const x = this.at[1], order = new Intl.Collator(undefined, { numeric: true }).compare;
    this.change(rows => { const sorted = rows.slice(1).sort((a, b) => order(a[x], b[x])); const same = sorted.every((row, y) => row === rows[y + 1]); rows.splice(1, rows.length - 1, ...(same ? sorted.reverse() : sorted)); });
  }
}

/** The tables of the game: in files beside it, or as rows of the text itself. */
export function panelCards(bench) {
  const choice = el('select', { 'aria-label': 'Which table', onchange: () => open() }), words = el('p', { class: 'soft small' }), more = el('span', {});
  let version = '', timer = null, now = null, saving = false, dirty = false;
  const grid = new Grid(rows => { if (now?.file) { dirty = true; clearTimeout(timer); words.textContent = 'Saving …'; timer = setTimeout(save, 350); } else writeInline(rows); });
  const empty = el('p', { class: 'empty' }, 'This game has no table yet. Cards come from a table below ', el('code', {}, 'cards card'), ', or from a file: ', el('code', {}, 'cards card from "cards.csv"'), '.');
  const box = el('div', {}, el('div', { class: 'row spread' }, choice, more), words, empty, grid.box);

  const save = kindly(async () => {
    if (saving) { timer = setTimeout(save, 200); return; }
    saving = true; dirty = false;
    const file = now.file;
    try {
      version = (await ask('/design/table', { game: bench.game, file, rows: grid.rows, base: version }, { method: 'PUT' })).version;
      words.textContent = `Saved in ${file}. Paste from Excel, or type.`;
      bench.state.stamp = version; bench.checkNow();
    } catch (error) {
      dirty = true;
      if (error.status === 409) { dirty = false; notice(error.message, true); await open(); } else { words.textContent = `Not saved: ${error.message}`; timer = setTimeout(save, 1500); }
    } finally { saving = false; }
  });

  const open = kindly(async () => {
    now = bench.state.tables[choice.selectedIndex] ?? null;
    empty.hidden = Boolean(now); grid.box.hidden = choice.hidden = !now; more.replaceChildren();
    if (!now) { words.textContent = ''; return; }
    if (!now.file) {
      words.textContent = 'These rows stand in the text itself: what you change here is changed there.';
      grid.show(inline(), !bench.readonly);
      return;
    }
    const found = await ask(`/design/table?game=${encodeURIComponent(bench.game)}&file=${encodeURIComponent(now.file)}`);
    version = found.version;
    grid.past = []; grid.future = [];
    grid.show(found.rows, found.editable);
    words.textContent = found.editable ? `From ${now.file}. Click a cell and type, or paste from Excel.` : `From ${now.file}, to look at.`;
    if (!found.editable && !bench.readonly) more.replaceChildren(el('button', { class: 'small-button', onclick: kindly(async () => {
      const made = (await ask('/design/table/csv', { game: bench.game, file: now.file })).file;
      bench.setText(bench.text.replace(`"${now.file}"`, `"${made}"`));
      notice(`The cards are in ${made} now and can be changed here. ${now.file} stays as it is.`);
    }) }, 'Change it here (as CSV)'));
    if (found.editable) watch([bench.game, fileName(now.file)]);
  });

  const fileName = file => [...bench.game.split('/').slice(0, -1), file].join('/');
  hear(told => { if (told.kind === 'file' && now?.file && told.name === fileName(now.file) && told.version !== version && !saving && !dirty) { open(); bench.state.stamp = told.version; bench.checkNow(); } });

  function inline() { return bench.text.split('\n').slice(now.first - 1, now.last).filter(line => /^\s*\|/.test(line)).map(line => line.trim().replace(/^\||\|$/g, '').split('|').map(cell => cell.trim())); }
  function writeInline(rows) {
    const lines = bench.text.split('\n'), indent = /^\s*/.exec(lines[now.first - 1])[0];
    const widths = rows[0].map((_, x) => Math.max(...rows.map(row => row[x].length)));
    const written = rows.map(row => `${indent}| ${row.map((cell, x) => cell.replaceAll('|', '/').padEnd(widths[x])).join(' | ')} |`);
    const last = now.last;
    now = { ...now, last: now.first + written.length - 1 };
    bench.setText([...lines.slice(0, now.first - 1), ...written, ...lines.slice(last)].join('\n'));
  }

  let shown = '';
  function fill() {
    const tables = bench.state.tables, key = JSON.stringify(tables.map(one => [one.name, one.file]));
    if (key !== shown) {
      shown = key;
      choice.replaceChildren(...tables.map(one => el('option', {}, one.file ? `${one.name} (${one.file})` : one.name)));
      open();
    } else if (now && !now.file && !grid.input) {
      now = tables[choice.selectedIndex];
      const rows = inline();
      if (JSON.stringify(rows) !== JSON.stringify(grid.rows)) grid.show(rows, !bench.readonly);
    }
  }
  return { name: 'cards', title: 'Tables', tip: 'Cards and other tables, as in a spreadsheet', box, checked: fine => { if (fine) fill(); }, shown: fill };
}
