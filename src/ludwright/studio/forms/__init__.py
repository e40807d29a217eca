"""Forms beside the text: a game as blocks to click, and every click as a change of the text that leaves all else as it was written."""
