"""What a player of Hannut may order: a verb a file, put together in `action`."""
