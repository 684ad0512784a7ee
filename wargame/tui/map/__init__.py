"""The hex map drawn with text cells; everything but `view` is free of Textual."""
