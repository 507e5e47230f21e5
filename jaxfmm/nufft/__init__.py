"""Nonuniform Fourier transforms by a regular grid and a window."""
