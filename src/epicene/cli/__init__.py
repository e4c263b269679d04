"""Commands: read arguments, call the library, print; no logic."""
