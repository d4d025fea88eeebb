// Mistakes made on purpose, what happens then, and what to learn from it.

#include "common/error.hpp"
#include "harness/lab/experiment.hpp"
#include "lab.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace {

// Each returns what was seen, and an empty text where the mistake did not show. A cl::Error, too, is
// something to be seen.

// [elements]
std::string elements_for_bytes(const Lab& lab) {
  const cl::Buffer buffer = lab.buffer_with(Numbers(1000, 0));
  const cl_uint value = 42;
  lab.queue.enqueueWriteBuffer(buffer, CL_TRUE, 100, sizeof value, &value); // number 100?
  const Numbers content = lab.content(buffer);
  const auto at = std::find(content.begin(), content.end(), value) - content.begin();
  return at == 100 ? "" : fmt::format("no error. Number {} is changed", at);
}
// [/elements]

// [pixels]
std::string rectangle_in_pixels(const Lab& lab) {
  constexpr std::size_t width = 12, height = 5; // a picture of one uint per pixel
  const cl::Buffer buffer = lab.buffer_with(Numbers(width * height, 0));
  const Numbers ones(4 * 3, 1);
  lab.queue.enqueueWriteBufferRect(buffer, CL_TRUE, {4, 1, 0}, {0, 0, 0},
                                   {4, 3, 1}, // 4 x 3 pixels?
                                   width * sizeof(cl_uint), 0, 4 * sizeof(cl_uint), 0, ones.data());
  const Numbers content = lab.content(buffer);
  std::string picture;
  for (std::size_t y = 0; y < height; ++y) {
    picture += "\n  ";
    for (std::size_t x = 0; x < width; ++x)
      picture += content[y * width + x] != 0 ? '#' : '.';
  }
  return "no error. Instead of 4 columns from column 4 on:" + picture;
}
// [/pixels]

// [reused]
std::string reused_array(const Lab& lab) {
  Numbers array(1000, 1);
  const cl::Buffer buffer(lab.context, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR, bytes_of(array),
                          array.data());
  std::fill(array.begin(), array.end(), 9U); // "the buffer has the numbers, I can use the array"
  const cl_uint seen = lab.look(buffer).first;
  return seen == 1 ? "" : fmt::format("the kernel finds {} where the buffer was given 1", seen);
}
// [/reused]

// [never-written]
std::string never_written(const Lab& lab) {
  constexpr std::size_t many = 8, count = 1000;
  std::vector<cl::Buffer> buffers;
  for (std::size_t i = 0; i < many; ++i)
    buffers.push_back(lab.buffer_with(Numbers(count, 4711)));
  buffers.clear(); // their memory is free for others
  for (std::size_t i = 0; i < many; ++i)
    buffers.emplace_back(lab.context, CL_MEM_READ_WRITE, count * sizeof(cl_uint));
  std::ptrdiff_t old = 0, not_zero = 0;
  for (const cl::Buffer& fresh : buffers) {
    const Numbers content = lab.content(fresh);
    old += std::count(content.begin(), content.end(), 4711U);
    not_zero += std::count_if(content.begin(), content.end(), [](cl_uint x) { return x != 0; });
  }
  return not_zero == 0 ? ""
                       : fmt::format("of {} numbers {} are not 0, and {} are those of buffers "
                                     "that were released",
                                     many * count, not_zero, old);
}
// [/never-written]

std::string no_lock(const Lab& lab) {
  Numbers array(64, 1);
  const cl::Buffer buffer(lab.context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, bytes_of(array),
                          array.data());
  lab.add(buffer, 1); // writes
  const cl_uint now = lab.content(buffer).front();
  return now == 1 ? "" : fmt::format("no error. The number is {} now", now);
}

// [half]
std::string half_written(const Lab& lab) {
  const cl::Buffer buffer = lab.buffer_with(Numbers(1000, 1));
  auto* mapped = static_cast<cl_uint*>(lab.queue.enqueueMapBuffer(
      buffer, CL_TRUE, CL_MAP_WRITE_INVALIDATE_REGION, 0, 1000 * sizeof(cl_uint)));
  std::fill(mapped, mapped + 500, 2U); // and the other half should stay as it is
  lab.queue.enqueueUnmapMemObject(buffer, mapped);
  const Numbers content = lab.content(buffer);
  const auto kept = std::count(content.begin() + 500, content.end(), 1U);
  return kept == 500 ? "" : fmt::format("{} of 500 numbers of the other half are left", kept);
}
// [/half]

