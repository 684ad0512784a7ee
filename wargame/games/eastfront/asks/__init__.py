"""The questions of East Front."""
