"""What a training corpus says about occupations (Wisniewski et al. 2022, figure 1 and table 3).

How often each noun occurs, into how many sub-words it is split, which English words *son* is aligned with, and whether
*son*, *sa* and *ses* are with *his* or *her* where the gender of the subject can be read.

Nouns are counted in one pass in blocks, plain or gzip, memory flat whatever the corpus's size.
Words are taken from whole blocks of text at once and only those of the lexicon are kept, which is what makes 4 million
sentence pairs a matter of a minute. A form is counted as written (singular, any case, both spellings); *avocat* is
counted whether a lawyer or a fruit. Also, into how many sub-words a tokenizer splits a noun.
"""

from __future__ import annotations

import io
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice, product
from pathlib import Path
from typing import IO, cast

from msgspec import UNSET

from epicene.core.errors import InputError
from epicene.core.hashing import SHORT, digest, files_digest
from epicene.core.language import language_name
from epicene.core.progress import Progress, Silent
from epicene.data.text_files import opened
from epicene.grammar.french.subjects import PEOPLE
from epicene.grammar.languages import language_of
from epicene.grammar.people import GENDER_OF, Gender, sentence_words
from epicene.metrics.intervals import exact_interval
from epicene.mt.lexicon import Occupation
from epicene.mt.noun_phrases import occupation_length, subject_gender
from epicene.mt.results import AlignedWithSon, AlignedWord, CorpusStats, FormCount, SubjectsPossessive
from epicene.mt.word_alignment import DEFAULT_ALIGNER, align, check_aligner
from epicene.runs.folder import RunFolder

BLOCK = MIB = 1 << 20
_LINE_END = "\0"  # a word of its own, so that no noun is found across two lines
_MARKS = "'’\"“”‘«»()[]{}.,;:!?/…–—*•"

Key = tuple[str, ...]
Pieces = Callable[[str], int]
Cut = Callable[[str], Sequence[str]]  # a text into its pieces
_BEFORE = "le"  # nouns are counted as they stand in a sentence: behind a word
_SENTENCEPIECE = (".model", ".spm")
_SIDES = ("source.spm", "target.spm")
_FOLDER_FILES = (_SIDES[0], "sentencepiece.bpe.model", "spiece.model")


def split_words(text: str) -> list[str]:
    """Words in lower case, one spelling, and line ends. Plain replacing is twice as fast as a regular expression."""
    text = text.lower().replace("œ", "oe").replace("î", "i").replace("û", "u").replace("\u2011", "-")
    for mark in _MARKS:
        text = text.replace(mark, " ")
    return text.replace("\n", f" {_LINE_END} ").split()


def key_of(form: str) -> Key:
    """A form as counting sees it: *homme d’affaires* is homme, d, affaires."""
    return tuple(split_words(form))


@contextmanager
def _opened_text(path: Path) -> Iterator[tuple[IO[str], IO[bytes]]]:
    """A text file, read in blocks, and its bytes on the disk: what is no UTF-8 is found, but not its line."""
    with opened(path) as file:
        try:
            content = cast(io.BufferedReader, file.content)
            yield io.TextIOWrapper(content, encoding="utf-8-sig", newline="\n"), file.stored
        except UnicodeDecodeError as error:
            raise InputError(f"{path} is not UTF-8 ({error.reason}); convert it and try again.") from error


