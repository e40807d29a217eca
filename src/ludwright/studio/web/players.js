// Who can sit in a seat beside people: names that the command line knows, too, in words.
export const AGENTS = [
  ['random', 'random play'], ['greedy', 'takes the most points at once'], ['novice', 'a beginner'], ['casual', 'a casual player'], ['expert', 'an expert'], ['mcts:100', 'thinks ahead'], ['mcts:1000', 'a strong player'],
];
/** Those who can play a game: one that does not say who is ahead has nobody who takes the most at once. */
export const agents = info => AGENTS.filter(([name]) => name !== 'greedy' || info?.led !== false);
export const inWords = who => ({ here: 'a person here', friend: 'a friend at a link' })[who] ?? AGENTS.find(([name]) => name === who)?.[1] ?? who;
