// What all pages share: asking the studio, hearing from it, small parts of pages. Nothing here ever turns text into markup.

/** An element: el('button', { class: 'primary', onclick: f }, 'Words', other) */
export function el(tag, given = {}, ...inside) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(given)) {
    if (name.startsWith('on')) made.addEventListener(name.slice(2), value);
    else if (name in made && typeof value === 'boolean') made[name] = value;
    else if (value !== null && value !== undefined && value !== false) made.setAttribute(name, value === true ? '' : value);
  }
  made.append(...inside.filter(one => one !== null && one !== undefined));
  return made;
}

/** A drawing that the studio made, as an element. Scripts in it could not run: the headers of the page forbid them. */
export function drawing(svg) {
  const parsed = new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement;
  return parsed.nodeName === 'svg' ? document.importNode(parsed, true) : el('p', {}, 'There is no picture.');
}

export class AskError extends Error {
  constructor(words, status, more) { super(words); this.status = status; this.more = more; }
}

/** Ask the studio; what it answers, or an AskError with its sentence. */
export async function ask(path, values, { method = values === undefined ? 'GET' : 'POST', signal, body } = {}) {
  let answer;
  try {
    answer = await fetch(path, {
      method, signal, headers: { accept: 'application/json', ...(body ? {} : { 'content-type': 'application/json' }) },
      body: body ?? (values === undefined ? undefined : JSON.stringify(values)),
    });
  } catch (error) {
    if (error.name === 'AbortError') throw error;
    throw new AskError('The studio does not answer. Is it still running?', 0, {});
  }
  const found = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new AskError(found.error ?? 'That did not work.', answer.status, found);
  return found;
}

/** Words in backticks as code. */
export const quoted = text => text.split('`').map((part, place) => place % 2 ? el('code', {}, part) : part);

/** Say something in the corner for a while. */
export function notice(words, bad = false) {
  const box = el('div', { class: bad ? 'notice bad' : 'notice' }, words);
  document.getElementById('notices').append(box);
  setTimeout(() => box.remove(), bad ? 9000 : 4000);
}

/** Do something, and say so if it fails. */
export const kindly = doing => async (...given) => {
  try { return await doing(...given); } catch (error) { notice(error.message, true); if (!(error instanceof AskError)) throw error; return undefined; }
};

/** A dialog with a form; what was typed by its names, or null. */
export function askPerson(title, fields, done = 'OK') {
  return new Promise(resolve => {
    const form = el('form', { method: 'dialog' }, ...fields, el('div', { class: 'row' },
      el('button', { type: 'button', class: 'quiet', onclick: () => box.close() }, 'Cancel'), el('button', { class: 'primary' }, done)));
    const box = el('dialog', { 'aria-label': title }, el('h2', {}, title), form);
    let told = null;
    form.addEventListener('submit', () => { told = Object.fromEntries(new FormData(form)); });
    box.addEventListener('close', () => { box.remove(); resolve(told); });
    document.body.append(box);
    box.showModal();
    form.querySelector('input, select')?.select?.();
  });
}

/** How long ago something was, in words. */
export function ago(seconds) {
  const past = Math.max(0, Date.now() / 1000 - seconds);
  if (past < 60) return 'just now';
  if (past < 3600) return `${Math.round(past / 60)} min ago`;
  if (past < 86400) return `${Math.round(past / 3600)} h ago`;
  return new Date(seconds * 1000).toLocaleDateString(undefined, { day: 'numeric', month: 'short', year: 'numeric' });
}

/** How long something takes, in words. */
export const lasting = seconds => seconds < 90 ? `${Math.ceil(seconds)} s` : seconds < 5400 ? `${Math.round(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`;

// ---------------------------------------------------------------- hearing from the studio

const hearers = [];
let socket = null, watched = [], wait = 300, lost = false;

function connect() {
  socket = new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/live`);
  socket.addEventListener('open', () => {
    wait = 300;
    socket.send(JSON.stringify({ watch: watched }));
    if (lost) hearers.forEach(hear => hear({ kind: 'back' }));
    lost = false;
  });
  socket.addEventListener('message', event => { const told = JSON.parse(event.data); hearers.forEach(hear => hear(told)); });
  socket.addEventListener('close', () => {
    if (!lost) hearers.forEach(hear => hear({ kind: 'lost' }));
    lost = true;
    wait = Math.min(5000, wait * 1.6);
    setTimeout(connect, wait);
  });
}

/** Be told what happens: runs that go on, files that change, the studio going away and coming back. */
export function hear(hearer) {
  hearers.push(hearer);
  if (socket === null) connect();
}

/** Which files to be told about. */
export function watch(names) {
  watched = names;
  if (socket === null) connect();
  else if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ watch: names }));
}

// ---------------------------------------------------------------- light and dark

document.getElementById('theme')?.addEventListener('click', () => {
  const root = document.documentElement;
  const dark = (root.dataset.theme ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')) === 'dark';
  root.dataset.theme = dark ? 'light' : 'dark';
  localStorage.setItem('ludwright-theme', root.dataset.theme);
});
