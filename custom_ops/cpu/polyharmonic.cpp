// Polyharmonic expansions on CPUs: the passes that do not depend on the kernel. M2L is in
// generated/radial_between.cpp for the most used kernels, and compiled on demand for others.
#include "polyharmonic_cpu.h"

JAXFMM_PASSES_OF_POINTS(polyharmonic, PolyharmonicFamily<NoFunction>)
