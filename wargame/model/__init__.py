"""What lies on the table, and the closed vocabulary of changes to it."""
