"""What there is in a game: its boards, kinds, places and how they lie in the state."""
