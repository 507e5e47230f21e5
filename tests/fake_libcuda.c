/* The part of the CUDA driver that jaxfmm calls, without a GPU: it logs every call of the launcher, and its kernel `scale`
 * runs on the host; others do nothing. FAKE_CUDA_FAIL names the call that fails; FAKE_CUDA_DEVICE is the current device,
 * none if unset. FAKE_CUDA_CARD are numbers of the card and of its kernels, as `enum` below names them: the driver then
 * refuses launches that do not fit the card, as NVIDIA's does. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char text[1 << 16];
static char kernel[256];

const char *fake_log(void) { return text; }
void fake_clear(void) { text[0] = 0; }

#define LOG(...) snprintf(text + strlen(text), sizeof(text) - strlen(text), __VA_ARGS__)
#define FAIL_ON_DEMAND                                                    \
  do {                                                                    \
    const char *name = getenv("FAKE_CUDA_FAIL");                          \
    if (name && !strcmp(name, __func__)) return 700;                      \
  } while (0)

/* multiprocessors; bytes of shared memory that a block may have; of a multiprocessor: bytes of shared memory, threads,
 * blocks; of a kernel: registers of a thread, bytes of static shared memory */
enum { PROCESSORS, OF_BLOCK, OF_PROCESSOR, THREADS, BLOCKS, REGISTERS, STATIC };

static int card(int number, int otherwise) {
  const char *text = getenv("FAKE_CUDA_CARD");
  for (int i = 0; text && i < number; i++) text = strchr(text, ',') ? strchr(text, ',') + 1 : NULL;
  return text ? atoi(text) : otherwise;
}

static int least(int a, int b) { return a < b ? a : b; }

static int dynamic_shared; /* that was asked for */

int cuGetErrorString(int code, const char **out) {
  *out = code == 700 ? "fake failure" : NULL;
  return 0;
}

int cuCtxGetDevice(int *device) {
  const char *current = getenv("FAKE_CUDA_DEVICE");
  if (!current) return 201;
  *device = atoi(current);
  return 0;
}

int cuLibraryLoadData(void **library, const void *code, void *a, void **b, unsigned c, void *d, void **e, unsigned f) {
  FAIL_ON_DEMAND;
  LOG("load %.4s\n", (const char *)code);
  *library = kernel;
  return 0;
}

int cuLibraryGetKernel(void **out, void *library, const char *name) {
  FAIL_ON_DEMAND;
  snprintf(kernel, sizeof(kernel), "%s", name);
  *out = kernel;
  return 0;
}

int cuKernelGetFunction(void **function, void *handle) {
  FAIL_ON_DEMAND;
  LOG("prepare %s\n", (const char *)handle);
  *function = handle;
  return 0;
}

int cuKernelSetAttribute(int attribute, int value, void *handle, int device) {
  FAIL_ON_DEMAND;
  LOG("attribute %d = %d on device %d\n", attribute, value, device);
  if (value + card(STATIC, 0) > card(OF_BLOCK, 1 << 20)) return 1;
  dynamic_shared = value;
  return 0;
}

int cuKernelGetAttribute(int *value, int attribute, void *handle, int device) {
  FAIL_ON_DEMAND;
  *value = attribute == 1 ? card(STATIC, 0) : 0; /* static shared memory */
  return 0;
}

/* scale<<<...>>>(const float *x, float *y, long long n, double factor) */
int cuLaunchKernel(void *function, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by, unsigned bz,
                   unsigned shared, void *stream, void **arguments, void **extra) {
  FAIL_ON_DEMAND;
  const int always = 48 * 1024 - card(STATIC, 0);
  if ((int)shared > (dynamic_shared > always ? dynamic_shared : always)) return 1;
  if (strcmp((const char *)function, "scale")) {
    LOG("launch %s grid %u %u %u block %u %u %u shared %u\n", (const char *)function, gx, gy, gz, bx, by, bz, shared);
    return 0;
  }
  const float *x = *(const float **)arguments[0];
  float *y = *(float **)arguments[1];
  const int64_t n = *(int64_t *)arguments[2];
  const double factor = *(double *)arguments[3];
  for (int64_t i = 0; i < n; ++i) y[i] = (float)(factor * x[i]);
  LOG("launch %s grid %u %u %u block %u %u %u shared %u n %lld factor %g\n", (const char *)function, gx, gy, gz, bx, by,
      bz, shared, (long long)n, factor);
  return 0;
}

int cuInit(unsigned flags) { return 0; }

int cuDeviceGet(int *device, int ordinal) {
  *device = 100 + ordinal;
  return 0;
}

int cuDeviceGetAttribute(int *value, int attribute, int device) {
  FAIL_ON_DEMAND;
  switch (attribute) {
    case 13: *value = 1500000; break; /* kHz */
    case 16: *value = card(PROCESSORS, 3); break;
    case 39: *value = card(THREADS, 0); break;
    case 81: *value = card(OF_PROCESSOR, 0); break;
    case 97: *value = card(OF_BLOCK, 1000 * device); break;
    case 106: *value = card(BLOCKS, 0); break;
    default: *value = 0;
  }
  return 0;
}

int cuOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, void *function, int block, size_t shared) {
  FAIL_ON_DEMAND;
  *blocks = least(card(THREADS, 1024) / block, card(BLOCKS, 32));
  const int per_warp = (card(REGISTERS, 32) * 32 + 255) / 256 * 256, reserved = 1024;
  *blocks = least(*blocks, 65536 / (per_warp * ((block + 31) / 32)));
  if (shared + card(STATIC, 0)) *blocks = least(*blocks, card(OF_PROCESSOR, 1 << 20) / (int)(shared + card(STATIC, 0) + reserved));
  return 0;
}

int cuLaunchCooperativeKernel(void *function, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by,
                              unsigned bz, unsigned shared, void *stream, void **arguments) {
  FAIL_ON_DEMAND;
  int each;
  cuOccupancyMaxActiveBlocksPerMultiprocessor(&each, function, bx, shared);
  if (gx > (unsigned)(each * card(PROCESSORS, 3))) return 720; /* too large for a cooperative launch */
  LOG("at once: ");
  return cuLaunchKernel(function, gx, gy, gz, bx, by, bz, shared, stream, arguments, NULL);
}
