"""What GPUs use of expansions that have no other form of translations than straight-line code in
registers."""

from jaxfmm.expansions import programs


class InRegisters:
    """A base of `backends.protocol.Operators`."""

    REGISTER_ORDER = REGISTER_SHIFT_ORDER = {"float32": 10**6, "float64": 10**6}
    COLUMN_ORDER, columns = 0, None
    TENSOR_ORDERS = TENSOR_SHIFT_ORDERS = {"float32": (), "float64": ()}
    tensor_tiles = None
    source_program = staticmethod(programs.source_program)
    target_program = staticmethod(programs.target_program)
