"""Sums over the devices of a mesh: who has which points, what they send each other, and the methods
made of it."""
