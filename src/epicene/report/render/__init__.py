"""Documents in each format: HTML, Markdown, LaTeX, CSV, a terminal. They know formats, and nothing of stereotypes."""
