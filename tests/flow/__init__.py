"""Tests of wargame.flow."""
