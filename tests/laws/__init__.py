"""The laws of docs/rules.md, a file for each chapter; a test's name begins with the clauses it would catch broken."""
