r"""Expansions of the 3D Laplace kernel `K(x - y) = 1 / |x - y|` in real solid harmonics.

With `C_lm` the real Schmidt semi-normalised surface harmonics (`m > 0` cosine, `m < 0` sine, no Condon-Shortley sign;
`sum_m C_lm(a) C_lm(b) = P_l(a . b)`), coefficient `i = l*l + l + m` belongs to the solid harmonics

    regular    R_lm(u) = |u|^l C_lm(u / |u|)            irregular   I_lm(u) = C_lm(u / |u|) / |u|^(l+1)

for `l <= p`, `|m| <= l`, hence `n = (p + 1)**2`, and `1 / |x - y| = sum_lm R_lm(y) I_lm(x)` for `|y| < |x|`. Sources of a
cell (centre `c_s`, radius `r_s`) give at a far `x`, and far sources give in a cell (centre `c_t`, radius `r_t`) at `x`,

    phi(x) = sum_lm M_lm r_s^l I_lm(x - c_s)   with   M_lm = sum_j q_j R_lm((y_j - c_s) / r_s)
    phi(x) = sum_lm L_lm R_lm((x - c_t) / r_t)

See `base` for shapes, weights and outputs. Derivatives of any order, of sources or targets, are constant matrices acting on
coefficients (`derivative_matrices`). Translations turn the shift `d` to the z axis, where only equal `m` mix, and back.

Reference: W. Dehnen, "A fast multipole method for stellar dynamics" (2014), appendix A; his harmonics are ours times
`sqrt((2 - [m = 0]) / ((l - m)! (l + m)!))`-like constants, and here both kinds of harmonics are real.
"""

import functools
import itertools
import math

import jax
import jax.numpy as jnp
import numpy as np


def regular(x, y, z, order):
    """Regular solid harmonics `R_lm(x, y, z)` up to degree `order`.

    `sqrt((l+1)^2 - m^2) R_{l+1,m} = (2l+1) z R_lm - sqrt(l^2 - m^2) r^2 R_{l-1,m}`, and `R_{m,m}`, `R_{m,-m}` are the real
    and imaginary part of `(x + iy)^m` times a constant.

    Args: x, y, z: coordinates, of one shape. order: the highest degree.
    Returns: `((order + 1)**2,) + x.shape`; the coefficient axis comes first, so that particles stay on the minor axis.
    """
    x, y, z = x[None], y[None], z[None]
    r2 = x * x + y * y + z * z
    constant = lambda values: np.asarray(values, x.dtype).reshape((-1,) + (1,) * (x.ndim - 1))
    degrees = [jnp.ones_like(x), jnp.concatenate([y, z, x])]
    for l in range(1, order):
        m = np.arange(-l, l + 1)
        scale = 1 / np.sqrt((l + 1) ** 2 - m**2)
        lower = jnp.pad(degrees[-2], [(1, 1)] + [(0, 0)] * (x.ndim - 1))
        middle = constant((2 * l + 1) * scale) * (z * degrees[-1])
        middle = middle - constant(scale * np.sqrt(l**2 - m**2)) * (r2 * lower)
        sine, cosine = degrees[-1][:1], degrees[-1][-1:]
        top = constant(np.sqrt([(2 * l + 1) / (2 * l + 2)]))
        degrees.append(jnp.concatenate([top * (x * sine + y * cosine), middle, top * (x * cosine - y * sine)]))
    return jnp.concatenate(degrees[: order + 1])


def irregular(x, y, z, order):
    """Irregular solid harmonics `I_lm(u) = R_lm(u / |u|^2) / |u|` up to degree `order`; zero, not infinite, at the origin.

    Arguments and result as in `regular`.
    """
    rho = _direction(x, y)[2]
    length = _direction(z, rho)[2]
    inverse = _inverse(length)
    x, y, z = ((c * inverse) * inverse for c in (x, y, z))
    return regular(x, y, z, order) * inverse[None]


def _inverse(x):
    """`1 / x`, and zero at zero."""
    return jnp.where(x > 0, 1 / jnp.where(x > 0, x, 1), 0)


def _direction(x, y):
    """Cosine and sine of the angle of `(x, y)`, and its length; free of overflow, and the angle of the origin is zero."""
    scale = jnp.maximum(jnp.abs(x), jnp.abs(y))
    safe = jnp.where(scale > 0, scale, 1)
    x, y = jnp.where(scale > 0, x / safe, 1), y / safe
    length = jnp.sqrt(x * x + y * y)
    return x / length, y / length, scale * length


# Constants, in float64: built once per order with numpy.


