"""Models from elsewhere: a hub, or a package index."""
