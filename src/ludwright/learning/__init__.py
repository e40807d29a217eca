"""Players that learn by playing against themselves: ``ludwright.learn``, ``ludwright learn``, and the agent ``learned:FILE``."""
