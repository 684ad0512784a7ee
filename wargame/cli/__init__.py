"""The command line and line mode: every face of the program that is not the table."""
