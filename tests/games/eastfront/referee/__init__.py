"""A referee of East Front 1941-45 that answers from the rule text alone.

Plain functions over a plain position; nothing here comes from the program it is held against.
Where the text can be read in two ways the docstring tells the reading taken.

`board.printed` is the map and `position.Position` what stands on it. Then: `tables` (classes,
costs, CRT, weather), `zones` (ZOC, stacking), `lines` (connection, isolation), `rails` (nets, pots,
captured track), `supply` (paths, heads), `levels` (limited heads, judgement, attrition), `ships`
(sailing, ports, sea connection, reaction, straits), `partisans`, `works` (engineering), `moves` (MA, costs, reach), `overruns`,
`battle` (strengths, odds, DRM), `after` (losses, retreat, stand fast), `advance`.
"""
