#!/usr/bin/env bash
# epicene without torch: the wheel of this tree in environments that have the core's packages alone, and then those of the
# extras `mt` and `collect`; each command that needs no model is run there, and one that does is to name the extra.
#
#   tests/light_core.sh [PYTHON]     an interpreter with epicene's test extra; .venv/bin/python unless told
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
python=${1:-$root/.venv/bin/python}
work=$(mktemp -d)
served=
trap '[ -z "$served" ] || kill "$served" 2>/dev/null || true; rm -rf "$work"' EXIT

mkdir "$work/tree" "$work/here"
cp -r "$root"/{pyproject.toml,README.md,LICENSE,MANIFEST.in,src} "$work/tree"
"$python" -m pip wheel --quiet --no-deps --no-build-isolation --wheel-dir "$work" "$work/tree"
"$python" "$root/tests/light_venv.py" "$work/core" "$work"/epicene-*.whl
"$python" "$root/tests/light_venv.py" "$work/more" "$work"/epicene-*.whl mt collect
export EPICENE_OFFLINE=1 EPICENE_CACHE="$work/cache" LANG=C.UTF-8 OMP_NUM_THREADS=1
unset PYTHONPATH
cd "$work/here"

run() { # ENVIRONMENT COMMAND...: it ends well
  local bin=$work/$1/bin
  shift
  if ! "$bin/python" -m epicene "$@" >said 2>&1; then
    echo "Without torch, this fails: epicene $*"
    cat said
    exit 1
  fi
}
refused() { # ENVIRONMENT EXTRA COMMAND...: one sentence with the line that installs the extra
  local bin=$work/$1/bin extra=$2
  shift 2
  if "$bin/python" -m epicene "$@" >said 2>&1 || [ "$(grep -c "^epicene: " said)" != 1 ] || grep -q Traceback said || ! grep -qF "pip install '.[$extra]'" said; then
    echo "This should name the extra $extra in one sentence: epicene $*"
    cat said
    exit 1
  fi
}

for heavy in torch transformers sklearn thot starlette; do
  ! "$work/core/bin/python" -c "import $heavy" 2>/dev/null || { echo "$heavy is in the core"; exit 1; }
done
"$work/core/bin/python" - <<'PYTHON'
import json
from pathlib import Path
from epicene.data.datasets import open_benchmark

for name, better in (("one", 0.6), ("two", 0.3)):
    lines = [
        {"item_id": item.id, "role": role, "score": -10 + ((place * 7919) % 100 / 100 < better) * (role == "more")}
        for place, item in enumerate(open_benchmark("pairs-fr").items)
        for role in ("more", "less")
    ]
    Path(f"{name}.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
entities = [("baker", "boulanger", "boulangère"), ("teacher", "enseignant", "enseignante"), ("farmer", "agriculteur", "agricultrice")]
items, french = [], []
for english, he, she in entities * 4:
    for gender, pronoun, noun in (("male", "he", f"Le {he}"), ("female", "she", f"La {she}")):
        items.append(f"{gender}\t1\tThe {english} said that {pronoun} was tired.\t{english}\n")
        french.append(f"{noun} a dit être à bout de forces.\n".replace("Le a", "L'a").replace("La e", "L'e").replace("Le e", "L'e").replace("La a", "L'a"))
Path("en.txt").write_text("".join(items))
Path("fr.txt").write_text("".join(french))
PYTHON

run core --version
run core doctor
run core data list
run core data check pairs-fr
run core data stats triples-fr
run core data template pairs -o mine.tsv
run core score pairs-fr --predictions one.jsonl --out one
run core score pairs-fr --predictions two.jsonl --out two
run core compare one two
run core report one two -o both.html
run core report one -o one.tex --lang fr
run core board one two -o board
run core board --check one two
run core card one
run core adapt check pairs-fr --source pairs-en
run core mt corpus --out corpus
run core mt judge --direction fr-en --source corpus/corpus.fr --reference corpus/corpus.en --hyp good=corpus/corpus.en -o judged
run more mt winomt --items en.txt --translations good=fr.txt -o winomt
run more collect campaign "Nos phrases" --on pairs-fr --organiser "Lab X" --contact dpo@example.org
run more collect stats
run more collect export --out exported
"$work/more/bin/python" -m epicene collect serve --port 0 >served 2>&1 &
served=$!
for _ in $(seq 100); do grep -q "http://" served && break; sleep 0.2; done
"$work/more/bin/python" - <<'PYTHON' || { cat served; exit 1; }
import re, urllib.request
from pathlib import Path
address = re.search(r"http://[^\s/]+", Path("served").read_text())[0]
assert urllib.request.urlopen(address, timeout=20).status == 200
PYTHON
kill "$served" && wait "$served" 2>/dev/null || true
served=

refused core models audit --limit 1
refused core models ask someone/model "Elle code." "Il code."
refused core models mt audit
refused core models audit chat:http://127.0.0.1:9/v1#any --on questions-fr
refused core models lab calibrate
refused core mt mt winomt --items en.txt --translations good=fr.txt
refused core collect collect stats
echo "Without torch: all commands that need no model ran in $SECONDS s ($(du -sm "$work/core" | cut -f1) MB for the core)."
