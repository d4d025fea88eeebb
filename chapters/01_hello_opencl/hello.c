// The first half of main.cpp again, in plain C: the same seven parts in the same order, with the same
// names. What the bindings do for you is written out here: the program checks every error code, asks
// for every size, and releases every object on every path.
//
//   01_hello_opencl_c [--device D] [--kernel FILE]

#include <CL/cl.h>
#include <ctype.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { n = 1000, exit_passed = 0, exit_failed = 1, exit_usage = 2 };

// For functions that have `error` and a label `cleanup`. If the program went on after an
// error, other errors would follow from it and hide it.
#define CHECK(function)                                                                            \
  do {                                                                                             \
    if (error != CL_SUCCESS) {                                                                     \
      fprintf(stderr, "error: %s failed with code %d (hello.c:%d)\n", function, error, __LINE__);  \
      goto cleanup;                                                                                \
    }                                                                                              \
  } while (0)

// The same numbers on every machine: a linear congruential generator, its upper 24 bits as a float
// in [-1, 1).
static void random_floats(float* values, size_t count, uint32_t seed) {
  for (size_t i = 0; i < count; ++i) {
    seed = 1664525u * seed + 1013904223u;
    values[i] = (float)(seed >> 8) * 0x1p-23f - 1.0f;
  }
}

// The whole file with a terminating zero; NULL if it cannot be read. The caller frees it.
static char* read_text(const char* file) {
  FILE* stream = fopen(file, "rb");
  if (!stream)
    return NULL;
  char* text = NULL;
  long length;
  if (fseek(stream, 0, SEEK_END) == 0 && (length = ftell(stream)) >= 0 &&
      fseek(stream, 0, SEEK_SET) == 0 && (text = malloc((size_t)length + 1)) != NULL) {
    if (fread(text, 1, (size_t)length, stream) == (size_t)length) {
      text[length] = '\0';
    } else {
      free(text);
      text = NULL;
    }
  }
  fclose(stream);
  return text;
}

// A text that describes the device, of any length: ask for the size, then for the text. NULL if
// that fails. The caller frees it.
static char* device_text(cl_device_id device, cl_device_info what) {
  size_t size = 0;
  if (clGetDeviceInfo(device, what, 0, NULL, &size) != CL_SUCCESS)
    return NULL;
  char* text = malloc(size + 1);
  if (text && clGetDeviceInfo(device, what, size, text, NULL) != CL_SUCCESS) {
    free(text);
    return NULL;
  }
  if (text)
    text[size] = '\0';
  return text;
}

static int contains(const char* text, const char* part) { // case does not matter
  const size_t length = strlen(part);
  for (; strlen(text) >= length; ++text) {
    size_t i = 0;
    while (i < length && tolower((unsigned char)text[i]) == tolower((unsigned char)part[i]))
      ++i;
    if (i == length)
      return 1;
  }
  return 0;
}

// gpu, cpu, accelerator, an index, part of the device's name, or empty for any device.
static int fits(cl_device_id device, size_t index, const char* wanted) {
  cl_device_type type = 0;
  if (clGetDeviceInfo(device, CL_DEVICE_TYPE, sizeof type, &type, NULL) != CL_SUCCESS)
    return 0;
  if (strcmp(wanted, "gpu") == 0)
    return (type & CL_DEVICE_TYPE_GPU) != 0;
  if (strcmp(wanted, "cpu") == 0)
    return (type & CL_DEVICE_TYPE_CPU) != 0;
  if (strcmp(wanted, "accelerator") == 0)
    return (type & CL_DEVICE_TYPE_ACCELERATOR) != 0;
  if (wanted[0] != '\0' && strspn(wanted, "0123456789") == strlen(wanted))
    return strtoul(wanted, NULL, 10) == index;
  char* name = device_text(device, CL_DEVICE_NAME);
  const int found = name && contains(name, wanted);
  free(name);
  return found;
}

