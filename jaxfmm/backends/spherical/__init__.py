"""Translations of spherical waves. `expansions.helmholtz.translations3d.along_axis` says what they
are, and does them in XLA; backends that have a function `spherical` do them faster."""
