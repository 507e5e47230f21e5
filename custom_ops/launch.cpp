// One XLA FFI handler for every CUDA kernel: loads a cubin through the driver and launches it on
// XLA's stream.
//
// The driver is opened by dlopen, so this file needs no CUDA to build, and a machine without a GPU
// can load the library. Handles of cuLibraryLoadData belong to no context: one handle works for
// every GPU of the process. The initialize stage loads a kernel on a GPU and sets its attributes,
// because the execute stage may be captured into a CUDA graph.
#include <dlfcn.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "xla/ffi/api/ffi.h"

namespace ffi = xla::ffi;

namespace {

using Handle = void*;
constexpr int kMultiprocessors = 16;  // CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT
constexpr int kStaticShared = 1;      // CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES
constexpr int kMaxDynamicShared = 8;  // CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES
// A kernel may use this much static and dynamic shared memory without setting the attribute.
constexpr int64_t kSharedAlways = 48 * 1024;

struct Driver {
  int (*LibraryLoadData)(Handle*, const void*, void*, void**, unsigned, void*, void**, unsigned);
  int (*LibraryGetKernel)(Handle*, Handle, const char*);
  int (*KernelGetFunction)(Handle*, Handle);
  int (*KernelGetAttribute)(int* value, int attribute, Handle kernel, int device);
  int (*KernelSetAttribute)(int attribute, int value, Handle kernel, int device);
  int (*CtxGetDevice)(int*);
  int (*GetErrorString)(int, const char**);
  int (*LaunchKernel)(Handle, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,
                      Handle, void**, void**);
  int (*LaunchCooperativeKernel)(Handle, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,
                                 unsigned, Handle, void**);
  int (*OccupancyMaxActiveBlocksPerMultiprocessor)(int*, Handle, int, size_t);
  int (*DeviceGetAttribute)(int*, int attribute, int device);
  int (*FuncLoad)(Handle);  // null before CUDA 12.4
  std::string problem;      // empty if the driver can be used

