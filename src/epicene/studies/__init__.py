"""Studies: many models or translation systems from one file, each run in a folder of its own."""
