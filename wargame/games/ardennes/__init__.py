"""Ardennes 1944: cards, combat chits, roadblocks, and Allies who may be run by the rules."""
