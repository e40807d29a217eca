// A table as one seat sees it: drawn, with what can be chosen lit up and clickable, and listed. Used here and on friends' pages.
import { drawing, el } from './common.js';

const plain = words => words.replaceAll('_', ' ');

/** What an option says beyond its action. */
function rest(option) {
  for (const start of [`${option.action} `, 'choose ']) if (option.words.startsWith(start)) return option.words.slice(start.length);
  return null;
}
const heading = action => action.includes('.') ? `choose ${plain(action.split('.').pop())}` : plain(action);

export class Table {
  /** `choose(option)` does one; `refused(part)` is told of a click on what can't be chosen. */
  constructor({ paper, list, log, status, choose, refused = () => {}, jump = null }) {
    Object.assign(this, { paper, list, log, status, choose, refused, jump });
    this.view = null; this.clicked = []; this.busy = false;
    addEventListener('keydown', event => { if (event.key === 'Escape' && this.clicked.length) this.pick([]); });
    matchMedia('(max-width: 46rem)').addEventListener('change', () => { if (this.view) this.draw(); });
  }

  show(view) {
    const news = !this.view || this.view.at !== view.at || this.view.seat !== view.seat;
    this.view = view;
    if (news) this.clicked = [];
    this.busy = false;
    this.draw();
    this.tell();
    this.pick(this.clicked);
  }

  draw() {
    const focused = this.paper.contains(document.activeElement) ? document.activeElement.dataset.at : null;
    const svg = drawing(matchMedia('(max-width: 46rem)').matches ? this.view.narrow : this.view.svg);
    svg.setAttribute('role', 'group');
    svg.setAttribute('aria-label', `The table: ${this.view.standing}`);
    this.parts = [...svg.querySelectorAll('[data-at]')];
    for (const part of this.parts) {
      part.addEventListener('click', event => { event.stopPropagation(); this.click(part); });
      part.addEventListener('keydown', event => { if (event.key === 'Enter' || event.key === ' ') { event.preventDefault(); this.click(part); } });
    }
    this.paper.replaceChildren(svg);
    this.light();
    if (focused) this.parts.find(part => part.dataset.at === focused)?.focus();
  }

  /** The options that fit what was clicked so far; those in the order of the clicks come first. */
  fitting(clicked = this.clicked) {
    const fits = this.view.options.filter(option => {
      const left = option.targets.map(addresses => [...addresses]);
      return clicked.every(address => { const place = left.findIndex(addresses => addresses.includes(address)); if (place < 0) return false; left.splice(place, 1); return true; });
    });
    const straight = fits.filter(option => clicked.every((address, place) => option.targets[place]?.includes(address)));
    return straight.length ? straight : fits;
  }

  /** What would be clicked next in an option. */
  next(option) {
    const left = option.targets.map(addresses => [...addresses]);
    for (const address of this.clicked) { const place = left.findIndex(addresses => addresses.includes(address)); if (place >= 0) left.splice(place, 1); }
    return left[0] ?? [];
  }

  light() {
    const fits = this.fitting(), open = new Set(fits.flatMap(option => this.next(option)));
    const inner = new Set();
    for (const part of [...this.parts].reverse()) {  // an address by place holds the one by name: the outermost is the button
      const address = part.dataset.at, lit = open.has(address), held = this.clicked.includes(address);
      part.classList.toggle('lit', lit); part.classList.toggle('held', held);
      const outer = part.parentElement?.closest('[data-at]');
      const live = (lit || held) && !(outer && (open.has(outer.dataset.at) || this.clicked.includes(outer.dataset.at)));
      if (live && !this.busy) {
        part.setAttribute('role', 'button'); part.setAttribute('tabindex', '0');
        part.setAttribute('aria-label', `${part.querySelector('title')?.textContent ?? address.split(':').pop()}${held ? ', chosen' : ''}`);
      } else for (const name of ['role', 'tabindex', 'aria-label']) part.removeAttribute(name);
    }
    return inner;
  }

  click(part) {
    if (!this.view.options.length || this.busy) { this.refused(part.dataset.at, null); return; }
    const chain = [];
    for (let at = part; at; at = at.parentElement?.closest('[data-at]')) chain.push(at.dataset.at);
    const held = chain.find(address => this.clicked.includes(address));
    if (held) { this.pick(this.clicked.filter(address => address !== held)); return; }
    const good = chain.find(address => this.fitting().some(option => this.next(option).includes(address)))
      ?? chain.find(address => this.fitting([...this.clicked, address]).length);
    if (good) { this.pick([...this.clicked, good], true); return; }
    const anew = chain.find(address => this.fitting([address]).length);
    if (anew) { this.pick([anew], true); return; }
    this.refused(chain[0], part.querySelector('title')?.textContent ?? chain[0].split(':').pop());
  }

  /** Narrow the options to what was clicked; one that is left alone is done. */
  pick(clicked, now = false) {
    this.clicked = clicked;
    const fits = this.fitting();
    if (now && fits.length === 1) { this.take(fits[0]); return; }
    this.light();
    this.offer(fits);
    if (now && clicked.length && !fits.some(option => this.next(option).length)) this.list.querySelector('button.option')?.focus();
  }

  take(option) {
    if (this.busy) return;
    this.busy = true;
    this.light();
    for (const button of this.list.querySelectorAll('button')) button.disabled = true;
    Promise.resolve(this.choose(option)).catch(() => {}).finally(() => { if (this.busy) { this.busy = false; this.clicked = []; this.pick([]); } });
  }

  offer(fits) {
    const parts = [];
    if (this.clicked.length) parts.push(el('p', { class: 'row small' }, el('span', { class: 'soft' }, fits.some(option => this.next(option).length) ? 'Now click the next thing, or choose:' : 'Choose:'),
      el('button', { class: 'small-button quiet', type: 'button', onclick: () => this.pick([]), title: 'Escape' }, 'Choose something else')));
    const groups = new Map();
    for (const option of fits) { const name = rest(option) === null ? option.words : option.action; groups.set(name, [...(groups.get(name) ?? []), option]); }
    for (const [name, members] of groups) {
      const button = (option, words) => el('button', { class: 'option', type: 'button', 'data-code': option.code, onclick: () => this.take(option), onmouseenter: () => this.point(option, true), onmouseleave: () => this.point(option, false), onfocus: () => this.point(option, true), onblur: () => this.point(option, false) }, plain(words));
      if (members.length === 1) parts.push(el('div', { class: 'options' }, button(members[0], members[0].words)));
      else parts.push(el('h3', { class: 'deed' }, heading(name)), el('div', { class: 'options', role: 'group', 'aria-label': heading(name) }, ...members.map(option => button(option, rest(option) ?? option.words))));
    }
    this.list.replaceChildren(...parts);
  }

  /** Show on the table what an option is about. */
  point(option, on) {
    for (const part of this.parts) part.classList.toggle('pointed', on && option.targets.some(addresses => addresses.includes(part.dataset.at)));
  }

  tell() {
    this.log.replaceChildren(...this.view.told.flatMap((line, place) => [
      ...(line.words ? [el('li', {}, el('span', {}, plain(line.words)), this.jump && line.at !== undefined ? el('button', { class: 'link small', type: 'button', title: 'Look at the table just before this', 'aria-label': `Look back to before: ${line.words}`, onclick: () => this.jump(line.at) }, 'look back') : null)] : []),
      ...line.signs.map(sign => el('li', { class: 'sign' }, sign))]));
    this.log.scrollTop = this.log.scrollHeight;
  }
}
