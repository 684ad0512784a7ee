"""Checks of the source itself."""
