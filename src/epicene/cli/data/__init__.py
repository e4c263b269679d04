"""epicene data: list, get, check and describe the data sets."""
