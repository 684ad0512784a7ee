"""Tests of Ardennes 1944."""
