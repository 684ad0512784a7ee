"""Parts of the table around the map."""
