"""Expansions in three dimensions of radial kernels that are nearly harmonic, as a softened 1/r."""
