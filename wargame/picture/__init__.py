"""The board as a drawing, in cells or in SVG; knows neither Textual nor a game."""
