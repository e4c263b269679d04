"""Many runs on one page that needs no server, and a model card's block: results that travel."""
