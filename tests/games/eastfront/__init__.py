"""Tests of East Front."""
