// The form for one question: which value, per whom, when, from where to where, of which games, and several values to one.
import { el } from '/web/common.js';

const WHEN = { after: 'after every decision', before: 'before every decision', turn: 'at the end of every turn', end: 'at the end of the game' };
const OPERATIONS = { sum: 'sum', difference: 'difference (the first less the others)', product: 'product', quotient: 'quotient (the first divided by the others)', average: 'average', minimum: 'least', maximum: 'most', median: 'median', 'quantile:0.25': 'first quartile', 'quantile:0.75': 'third quartile', 'quantile:0.9': 'upper tenth', deviation: 'deviation' };
const PER = { '': 'as it is (each seat, if it is about players)', none: 'all together', seat: 'each seat', agent: 'each kind of player', winner: 'winners and losers', version: 'each version', players: 'each number of players' };
const COLUMNS = { winner: 'the seat that won', turns: 'turns', decisions: 'decisions', players: 'players', game: 'number of the game' };
const COMPARED = { '=': 'is', '<>': 'is not', '>': 'is more than', '>=': 'is at least', '<': 'is less than', '<=': 'is at most' };
const RULE = /^(\w+) (=|<>|>=|<=|>|<) (-?\d+)$/;

/** A question in one line; values that the game is known to have are told in words. */
export function inWords(one, known = []) {
  const said = text => known.find(value => value.text === text)?.words ?? text;
  const range = one.first !== null && one.first !== undefined || one.last !== null && one.last !== undefined ? ` from ${one.first ?? 'the first'} to ${one.last ?? 'the last'}` : '';
  const what = one.combine ? `${one.combine} of ${one.texts.map(said).join(', ')}` : one.texts.map(said).join(', ');
  return [what, `${WHEN[one.when]}${range}`, one.how !== 'average' ? `${one.how} of the games` : '', one.per ? `for ${PER[one.per]}` : '', one.where ? `where ${one.where}` : ''].filter(Boolean).join(' · ');
}

const options = (words, value) => Object.entries(words).map(([name, told]) => el('option', { value: name, selected: name === value }, told));
const field = (words, input, tip) => el('label', { title: tip ?? '' }, words, input);

/** One value: from the list, or typed. */
function valueRow(info, text, rows) {
  const known = info.values.some(one => one.text === text);
  const typed = el('input', { type: 'text', 'aria-label': 'A formula', placeholder: 'sum(c.cost for c in p.hand)', value: known ? '' : text, spellcheck: 'false' });
  const list = el('select', { 'aria-label': 'Which value', title: 'What is followed along the games' }, ...info.values.map(one => el('option', { value: one.text, selected: one.text === text }, one.words)), el('option', { value: '', selected: !known }, 'a formula of my own …'));
  typed.hidden = known;
  list.addEventListener('change', () => { typed.hidden = list.value !== ''; if (!typed.hidden) typed.focus(); });
  const row = el('div', {}, list, typed, el('button', { type: 'button', class: 'quiet small-button', 'aria-label': 'Remove this value', onclick: () => { if (rows.children.length > 1) { row.remove(); rows.dispatchEvent(new Event('change')); } } }, '✕'));
  row.value = () => list.value || typed.value.trim();
  return row;
}

/** One condition on games. */
function whereRow(rule) {
  const [, column = 'winner', sign = '=', number = '1'] = RULE.exec(rule) ?? [];
  const picked = el('select', { 'aria-label': 'Of which games' }, ...options(COLUMNS, column)), compared = el('select', { 'aria-label': 'Compared how' }, ...options(COMPARED, sign)), value = el('input', { type: 'number', 'aria-label': 'With what', value: number });
  const row = el('div', {}, picked, compared, value, el('button', { type: 'button', class: 'quiet small-button', 'aria-label': 'Remove this condition', onclick: () => row.remove() }, '✕'));
  row.value = () => `${picked.value} ${compared.value} ${value.value || 0}`;
  return row;
}

