"""Two bodies on an orbit of Kepler."""

import math
from typing import Any

import jax.numpy as jnp

from jaxfmm import inputs
from jaxfmm.nbody.initial import centred, checked
from jaxfmm.nbody.state import State
from jaxfmm.switches import library_code


@library_code
def binary(
    *,
    masses: tuple[float, float] = (0.5, 0.5),
    axis: float = 1.0,
    eccentricity: float = 0.0,
    anomaly: float = math.pi,
    gravity: float = 1.0,
    dtype: Any = None,
) -> State:
    """Two bodies on an orbit of Kepler in the plane z = 0, without softening.

        distance  a (1 - e^2) / (1 + e cos f) ,    period  2 pi sqrt(a^3 / (G (m_1 + m_2))) ,
        energy  -G m_1 m_2 / (2 a)

    Args:
      masses: of both, (m_1, m_2); one may be 0.
      axis: a, the semi-major axis of the relative orbit.  eccentricity: e, 0 to below 1.
      anomaly: f, the true anomaly to begin with: pi where the bodies are farthest apart, 0 where
        they are closest.
      gravity: G.  dtype: float32 or float64; None for JAX's default.

    Returns:
      A `State` at time 0; the first body is the second's distance along x at f = 0.

    Example:
      >>> from jaxfmm import nbody
      >>> state = nbody.binary(masses=(1.0, 3.0), axis=4.0)
      >>> [round(x, 6) for x in abs(state.positions[:, 0]).tolist()]
      [3.0, 1.0]
    """
    first, second = (
        inputs.number("masses", mass, -math.inf, math.inf, "it is 0 or more") for mass in masses
    )
    _, dtype, (mass, axis, gravity) = checked(
        2, dtype, mass=first + second, axis=axis, gravity=gravity
    )
    eccentricity = inputs.number("eccentricity", eccentricity, -1, math.inf, "it is below 1")
    anomaly = inputs.number("anomaly", anomaly, -math.inf, math.inf, "it is an angle")
    if min(first, second) < 0 or not 0 <= eccentricity < 1:
        raise ValueError(
            "masses must be 0 or more and eccentricity in [0, 1), got "
            f"masses={tuple(masses)} and eccentricity={eccentricity}"
        )
    cos, sin = math.cos(anomaly), math.sin(anomaly)
    parameter = axis * (1 - eccentricity**2)
    distance = parameter / (1 + eccentricity * cos)
    speed = math.sqrt(gravity * mass / parameter)
    shares = jnp.array([[second], [-first]], dtype) / mass
    place = jnp.array([[distance * cos, distance * sin, 0.0]], dtype)
    motion = jnp.array([[-speed * sin, speed * (eccentricity + cos), 0.0]], dtype)
    return centred(shares * place, shares * motion, jnp.array([first, second], dtype))
