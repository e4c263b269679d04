#!/usr/bin/env bash
# A stranger with a clean machine: a fresh clone, then README.md word for word.
#
#   tests/readme_from_nothing.sh [--list | --all]
#
# The environment is empty but for PATH, a new HOME and what tells pip where its index is. `make test` is left out unless
# --all is given, because it takes a quarter of an hour. Where no model hub answers, small random models stand in under
# the names that README has, and so does the downloaded data; commands stay as they are.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)

blocks() { awk -v language="$2" '$0 == "```" language {on=1; next} $0 == "```" {on=0} on' "$1"; }
commands() { blocks "$1" bash | sed -E 's/(^|[[:space:]])#.*$//; s/[[:space:]]+$//' | grep -v '^$'; }

if [ "${1:-}" = --list ]; then
  commands "$root/README.md"
  exit
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
git clone --quiet "$root" "$work/epicene"
cd "$work/epicene"
mkdir "$work/home"

kept=(PATH="$PATH" HOME="$work/home")
while IFS= read -r variable; do kept+=("$variable"); done < <(env | grep -E '^(PIP_[A-Z_]+|[A-Za-z]+_(proxy|PROXY)|SSL_CERT_FILE)=' || true)
for file in "$HOME/.config/pip/pip.conf" "$HOME/.pip/pip.conf"; do
  [ -f "$file" ] && kept+=(PIP_CONFIG_FILE="$file")
done

stand_in() {
  echo "== no model hub here: small stand-ins under the same names"
  kept+=(HF_HUB_OFFLINE=1)
  env -i "${kept[@]}" PYTHONPATH=tests .venv/bin/python -c '
from pathlib import Path
from docs.stand_ins import fill_cache, make_hub
from epicene.core.files import cache_folder
make_hub(Path.home() / ".cache/huggingface/hub")
fill_cache(cache_folder())' 2>/dev/null
}

followed=0
while IFS= read -r command <&3; do
  if [ "$command" = "make test" ] && [ "${1:-}" != --all ]; then
    echo "== left out: $command"
    continue
  fi
  echo "== $command"
  start=$SECONDS
  env -i "${kept[@]}" bash -c "$command"
  echo "== done in $((SECONDS - start)) s"
  followed=$((followed + 1))
  if [ "$command" = "make audit" ] && ! env -i "${kept[@]}" .venv/bin/epicene doctor | grep -q '^ok .*model hub'; then
    stand_in
  fi
done 3< <(commands README.md)

echo "== the Python block"
blocks README.md python > "$work/block.py"
env -i "${kept[@]}" .venv/bin/python "$work/block.py"

test -s "$(ls -d runs/SmolLM2-*/report.html)"
git status --porcelain | grep . && { echo "README left files that git does not ignore"; exit 1; }
echo "== README works: $followed commands and the Python block"
