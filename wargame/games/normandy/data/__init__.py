"""The printed matter of Normandy: tables, order of battle, sequence, and the models that read them."""
