"""Where work is done, in this process, on a cluster or by a server, and what it costs."""
