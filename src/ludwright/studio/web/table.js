// A table as one seat sees it: drawn, with what can be chosen lit up and clickable, and listed. Used here and on friends' pages.
import { drawing, el } from './common.js';

/** More than so many things glow without a shadow. */
const MANY = 24;
const plain = words => words.replaceAll('_', ' ');

/** What an option says beyond its action. */
function rest(option) {
  for (const start of [`${option.action} `, 'choose ']) if (option.words.startsWith(start)) return option.words.slice(start.length);
  return null;
}
const heading = (action, question) => action.includes('.') ? question || `choose ${plain(action.split('.').pop())}` : plain(action);

export class Table {
  /** `choose(option)` does one; `refused(part)` is told of a click on what can't be chosen. */
  constructor({ paper, list, log, status, choose, refused = () => {}, jump = null }) {
    Object.assign(this, { paper, list, log, status, choose, refused, jump });
    this.view = null; this.clicked = []; this.held = []; this.busy = false;
    addEventListener('keydown', event => { if (event.key === 'Escape' && this.clicked.length) this.pick([]); else if (event.key === 'Escape' && this.held.length) this.hold([]); });
    matchMedia('(max-width: 46rem)').addEventListener('change', () => { if (this.view) this.draw(); });
  }

  show(view) {
    const news = !this.view || this.view.at !== view.at || this.view.seat !== view.seat;
    this.view = view;
    if (news) { this.clicked = []; this.held = []; }
    this.gathered = view.options.length ? view.gathered : null;
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
    const open = new Set(this.gathered ? this.gathered.each.flatMap(option => option.targets[0]) : this.fitting().flatMap(option => this.next(option)));
    const chosen = this.gathered ? this.held.map(one => one.address) : this.clicked;
    this.paper.classList.toggle('many', open.size > MANY);
    for (const part of [...this.parts].reverse()) {  // an address by place holds the one by name: the outermost is the button
      const address = part.dataset.at, lit = open.has(address), held = chosen.includes(address);
      part.classList.toggle('lit', lit); part.classList.toggle('held', held);
      const outer = part.parentElement?.closest('[data-at]');
      const live = (lit || held) && !(outer && (open.has(outer.dataset.at) || chosen.includes(outer.dataset.at)));
      if (live && !this.busy) {
        part.setAttribute('role', 'button'); part.setAttribute('tabindex', '0');
        part.setAttribute('aria-label', `${part.querySelector('title')?.textContent ?? address.split(':').pop()}${held ? ', chosen' : ''}`);
      } else for (const name of ['role', 'tabindex', 'aria-label']) part.removeAttribute(name);
    }
  }

  click(part) {
    if (!this.view.options.length || this.busy) { this.refused(part.dataset.at, null); return; }
    const chain = [];
    for (let at = part; at; at = at.parentElement?.closest('[data-at]')) chain.push(at.dataset.at);
    if (this.gathered) {
      const address = chain.find(one => this.gathered.each.some(option => option.targets[0].includes(one)));
      if (address) this.toggle(address); else this.refused(chain[0], part.querySelector('title')?.textContent ?? chain[0].split(':').pop());
      return;
    }
    const held = chain.find(address => this.clicked.includes(address));
    if (held) { this.pick(this.clicked.filter(address => address !== held)); return; }
    const good = chain.find(address => this.fitting().some(option => this.next(option).includes(address)))
      ?? chain.find(address => this.fitting([...this.clicked, address]).length);
    if (good) { this.pick([...this.clicked, good], true); return; }
    const anew = chain.find(address => this.fitting([address]).length);
    if (anew) { this.pick([anew], true); return; }
    this.refused(chain[0], part.querySelector('title')?.textContent ?? chain[0].split(':').pop());
  }

  /** Several things that go together: taken up and put back in any order, then chosen at once. */
  toggle(address) {
    const option = this.gathered.each.find(one => one.targets[0].includes(address)), others = this.held.filter(one => one.address !== address);
    this.hold(others.length < this.held.length ? others : [...this.held, { address, option }].slice(-this.gathered.most));
  }

  hold(held) {
    const focused = this.list.contains(document.activeElement) ? document.activeElement.dataset.address : null;
    this.held = held;
    this.light();
    this.gather();
    if (focused) this.list.querySelector(`[data-address="${CSS.escape(focused)}"]`)?.focus();
  }

  gather() {
    const { each, most, none, fewer } = this.gathered, chosen = new Set(this.held.map(one => one.address)), full = this.held.length === most;
    const one = (option, address) => el('button', { class: `option${chosen.has(address) ? ' taken' : ''}`, type: 'button', 'aria-pressed': String(chosen.has(address)), 'data-address': address, onclick: () => this.toggle(address), onmouseenter: () => this.point({ targets: [[address]] }, true), onmouseleave: () => this.point({ targets: [[address]] }, false) }, plain(rest(option) ?? option.words));
    const words = this.held.length ? `${fewer ? '' : `${this.held.length} of ${most}: `}${this.held.map(held => plain(rest(held.option) ?? held.option.words)).join(', ')}` : 'Click them on the table or here, in any order.';
    this.list.replaceChildren(el('h3', { class: 'deed' }, this.view.question), el('p', { class: 'small soft', role: 'status' }, words),
      el('div', { class: 'options', role: 'group', 'aria-label': this.view.question }, ...each.flatMap(option => option.targets[0].map(address => one(option, address)))),
      el('button', { class: 'primary', type: 'button', disabled: !(full || (this.held.length ? fewer : none)), onclick: () => this.take({ codes: this.held.map(held => held.option.code) }) }, !this.held.length && none ? 'None of them' : fewer && this.held.length === 1 ? 'Choose this one' : 'Choose these'));
  }

  /** Narrow the options to what was clicked; one that is left alone is done. */
  pick(clicked, now = false) {
    if (this.gathered) { this.hold(this.held); return; }
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
      else parts.push(el('h3', { class: 'deed' }, heading(name, this.view.question)), el('div', { class: 'options', role: 'group', 'aria-label': heading(name, this.view.question) }, ...members.map(option => button(option, rest(option) ?? option.words))));
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
