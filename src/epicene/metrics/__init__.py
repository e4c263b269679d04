"""Pure functions over scores: rates, intervals, tests. Reads no file, asks no model, never imports torch."""
