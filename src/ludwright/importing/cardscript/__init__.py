"""CardScript: card games, above all cooperative ones, in the language of van den Hooff (Amsterdam, 2019).

``parser.py`` makes the tree of ``syntax.py``; ``names.py`` knows what each name stands for and ``oddities.py`` what is strange; ``figures.py`` counts without
playing and ``uses.py`` tells who uses what; ``translation.py`` writes the same game as a text in our language.
"""
