"""Inside a model: hidden states, probes, forced decoding, interventions."""
