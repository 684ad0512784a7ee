"""Geometry of the hexagonal map: it knows no game and imports nothing else of wargame."""
