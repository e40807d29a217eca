"""Descriptions of board games in Ludii's language (`.lud`), as far as the documented part of it goes.

What stands in a file: :mod:`.reading`. The board, the pieces, who plays: :mod:`.equipment`. Sets of cells and conditions: :mod:`.conditions`. What moves do:
:mod:`.effects`. Ways to move: :mod:`.moves`. How it ends: :mod:`.ending`. All of it as a text in our language: :mod:`.front_end`.
"""
