// Panels beside the text: the table as it is set up, a first game in words, numbers to turn, every version there was.
// A panel is { name, title, tip, box, checked(fine, text), shown() }; another one is another function in the list of design.js.
import { ago, ask, drawing, el, kindly, notice } from '/web/common.js';

/** Asks for picture and story once for both panels. */
const looking = { players: null, seed: 1, hearers: [], asked: '', last: null };
async function lookAgain(bench, text) {
  const key = JSON.stringify([text, bench.state.stamp, looking.players, looking.seed]);
  if (looking.asked === key) return;
  looking.asked = key;
  looking.hearers.forEach(one => one.waiting());
  try {
    const found = await ask('/design/look', { game: bench.game, text, tab: bench.tab, players: looking.players, seed: looking.seed });
    if (looking.asked !== key) return;
    looking.last = found;
    looking.hearers.forEach(one => one.found(found));
  } catch (error) { if (looking.asked === key && !error.more?.superseded) { looking.asked = ''; looking.hearers.forEach(one => one.failed(error.message)); } }
}

function playersChoice(bench) {
  const choice = el('select', { 'aria-label': 'How many play', hidden: true, onchange: () => { looking.players = Number(choice.value); lookAgain(bench, bench.text); } });
  return { choice, fill(found) {
    const counts = Array.from({ length: found.most - found.least + 1 }, (_, place) => found.least + place);
    choice.replaceChildren(...counts.map(count => el('option', { value: count, selected: count === found.players }, `${count} player${count === 1 ? '' : 's'}`)));
    choice.value = found.players;
    choice.hidden = false;
  } };
}

export function panelTable(bench) {
  const room = el('div', { class: 'paper' }), words = el('p', { class: 'soft small' }, 'Setting up the table …'), players = playersChoice(bench);
  const box = el('div', {}, el('div', { class: 'row spread' }, words, players.choice), room);
  looking.hearers.push({
    waiting: () => room.classList.add('waiting'),
    found(found) { room.classList.remove('waiting'); room.replaceChildren(drawing((room.clientWidth || document.getElementById('panels').clientWidth) < 660 ? found.narrow : found.svg)); words.textContent = found.over ? 'The table as it is laid. Nobody has anything to choose yet, so the game is over at once: it needs an action.' : 'The table as the game begins.'; players.fill(found); },
    failed(reason) { room.classList.remove('waiting'); words.textContent = reason; },
  });
  return { name: 'table', title: 'Table', tip: 'The table as the game begins', box, checked(fine, text) {
    if (fine) lookAgain(bench, text); else if (looking.last) { room.classList.add('waiting'); words.textContent = 'This is how it was before the last mistake.'; } else words.textContent = 'The table is drawn as soon as the text has no mistakes.';
  } };
}

export function panelStory(bench) {
  const lines = el('ol', { class: 'story', tabindex: '0', 'aria-label': 'A game in words' }), words = el('p', { class: 'soft small' }, 'A first game by players who choose at random.'), players = playersChoice(bench);
  const box = el('div', {}, el('div', { class: 'row spread' }, words, el('span', { class: 'row' }, players.choice,
    el('button', { class: 'small-button', title: 'The same rules, other luck', onclick: () => { looking.seed += 1; lookAgain(bench, bench.text); } }, 'Another game'))), lines);
  looking.hearers.push({
    waiting: () => lines.classList.add('waiting'),
    found(found) {
      lines.classList.remove('waiting');
      words.textContent = `Game ${looking.seed}, by players who choose at random.`;
      lines.replaceChildren(...found.story.map(line => el('li', { class: /^\s/.test(line) ? 'deep' : '' }, line.trim())), ...(found.longer ? [el('li', { class: 'soft' }, '… and so on')] : []));
      players.fill(found);
    },
    failed(reason) { lines.classList.remove('waiting'); words.textContent = reason; },
  });
  return { name: 'story', title: 'A game', tip: 'A first game, move by move', box };
}

