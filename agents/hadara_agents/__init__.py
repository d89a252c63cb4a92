"""Players of Hadara and the `hadara` command."""