def _degrees(order):
    """`l` and `m` of every coefficient."""
    l = np.repeat(np.arange(order + 1), 2 * np.arange(order + 1) + 1)
    return l, np.arange(len(l)) - l * l - l


def _order(coefficients):
    """The order that the last axis stands for."""
    n = coefficients.shape[-1]
    order = math.isqrt(n) - 1
    if (order + 1) ** 2 != n:
        raise ValueError(f"the last axis of the coefficients must be (order + 1)**2 long, got shape {coefficients.shape}")
    return order


@functools.cache
def derivative_matrices(order):
    """Matrices of the derivatives: `d_k R_i(u) = sum_j D[k, i, j] R_j(u)`.

    They lower the degree by one. By duality `d_k I_j(u) = -sum_i D[k, i, j] I_i(u)`, which raises it.
    Returns: `(3, n, n)`, float64, to be read only.
    """
    l, m = _degrees(order)
    i = np.arange(len(l))

    def lower(square, step):
        rows = np.flatnonzero(square)
        matrix = np.zeros((len(l), len(l)), complex)
        matrix[rows, rows - 2 * l[rows] + step] = np.sqrt(square[rows])
        return matrix

    # In complex harmonics Z_lm = sqrt((l-m)! (l+m)!) r^l P_l^m e^(im phi) / (l+m)! each derivative has one term:
    minus = lower((l + m) * (l + m - 1), -1)  # d_x - i d_y
    plus = -lower((l - m) * (l - m - 1), 1)  # d_x + i d_y
    # and Z_lm = (R_lm + i R_l-m) / sqrt(2), Z_l-m = (-1)^m conj(Z_lm) for m > 0 is a unitary change of basis.
    unitary = np.zeros((len(l), len(l)), complex)
    sign = np.where(m < 0, (-1.0) ** m, 1)
    unitary[i, i - 2 * m] = np.where(m < 0, sign, 1j) / math.sqrt(2)
    unitary[i, i] = np.where(m == 0, 1, np.where(m < 0, -1j * sign, 1) / math.sqrt(2))
    derivatives = np.stack([(plus + minus) / 2, (plus - minus) / 2j, lower(l * l - m * m, 0)])
    return np.ascontiguousarray((unitary.conj().T @ derivatives @ unitary).real)


def rotation_matrix(rotation, order):
    """The orthogonal `(n, n)` matrix `Q` with `R(rotation @ u) = Q @ R(u)` for a `(3, 3)` orthogonal `rotation`."""
    derivatives = derivative_matrices(order)
    matrix = np.zeros(derivatives.shape[1:])
    matrix[0, 0] = 1
    for l in range(1, order + 1):
        # The chain rule gives Q_l D_k = sum_j rotation_jk D_j Q_{l-1}, and sum_k D_k D_k^T = l (2l - 1) on degree l.
        here, below = slice(l * l, (l + 1) ** 2), slice((l - 1) ** 2, l * l)
        d = derivatives[:, here, below]
        turned = np.einsum("jk,jab->kab", rotation, d) @ matrix[below, below]
        matrix[here, here] = (turned @ d.transpose(0, 2, 1)).sum(0) / (l * (2 * l - 1))
    return matrix


