"""The segment scripts of Arras, one file a phase."""
