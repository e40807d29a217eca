"""From text to trees: the grammar, syntax mistakes, files that build on other files, and tables.

The entry points are :func:`ludwright.language.source.read_description`,
:func:`ludwright.language.source.read_text` and :func:`ludwright.language.tables.read_table`.
"""
