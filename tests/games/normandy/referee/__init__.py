"""A referee of Normandy 1944 that answers from the rule text alone.

Plain functions over a plain position; nothing here comes from the program it is held against.
Where the text can be read in two ways the docstring tells the reading taken.
"""
