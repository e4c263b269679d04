lengths--title = How long lines are
lengths--text = Text
lengths--lines = Lines
lengths--words = Words a line
