// One XLA FFI handler for every CPU kernel (include/kernel.h): runs its phases on XLA's own
// threads.
//
// A kernel is built into this library, for one instruction set or several, or comes as the bytes of
// a shared object.
#include <dlfcn.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "instruction_sets.h"
#include "xla/ffi/api/ffi.h"

namespace ffi = xla::ffi;

namespace {

using Function = int64_t (*)(void* const*, const int64_t*, int64_t, int64_t, int64_t);

// The best instruction set of this machine that JAXFMM_ISA allows, as an index; -1 if JAXFMM_ISA
// is not the name of an instruction set.
int Best() {
  const int best = best_set();
  const char* cap = std::getenv("JAXFMM_ISA");
  if (!cap || !*cap) return best;
  for (int set = 0; set < 3; ++set) {
    if (std::string_view(cap) == SETS[set]) return std::min(best, set);
  }
  return -1;
}

bool Built(int set) {
  const std::string built = std::string(JAXFMM_SETS) + " ";
  return built.find(std::string(SETS[set]) + " ") != std::string::npos;
}

// The best of the instruction sets that are built and allowed; -1 if there is none.
int Chosen() {
  static const int chosen = [] {
    int set = Best();
    while (set >= 0 && !Built(set)) --set;
    return set;
  }();
  return chosen;
}

void* ThisLibrary() {
  static void* const self = [] {
    Dl_info info;
    return dladdr(reinterpret_cast<void*>(&Chosen), &info)
               ? dlopen(info.dli_fname, RTLD_LAZY | RTLD_NOLOAD)
               : nullptr;
  }();
  return self;
}

Function BuiltIn(const std::string& name) {
  if (Chosen() < 0) return nullptr;
  return reinterpret_cast<Function>(dlsym(ThisLibrary(), (name + "_" + SETS[Chosen()]).c_str()));
}

bool Write(int file, ffi::Span<const uint8_t> bytes) {
  for (size_t done = 0; done < bytes.size();) {
    ssize_t n = write(file, bytes.begin() + done, bytes.size() - done);
    if (n <= 0) return false;
    done += n;
  }
  return true;
}

// Opens a library from bytes: in memory or, if the system forbids that, from a temporary file. Null
// on failure, see dlerror.
void* Open(ffi::Span<const uint8_t> bytes) {
#if defined(__linux__)
  // The file stays open: dlopen would take a second library for the first if it had the same path,
  // and thus the same number.
  int memory = memfd_create("jaxfmm", MFD_CLOEXEC);
  if (memory >= 0) {
    if (Write(memory, bytes)) {
      if (void* library =
              dlopen(("/proc/self/fd/" + std::to_string(memory)).c_str(), RTLD_NOW | RTLD_LOCAL)) {
        return library;
      }
    }
    close(memory);
  }
#endif
  const char* folder = std::getenv("TMPDIR");
  std::string path = std::string(folder && *folder ? folder : "/tmp") + "/jaxfmm-XXXXXX";
  int file = mkstemp(path.data());
  if (file < 0) return nullptr;
  void* library = Write(file, bytes) ? dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL) : nullptr;
  close(file);
  unlink(path.c_str());
  return library;
}

std::mutex mutex;
auto& libraries = *new std::map<std::string, void*, std::less<>>;  // by content
// By content and name.
auto& functions = *new std::map<std::pair<std::string, std::string>, Function>;

ffi::ErrorOr<Function> Find(const std::string& key, ffi::Span<const uint8_t> bytes,
                            const std::string& name) {
  auto failed = [](const std::string& text) {
    return ffi::Unexpected(ffi::Error::Internal("jaxfmm: " + text));
  };
  std::lock_guard<std::mutex> lock(mutex);
  Function& function = functions[{key, name}];
  if (function) return function;
  if (bytes.size() == 0) {
    function = BuiltIn(name);
    if (!function)
      return failed("the native library has no kernel " + name +
                    "; rebuild it: pip install jaxfmm-fastsum");
    return function;
  }
  void*& library = libraries[key];
  if (!library) library = Open(bytes);
  if (!library) {
    const char* reason = dlerror();
    return failed("cannot load kernel " + name + ": " +
                  (reason ? reason : "a temporary file cannot be written"));
  }
  function = reinterpret_cast<Function>(dlsym(library, name.c_str()));
  if (!function)
    return failed("the compiled source has no kernel " + name + "; declare it by JAXFMM_KERNEL(" +
                  name + ")");
  return function;
}

