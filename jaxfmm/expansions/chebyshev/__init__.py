"""Expansions of any kernel by interpolation at Chebyshev nodes, in one to three dimensions."""
