// Who can sit in a seat beside people: names that the command line knows, too, in words.
export const AGENTS = [
  ['random', 'random play'], ['greedy', 'takes the most points at once'], ['novice', 'a beginner'], ['casual', 'a casual player'], ['expert', 'an expert'], ['mcts:100', 'thinks ahead'], ['mcts:1000', 'a strong player'],
];
/** Those who can play a game: one that does not say who is ahead has nobody who takes the most at once. */
export const agents = info => AGENTS.filter(([name]) => name !== 'greedy' || info?.led !== false);
const PEOPLE = { here: 'a person here', friend: 'a friend at a link' };
/** A player in words; whoever has more to say about them than a name keeps it for a tool-tip. */
export function inWords(who) {
  const known = PEOPLE[who] ?? AGENTS.find(([name]) => name === who)?.[1];
  if (known) return known;
  const [kind, rest = ''] = who.split(/:(.*)/s), count = /^\d+/.exec(rest)?.[0], bot = /\bbot=([^,]+)/.exec(rest)?.[1];
  const thinks = count ? `, ${Number(count).toLocaleString()} tries a move` : '';
  if (kind === 'improve') return `${bot ?? 'a plan'}, thinking ahead${thinks}`;
  return { mcts: `thinks ahead${thinks}`, auto: `a strong player${thinks}`, flat: `tries everything out${thinks}` }[kind] ?? who;
}
