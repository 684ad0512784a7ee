"""Ratios against reference programs, measured side by side in one run: `make bench`."""
