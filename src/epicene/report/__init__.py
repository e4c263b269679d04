"""Tables (terminal, Markdown, LaTeX, CSV), figures and the one-file HTML report, from saved runs only."""
