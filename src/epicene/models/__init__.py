"""What answers: masked, causal and encoder-decoder models; where they come from, what they can do."""
