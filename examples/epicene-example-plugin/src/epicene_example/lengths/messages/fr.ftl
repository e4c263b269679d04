lengths--title = La longueur des lignes
lengths--text = Texte
lengths--lines = Lignes
lengths--words = Mots par ligne
