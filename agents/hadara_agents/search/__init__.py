"""Agents that look ahead: flat Monte Carlo and information-set tree search."""
