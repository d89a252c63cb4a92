"""One file for each chapter of the laws; docs/rules.md numbers the clauses they cite."""
