"""Expansions of log r in the plane in powers of complex numbers."""
