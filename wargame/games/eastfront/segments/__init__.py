"""The segment scripts of East Front, in rulebook order."""
