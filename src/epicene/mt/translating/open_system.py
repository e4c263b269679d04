"""From what a user names to what translates: a model that transformers loads, one in another program's format,
Apertium, a chat model, or a command. All but the first give lines for lines, and nothing to look into."""

from __future__ import annotations

from pathlib import Path

from epicene.core.errors import InputError
from epicene.models.engines.ledger import Spending
from epicene.models.engines.local import RAY, Engine
from epicene.models.language_codes import check_language, same_language
from epicene.models.loading import Placement
from epicene.models.source import CHAT, is_served
from epicene.models.translation import Decoding
from epicene.mt.translating.chat_system import open_chat
from epicene.mt.translating.converted_models import FIREFOX, open_ctranslate2, open_firefox
from epicene.mt.translating.line_programs import APERTIUM, APERTIUM_MODES, CommandSystem, open_apertium
from epicene.mt.translating.transformers_system import ModelChoice, gives_lines_only, open_model
from epicene.mt.translating.translate_file import CountedSystem


def languages_of(spec: str | None, source: str | None, target: str | None) -> tuple[str, str]:
    """Those that were given, or those that the name of a system says."""
    prefix, _, pair = (spec or "").partition(":")
    if prefix == APERTIUM and pair in APERTIUM_MODES:
        own = tuple(pair.split("-"))
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
        return own[0], own[1]
    if prefix == APERTIUM:
        open_apertium(pair)
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
    if choice.spec.startswith(f"{CHAT}:") and is_served(choice.spec):
        most, at_once = decoding.max_new_tokens, placement.threads
        return open_chat(choice.spec, *languages, choice.prompts, most, spending, at_once)
    if not gives_lines_only(choice.spec):
        return open_model(choice, *languages, placement, decoding, engine, by_prompt=True)
    idle = {"--revision": choice.revision, "--prompts": choice.prompts, "--engine ray": engine.name == RAY}
    prefix, _, rest = choice.spec.partition(":")
    if prefix in (APERTIUM, FIREFOX):
        idle |= {"--prefix": choice.prefix}
    if option := next((option for option, given in idle.items() if given), None):
        raise InputError("{option} changes nothing for {spec}; leave it out.", option=option, spec=choice.spec)
    if prefix == APERTIUM:
        return open_apertium(rest)
    if prefix == FIREFOX:
        return open_firefox(Path(rest).expanduser(), languages)
    return open_ctranslate2(choice.spec, languages, placement, decoding, choice.prefix)
