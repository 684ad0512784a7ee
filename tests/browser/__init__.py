"""The table in a real browser: `make browser`."""
