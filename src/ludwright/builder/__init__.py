"""The parts behind :mod:`ludwright.build`, which is where everything public is imported from."""
