"""Normandy 1944: armies with purses, hidden weather, mandatory combat, a boundary that moves."""
