"""Players as compiled functions over the engine's record: what rollouts and tournaments of thousands of games use."""
