"""Playing games: whole random games in native kernels, and what came of them."""
