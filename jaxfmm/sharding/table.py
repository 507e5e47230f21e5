"""Which methods run over a mesh, and how. A new one is a new row."""

from jaxfmm.methods.base import Method
from jaxfmm.methods.by_expansions import FMM, Treecode
from jaxfmm.methods.direct import Direct
from jaxfmm.methods.ewald import Ewald
from jaxfmm.methods.ewald_segments import EwaldBySegments
from jaxfmm.methods.gaussian import FGT, Exponentials, Fourier
from jaxfmm.methods.helmholtz import WaveFMM
from jaxfmm.methods.segments import DirectBySegments
from jaxfmm.methods.truncated import Truncated
from jaxfmm.sharding.all_sources import AllSources
from jaxfmm.sharding.domains import Domains
from jaxfmm.sharding.layout import Layout
from jaxfmm.sharding.on_grid import OnGrid
from jaxfmm.sharding.overmesh import OverMesh
from jaxfmm.sharding.ring import Ring
from jaxfmm.sharding.whole_segments import WholeSegments

OVER_MESH: dict[type[Method], type[OverMesh]] = {
    FMM: Domains,
    WaveFMM: Domains,
    Treecode: Domains,
    Truncated: Domains,
    Ewald: Domains,
    Fourier: OnGrid,
    FGT: AllSources,
    Exponentials: AllSources,
    Direct: Ring,
}
OVER_MESH_BY_SEGMENTS: dict[type[Method], type[OverMesh]] = {
    FMM: WholeSegments,
    Treecode: WholeSegments,
    Truncated: WholeSegments,
    DirectBySegments: WholeSegments,
    EwaldBySegments: WholeSegments,
}


def over_mesh(method: Method, layout: Layout, *, by_segments: bool = False) -> OverMesh | None:
    """The method over the devices of a layout, None if it cannot run there."""
    kind = (OVER_MESH_BY_SEGMENTS if by_segments else OVER_MESH).get(type(method))
    return None if kind is None else kind(method, layout)
