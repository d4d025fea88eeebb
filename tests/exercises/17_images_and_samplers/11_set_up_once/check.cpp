#include "exercise.hpp"

#include "tools/exercise/calls.hpp"
#include "tools/exercise/check.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <map>
#include <stdexcept>

namespace {

// The learner's references to each object, and how many objects were created, by kind.
std::map<void*, int> references;
std::map<std::string, int> created;
bool watching = false;

template <typename Handle>
Handle made(const char* kind, Handle object) {
  if (watching && object != nullptr) {
    ++created[kind];
    ++references[object];
  }
  return object;
}

void count(void* object, int difference) {
  if (const auto found = references.find(object); found != references.end())
    found->second += difference;
}

} // namespace

// A handle may be used again for another object, once its own has no references.
#define COUNT_REFERENCES(Name, type)                                                               \
  cl_int clRetain##Name(type object) {                                                             \
    count(object, 1);                                                                              \
    return exercise::original<decltype(&clRetain##Name)>("clRetain" #Name)(object);                \
  }                                                                                                \
  cl_int clRelease##Name(type object) {                                                            \
    count(object, -1);                                                                             \
    return exercise::original<decltype(&clRelease##Name)>("clRelease" #Name)(object);              \
  }
COUNT_REFERENCES(Context, cl_context)
COUNT_REFERENCES(CommandQueue, cl_command_queue)
COUNT_REFERENCES(Program, cl_program)
COUNT_REFERENCES(Kernel, cl_kernel)
COUNT_REFERENCES(Sampler, cl_sampler)
COUNT_REFERENCES(MemObject, cl_mem)

#define ORIGINAL(function) exercise::original<decltype(&function)>(#function)

cl_context clCreateContext(const cl_context_properties* properties, cl_uint count,
                           const cl_device_id* devices,
                           void(CL_CALLBACK* notify)(const char*, const void*, size_t, void*),
                           void* data, cl_int* error) {
  return made("context",
              ORIGINAL(clCreateContext)(properties, count, devices, notify, data, error));
}
cl_command_queue clCreateCommandQueue(cl_context context, cl_device_id device,
                                      cl_command_queue_properties properties, cl_int* error) {
  return made("queue", ORIGINAL(clCreateCommandQueue)(context, device, properties, error));
}
cl_command_queue clCreateCommandQueueWithProperties(cl_context context, cl_device_id device,
                                                    const cl_queue_properties* properties,
                                                    cl_int* error) {
  return made("queue",
              ORIGINAL(clCreateCommandQueueWithProperties)(context, device, properties, error));
}
cl_program clCreateProgramWithSource(cl_context context, cl_uint count, const char** strings,
                                     const size_t* lengths, cl_int* error) {
  return made("program",
              ORIGINAL(clCreateProgramWithSource)(context, count, strings, lengths, error));
}
cl_int clBuildProgram(cl_program program, cl_uint count, const cl_device_id* devices,
                      const char* options, void(CL_CALLBACK* notify)(cl_program, void*),
                      void* data) {
  if (watching)
    ++created["build of a program"];
  return ORIGINAL(clBuildProgram)(program, count, devices, options, notify, data);
}
cl_kernel clCreateKernel(cl_program program, const char* name, cl_int* error) {
  return made("kernel", ORIGINAL(clCreateKernel)(program, name, error));
}
cl_sampler clCreateSampler(cl_context context, cl_bool normalized, cl_addressing_mode addressing,
                           cl_filter_mode filter, cl_int* error) {
  return made("sampler", ORIGINAL(clCreateSampler)(context, normalized, addressing, filter, error));
}
cl_sampler clCreateSamplerWithProperties(cl_context context,
                                         const cl_sampler_properties* properties, cl_int* error) {
  return made("sampler", ORIGINAL(clCreateSamplerWithProperties)(context, properties, error));
}
cl_mem clCreateImage(cl_context context, cl_mem_flags flags, const cl_image_format* format,
                     const cl_image_desc* form, void* data, cl_int* error) {
  return made("image", ORIGINAL(clCreateImage)(context, flags, format, form, data, error));
}
cl_mem clCreateBuffer(cl_context context, cl_mem_flags flags, size_t size, void* data,
                      cl_int* error) {
  return made("buffer", ORIGINAL(clCreateBuffer)(context, flags, size, data, error));
}