// [still-mapped]
std::string still_mapped(const Lab& lab) {
  const cl::Buffer buffer = lab.buffer_with(Numbers(1000, 1));
  auto* mapped = static_cast<cl_uint*>(
      lab.queue.enqueueMapBuffer(buffer, CL_TRUE, CL_MAP_WRITE, 0, 1000 * sizeof(cl_uint)));
  mapped[0] = 2;
  const cl_uint seen = lab.look(buffer).first; // before the unmap
  lab.queue.enqueueUnmapMemObject(buffer, mapped);
  lab.queue.finish();
  return seen == 2 ? "" : fmt::format("the kernel finds {}, not the 2 of the host", seen);
}
// [/still-mapped]

std::string odd_pattern(const Lab& lab) {
  struct Colour {
    cl_uchar red, green, blue;
  };
  const cl::Buffer picture(lab.context, CL_MEM_READ_WRITE, 3000);
  lab.queue.enqueueFillBuffer(picture, Colour{37, 99, 235}, 0, 3000);
  lab.queue.finish();
  return "";
}

std::string overlap(const Lab& lab) {
  const cl::Buffer buffer = lab.buffer_with(lab.numbers(1000));
  lab.queue.enqueueCopyBuffer(buffer, buffer, 0, 4, 3996); // all numbers one place up
  lab.queue.finish();
  return "";
}

std::string misaligned(const Lab& lab) {
  cl::Buffer buffer = lab.buffer_with(lab.numbers(1000));
  const cl_buffer_region second_half{2000, 2000};
  buffer.createSubBuffer(CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &second_half);
  return "";
}

std::string locked_out(const Lab& lab) {
  const cl::Buffer buffer(lab.context, CL_MEM_WRITE_ONLY | CL_MEM_HOST_NO_ACCESS, 4000);
  lab.queue.enqueueFillBuffer(buffer, cl_uint{1}, 0, 4000);
  lab.content(buffer); // the results, please
  return "";
}

using Demo = harness::Mistake<const Lab>;

constexpr std::array demos{
    Demo{"elements-for-bytes", "to change number 100, a program writes at offset 100",
         "all offsets and sizes are bytes. Write 100 * sizeof(cl_uint).", elements_for_bytes},
    Demo{"rectangle-in-pixels", "the rectangle of a picture is given in pixels",
         "the first entry of origin and region is bytes, the second is rows.", rectangle_in_pixels},
    Demo{"reused-array", "the array behind a CL_MEM_USE_HOST_PTR buffer is used for something else",
         "the array belongs to the buffer until its destructor callback. Take "
         "CL_MEM_COPY_HOST_PTR where you mean a copy.",
         reused_array},
    Demo{"never-written", "a new buffer is read before anything has been written to it",
         "new buffers are not zero. Fill them.", never_written},
    Demo{"no-lock", "a kernel writes to a CL_MEM_READ_ONLY buffer",
         "the flag is your promise, not a lock. What happens is undefined: another device may keep "
         "such buffers in a cache that it never writes back.",
         no_lock},
    Demo{"half-written", "a region is mapped with WRITE_INVALIDATE_REGION, and half of it written",
         "the flag gives up the old content of the whole region.", half_written},
    Demo{"still-mapped", "a kernel uses a buffer that the host has mapped to write",
         "unmap first: that is what hands the bytes over.", still_mapped},
    Demo{"odd-pattern", "a picture is filled with a pattern of 3 bytes",
         "a pattern has 1, 2, 4, 8, 16, 32, 64 or 128 bytes.", odd_pattern},
    Demo{"overlap", "all numbers of a buffer are moved one place up by a copy",
         "source and target must not overlap. Copy through a second buffer.", overlap},
    Demo{"misaligned", "the second half of 1000 numbers becomes a sub-buffer",
         "origins are multiples of CL_DEVICE_MEM_BASE_ADDR_ALIGN, which is in bits. Choose halves "
         "by it.",
         misaligned},
    Demo{"locked-out", "the results are in a buffer with CL_MEM_HOST_NO_ACCESS",
         "flags cannot be changed later. Copy the buffer to one that the host may read.",
         locked_out},
};

} // namespace

std::vector<std::string> demo_names() {
  return harness::names_of(demos);
}

int run_demo(const std::string& name, const Lab& lab) {
  return harness::show_mistake(demos, name, lab);
}