  Driver() {
    const char* path = std::getenv("JAXFMM_LIBCUDA");
    void* library = dlopen(path && *path ? path : "libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!library) {
      problem = std::string("the NVIDIA driver cannot be opened: ") + dlerror();
      return;
    }
    auto find = [&](auto& function, const char* name, bool required = true) {
      function = reinterpret_cast<std::decay_t<decltype(function)>>(dlsym(library, name));
      if (!function && required) {
        problem =
            std::string("the NVIDIA driver has no ") + name + "; update it to release 525 or newer";
      }
    };
    find(LibraryLoadData, "cuLibraryLoadData");
    find(LibraryGetKernel, "cuLibraryGetKernel");
    find(KernelGetFunction, "cuKernelGetFunction");
    find(KernelGetAttribute, "cuKernelGetAttribute");
    find(KernelSetAttribute, "cuKernelSetAttribute");
    find(CtxGetDevice, "cuCtxGetDevice");
    find(GetErrorString, "cuGetErrorString");
    find(LaunchKernel, "cuLaunchKernel");
    find(LaunchCooperativeKernel, "cuLaunchCooperativeKernel");
    find(OccupancyMaxActiveBlocksPerMultiprocessor, "cuOccupancyMaxActiveBlocksPerMultiprocessor");
    find(DeviceGetAttribute, "cuDeviceGetAttribute");
    find(FuncLoad, "cuFuncLoad", false);
  }
};

const Driver& driver() {
  // Never destroyed: XLA's threads outlive static objects.
  static const Driver* driver = new Driver;
  return *driver;
}

ffi::Error Failed(int code, const std::string& what) {
  const char* text = nullptr;
  driver().GetErrorString(code, &text);
  return ffi::Error::Internal("jaxfmm: " + what + ": " +
                              (text ? text : "CUDA error " + std::to_string(code)));
}

struct Kernel {
  std::string name;
  Handle handle = nullptr;
  std::map<int, int64_t> shared;  // the dynamic shared memory that it may have on each device
  // How many blocks fit a device at the same time, by device, threads and dynamic shared memory.
  std::map<std::array<int64_t, 3>, int64_t> at_once;
};

std::mutex mutex;
auto& libraries = *new std::map<std::string, Handle, std::less<>>;           // by content
auto& kernels = *new std::map<std::pair<std::string, std::string>, Kernel>;  // by content and name

ffi::ErrorOr<Kernel*> Find(std::string_view key, ffi::Span<const uint8_t> cubin,
                           std::string_view name) {
  if (!driver().problem.empty())
    return ffi::Unexpected(ffi::Error::Internal("jaxfmm: " + driver().problem));
  Kernel& kernel = kernels[{std::string(key), std::string(name)}];
  if (kernel.handle) return &kernel;
  kernel.name = name;
  auto library = libraries.find(key);
  if (library == libraries.end()) {
    // The driver may read the image whenever it loads it on another GPU, so the copy stays.
    auto& image = *new std::vector<uint8_t>(cubin.begin(), cubin.end());
    Handle handle;
    if (int code = driver().LibraryLoadData(&handle, image.data(), nullptr, nullptr, 0, nullptr,
                                            nullptr, 0)) {
      return ffi::Unexpected(Failed(code, "cannot load the machine code of kernel " + kernel.name));
    }
    library = libraries.emplace(key, handle).first;
  }
  if (int code = driver().LibraryGetKernel(&kernel.handle, library->second, kernel.name.c_str())) {
    kernel.handle = nullptr;
    return ffi::Unexpected(Failed(code, "the machine code has no kernel " + kernel.name));
  }
  return &kernel;
}

// Loads the kernel on the current device and sets its shared memory, once each. Without a current
// context there is nothing to do yet: the execute stage calls this again.
ffi::Error Prepare(Kernel& kernel, int64_t shared) {
  int device;
  if (driver().CtxGetDevice(&device)) return ffi::Error::Success();
  auto [known, first] = kernel.shared.emplace(device, kSharedAlways);
  if (first) {
    Handle function;
    int fixed = 0, code = driver().KernelGetFunction(&function, kernel.handle);
    if (!code && driver().FuncLoad) code = driver().FuncLoad(function);
    if (!code) code = driver().KernelGetAttribute(&fixed, kStaticShared, kernel.handle, device);
    if (code) {
      kernel.shared.erase(known);
      return Failed(code,
                    "cannot load kernel " + kernel.name + " on device " + std::to_string(device));
    }
    known->second -= fixed;
  }
  if (shared > known->second) {
    if (int code = driver().KernelSetAttribute(kMaxDynamicShared, static_cast<int>(shared),
                                               kernel.handle, device)) {
      return Failed(code, "kernel " + kernel.name + " cannot have " + std::to_string(shared) +
                              " bytes of dynamic shared memory per block");
    }
    known->second = shared;
  }
  return ffi::Error::Success();
}

// How many blocks of a cooperative launch, at most -dims[0], fit the current device at the same
// time.
ffi::ErrorOr<unsigned> AtOnce(Kernel& kernel, ffi::Span<const int64_t> dims) {
  int device;
  if (int code = driver().CtxGetDevice(&device))
    return ffi::Unexpected(Failed(code, "no current device"));
  const std::array<int64_t, 3> key{device, dims[3], dims[4]};
  auto known = kernel.at_once.find(key);
  if (known == kernel.at_once.end()) {
    int processors, each;
    int code = driver().DeviceGetAttribute(&processors, kMultiprocessors, device);
    if (!code) {
      code = driver().OccupancyMaxActiveBlocksPerMultiprocessor(
          &each, kernel.handle, static_cast<int>(dims[3]), static_cast<size_t>(dims[4]));
    }
    if (code)
      return ffi::Unexpected(
          Failed(code, "cannot count the blocks of kernel " + kernel.name + " that fit"));
    if (!each)
      return ffi::Unexpected(
          ffi::Error::Internal("jaxfmm: no block of kernel " + kernel.name + " fits the GPU"));
    known = kernel.at_once.emplace(key, int64_t{processors} * each).first;
  }
  return static_cast<unsigned>(std::min(known->second, -dims[0]));
}

bool Empty(ffi::Span<const int64_t> dims) { return dims[0] == 0 || dims[1] == 0 || dims[2] == 0; }

ffi::Error CheckDims(ffi::Span<const int64_t> dims) {
  if (dims.size() == 5) return ffi::Error::Success();
  return ffi::Error::InvalidArgument(
      "jaxfmm: dims must be [grid x, grid y, grid z, block, shared bytes]");
}

ffi::Error Initialize(std::string_view key, ffi::Span<const uint8_t> cubin, std::string_view name,
                      ffi::Span<const int64_t>, ffi::Span<const int64_t> dims, ffi::RemainingArgs,
                      ffi::RemainingRets) {
  if (auto error = CheckDims(dims); error.failure()) return error;
  if (Empty(dims)) return ffi::Error::Success();
  std::lock_guard<std::mutex> lock(mutex);
  auto kernel = Find(key, cubin, name);
  return kernel.has_value() ? Prepare(**kernel, dims[4]) : kernel.error();
}

ffi::Error Execute(Handle stream, std::string_view key, ffi::Span<const uint8_t> cubin,
                   std::string_view name, ffi::Span<const int64_t> scalars,
                   ffi::Span<const int64_t> dims, ffi::RemainingArgs args,
                   ffi::RemainingRets results) {
  if (auto error = CheckDims(dims); error.failure()) return error;
  if (Empty(dims)) return ffi::Error::Success();
  Handle handle;
  unsigned at_once = 0;  // blocks of a cooperative launch
  {
    std::lock_guard<std::mutex> lock(mutex);
    auto kernel = Find(key, cubin, name);
    if (!kernel.has_value()) return kernel.error();
    if (auto error = Prepare(**kernel, dims[4]); error.failure()) return error;
    handle = (*kernel)->handle;
    if (dims[0] < 0) {
      auto blocks = AtOnce(**kernel, dims);
      if (!blocks.has_value()) return blocks.error();
      at_once = *blocks;
    }
  }
  // Every argument takes 8 bytes, a pointer or a scalar; the driver wants the address of each.
  std::vector<int64_t> values;
  for (size_t i = 0; i < args.size(); ++i) {
    auto buffer = args.get<ffi::AnyBuffer>(i);
    if (!buffer.has_value()) return buffer.error();
    values.push_back(reinterpret_cast<int64_t>(buffer->untyped_data()));
  }
  for (size_t i = 0; i < results.size(); ++i) {
    auto buffer = results.get<ffi::AnyBuffer>(i);
    if (!buffer.has_value()) return buffer.error();
    values.push_back(reinterpret_cast<int64_t>((*buffer)->untyped_data()));
  }
  values.insert(values.end(), scalars.begin(), scalars.end());
  std::vector<void*> arguments;
  for (auto& value : values) arguments.push_back(&value);

  auto dim = [&](int i) { return static_cast<unsigned>(dims[i]); };
  int code = at_once ? driver().LaunchCooperativeKernel(handle, at_once, 1, 1, dim(3), 1, 1, dim(4),
                                                        stream, arguments.data())
                     : driver().LaunchKernel(handle, dim(0), dim(1), dim(2), dim(3), 1, 1, dim(4),
                                             stream, arguments.data(), nullptr);
  if (code) {
    std::string shape;
    for (int64_t d : dims) shape += " " + std::to_string(d);
    return Failed(code, "cannot launch kernel " + std::string(name) +
                            " (grid, block, shared bytes:" + shape + ")");
  }
  return ffi::Error::Success();
}

// The execute stage without a stream: for tests on the CPU platform, with a driver that only
// records.
ffi::Error ExecuteWithoutStream(std::string_view key, ffi::Span<const uint8_t> cubin,
                                std::string_view name, ffi::Span<const int64_t> scalars,
                                ffi::Span<const int64_t> dims, ffi::RemainingArgs args,
                                ffi::RemainingRets results) {
  return Execute(nullptr, key, cubin, name, scalars, dims, args, results);
}

template <class Binding>
auto Parameters(Binding binding) {
  return std::move(binding)
      .template Attr<std::string_view>("key")
      .template Attr<ffi::Span<const uint8_t>>("cubin")
      .template Attr<std::string_view>("kernel")
      .template Attr<ffi::Span<const int64_t>>("scalars")
      .template Attr<ffi::Span<const int64_t>>("dims")
      .RemainingArgs()
      .RemainingRets();
}

}  // namespace

#pragma GCC visibility push(default)
XLA_FFI_DEFINE_HANDLER_SYMBOL(jaxfmm_launch_initialize, Initialize,
                              Parameters(ffi::Ffi::BindInitialize()),
                              {ffi::Traits::kCmdBufferCompatible});
XLA_FFI_DEFINE_HANDLER_SYMBOL(jaxfmm_launch, Execute,
                              Parameters(ffi::Ffi::Bind().Ctx<ffi::PlatformStream<Handle>>()),
                              {ffi::Traits::kCmdBufferCompatible});
XLA_FFI_DEFINE_HANDLER_SYMBOL(jaxfmm_launch_without_stream, ExecuteWithoutStream,
                              Parameters(ffi::Ffi::Bind()));
#pragma GCC visibility pop
