"""The native runtime: compiled kernels for CPUs and NVIDIA GPUs, called through XLA's FFI."""
