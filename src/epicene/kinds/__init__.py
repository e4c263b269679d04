"""Kinds of benchmarks, a folder each: how items are read, checked, measured, compared and shown."""
