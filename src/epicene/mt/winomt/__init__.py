"""WinoMT: the gender of translated entities."""
