"""Expansions of 1/r in three dimensions in solid harmonics."""