// [find-device]
// The first GPU that fits, else the first device that fits, else NULL.
static cl_device_id find_device(const char* wanted) {
  cl_device_id chosen = NULL;
  cl_platform_id* platforms = NULL;
  cl_device_id* devices = NULL;
  size_t index = 0;
  int have_gpu = 0;

  cl_uint num_platforms = 0;
  cl_int error = clGetPlatformIDs(0, NULL, &num_platforms); // first: how many?
  if (num_platforms == 0) {
    fprintf(stderr,
            "error: no OpenCL platform was found (code %d). Install one that runs on any "
            "CPU: sudo apt install pocl-opencl-icd\n",
            error);
    goto cleanup;
  }
  CHECK("clGetPlatformIDs");
  platforms = malloc(num_platforms * sizeof *platforms);
  error = platforms ? clGetPlatformIDs(num_platforms, platforms, NULL) // then: which?
                    : CL_OUT_OF_HOST_MEMORY;
  CHECK("clGetPlatformIDs");

  for (cl_uint p = 0; p < num_platforms; ++p) {
    cl_uint num_devices = 0;
    error = clGetDeviceIDs(platforms[p], CL_DEVICE_TYPE_ALL, 0, NULL, &num_devices);
    if (error == CL_DEVICE_NOT_FOUND) // a driver without its hardware: no reason to give up
      continue;
    CHECK("clGetDeviceIDs");
    free(devices);
    devices = malloc(num_devices * sizeof *devices);
    error = devices ? clGetDeviceIDs(platforms[p], CL_DEVICE_TYPE_ALL, num_devices, devices, NULL)
                    : CL_OUT_OF_HOST_MEMORY;
    CHECK("clGetDeviceIDs");
    for (cl_uint d = 0; d < num_devices; ++d) {
      if (!fits(devices[d], index++, wanted))
        continue;
      const int gpu = fits(devices[d], 0, "gpu");
      if (!chosen || (gpu && !have_gpu)) {
        chosen = devices[d];
        have_gpu = gpu;
      }
    }
  }
  if (index == 0)
    fprintf(stderr, "error: no OpenCL device was found: `./learn doctor` says why.\n");
  else if (!chosen)
    fprintf(stderr,
            "error: no OpenCL device fits '%s': `./learn lab 2 --group devices` lists them.\n",
            wanted);

cleanup:
  free(devices);
  free(platforms);
  return chosen;
}
// [/find-device]

