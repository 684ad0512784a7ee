"""The data of East Front as frozen models."""
