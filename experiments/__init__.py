"""Experiments, run from the checkout: `python -m experiments.soak --help`."""
