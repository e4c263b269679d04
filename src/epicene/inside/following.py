"""What a decoder is fed while its states are read: the system's own translation, or by option the reference.

The own translation is the default because a reference hands the decoder *her* or *actress* and with it the label.
Where the reference is forced nevertheless, only what both genders of a pair share is: places before the possessive.
"""

from __future__ import annotations

from collections.abc import Sequence

from epicene.core.progress import Progress
from epicene.inside.contrast import decoder_start
from epicene.inside.journal import Journal
from epicene.inside.places import target_pieces
from epicene.inside.states import Source, Target
from epicene.models.translation import Translator


def own_targets(
    translator: Translator, sources: Sequence[Source], journal: Journal, progress: Progress
) -> list[Target]:
    """Translate what the journal does not have yet, a batch at a time."""
    todo = [number for number in range(len(sources)) if str(number) not in journal.records]
    if todo:
        progress.start(f"Translating with {translator.name}", len(sources), len(sources) - len(todo))
    for batch in translator.batches([len(sources[number].ids) for number in todo]):
        numbers = [todo[place] for place in batch]
        answers = translator.generate([sources[number].ids for number in numbers])
        journal.append({"key": str(number), "ids": ids} for number, ids in zip(numbers, answers, strict=True))
        progress.advance(len(batch))
    marks = _marks(translator)
    return [_target(journal.records[str(number)]["ids"], marks) for number in range(len(sources))]


def _marks(translator: Translator) -> set[int | None]:
    """Tokens of an answer that are no part of the translation; an unknown word is one."""
    tokenizer = translator.tokenizer
    around = {tokenizer.pad_token_id, tokenizer.eos_token_id, tokenizer.bos_token_id}
    return (around | {*decoder_start(translator), *translator.marks.decoder.values()}) - {tokenizer.unk_token_id}


def _target(answer: Sequence[int], marks: set[int | None]) -> Target:
    """The decoder at place t predicts what stands at t + 1."""
    places = tuple(place for place in range(len(answer) - 1) if answer[place + 1] not in marks)
    return Target(tuple(answer[: places[-1] + 1] if places else answer[:1]), places)


def forced_targets(translator: Translator, references: Sequence[str], until: Sequence[int]) -> list[Target]:
    """Every reference up to a character, 0 for none of it: what stands after would give the gender away."""
    start = decoder_start(translator)
    targets = []
    for reference, end_of_text in zip(references, until, strict=True):
        pieces = target_pieces(translator, reference)
        n = next((place for place, (_, end) in enumerate(pieces.spans) if end > end_of_text), len(pieces.ids))
        n = n if end_of_text else 0
        fed = (*start, *pieces.ids[:n])[: len(start) + max(n, 1) - 1]
        targets.append(Target(fed, tuple(range(len(start) - 1, len(start) - 1 + n))))
    return targets
