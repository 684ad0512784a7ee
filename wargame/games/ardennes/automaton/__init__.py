"""The automated Allies (mode gs): rules that decide for a side, with their working."""
