"""Environments on the engine: `aec` (PettingZoo), `vector` (batched), `seat` (Gymnasium), and adapters."""
