"""The kernels of players that think: compiled once by Numba, they know a game by the addresses of its functions alone."""
