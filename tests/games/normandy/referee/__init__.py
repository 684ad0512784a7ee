"""A referee of Normandy 1944 that answers from the rule text alone.

Plain functions over a plain position; nothing here comes from the program it is held against.
Where the text can be read in two ways the docstring tells the reading taken.

`board.ground_from` reads a map and `position.position_from` a position out of plain dicts;
`table.table` writes a position in short lines for tests. Then, in rulebook order:
`support` (weather, levels, points, bombs), `supply`, `allowed` (who qualifies for what),
`entry`, `moves`, `strategic`, `zones` (ZOC, stacking, boundary), `duty` (whom to attack, which
attacks are legal), `guns` (what may be committed), `battle` (ratio, modifiers, chances),
`results` (losses, stand), `retreats`, `advances`, `victory`. `tables` has the numbers.
"""
