"""Segment scripts of Ardennes, in the order of play."""
