// Replays calls of CPU kernels (custom_ops/include/kernel.h) that kernel_calls.py wrote down.
//
//   replay FILE THREADS [RESULTS LIBRARY ...]
//
// The kernels are in this program or, for the instruction set "base", in the libraries. The bytes of all results, scratch
// left out, go to the file RESULTS.
//
// Every buffer is a block of its own and exactly as large as XLA would make it, so that AddressSanitizer sees each
// access out of bounds. A call is made three times: all units of a phase at once, one by one backwards, and dealt to
// THREADS threads that have nothing in common but the start and the end of a phase, so that ThreadSanitizer sees each
// two units of a phase that touch the same memory. The results must be the same bits. The second time they are filled
// with other bits beforehand: what differs then depends on memory that nobody wrote.
#include <dlfcn.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <thread>
#include <vector>

namespace {

using Kernel = int64_t (*)(void* const*, const int64_t*, int64_t, int64_t, int64_t);
using Bytes = std::vector<unsigned char>;

constexpr unsigned char FILL = 0x3f, OTHER_FILL = 0xff;  // large integers and small reals; -1 and NaN
constexpr size_t ALIGNMENT = 64;                         // XLA's

[[noreturn]] void fail(const std::string& text) {
  std::fprintf(stderr, "%s\n", text.c_str());
  std::exit(1);
}

bool read(std::FILE* file, void* to, size_t size) { return std::fread(to, 1, size, file) == size; }

int64_t number(std::FILE* file) {
  int64_t value;
  if (!read(file, &value, sizeof value)) fail("the file ends within a call");
  return value;
}

Bytes bytes(std::FILE* file) {
  Bytes value(number(file));
  if (!read(file, value.data(), value.size())) fail("the file ends within a call");
  return value;
}

struct Result {
  int64_t size, alias;  // alias: the operand that it shares its memory with, or -1
};

struct Call {
  std::string name;
  std::vector<int64_t> scalars;
  std::vector<Bytes> operands;
  std::vector<Result> results;
  int64_t compared;  // results before this one; what follows is scratch
};

bool read_call(std::FILE* file, Call& call) {
  int64_t length;
  if (!read(file, &length, sizeof length)) return false;
  call.name.resize(length);
  if (!read(file, call.name.data(), length)) fail("the file ends within a call");
  call.scalars.resize(number(file));
  for (int64_t& scalar : call.scalars) scalar = number(file);
  call.operands.resize(number(file));
  for (Bytes& operand : call.operands) operand = bytes(file);
  call.results.resize(number(file));
  for (Result& result : call.results) result.size = number(file), result.alias = number(file);
  call.compared = number(file);
  return true;
}

struct Block {
  void* data = nullptr;
  size_t size;
  explicit Block(size_t size) : size(size) {
    if (posix_memalign(&data, ALIGNMENT, size)) fail("no memory");
  }
  Block(Block&& other) : data(other.data), size(other.size) { other.data = nullptr; }
  ~Block() { std::free(data); }
};

enum Way { AT_ONCE, BACKWARDS, THREADS };

void phase(Way way, int64_t threads, int64_t units, const std::vector<void*>& buffers, const Call& call, Kernel kernel,
           int64_t phase) {
  auto run = [&](int64_t begin, int64_t end) { kernel(buffers.data(), call.scalars.data(), phase, begin, end); };
  if (way == AT_ONCE && units > 0) run(0, units);
  if (way == BACKWARDS)
    for (int64_t i = units; i-- > 0;) run(i, i + 1);
  if (way == THREADS) {
    std::vector<std::thread> started;
    for (int64_t first = 0; first < threads && first < units; first++)
      started.emplace_back([=, &run] {
        for (int64_t i = first; i < units; i += threads) run(i, i + 1);
      });
    for (std::thread& thread : started) thread.join();
  }
}

std::vector<Bytes> replay(const Call& call, Kernel kernel, Way way, int64_t threads) {
  std::vector<Block> blocks;
  std::vector<void*> buffers;
  std::vector<bool> shared(call.operands.size());
  for (const Bytes& operand : call.operands) {
    blocks.emplace_back(operand.size());
    if (!operand.empty()) std::memcpy(blocks.back().data, operand.data(), operand.size());
    buffers.push_back(blocks.back().data);
  }
  for (const Result& result : call.results) {
    if (result.alias >= 0) {
      shared[result.alias] = true;
      buffers.push_back(buffers[result.alias]);
      continue;
    }
    blocks.emplace_back(result.size);
    if (result.size) std::memset(blocks.back().data, way == BACKWARDS ? OTHER_FILL : FILL, result.size);
    buffers.push_back(blocks.back().data);
  }
  for (int64_t i = 0;; i++) {
    const int64_t units = kernel(buffers.data(), call.scalars.data(), i, -1, -1);
    if (units < 0) break;
    phase(way, threads, units, buffers, call, kernel, i);
  }
  for (size_t i = 0; i < call.operands.size(); i++)
    if (!shared[i] && !call.operands[i].empty() &&
        std::memcmp(buffers[i], call.operands[i].data(), call.operands[i].size()))
      fail(call.name + " writes to operand " + std::to_string(i));
  std::vector<Bytes> results;
  for (int64_t i = 0; i < call.compared; i++) {
    const auto* data = static_cast<const unsigned char*>(buffers[call.operands.size() + i]);
    results.emplace_back(data, data + call.results[i].size);
  }
  return results;
}

Kernel find(const std::string& name) {
  for (const char* suffix : {"", "_base"})
    if (void* kernel = dlsym(RTLD_DEFAULT, (name + suffix).c_str())) return reinterpret_cast<Kernel>(kernel);
  fail("there is no kernel " + name);
}

}  // namespace

int main(int count, char** arguments) {
  std::FILE* file = std::fopen(arguments[1], "rb");
  if (!file) fail("cannot read the calls");
  const int64_t threads = std::atoi(arguments[2]);
  std::FILE* written = count > 3 ? std::fopen(arguments[3], "wb") : nullptr;
  for (int i = 4; i < count; i++)
    if (!dlopen(arguments[i], RTLD_NOW | RTLD_GLOBAL)) fail(dlerror());
  int64_t calls = 0;
  for (Call call; read_call(file, call); calls++) {
    const Kernel kernel = find(call.name);
    const std::string who = "call " + std::to_string(calls) + ", " + call.name;
    std::fprintf(stderr, "%s\n", who.c_str());
    const auto expected = replay(call, kernel, AT_ONCE, 1);
    const auto backwards = replay(call, kernel, BACKWARDS, 1), threaded = replay(call, kernel, THREADS, threads);
    for (int64_t i = 0; i < call.compared; i++) {
      if (written && !expected[i].empty()) std::fwrite(expected[i].data(), 1, expected[i].size(), written);
      if (threaded[i] != expected[i]) fail(who + ": result " + std::to_string(i) + " depends on the threads");
      for (size_t j = 0; j < expected[i].size(); j++)
        if (backwards[i][j] != expected[i][j] && !(expected[i][j] == FILL && backwards[i][j] == OTHER_FILL))
          fail(who + ": byte " + std::to_string(j) + " of result " + std::to_string(i) +
               " depends on the order of units or on memory that nobody wrote");
    }
  }
  std::fclose(file);
  if (written && std::fclose(written)) fail("cannot write the results");
  std::printf("%lld\n", static_cast<long long>(calls));
}
