"""Sums over the devices of a mesh: which device has which points, what they send each other, and
the methods that sum so."""
