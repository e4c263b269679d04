"""From what a user names to what translates: by the engine that recognises it, or by a command."""

from __future__ import annotations

from collections.abc import Mapping

from epicene.core.errors import InputError
from epicene.models.engines.ledger import Spending
from epicene.models.engines.local import Engine
from epicene.models.language_codes import check_language, same_language
from epicene.models.loading import Placement
from epicene.models.translation import Decoding
from epicene.mt.translating.command_system import CommandSystem
from epicene.mt.translating.translate_file import CountedSystem
from epicene.mt.translating.translation_engine import ModelChoice, SystemRequest, engine_for


def languages_of(spec: str | None, source: str | None, target: str | None) -> tuple[str, str]:
    """Those that were given, or those that the name of a system says."""
    own = engine_for(spec).languages(spec) if spec else None
    if own:
        for option, asked, known in (("--from", source, own[0]), ("--to", target, own[1])):
            if asked and not same_language(asked, known):
                raise InputError(
                    "{spec} translates from {own} to {own_2}, so {option} {asked} does not fit.",
                    spec=spec,
                    own=own[0],
                    own_2=own[1],
                    option=option,
                    asked=asked,
                )
        return own
    if not (source and target):
        raise InputError("Say which languages: --from CODE and --to CODE, such as --from fr --to en.")
    return source, target


def open_system(
    choice: ModelChoice | None,
    command: str | None,
    languages: tuple[str, str],
    placement: Placement,
    decoding: Decoding,
    engine: Engine,
    spending: Spending | None = None,
) -> CountedSystem:
    """The one system that a user named."""
    if command and choice is None:
        for language in languages:
            check_language(language)
        return CommandSystem(command)
    if choice is None or command is not None:
        raise InputError("Give one system to translate with: either MODEL or --command CMD.")
    request = SystemRequest(choice, languages, placement, decoding, engine, spending)
    refuse_unfollowed(choice.spec, request.given())
    return engine_for(choice.spec).open(request)


def refuse_unfollowed(spec: str, given: Mapping[str, object]) -> None:
    """An option that was given and that the system's engine cannot follow."""
    if idle := {option for option, value in given.items() if value} - engine_for(spec).takes:
        raise InputError("{option} changes nothing for {spec}; leave it out.", option=min(idle), spec=spec)