EXERCISE_CHECK(bench) {
  bench.need_images();
  const cl::Device& device = bench.session.device;
  const auto throws = [&](ImageFilter& filter, const char* when) {
    const Picture pixel{1, 1, {1, 2, 3, 4}};
    try {
      filter.filter(pixel, {1, 1, {1.0F}});
    } catch (const std::logic_error&) {
      bench.expect(true, "");
      return;
    }
    bench.expect(false, fmt::format("filter() {} throws no std::logic_error.", when));
  };
  const auto try_out = [&](ImageFilter& object, std::size_t width, std::size_t height,
                           const Weights& weights) {
    Picture picture{width, height, {}};
    for (const cl_int byte : bench.random_ints(4 * width * height, 0, 255))
      picture.pixels.push_back(static_cast<cl_uchar>(byte));
    const Picture got = object.filter(picture, weights);
    const std::string where = fmt::format("{} x {} pixels, {} x {} weights", width, height,
                                          weights.width, weights.height);
    bench.expect(got.width == width && got.height == height &&
                     got.pixels.size() == picture.pixels.size(),
                 fmt::format("{}: the result has {} x {} pixels and {} bytes.", where, got.width,
                             got.height, got.pixels.size()));
    const auto w = static_cast<cl_int>(width), h = static_cast<cl_int>(height);
    std::vector<double> want;
    for (cl_int y = 0; y < h; ++y)
      for (cl_int x = 0; x < w; ++x)
        for (std::size_t c = 0; c < 4; ++c) {
          double sum = 0.0;
          for (cl_int j = 0; j < weights.height; ++j)
            for (cl_int i = 0; i < weights.width; ++i) {
              const cl_int row = std::clamp(y + j - weights.height / 2, 0, h - 1);
              const cl_int column = std::clamp(x + i - weights.width / 2, 0, w - 1);
              sum += double{weights.values[static_cast<std::size_t>(j * weights.width + i)]} *
                     picture.pixels[4 * static_cast<std::size_t>(row * w + column) + c];
            }
          want.push_back(std::clamp(sum, 0.0, 255.0));
        }
    bench.expect(std::vector<float>(got.pixels.begin(), got.pixels.end()), want, {0.7, 0.0}, where,
                 {width, exercise::rgba});
  };
  const Weights relief{3, 3, {-2, -1, 0, -1, 1, 1, 0, 1, 2}};
  const Weights wide{5, 1, bench.random(5, 0.0F, 0.4F)}, high{1, 3, bench.random(3, 0.0F, 0.5F)};
  const std::vector<const char*> kinds{"context", "queue",  "program", "build of a program",
                                       "kernel",  "sampler"};

  // Two objects, one of which goes first: what they have is their own.
  watching = true;
  {
    ImageFilter first, second, third;
    first.init(device);
    second.init(device);
    std::map<std::string, int> of_init = created;
    try_out(first, 9, 5, relief);
    // Whatever the first picture may have made in the place of init(), the second one uses again.
    std::map<std::string, int> of_first = created;
    try_out(first, 31, 17, wide);
    try_out(first, 31, 17, high);
    try_out(second, 1, 1, relief);
    for (const char* kind : kinds)
      bench.expect(created[kind] == of_first[kind],
                   fmt::format("the second picture costs a {} again, which init() should have made "
                               "once.",
                               kind));
    for (const char* kind : kinds)
      bench.expect(of_first[kind] == of_init[kind],
                   fmt::format("filter() makes a {}, which init() should do.", kind));
    for (const char* kind : kinds)
      bench.expect(of_init[kind] <= 2,
                   fmt::format("two objects made {} times a {}.", of_init[kind], kind));
    throws(third, "before init()");
    first.finalize();
    throws(first, "after finalize()");
    try_out(second, 8, 3, wide);
    first.init(device);
    try_out(first, 4, 6, high);
    first.finalize();
    second.finalize();
    const auto left = std::count_if(references.begin(), references.end(),
                                    [](const auto& object) { return object.second != 0; });
    bench.expect(left == 0,
                 fmt::format("after finalize(), {} objects of OpenCL are not released.", left));
  }
  watching = false;
}