export function panelNumbers(bench) {
  const rows = el('div', { class: 'numbers' });
  const box = el('div', {}, el('p', { class: 'soft small' }, 'The numbers your text calls ', el('code', {}, 'param'), '. Turning one writes it into the text.'), rows);
  let shown = '';
  function set(param, value) {
    const found = new RegExp(`^param[ \\t]+${param.name}[ \\t]*=[ \\t]*(-?\\d+|yes|no)`, 'mu').exec(bench.text);
    if (!found || bench.readonly) return;
    const from = found.index + found[0].length - found[1].length;
    if (found[1] !== String(value)) bench.change(from, from + found[1].length, String(value));
  }
  function draw() {
    const params = bench.state.params, key = JSON.stringify(params.map(one => [one.name, one.low, one.high, one.yes_no]));
    if (key === shown) {  // only the values differ: what somebody is dragging stays under their hand
      for (const param of params) for (const input of rows.querySelectorAll(`[data-param="${param.name}"]`)) if (input !== document.activeElement) { if (input.type === 'checkbox') input.checked = param.value; else input.value = param.value; }
      return;
    }
    shown = key;
    rows.replaceChildren(...(params.length ? params.map(param => {
      const id = `param-${param.name}`, name = param.name.replaceAll('_', ' ');
      if (param.yes_no) return el('div', { class: 'number' }, el('label', { for: id }, name), el('input', { id, type: 'checkbox', 'data-param': param.name, checked: param.value, disabled: bench.readonly, onchange: event => set(param, event.target.checked ? 'yes' : 'no') }), el('span', { class: 'soft small' }, param.note));
      const bounds = param.low === null ? {} : { min: param.low, max: param.high };
      const number = el('input', { id, type: 'number', 'data-param': param.name, value: param.value, ...bounds, step: 1, disabled: bench.readonly, oninput: event => { if (event.target.validity.valid && event.target.value !== '') { set(param, Number(event.target.value)); if (slider) slider.value = event.target.value; } } });
      const slider = param.low === null ? null : el('input', { type: 'range', 'data-param': param.name, 'aria-label': name, value: param.value, ...bounds, step: 1, disabled: bench.readonly, oninput: event => { number.value = event.target.value; set(param, Number(event.target.value)); } });
      return el('div', { class: 'number' }, el('label', { for: id }, name), number, slider, el('span', { class: 'soft small' }, [param.low === null ? '' : `${param.low} to ${param.high}`, param.note].filter(Boolean).join(' · ')));
    }) : [el('p', { class: 'empty' }, 'No numbers to turn yet. Write a line such as ', el('code', {}, 'param goal = 12 in 5..40'), ' and use goal in your rules.')]));
  }
  return { name: 'numbers', title: 'Numbers', tip: 'Turn the parameters', box, checked: draw, shown: draw };
}

export function panelHistory(bench) {
  const list = el('ol', { class: 'versions' });
  const box = el('div', {}, el('p', { class: 'soft small' }, 'Every version of this text and its tables, with what changed. Any of them can come back.'), list);
  const load = kindly(async () => {
    const files = bench.readonly ? [] : [...new Set(bench.state.tables.map(one => one.file).filter(file => /\.csv$/i.test(file)))];
    const found = await ask(`/design/history?${new URLSearchParams([['game', bench.game], ...files.map(file => ['file', file])])}`);
    list.replaceChildren(...(found.length ? found.map(one => el('li', { class: 'panel' },
      el('div', {}, el('strong', {}, new Date(one.time * 1000).toLocaleString(undefined, { weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' })), el('span', { class: 'soft small' }, ` ${ago(one.time)}`), one.file ? el('span', {}, ' ', el('span', { class: 'pill' }, one.file)) : null, el('p', { class: 'small' }, one.words.join('; '))),
      !one.now ? el('button', { class: 'small-button', onclick: () => open(one) }, 'Look') : el('span', { class: 'pill good' }, 'now'))) : [el('li', { class: 'empty' }, 'No version yet: the first is kept with your first change.')]));
  });
  const bringTable = async one => { bench.state.stamp = (await ask('/design/restore', { game: bench.game, id: one.id, file: one.file })).version; bench.checkNow(); };
  const open = kindly(async one => {
    const found = await ask('/design/version', { game: bench.game, id: one.id, file: one.file, text: bench.text });
    const lines = new DOMParser().parseFromString(found.lines, 'text/html').body;
    const dialog = el('dialog', { class: 'wide', 'aria-label': 'A version' }, el('h2', {}, `As it was ${ago(one.time)}`), el('p', {}, `Changed since: ${found.words.join('; ') || 'nothing'}`), el('div', {}, ...lines.childNodes),
      el('div', { class: 'row' }, el('button', { class: 'quiet', onclick: () => dialog.close() }, 'Close'),
        el('button', { class: 'primary', disabled: bench.readonly, onclick: async () => { if (one.file) await bringTable(one); else bench.setText(found.text); dialog.close(); notice('It is back. The text you had is in the history, too.'); setTimeout(load, 1500); } }, 'Bring this back')));
    dialog.addEventListener('close', () => dialog.remove());
    document.body.append(dialog); dialog.showModal();
  });
  return { name: 'history', title: 'History', tip: 'Every version, and what changed', box, shown: load };
}