def _blocks(path: Path, progress: Progress) -> Iterator[str]:
    """Blocks that end with a line, of a file that may be large."""
    with _opened_text(path) as (text, stored):
        progress.start(f"{path.name} (MiB)", -(-path.stat().st_size // MIB))
        done = 0
        while block := text.read(BLOCK):
            yield block + text.readline()
            reached = stored.tell() // MIB
            progress.advance(reached - done)
            done = reached


class FormCounter:
    """Counts forms of one or several words. `words` adds single words that are wanted too (*son*, *his*)."""

    def __init__(self, forms: Iterable[str], words: Iterable[str] = ()) -> None:
        keys = {key_of(form) for form in forms} | {(word,) for word in words}
        self._single = frozenset(key[0] for key in keys if len(key) == 1)
        self._longer: dict[str, list[Key]] = {}
        for key in keys:
            if len(key) > 1:
                self._longer.setdefault(key[0], []).append(key)
        self.counts: Counter[Key] = Counter()
        self.lines = 0

    def count(self, path: Path, progress: Progress | None = None) -> FormCounter:
        for block in _blocks(path, progress or Silent()):
            self._add(block)
        return self

    def _add(self, block: str) -> None:
        self.lines += block.count("\n") + (not block.endswith("\n"))
        texts = split_words(block)
        for word, n in Counter(filter(self._single.__contains__, texts)).items():
            self.counts[(word,)] += n
        longer = self._longer
        for index in [start for start, word in enumerate(texts) if word in longer] if longer else ():
            for key in longer[texts[index]]:
                if tuple(texts[index : index + len(key)]) == key:
                    self.counts[key] += 1


def sample_pairs(source: Path, target: Path, total: int, wanted: int) -> Iterator[tuple[str, str]]:
    """`wanted` pairs spread evenly over the corpus."""
    indices = {step * total // wanted for step in range(min(wanted, total))} if total > wanted else None
    with _opened_text(source) as (source_text, _), _opened_text(target) as (target_text, _):
        pairs = enumerate(zip(source_text, target_text, strict=False))
        yield from (pair for index, pair in islice(pairs, total) if indices is None or index in indices)


def open_pieces(tokenizer: str) -> Pieces:
    """Into how many pieces a noun falls behind a word; a tokenizer as `open_cuts` takes it."""
    cut = open_cuts(tokenizer)[0]
    before = len(cut(_BEFORE))
    return lambda noun: len(cut(f"{_BEFORE} {noun}")) - before


def open_cuts(tokenizer: str) -> tuple[Cut, Cut]:
    """How source and target are cut: by a SentencePiece model, a model's folder or a hub id. Only a folder may have one
    for each."""
    path = Path(tokenizer).expanduser()
    sides = [path / side for side in _SIDES]
    if all(side.exists() for side in sides):
        return _sentencepiece(sides[0]), _sentencepiece(sides[1])
    if path.is_dir():
        path = next((path / name for name in _FOLDER_FILES if (path / name).exists()), path)
    if path.suffix in _SENTENCEPIECE:
        return (_sentencepiece(path),) * 2
    from transformers import AutoTokenizer

    try:
        model = AutoTokenizer.from_pretrained(tokenizer)
    except (OSError, ValueError) as error:
        raise InputError(
            f"{tokenizer} has no tokenizer that can be read; give a folder, a hub id or a SentencePiece model."
        ) from error
    return model.tokenize, model.tokenize


def _sentencepiece(path: Path) -> Cut:
    import sentencepiece

    if not path.is_file():
        raise InputError(f"{path} does not exist; name a SentencePiece model, a folder or a hub id.")
    try:
        model = sentencepiece.SentencePieceProcessor(model_file=str(path))
    except (RuntimeError, OSError) as error:
        raise InputError(f"{path} is no SentencePiece model; give the .model or .spm file of the system.") from error
    return lambda text: list(model.encode(text, out_type=str))


KIND = "corpus-stats"
THRESHOLDS = (0, 1, 10, 100, 1_000, 10_000, 100_000, 1_000_000)
POSSESSIVES = {"fr": ("son", "sa", "ses"), "en": ("his", "her", "its", "their")}
LONGEST_ALIGNED = 100
FIRST = 500  # lines that tell the language of a file
MOST_SHOWN = 10
ALWAYS_SHOWN = ("his", "her", "its")
_PRONOUNS = {"il": Gender.MASCULINE, "elle": Gender.FEMININE}
Aligned = tuple[Sequence[str], Sequence[str], Sequence[tuple[int, int]]]  # both sides, and which are linked
WORD_START = ("▁", "ġ")  # of a piece in lower case that begins a word


@dataclass(frozen=True, slots=True)
class CorpusStatsRequest:
    """`aligned` sentence pairs are sampled to see what *son* is aligned with, as words and, with a tokenizer, as its
    pieces; 0 leaves that out."""

    source: Path
    target: Path
    tokenizer: str | None = None
    aligned: int = 0
    aligner: str = DEFAULT_ALIGNER


def corpus_stats(
    request: CorpusStatsRequest, occupations: Sequence[Occupation], progress: Progress | None = None
) -> CorpusStats:
    """What `mt corpus-stats --json` prints."""
    progress = progress or Silent()
    if request.aligned:
        check_aligner(request.aligner)
    pieces = open_pieces(request.tokenizer) if request.tokenizer else None
    french, english = _counted(request, occupations, progress)
    forms = [
        FormCount(
            form,
            gender,
            sum(french.counts[key] for key in {key_of(spelling) for spelling in spellings}),
            pieces(form) if pieces else UNSET,
        )
        for form, gender, spellings in _forms(occupations)
    ]
    ordered = sorted(form.count for form in forms)
    curve = [(threshold, 100 * bisect_right(ordered, threshold) / len(ordered)) for threshold in THRESHOLDS]
    made = CorpusStats(
        pairs=french.lines,
        n_forms=len(forms),
        absent=curve[0][1],
        curve=curve,
        possessives={
            language: {word: counter.counts[(word,)] for word in POSSESSIVES[language]}
            for language, counter in (("fr", french), ("en", english))
        },
        forms=forms,
    )
    if pieces:
        made.pieces = {str(n): count for n, count in sorted(Counter(form.pieces for form in forms).items())}
    if request.aligned:
        progress.say(f"Aligning {min(request.aligned, french.lines)} pairs with {request.aligner}")
        sample = aligned_sample(request, french.lines)
        made.son, made.by_subject = aligned_with_son(sample), by_subject(sample)
        if request.tokenizer:
            progress.say("Aligning their pieces")
            pieces_sample = aligned_sample(request, french.lines, open_cuts(request.tokenizer))
            made.son_pieces = aligned_with_son(pieces_sample, WORD_START)
    return made


def save_stats(
    request: CorpusStatsRequest, occupations: Sequence[Occupation], out: Path | None, progress: Progress | None = None
) -> Path:
    """In a run folder, runs/corpus-stats-NAME-HASH by default; what was counted there before is not counted again."""
    cuts = open_cuts(request.tokenizer) if request.tokenizer else ()
    question = {
        "text": files_digest([request.source, request.target]),
        "nouns": digest([form for form, _, _ in _forms(occupations)]),
        "pieces": digest([list(cut(form)) for cut in cuts for form, _, _ in _forms(occupations)]),
        "aligned": request.aligned,
        "aligner": request.aligner,
    }
    name = request.source.name.removesuffix(".gz")
    folder = RunFolder(out or Path("runs") / f"{KIND}-{name}-{digest(question)[:SHORT]}")
    with folder.lock():
        folder.begin(KIND, question, files={"fr": str(request.source), "en": str(request.target)})
        if not folder.results_path.is_file():
            folder.write_results(corpus_stats(request, occupations, progress))
    return folder.path


def _counted(
    request: CorpusStatsRequest, occupations: Sequence[Occupation], progress: Progress
) -> tuple[FormCounter, FormCounter]:
    """Both sides, checked: the right languages, as many lines."""
    for path, wanted in ((request.source, "fr"), (request.target, "en")):
        with _opened_text(path) as (text, _):
            looks = language_of(list(islice(text, FIRST)), wanted)
        if looks not in (None, wanted):
            raise InputError(
                f"{path} looks {language_name(looks)}; --src is the French side and --tgt the English one."
            )
    spellings = [spelling for _, _, spellings in _forms(occupations) for spelling in spellings]
    french = FormCounter(spellings, POSSESSIVES["fr"]).count(request.source, progress)
    english = FormCounter([], POSSESSIVES["en"]).count(request.target, progress)
    if french.lines != english.lines:
        raise InputError(
            f"{request.target} has {english.lines} lines and {request.source} has {french.lines}; a parallel corpus "
            "needs one line for each line."
        )
    return french, english


def _forms(occupations: Sequence[Occupation]) -> list[tuple[str, str, list[str]]]:
    """Each form once, with its gender and its spellings."""
    forms: dict[str, tuple[str, str, list[str]]] = {}
    for occupation in occupations:
        for gender in Gender:
            form = occupation.form(gender)
            label = "epicene" if occupation.epicene else gender.value
            forms.setdefault(form, (form, label, list(dict.fromkeys([form, occupation.form(gender, reformed=True)]))))
    return list(forms.values())


def _is_son(pieces: Sequence[str], index: int, marks: tuple[str, ...]) -> bool:
    following = pieces[index + 1].lower() if index + 1 < len(pieces) else ""
    goes_on = following[:1].isalnum() and not following.startswith(marks)
    return not goes_on and pieces[index].lower() in {f"{mark}son" for mark in marks}


def aligned_sample(request: CorpusStatsRequest, total: int, cuts: tuple[Cut, Cut] | None = None) -> list[Aligned]:
    """A sample of the pairs in words or, with cuts, in pieces."""
    cut_by = cuts or (sentence_words, sentence_words)
    split = [
        (source, target)
        for pair in sample_pairs(request.source, request.target, total, request.aligned)
        for source, target in [[cut(text.strip()) for cut, text in zip(cut_by, pair, strict=True)]]
        if 0 < len(source) <= LONGEST_ALIGNED and 0 < len(target) <= LONGEST_ALIGNED
    ]
    if not split:
        raise InputError(f"{request.source} has no pair that can be aligned; raise --align or check the files.")
    sources, targets = ([pair[side] for pair in split] for side in (0, 1))
    return list(zip(sources, targets, align(request.aligner, sources, targets), strict=True))


def aligned_with_son(sample: Sequence[Aligned], marks: tuple[str, ...] = ("",)) -> AlignedWithSon:
    """The words or pieces that *son* is aligned with; several links of one *son* count each. A piece with a mark begins
    a word, and is one if the next does not go on with it: « son|t » is no *son*."""
    words: Counter[str] = Counter()
    for source, target, links in sample:
        words.update(target[other].lower() for son, other in links if _is_son(source, son, marks))
    linked = words.total()

    def word(name: str) -> AlignedWord:
        return AlignedWord(name, words[name], 100 * words[name] / linked if linked else 0.0)

    mark = next((mark for mark in marks if any(name.startswith(mark) for name in words)), marks[0])
    always = [f"{mark}{own}" for own in ALWAYS_SHOWN]
    most = [name for name, _ in words.most_common(MOST_SHOWN)]
    return AlignedWithSon(len(sample), linked, len(words), list(map(word, most)), list(map(word, always)))


def by_subject(sample: Sequence[Aligned]) -> list[SubjectsPossessive]:
    """*son*, *sa* and *ses* where the sentence begins with a subject whose gender can be read."""
    cells: Counter[tuple[str, Gender, str]] = Counter()
    for source, target, links in sample:
        if gender := _subject_told(source):
            for index, word in enumerate(source):
                if word in POSSESSIVES["fr"]:
                    found = {target[other] for linked, other in links if linked == index} & GENDER_OF.keys()
                    cells[word, gender, found.pop() if len(found) == 1 else "other"] += 1
    rows = []
    for word, gender in product(POSSESSIVES["fr"], (Gender.FEMININE, Gender.MASCULINE)):
        his, her, other = (cells[word, gender, outcome] for outcome in ("his", "her", "other"))
        rows.append(SubjectsPossessive(word, gender.value, his, her, other))
        if told := his + her:
            ends = exact_interval(her / told, told)
            rows[-1].her_share, rows[-1].low, rows[-1].high = (100 * share for share in (her / told, *ends))
    return rows


def _subject_told(sentence: Sequence[str]) -> Gender | None:
    """Of *il* or *elle*, or of a determiner with an occupation of the lexicon, at the start of a sentence."""
    if sentence[0] in _PRONOUNS:
        return _PRONOUNS[sentence[0]]
    subject = PEOPLE.find_subject(sentence)
    return subject_gender(subject) if subject.determiner and occupation_length(subject.noun) else None
