"""Learned players: the network, its checkpoints, and the agents that play them."""
