// The Taylor expansions of radial kernels on CPUs: the passes that know nothing of the kernel. The others are in
// radial_between.cpp, and for further kernels compiled on demand.
#include "radial_cpu.h"

namespace {

using Radial1D = RadialFamily<1, NoFunction>;
using Radial2D = RadialFamily<2, NoFunction>;
using Radial3D = RadialFamily<3, NoFunction>;

}  // namespace

JAXFMM_PASSES_OF_POINTS(radial1d, Radial1D)
JAXFMM_PASSES_OF_POINTS(radial2d, Radial2D)
JAXFMM_PASSES_OF_POINTS(radial3d, Radial3D)
