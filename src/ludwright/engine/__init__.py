"""The two runs of a game's rules, plain Python and machine code, and the random numbers they share."""
