// The exhibits whose mistake is in the host's memory, in plain C, for plain C lets one make them:
//
//   13_testing_and_debugging_asan EXHIBIT broken|mended DEVICE
//
// DEVICE is the position of a device, platform by platform, as --device takes it. This program is
// compiled with -fsanitize=address, and that is the tool: it ends with a report at the first wrong
// access. What a driver copies it sees where the driver uses the C library's memcpy.

#include <CL/cl.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { number_count = 1024 };
static const size_t bytes = number_count * sizeof(cl_float);

static cl_device_id device;
static cl_context context;
static cl_command_queue queue;
static cl_mem buffer;
static cl_event gate; // opened by the host

// --- freed-early: the host frees what a command in the queue has yet to read ---

static void freed_early_broken(void) {
  // [freed-early broken]
  cl_float* numbers = calloc(number_count, sizeof *numbers);
  clEnqueueWriteBuffer(queue, buffer, CL_FALSE, 0, bytes, numbers, 1, &gate, NULL);
  free(numbers);
  clSetUserEventStatus(gate, CL_COMPLETE); // now the write may begin
  clFinish(queue);
  // [/freed-early broken]
}

static void freed_early_mended(void) {
  // [freed-early mended]
  cl_float* numbers = calloc(number_count, sizeof *numbers);
  clEnqueueWriteBuffer(queue, buffer, CL_FALSE, 0, bytes, numbers, 1, &gate, NULL);
  clSetUserEventStatus(gate, CL_COMPLETE); // now the write may begin
  clFinish(queue);
  free(numbers);
  // [/freed-early mended]
}

// --- short-array: numbers counted as bytes ---

static void short_array_broken(void) {
  // [short-array broken]
  cl_float* numbers = malloc(number_count);
  clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, bytes, numbers, 0, NULL, NULL);
  free(numbers);
  // [/short-array broken]
}

static void short_array_mended(void) {
  // [short-array mended]
  cl_float* numbers = malloc(number_count * sizeof *numbers);
  clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, bytes, numbers, 0, NULL, NULL);
  free(numbers);
  // [/short-array mended]
}

// --- double-release: two owners, one reference ---

static void double_release_broken(void) {
  // [double-release broken]
  cl_mem mine = clCreateBuffer(context, CL_MEM_READ_WRITE, bytes, NULL, NULL);
  cl_mem yours = mine;
  printf("release: %d\n", clReleaseMemObject(mine));
  printf("release: %d\n", clReleaseMemObject(yours));
  // [/double-release broken]
}

static void double_release_mended(void) {
  // [double-release mended]
  cl_mem mine = clCreateBuffer(context, CL_MEM_READ_WRITE, bytes, NULL, NULL);
  cl_mem yours = mine;
  clRetainMemObject(yours); // the second owner's reference
  printf("release: %d\n", clReleaseMemObject(mine));
  printf("release: %d\n", clReleaseMemObject(yours));
  // [/double-release mended]
}

static void find_device(int position) {
  cl_platform_id platforms[16];
  cl_uint platform_count = 0;
  clGetPlatformIDs(16, platforms, &platform_count);
  for (cl_uint p = 0; p < platform_count && p < 16; ++p) {
    cl_device_id devices[64];
    cl_uint device_count = 0;
    if (clGetDeviceIDs(platforms[p], CL_DEVICE_TYPE_ALL, 64, devices, &device_count) != CL_SUCCESS)
      continue;
    for (cl_uint d = 0; d < device_count && d < 64; ++d)
      if (position-- == 0)
        device = devices[d];
  }
}

int main(int argc, char** argv) {
  static const struct {
    const char* name;
    void (*broken)(void);
    void (*mended)(void);
  } exhibits[] = {{"freed-early", freed_early_broken, freed_early_mended},
                  {"short-array", short_array_broken, short_array_mended},
                  {"double-release", double_release_broken, double_release_mended}};
  if (argc != 4) {
    fprintf(stderr, "usage: %s EXHIBIT broken|mended DEVICE\n", argv[0]);
    return 2;
  }
  find_device(atoi(argv[3]));
  cl_int error = device ? CL_SUCCESS : CL_DEVICE_NOT_FOUND;
  if (device)
    context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
  if (error != CL_SUCCESS) {
    fprintf(stderr, "error: no context for device %s (%d)\n", argv[3], error);
    return 1;
  }
  queue = clCreateCommandQueue(context, device, 0, NULL);
  buffer = clCreateBuffer(context, CL_MEM_READ_WRITE, bytes, NULL, NULL);
  gate = clCreateUserEvent(context, NULL);
  const cl_float zero = 0.0f;
  clEnqueueFillBuffer(queue, buffer, &zero, sizeof zero, 0, bytes, 0, NULL, NULL);
  clFinish(queue);

  int done = 0;
  for (size_t i = 0; i < sizeof exhibits / sizeof *exhibits; ++i)
    if (strcmp(argv[1], exhibits[i].name) == 0) {
      strcmp(argv[2], "broken") == 0 ? exhibits[i].broken() : exhibits[i].mended();
      done = 1;
    }
  clReleaseEvent(gate);
  clReleaseMemObject(buffer);
  clReleaseCommandQueue(queue);
  clReleaseContext(context);
  puts(done ? "done" : "no such exhibit");
  return done ? 0 : 2;
}