/** Ask a person for a question; null if they think better of it. */
export function askQuestion(info, old, taken) {
  const begun = old ?? { name: '', texts: [info.values[0]?.text ?? ''], when: info.when, how: 'average', on: true };
  const texts = el('div', { class: 'texts' }), rules = el('div', { class: 'texts' });
  texts.append(...begun.texts.map(text => valueRow(info, text, texts)));
  const joined = / or /.test(begun.where ?? '') ? 'or' : 'and', parts = begun.where ? begun.where.split(` ${joined} `) : [];
  const plain = parts.every(part => RULE.test(part));
  if (plain) rules.append(...parts.map(whereRow));
  const both = el('select', { 'aria-label': 'Which conditions must hold', title: 'If there are several' }, ...options({ and: 'all of them must hold', or: 'one of them is enough' }, joined));
  both.hidden = parts.length < 2;
  const sql = el('input', { type: 'text', 'aria-label': 'Condition on games', value: begun.where ?? '', hidden: plain });
  const combine = el('select', {}, ...options({ '': 'show each by itself', ...OPERATIONS }, begun.combine ?? ''));
  const name = el('input', { type: 'text', maxlength: 100, value: begun.name, placeholder: 'as the value is called' });
  const inputs = {
    when: el('select', {}, ...options(WHEN, begun.when)), first: el('input', { type: 'number', min: 0, value: begun.first ?? '' }), last: el('input', { type: 'number', min: 0, value: begun.last ?? '' }),
    per: el('select', {}, ...options(PER, begun.per ?? '')), how: el('select', {}, ...options(OPERATIONS, begun.how)),
  };
  const combined = field('Several values', combine, 'What becomes of them at every moment');
  const fit = () => { combined.hidden = texts.children.length < 2; const end = inputs.when.value === 'end'; inputs.first.disabled = inputs.last.disabled = end; };
  texts.addEventListener('change', fit); inputs.when.addEventListener('change', fit); fit();
  const wrong = el('p', { class: 'pill bad', role: 'alert', hidden: true });
  return new Promise(resolve => {
    const form = el('form', { class: 'asking' },
      el('fieldset', {}, el('legend', {}, 'Which value?'), texts, el('button', { type: 'button', class: 'small-button', title: 'Several values, and what is made of them', onclick: () => { texts.append(valueRow(info, info.values[Math.min(texts.children.length, info.values.length - 1)]?.text ?? '', texts)); fit(); } }, 'Another value'), combined),
      el('div', { class: 'three' }, field('When', inputs.when, 'At which moments it is looked at'), field('From', inputs.first, 'The first decision (from 0) or turn (from 1)'), field('To', inputs.last, 'The last one')),
      el('div', { class: 'three' }, field('For whom', inputs.per, 'A line, or a box, for each of them'), field('Of many games', inputs.how, 'What is made of the values of all games at one moment')),
      el('fieldset', {}, el('legend', {}, 'Of which games?'), rules, sql, el('div', { class: 'row begins' }, el('button', { type: 'button', class: 'small-button', title: 'Leave the other games out', hidden: !plain, onclick: () => { rules.append(whereRow('winner = 1')); both.hidden = rules.children.length < 2; } }, 'Only games in which …'), plain ? both : null)),
      field('Name', name, 'Under this name it is kept, and stands in the chart'), wrong,
      el('div', { class: 'row' }, el('button', { type: 'button', class: 'quiet', onclick: () => box.close() }, 'Cancel'), el('button', { class: 'primary' }, 'Ask')));
    const box = el('dialog', { 'aria-label': 'A question', class: 'wide' }, el('h2', {}, 'What do you want to see?'), form);
    let told = null;
    const number = input => input.value === '' || input.disabled ? null : Number(input.value);
    form.addEventListener('submit', event => {
      event.preventDefault();
      const values = [...texts.children].map(row => row.value()).filter(Boolean), kept = name.value.trim() || [...texts.querySelectorAll('select')].map(one => one.selectedOptions[0].value ? one.selectedOptions[0].textContent : one.nextSibling.value).join(', ').slice(0, 60);
      const fault = !values.length ? 'Say which value.' : new Set(values).size < values.length ? 'The same value stands there twice.' : taken.includes(kept) ? `There is a question named ${kept} already.` : '';
      if (fault) { wrong.textContent = fault; wrong.hidden = false; return; }
      const where = plain ? [...rules.children].map(row => row.value()).join(` ${both.value} `) : sql.value.trim();
      told = { name: kept, texts: values, when: inputs.when.value, first: number(inputs.first), last: number(inputs.last), where: where || null, combine: values.length > 1 && combine.value || null, how: inputs.how.value, per: inputs.per.value || null, on: true };
      box.close();
    });
    box.addEventListener('close', () => { box.remove(); resolve(told); });
    document.body.append(box);
    box.showModal();
    texts.querySelector('select')?.focus();
  });
}
