"""Sums over the images of a periodic cell by Ewald's split."""
