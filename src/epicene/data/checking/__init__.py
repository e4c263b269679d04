"""What is wrong with a data set: texts, duplicates, pairs that differ in more than the group."""
