"""Players of every strength, each described by a short text such as `mcts:1000` or `greedy`."""
