"""Questions to recorded games: expressions followed along them, combined, grouped, and moments found in them."""
