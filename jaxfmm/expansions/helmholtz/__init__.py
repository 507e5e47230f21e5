"""Expansions of the Helmholtz kernels in spherical waves and, in the plane, in circular waves."""
