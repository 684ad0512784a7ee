"""An independent referee of Ardennes 1944, written from the rule text alone."""
