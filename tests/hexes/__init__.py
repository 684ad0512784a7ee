"""Tests of the map geometry."""
