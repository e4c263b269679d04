"""epicene adapt: carry a data set to another language."""
