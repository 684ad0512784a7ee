"""Segment scripts of Normandy, in the order of the sequence."""
