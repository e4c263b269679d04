"""What a decoder is fed while its states are read: the system's own translation, or by option the reference.

The own translation is the default because a reference hands the decoder *her* or *actress* and with it the label.
Where the reference is forced nevertheless, only what both genders of a pair share is: places before the possessive.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from epicene.core.progress import Progress
from epicene.inside.probes.hidden_states import Source, Target
from epicene.inside.token_spans import target_pieces
from epicene.inside.word_contrasts import decoder_start
from epicene.models.batching import unanswered
from epicene.models.translation import Translator
from epicene.runs.folder import Journal

Numbered = tuple[int, Sequence[int]]  # a sentence's number, and tokens: its own, or those of its translation
Generating = Callable[[Sequence[Sequence[Numbered]]], Iterable[Sequence[Numbered]]]


def own_targets(
    translator: Translator,
    sources: Sequence[Source],
    journal: Journal,
    progress: Progress,
    generating: Generating | None = None,
) -> list[Target]:
    """Translate what the journal does not have yet, a batch at a time.

    Where `generating` says who translates batches, in any order, the translator may be without weights.
    """
    planned = list(translator.batches([len(source.ids) for source in sources]))
    todo = unanswered(planned, lambda numbers: map(str, numbers), journal.records)
    if todo:
        n_done = sum(str(number) in journal.records for number in range(len(sources)))
        progress.start(f"Translating with {translator.name}", len(sources), n_done)
    batches = [[(number, sources[number].ids) for number in numbers] for numbers in todo]
    for answers in generating(batches) if generating else (generate(translator, batch) for batch in batches):
        progress.advance(journal.append({"key": str(number), "ids": ids} for number, ids in answers))
    marks = _marks(translator)
    return [_target(journal.records[str(number)]["ids"], marks) for number in range(len(sources))]


def generate(translator: Translator, sentences: Sequence[Numbered]) -> list[Numbered]:
    """In one batch, unless memory ran out before and the translator takes fewer now."""
    found: list[Numbered] = []
    for batch in translator.batches([len(ids) for _, ids in sentences]):
        answers = translator.generate([sentences[place][1] for place in batch])
        found += [(sentences[place][0], ids) for place, ids in zip(batch, answers, strict=True)]
    return found


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