std::atomic<int64_t> most_threads{INT64_MAX};

// Calls body(begin, end) for all of 0 <= i < n. The caller works too, and waits only for chunks
// that some thread has begun. So it may itself be a thread of the pool, and tasks that the pool
// starts too late find nothing left to do.
template <class Body>
void ParallelFor(ffi::ThreadPool& pool, int64_t n, Body body) {
  const int64_t threads = std::max<int64_t>(std::min(pool.num_threads(), most_threads.load()), 1);
  const int64_t chunk = std::max<int64_t>(n / (8 * threads), 1);
  const int64_t tasks = std::min(threads, (n + chunk - 1) / chunk);
  if (tasks <= 1) return body(0, n);

  struct State {
    Body body;
    std::atomic<int64_t> next{0}, done{0};
    std::mutex mutex;
    std::condition_variable finished;
    explicit State(Body b) : body(b) {}
  };
  auto state = std::make_shared<State>(body);
  auto work = [state, n, chunk] {
    for (;;) {
      const int64_t begin = state->next.fetch_add(chunk);
      if (begin >= n) return;
      const int64_t end = std::min(begin + chunk, n);
      state->body(begin, end);
      if (state->done.fetch_add(end - begin) + (end - begin) == n) {
        std::lock_guard<std::mutex> lock(state->mutex);
        state->finished.notify_all();
      }
    }
  };
  for (int64_t task = 1; task < tasks; ++task)
    pool.Schedule(decltype(work)(work));  // the header takes rvalues only
  work();
  std::unique_lock<std::mutex> lock(state->mutex);
  state->finished.wait(lock, [&] { return state->done.load() == n; });
}

ffi::Error Run(ffi::ThreadPool pool, std::string_view key, ffi::Span<const uint8_t> library,
               std::string_view name, ffi::Span<const int64_t> scalars, ffi::RemainingArgs args,
               ffi::RemainingRets results) {
  auto found = Find(std::string(key), library, std::string(name));
  if (!found.has_value()) return found.error();
  const Function function = *found;

  std::vector<void*> pointers;
  for (size_t i = 0; i < args.size(); ++i) {
    auto buffer = args.get<ffi::AnyBuffer>(i);
    if (!buffer.has_value()) return buffer.error();
    pointers.push_back(buffer->untyped_data());
  }
  for (size_t i = 0; i < results.size(); ++i) {
    auto buffer = results.get<ffi::AnyBuffer>(i);
    if (!buffer.has_value()) return buffer.error();
    pointers.push_back((*buffer)->untyped_data());
  }
  void* const* buffers = pointers.data();
  const int64_t* values = scalars.begin();
  for (int64_t phase = 0;; ++phase) {
    const int64_t n = function(buffers, values, phase, -1, -1);
    if (n < 0) return ffi::Error::Success();
    if (n == 0) continue;
    ParallelFor(pool, n,
                [=](int64_t begin, int64_t end) { function(buffers, values, phase, begin, end); });
  }
}

}  // namespace

#pragma GCC visibility push(default)
// The instruction set whose kernels run here, null when none of those that are built can.
extern "C" const char* jaxfmm_isa() { return Chosen() < 0 ? nullptr : SETS[Chosen()]; }

// The instruction sets that are built.
extern "C" const char* jaxfmm_sets() { return JAXFMM_SETS; }

// The hash of the sources that this library was built from (CMakeLists.txt).
extern "C" const char* jaxfmm_sources() { return JAXFMM_SOURCES; }

// The hash of include/generated/arguments.h, by which kernels read what the package passes
// (CMakeLists.txt).
extern "C" const char* jaxfmm_arguments() { return JAXFMM_ARGUMENTS; }

// Sums take at most so many of XLA's threads from now on.
extern "C" void jaxfmm_use_threads(int64_t count) { most_threads = count; }

extern "C" int jaxfmm_has_kernel(const char* name) { return BuiltIn(name) != nullptr; }

XLA_FFI_DEFINE_HANDLER_SYMBOL(jaxfmm_run, Run,
                              ffi::Ffi::Bind()
                                  .Ctx<ffi::ThreadPool>()
                                  .Attr<std::string_view>("key")
                                  .Attr<ffi::Span<const uint8_t>>("library")
                                  .Attr<std::string_view>("kernel")
                                  .Attr<ffi::Span<const int64_t>>("scalars")
                                  .RemainingArgs()
                                  .RemainingRets());
#pragma GCC visibility pop
