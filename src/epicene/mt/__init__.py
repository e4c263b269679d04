"""Gender in machine translation, seen from outside: corpora, judging, WinoMT, training-corpus statistics."""
