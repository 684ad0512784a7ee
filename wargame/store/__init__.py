"""Saves on disk: the only writer of files."""
