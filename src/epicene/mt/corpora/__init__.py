"""Controlled corpora: templates, writing them, reading them, the published one."""