@functools.cache
def _harmonic_tensors(order):
    """Symmetric traceless tensors, all that a derivative of a harmonic function can be: powers of d_x, d_y, d_z with at
    most one d_z, and the 0/1/-1.. matrix `(3**order, 2 * order + 1)` that writes every d_i d_j .. in them (d_z^2 = -d_x^2 -d_y^2)."""
    powers = [(order - z - y, y, z) for z in (0, 1) for y in range(order - z + 1)]
    matrix = np.zeros((3**order, len(powers)))
    for row, index in enumerate(itertools.product(range(3), repeat=order)):
        x, y, z = (index.count(axis) for axis in range(3))
        for i in range(z // 2 + 1):
            column = powers.index((x + z // 2 * 2 - 2 * i, y + 2 * i, z % 2))
            matrix[row, column] = (-1) ** (z // 2) * math.comb(z // 2, i)
    return powers, matrix


@functools.cache
def _neighbours(order, axis, raising):
    """`derivative_matrices(order)[axis]`, transposed unless `raising`, as at most two columns and values per row."""
    matrix = derivative_matrices(order)[axis]
    matrix = matrix if raising else matrix.T
    columns = np.argsort(-np.abs(matrix), axis=1)[:, :2]
    return columns.T, np.take_along_axis(matrix, columns, axis=1).T


# Particles. All derivatives act on the few coefficients of a cell, so a particle costs one evaluation of the harmonics.


def _matmul(a, matrix):
    """`a @ matrix` for a constant matrix; always in full precision, since TF32 would leave three digits."""
    return jnp.matmul(a, np.asarray(matrix, a.dtype), precision=jax.lax.Precision.HIGHEST)


def _derivative(coefficients, axis, raising):
    """Coefficients, `(C, k, n)`, of the derivative along an axis: `D`, which raises the degree, or `D^T`, which lowers it."""
    columns, values = _neighbours(_order(coefficients), axis, raising)
    values = np.asarray(values[:, None, None], coefficients.dtype)
    return sum(coefficients[..., column] * value for column, value in zip(columns, values))


def _parent(powers):
    """One derivative less than `powers` of d_x, d_y, d_z, and the axis of the one taken off."""
    axis = next(axis for axis in (2, 1, 0) if powers[axis])
    return powers[:axis] + (powers[axis] - 1,) + powers[axis + 1 :], axis


def _moments(basis, weights, radius, raising):
    """Coefficients `(C, k, n)` of sources: sums of harmonics `(n, C, S)` times each component of the weights, differentiated."""
    components = []
    for order, weight in weights.items():
        matrix = _harmonic_tensors(order)[1]
        weight = _matmul(weight.reshape(weight.shape[:3] + (-1,)), matrix) if order else weight[..., None]
        components.append(weight / radius[:, None, None, None] ** order)
    moments = jnp.einsum(
        "ncs,cska->ackn", basis, jnp.concatenate(components, axis=-1), precision=jax.lax.Precision.HIGHEST
    )
    powers = [p for order in weights for p in _harmonic_tensors(order)[0]]
    moments = dict(zip(powers, moments))
    # Horner's rule: the highest derivatives first, each added to the component with one derivative less.
    for order in range(max(weights), 0, -1):
        for powers in _harmonic_tensors(order)[0]:
            if powers in moments:
                parent, axis = _parent(powers)
                moments[parent] = moments.get(parent, 0) + _derivative(moments.pop(powers), axis, raising)
    return moments[0, 0, 0]


def _evaluate(basis, coefficients, radius, outputs, raising):
    """Fields and derivatives at the targets, from harmonics `(n, C, T)` and coefficients `(C, k, n)`."""
    derivatives = {(0, 0, 0): coefficients}
    for order in range(1, max(outputs) + 1):
        for powers in _harmonic_tensors(order)[0]:
            parent, axis = _parent(powers)
            derivatives[powers] = _derivative(derivatives[parent], axis, raising)
    fields = {}
    for order in outputs:
        powers, matrix = _harmonic_tensors(order)
        stacked = jnp.stack([derivatives[p] for p in powers])
        field = jnp.einsum("nct,ackn->ctka", basis, stacked, precision=jax.lax.Precision.HIGHEST)
        field = (_matmul(field, matrix.T) if order else field) / radius[:, None, None, None] ** order
        fields[order] = field.reshape(field.shape[:3] + (3,) * order)
    return fields


def p2m(u, radius, weights, order):
    """Multipole coefficients of sources: `M_lm = sum_j q_j R_lm(u_j)`, and derivatives of `R` for dipoles and beyond.

    Args:
      u: sources relative to the centre of their cell, divided by its radius, `(C, S, 3)`.
      radius: of the cells, `(C,)`.
      weights: of the sources by tensor order, see `base`.
      order: the order `p`.
    Returns: `(C, k, n)`.
    """
    return _moments(regular(u[..., 0], u[..., 1], u[..., 2], order), weights, radius, raising=True)


def p2l(y, radius, weights, order):
    """Local coefficients of sources far from a cell: `L_lm = r^l sum_j q_j I_lm(y_j)`, derivatives as in `p2m`.

    Args: as `p2m`, but `y`, `(C, S, 3)`, is relative to the centre of the cell and not divided by `radius`.
    Returns: `(C, k, n)`.
    """
    # In units of -radius the derivatives of irregular harmonics have the signs of the regular ones.
    y = y / radius[:, None, None]
    basis = irregular(y[..., 0], y[..., 1], y[..., 2], order + max(weights))
    local = _moments(basis, weights, -radius, raising=False)
    return local[..., : (order + 1) ** 2] / radius[:, None, None]


def l2p(local, u, radius, outputs):
    """Fields of local coefficients, `phi(u) = sum_lm L_lm R_lm(u)`, and their derivatives.

    Args:
      local: `(C, k, n)`.
      u: targets relative to the centre of their cell, divided by its radius, `(C, T, 3)`.
      radius: of the cells, `(C,)`.
      outputs: tensor orders wanted, see `base`.
    Returns: `{b: (C, T, k) + (3,) * b}`.
    """
    basis = regular(u[..., 0], u[..., 1], u[..., 2], _order(local))
    return _evaluate(basis, local, radius, outputs, raising=False)


def m2p(multipole, x, radius, outputs):
    """Fields of multipole coefficients, `phi(x) = sum_lm M_lm r^l I_lm(x)`, and their derivatives.

    Args: as `l2p`, but `x`, `(C, T, 3)`, is relative to the centre of the source cell and not divided by `radius`.
    Returns: `{b: (C, T, k) + (3,) * b}`.
    """
    x = x / radius[:, None, None]
    basis = irregular(x[..., 0], x[..., 1], x[..., 2], _order(multipole) + max(outputs))
    raised = jnp.pad(multipole / radius[:, None, None], [(0, 0), (0, 0), (0, len(basis) - multipole.shape[-1])])
    return _evaluate(basis, raised, -radius, outputs, raising=True)


# Translations. Coefficients are held as a pair of arrays, even and odd under x -> -x, in slots (l, m >= 0) sorted by m:
# cosines of even m and sines of odd m, and the others. In this form a rotation about z is a complex multiplication and all
# other steps keep the pair apart. A shift d is turned to the z axis by Q = X Rz(psi) X Rz(-phi), where X exchanges y and z.


@functools.cache
def _slots(order):
    """`l` and `m` of every slot."""
    l, m = np.array([(l, m) for m in range(order + 1) for l in range(m, order + 1)]).T
    return l, m


@functools.cache
def _split(order):
    """The 0/1 matrices `(2, n, N)` that select the even and the odd coefficients; odd `m = 0` stays empty."""
    l, m = _slots(order)
    matrices = np.zeros((2, (order + 1) ** 2, len(l)))
    slots = np.arange(len(l))
    for sign in (1, -1):
        matrices[(m + (sign < 0)) % 2, l * l + l + sign * m, slots] = (m > 0) | (sign > 0)
    return matrices


@functools.cache
def _exchange(order):
    """The exchange of y and z on the pair, `(2, N, N)`."""
    split = _split(order)
    exchange = rotation_matrix(np.array([[1, 0, 0], [0, 0, 1], [0, 1, 0]]), order)
    return split.transpose(0, 2, 1) @ exchange @ split


@functools.cache
def _conversion(order):
    """M2L along y on the pair, `(2, N, N)`, for unit radii and distance: along z it is
    `T_m[l, j] = (-1)^(l + m) (l + j)! / sqrt((l - m)! (l + m)! (j - m)! (j + m)!)`, applied to rows from the right."""
    slots = list(zip(*_slots(order)))
    along_z = np.zeros((len(slots), len(slots)))
    for row, (j, m) in enumerate(slots):
        for l in range(m, order + 1):
            column = slots.index((l, m))
            along_z[row, column] = (-1) ** (l + m) * math.sqrt(math.comb(l + j, l - m) * math.comb(l + j, l + m))
    exchange = _exchange(order)
    return exchange @ along_z @ exchange


def _apply(matrices, pair):
    return tuple(_matmul(a, matrix) for a, matrix in zip(pair, matrices))


def _turn(phase, pair, back=False):
    """Rotation about z of the pair, seen as the complex number `even + i odd`, by a phase or its conjugate."""
    (cos, sin), (even, odd) = phase, pair
    if back:
        return cos * even + sin * odd, cos * odd - sin * even
    return cos * even - sin * odd, cos * odd + sin * even


def _powers(x, order):
    """`x**0` to `x**order` along a new first axis, by doubling."""
    powers = jnp.stack([jnp.ones_like(x), x])
    while len(powers) <= order:
        powers = jnp.concatenate([powers, powers[1:] * powers[-1:]])
    return powers[: order + 1]


def _spread(powers, index, sign=1):
    """Rows of `(p + 1, C)` to slots, `(C, 1, N)`; as a product with a 0/1 matrix, which beats a gather by far."""
    select = sign * np.eye(len(powers))[:, index]
    return _matmul(powers.T, select)[:, None]


def _frame(shift, order):
    """Length `(C,)` of a shift and the phases, each a cosine and a sine `(C, 1, N)`, that turn it to the z axis."""
    m = _slots(order)[1]
    cos_phi, sin_phi, rho = _direction(shift[:, 0], shift[:, 1])
    cos_psi, sin_psi, length = _direction(shift[:, 2], rho)
    phases = []
    for cos, sin in ((cos_phi, -sin_phi), (cos_psi, sin_psi)):
        powers = _powers(jax.lax.complex(cos, sin), order)
        phases.append((_spread(powers.real, m), _spread(powers.imag, m, (-1.0) ** m)))
    return length, *phases


def m2l(multipole, d, r_s, r_t, order):
    """Local coefficients of a target cell from the multipole coefficients of a source cell.

    Turned to the z axis, `L_lm = (1/|d|) (r_t/|d|)^l sum_j T_m[l, j] (r_s/|d|)^j M_jm` (`_conversion`). Both scalings
    commute with rotations, so the steps are: a phase, X, a phase, XTX, a phase, X, a phase.

    Args:
      multipole: of the source cells, `(C, k, n)`.
      d: centre of the target minus centre of the source, `(C, 3)`; zero, for padding, gives zero.
      r_s, r_t: radii of the source and target cells, `(C,)`.
      order: the order `p`.
    Returns: `(C, k, n)`.
    """
    l = _slots(order)[0]
    length, azimuth, polar = _frame(d, order)
    inverse = _inverse(length)
    source = _spread(_powers(r_s * inverse, order), l)
    target = _spread(_powers(r_t * inverse, order) * inverse[None], l)
    split, exchange = _split(order), _exchange(order)
    pair = tuple(a * source for a in _apply(split, (multipole, multipole)))
    pair = _apply(exchange, _turn(azimuth, pair))
    pair = _apply(_conversion(order), _turn(polar, pair))
    pair = _apply(exchange, _turn(polar, pair, back=True))
    pair = _turn(azimuth, tuple(a * target for a in pair), back=True)
    return sum(_apply(split.transpose(0, 2, 1), pair))


def _shift(coefficients, shift, radius, along_z, order):
    """Turn to the z axis, apply `along_z(a, shift / radius)` to both of the pair, turn back."""
    length, azimuth, polar = _frame(shift, order)
    split, exchange = _split(order), _exchange(order)
    pair = _turn(azimuth, _apply(split, (coefficients, coefficients)))
    pair = _apply(exchange, _turn(polar, _apply(exchange, pair)))
    pair = tuple(along_z(a, (length / radius)[:, None, None]) for a in pair)
    pair = _turn(polar, _apply(exchange, pair), back=True)
    pair = _turn(azimuth, _apply(exchange, pair), back=True)
    return sum(_apply(split.transpose(0, 2, 1), pair))


def m2m(multipole, shift, r_child, r_parent, order):
    """What the multipole coefficients of a child add to those of its parent.

    Along z, `M'_lm = sum_j binom-like[l, j] (r_child/r_parent)^j (|shift|/r_parent)^(l-j) M_jm`, which is
    `exp(t D_z)` with `t = |shift|/r_parent`: evaluated by Horner's rule, safe for any `t`.

    Args:
      multipole: of the children, `(C, k, n)`.
      shift: centre of the child minus centre of the parent, `(C, 3)`, may be zero.
      r_child, r_parent: radii, `(C,)`.
      order: the order `p`.
    Returns: `(C, k, n)`.
    """
    l, m = _slots(order)

    def along_z(a, t):
        a = a * _spread(_powers(r_child / r_parent, order), l)
        b, raise_degree = a, np.asarray(np.sqrt(l * l - m * m)[None, None], a.dtype)
        for k in range(order, 0, -1):
            b = a + t / k * (raise_degree * jnp.pad(b[..., :-1], ((0, 0), (0, 0), (1, 0))))
        return b

    return _shift(multipole, shift, r_parent, along_z, order)


def l2l(local, shift, r_parent, r_child, order):
    """What the local coefficients of a parent add to those of its child: the transpose of `m2m`.

    Args:
      local: of the parents, `(C, k, n)`.
      shift: centre of the child minus centre of the parent, `(C, 3)`, may be zero.
      r_parent, r_child: radii, `(C,)`.
      order: the order `p`.
    Returns: `(C, k, n)`.
    """
    l, m = _slots(order)

    def along_z(a, t):
        b, lower_degree = a, np.asarray(np.sqrt(l * l - m * m)[None, None], a.dtype)
        for k in range(order, 0, -1):
            b = a + t / k * jnp.pad((lower_degree * b)[..., 1:], ((0, 0), (0, 0), (0, 1)))
        return b * _spread(_powers(r_child / r_parent, order), l)

    return _shift(local, shift, r_parent, along_z, order)
