// Polyharmonic expansions on CPUs: the passes that know nothing of the kernel. M2L is in radial_between.cpp, and for
// further kernels compiled on demand.
#include "polyharmonic_cpu.h"

JAXFMM_PASSES_OF_POINTS(polyharmonic, PolyharmonicFamily<NoFunction>)
