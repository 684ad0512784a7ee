"""The segments of Hannut 1940 in the order of play; HAN-RP-11 replaces the old cross-references."""
