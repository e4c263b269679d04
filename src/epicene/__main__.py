"""`python -m epicene` is the `epicene` command."""

from epicene.cli.main import run

run()
