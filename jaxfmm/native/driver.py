"""Attributes of the GPUs of this process, from the CUDA driver by ctypes."""

import ctypes
import functools
import os

# CU_DEVICE_ATTRIBUTE_... MULTIPROCESSOR_COUNT, MAX_THREADS_PER_MULTIPROCESSOR,
# MAX_SHARED_MEMORY_PER_MULTIPROCESSOR, MAX_SHARED_MEMORY_PER_BLOCK_OPTIN,
# MAX_BLOCKS_PER_MULTIPROCESSOR, by the names of `cards.Card`.
ATTRIBUTES = {
    "multiprocessors": 16,
    "threads": 39,
    "shared_in_all": 81,
    "shared": 97,
    "blocks": 106,
}
CLOCK = 13  # CU_DEVICE_ATTRIBUTE_CLOCK_RATE, the highest, in kHz


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
