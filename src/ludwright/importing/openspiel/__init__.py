"""Games of OpenSpiel, by name: a short text in our language says who plays and how many answers there are, OpenSpiel carries the rules out.

``openspiel:goofspiel(num_cards=5)`` is a game wherever one is named. How it is found and what it can't be: :mod:`.library`. The text that stands for it:
:mod:`.front_end`. A position, which is all that was done so far: :mod:`.positions`. One step: :mod:`.steps`, under addresses for kernels in :mod:`.kernels_face`,
on lists of numbers in :mod:`.plain_run`. What a seat may take for true: :mod:`.redeal`. Options in words: :mod:`.wording`.
"""
