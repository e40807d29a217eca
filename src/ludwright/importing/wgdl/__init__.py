"""WGDL: building games for one player, in the language of Feistenauer (Berlin, 2012).

``words.py`` cuts a text into statements; ``expressions.py`` reads formulas by that language's own priorities; ``model.py`` knows what is declared and what is wrong with
it; ``families.py`` decides what becomes a thing, an enumeration or plain variables; ``counters.py`` lays out the tree of counters; ``formulas.py`` and ``effects.py``
say the same in our language, and ``translation.py`` writes the whole text.
"""
