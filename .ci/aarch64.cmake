# Builds for Linux on ARM, with Debian's cross compiler: cmake -S custom_ops -B build --toolchain .ci/aarch64.cmake
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++)
