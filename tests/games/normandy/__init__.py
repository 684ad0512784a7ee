"""Tests of Normandy 1944."""
