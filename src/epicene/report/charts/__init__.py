"""Charts: each draws itself in the page (inline SVG) and, where a paper may want it, as a file."""
