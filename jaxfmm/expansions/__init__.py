from . import laplace3d as laplace3d
