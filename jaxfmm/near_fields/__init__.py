"""The fields of near elements, kept with a plan as a sparse matrix."""
