"""Tests of wargame.model."""
