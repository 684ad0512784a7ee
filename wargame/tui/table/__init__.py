"""The table screen and what is said and done there."""
