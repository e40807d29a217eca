"""Exact and classic search: which positions are equal, alpha-beta, max-n, expectimax, and a solver that proves small games."""
