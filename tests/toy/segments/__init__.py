"""The toy's segment scripts, in rulebook order."""
