"""Multipole and local expansions: a folder for each family, with the same file names in each."""
