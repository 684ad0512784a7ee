"""The numbers of Hannut: TOML files, their models, and what is worked out from them."""
