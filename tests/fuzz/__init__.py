"""Random games with every check on."""
