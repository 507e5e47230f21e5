"""Translations of spherical waves. `expansions.helmholtz.translations3d.along_axis` defines them
and computes them in XLA; backends that have a function `spherical` are faster."""
