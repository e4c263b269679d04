"""Fixtures of the tests that talk to a stand-in server."""

from models.model_server import answers, pauses, server

__all__ = ["answers", "pauses", "server"]
