// The games frame by frame: a slider, before and after, with anybody's eyes, changes lit up, everything that is there.
import { ask, drawing, el } from '/web/common.js';

const at = id => document.getElementById(id);
let turn = 0;

export function setRuns(names) { at('frame-run').replaceChildren(...names.map(name => el('option', { value: name }, name))); }

/** Show a frame of a game. */
export function openFrame(run, game, frame, scroll = true) {
  at('frame-run').value = run; at('frame-game').value = game;
  at('frame').max = Math.max(frame, Number(at('frame').max)); at('frame').value = frame;
  if (scroll) at('frames-title').scrollIntoView({ behavior: 'smooth' });
  return show();
}

const several = (title, entries, open) => entries.length ? el('details', open ? { open: true } : {}, el('summary', {}, `${title} (${entries.length})`), el('ul', {}, ...entries)) : null;

async function show() {
  if (!at('frame-run').value) return;
  const mine = ++turn, asked = new URLSearchParams({ run: at('frame-run').value, number: at('frame-game').value || '0', frame: at('frame').value, before: at('frame-before').checked ? '1' : '0', seat: at('frame-seat').value });
  try {
    const found = await ask(`/see/frame?${asked}`);
    if (mine === turn) draw(found);
  } catch (error) { if (mine === turn) { at('frame-picture').replaceChildren(el('p', { class: 'wait', role: 'alert' }, error.message)); at('frame-told').replaceChildren(); } }
}

function draw(found) {
  at('frame').max = found.last; at('frame').value = found.frame;
  at('frame-number').textContent = `${found.frame} of ${found.last}`;
  const seat = at('frame-seat').value;
  at('frame-seat').replaceChildren(el('option', { value: '0' }, 'somebody who sees all'), ...found.seats.map((name, place) => el('option', { value: place + 1, selected: String(place + 1) === seat }, name)));
  at('frame-picture').replaceChildren(drawing(innerWidth < 640 ? found.narrow : found.svg));
  const changed = new Set(found.changes.map(change => change.what));
  const lit = (name, words) => el('li', {}, el('span', { class: changed.has(name) ? 'lit' : '' }, words));
  const whole = one => one.owner ? `${one.name} of ${one.owner}` : one.name;
  at('frame-told').replaceChildren(...[
    el('p', {}, el('strong', {}, found.actor ? `${found.actor} acts` : 'Nobody acts')), el('p', {}, found.done),
    several('What changed', found.changes.map(change => el('li', {}, el('span', { class: 'lit' }, `${change.what}: ${change.before} → ${change.after}`))), true),
    several('Numbers', found.variables.map(one => lit(whole(one), `${whole(one)}: ${one.value}`)), true),
    several('Zones', found.zones.map(zone => lit(zone.name, `${zone.name} (${zone.count}): ${[...(zone.hidden ? [`${zone.hidden} unseen`] : []), ...zone.contents].join(', ') || 'empty'}`))),
    several('Components', found.components.map(one => lit(one.name, `${one.name}: ${one.place}${Object.entries(one.carries).map(([name, value]) => `, ${name} ${value}`).join('')}`))),
    several('How it stands', Object.entries(found.standing).map(([name, value]) => el('li', {}, `${name}: ${value}`))),
  ].filter(Boolean));
}

const step = by => { at('frame').value = Number(at('frame').value) + by; show(); };
at('frame-back').addEventListener('click', () => step(-1));
at('frame-on').addEventListener('click', () => step(1));
at('frame').addEventListener('input', show);
for (const id of ['frame-before', 'frame-seat']) at(id).addEventListener('change', show);
for (const id of ['frame-run', 'frame-game']) at(id).addEventListener('change', () => { at('frame').value = 0; show(); });