static int run(const char* wanted, const char* kernel_file) {
  int exit_code = exit_failed; // until everything has gone well
  cl_int error = CL_SUCCESS;
  cl_context context = NULL;
  cl_command_queue queue = NULL;
  cl_mem a_buffer = NULL, b_buffer = NULL, c_buffer = NULL;
  cl_program program = NULL;
  cl_kernel kernel = NULL;
  char *name = NULL, *source = NULL, *log = NULL;

  const size_t bytes = n * sizeof(float);
  static float a[n], b[n], c[n];
  random_floats(a, n, 42);
  random_floats(b, n, 43);
  for (size_t i = 0; i < n; ++i)
    c[i] = NAN; // "not a number": no sum looks like this

  // [device]
  const cl_device_id device = find_device(wanted);
  if (!device)
    goto cleanup;
  name = device_text(device, CL_DEVICE_NAME);
  printf("Hello from %s!\n", name ? name : "a device without a name");
  // [/device]

  // [queue]
  context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
  CHECK("clCreateContext");
  queue = clCreateCommandQueueWithProperties(context, device, NULL, &error);
  CHECK("clCreateCommandQueueWithProperties");
  // [/queue]

  // [memory]
  a_buffer = clCreateBuffer(context, CL_MEM_READ_ONLY, bytes, NULL, &error);
  CHECK("clCreateBuffer");
  b_buffer = clCreateBuffer(context, CL_MEM_READ_ONLY, bytes, NULL, &error);
  CHECK("clCreateBuffer");
  c_buffer = clCreateBuffer(context, CL_MEM_WRITE_ONLY, bytes, NULL, &error);
  CHECK("clCreateBuffer");
  error = clEnqueueWriteBuffer(queue, a_buffer, CL_TRUE, 0, bytes, a, 0, NULL, NULL);
  CHECK("clEnqueueWriteBuffer");
  error = clEnqueueWriteBuffer(queue, b_buffer, CL_TRUE, 0, bytes, b, 0, NULL, NULL);
  CHECK("clEnqueueWriteBuffer");
  error = clEnqueueWriteBuffer(queue, c_buffer, CL_TRUE, 0, bytes, c, 0, NULL, NULL);
  CHECK("clEnqueueWriteBuffer");
  // [/memory]

  // [build]
  source = read_text(kernel_file);
  if (!source) {
    fprintf(stderr, "error: cannot read '%s': name the kernel's file with --kernel.\n",
            kernel_file);
    goto cleanup;
  }
  program = clCreateProgramWithSource(context, 1, (const char**)&source, NULL, &error);
  CHECK("clCreateProgramWithSource");
  error = clBuildProgram(program, 1, &device, NULL, NULL, NULL);
  if (error == CL_BUILD_PROGRAM_FAILURE) {
    size_t size = 0;
    clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, 0, NULL, &size);
    log = calloc(size + 1, 1);
    if (log)
      clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, size, log, NULL);
    fprintf(stderr, "error: the kernel does not build. The compiler says:\n%s\n", log ? log : "");
  }
  CHECK("clBuildProgram");
  kernel = clCreateKernel(program, "vector_add", &error);
  CHECK("clCreateKernel");
  // [/build]

  // [arguments]
  const cl_uint elements = n;
  error = clSetKernelArg(kernel, 0, sizeof a_buffer, &a_buffer);
  CHECK("clSetKernelArg");
  error = clSetKernelArg(kernel, 1, sizeof b_buffer, &b_buffer);
  CHECK("clSetKernelArg");
  error = clSetKernelArg(kernel, 2, sizeof c_buffer, &c_buffer);
  CHECK("clSetKernelArg");
  error = clSetKernelArg(kernel, 3, sizeof elements, &elements);
  CHECK("clSetKernelArg");
  // [/arguments]

  // [enqueue]
  size_t limit = 0;
  error = clGetKernelWorkGroupInfo(kernel, device, CL_KERNEL_WORK_GROUP_SIZE, sizeof limit, &limit,
                                   NULL);
  CHECK("clGetKernelWorkGroupInfo");
  const size_t local_size = limit < 64 ? limit : 64;
  const size_t groups = (n + local_size - 1) / local_size; // rounded up
  const size_t global_size = groups * local_size;
  error = clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global_size, &local_size, 0, NULL, NULL);
  CHECK("clEnqueueNDRangeKernel");
  // [/enqueue]
  printf("%zu work-items in %zu work-groups of %zu\n", global_size, groups, local_size);

  // [read-back]
  error = clEnqueueReadBuffer(queue, c_buffer, CL_TRUE, 0, bytes, c, 0, NULL, NULL);
  CHECK("clEnqueueReadBuffer");
  size_t wrong = 0;
  for (size_t i = 0; i < n; ++i)
    if (c[i] != a[i] + b[i]) // also true if c[i] is not a number
      ++wrong;
  if (wrong != 0) {
    fprintf(stderr, "error: %zu of %d sums are wrong.\n", wrong, n);
    goto cleanup;
  }
  printf("verified: the device and the host agree on all %d sums\n", n);
  // [/read-back]
  exit_code = exit_passed;

  // [release]
cleanup: // in the reverse order of creation; what was never created is NULL and skipped
  if (kernel)
    clReleaseKernel(kernel);
  if (program)
    clReleaseProgram(program);
  if (c_buffer)
    clReleaseMemObject(c_buffer);
  if (b_buffer)
    clReleaseMemObject(b_buffer);
  if (a_buffer)
    clReleaseMemObject(a_buffer);
  if (queue)
    clReleaseCommandQueue(queue);
  if (context)
    clReleaseContext(context);
  free(log);
  free(source);
  free(name);
  return exit_code;
  // [/release]
}

int main(int argc, char** argv) {
  const char* wanted = getenv("OCL_DEVICE");
  const char* kernel_file = KERNEL_FILE; // from CMake: the file in the source tree
  const char* usage = "usage: 01_hello_opencl_c [--device gpu|cpu|INDEX|NAME] [--kernel FILE]\n";
  for (int i = 1; i < argc; ++i) {
    if (strcmp(argv[i], "--help") == 0) {
      fputs(usage, stdout);
      return exit_passed;
    }
    if (strcmp(argv[i], "--device") == 0 && i + 1 < argc) {
      wanted = argv[++i];
    } else if (strcmp(argv[i], "--kernel") == 0 && i + 1 < argc) {
      kernel_file = argv[++i];
    } else {
      fprintf(stderr, "error: unknown or incomplete option '%s'\n%s", argv[i], usage);
      return exit_usage;
    }
  }
  return run(wanted ? wanted : "", kernel_file);
}
