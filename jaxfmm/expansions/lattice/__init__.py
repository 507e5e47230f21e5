"""Sums of irregular harmonics over a lattice, by which far images act on the root of a tree."""
