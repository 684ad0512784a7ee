"""Questions of Ardennes: commands, moves, attacks, tactics, hits, reactions."""
