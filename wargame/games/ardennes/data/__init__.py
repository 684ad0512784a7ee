"""The printed matter of Ardennes: tables, cards, chits, order of battle, sequence, and the models that read them."""
