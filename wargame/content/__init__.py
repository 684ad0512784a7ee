"""TOML and markdown content read into frozen models; knows no game."""
