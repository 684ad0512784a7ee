"""What a player of Arras may order, a question a file."""
