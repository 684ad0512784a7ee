"""The numbers of Arras: TOML files, their models, and what is worked out from them."""
