// Taylor expansions of radial kernels on CPUs: the passes that do not depend on the kernel. The
// others are in generated/radial_between.cpp for the most used kernels, and compiled on demand for
// others.
#include "radial_cpu.h"

namespace {

using Radial1D = RadialFamily<1, NoFunction>;
using Radial2D = RadialFamily<2, NoFunction>;
using Radial3D = RadialFamily<3, NoFunction>;

}  // namespace

JAXFMM_PASSES_OF_POINTS(radial1d, Radial1D)
JAXFMM_PASSES_OF_POINTS(radial2d, Radial2D)
JAXFMM_PASSES_OF_POINTS(radial3d, Radial3D)
