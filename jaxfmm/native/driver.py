"""Attributes of the GPUs of this process, from the CUDA driver by ctypes."""

import ctypes
import functools
import os

SHARED_MEMORY = 97  # CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN


def attribute(number: int, ordinal: int) -> int | None:
    """An attribute of the GPU with this ordinal, None if the driver does not know it."""
    driver, device, value = _open(), ctypes.c_int(), ctypes.c_int()
    if driver is None or driver.cuInit(0) or driver.cuDeviceGet(ctypes.byref(device), ordinal):
        return None
    return None if driver.cuDeviceGetAttribute(ctypes.byref(value), number, device) else value.value


@functools.cache
def _open() -> ctypes.CDLL | None:
    """The driver, which the library opens too (custom_ops/launch.cpp); None if there is none."""
    try:
        return ctypes.CDLL(os.environ.get("JAXFMM_LIBCUDA") or "libcuda.so.1")
    except OSError:
        return None
