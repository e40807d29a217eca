// A friend's seat: what it sees, and its moves. The key in the address is all that this page knows.
import { ask, el, kindly, notice } from './common.js';
import { Table } from './table.js';

const at = id => document.getElementById(id), root = `/seat/${at('playing').dataset.key}`;
let seen = null, busy = false, again = false;

const table = new Table({
  paper: at('paper'), list: at('moves'), log: at('log'),
  choose: option => kindly(() => ask(`${root}/move`, { ...(option.codes ? { codes: option.codes } : { code: option.code }), at: seen.at }))().then(refresh),
});

async function refresh() {
  if (busy) { again = true; return; }
  busy = true;
  try { do { again = false; await look(); } while (again); } catch (error) { at('turn').textContent = error.message; } finally { busy = false; }
}
async function look() {
  seen = await ask(`${root}/view`);
  table.show(seen);
  const mine = seen.options.length > 0;
  at('turn').textContent = seen.ended ? 'The game is over' : mine ? 'It is your turn' : seen.asked === null ? 'Choices in secret' : `${seen.names[seen.asked]} is next`;
  document.title = `${mine ? '● ' : ''}${seen.title}: ${seen.names[seen.seat]}`;
  if (seen.ended) at('moves').replaceChildren(el('div', { class: 'panel ending' }, el('h2', {}, seen.over[0] ?? 'The game is over'), ...seen.over.slice(1).map(line => el('p', {}, line))));
  else if (!mine) at('moves').replaceChildren(el('p', { class: 'soft' }, 'You are asked nothing now. This page tells you when it is your turn.'));
}

let wait = 300, lost = false;
function connect() {
  const socket = new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}${root}/live`);
  socket.addEventListener('open', () => { wait = 300; if (lost) refresh(); lost = false; });
  socket.addEventListener('message', () => refresh());
  socket.addEventListener('close', () => { if (!lost) notice('The table does not answer. The game is kept; this page goes on by itself.', true); lost = true; wait = Math.min(5000, wait * 1.6); setTimeout(connect, wait); });
}
connect();
refresh();
