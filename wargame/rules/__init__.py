"""Game-neutral parts of rules: each knows hexes and chance, none knows a game."""
