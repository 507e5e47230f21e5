/* The part of the CUDA driver that jaxfmm calls, without a GPU: it logs every call of the launcher, and its one kernel,
 * `scale`, runs on the host. FAKE_CUDA_FAIL names the call that fails; FAKE_CUDA_DEVICE is the current device, none if unset. */
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
  return 0;
}

/* scale<<<...>>>(const float *x, float *y, long long n, double factor) */
int cuLaunchKernel(void *function, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by, unsigned bz,
                   unsigned shared, void *stream, void **arguments, void **extra) {
  FAIL_ON_DEMAND;
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
  *value = attribute == 16 ? 3 : attribute == 97 ? 1000 * device : 0; /* multiprocessors, shared memory of a block */
  return 0;
}

int cuOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, void *function, int block, size_t shared) {
  FAIL_ON_DEMAND;
  *blocks = 1024 / block;
  return 0;
}

int cuLaunchCooperativeKernel(void *function, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by,
                              unsigned bz, unsigned shared, void *stream, void **arguments) {
  FAIL_ON_DEMAND;
  LOG("at once: ");
  return cuLaunchKernel(function, gx, gy, gz, bx, by, bz, shared, stream, arguments, NULL);
}
