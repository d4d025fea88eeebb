// How pixels get into an image, out of it, and from one to the other.

#include "lab.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <functional>

namespace {

constexpr std::size_t width = 12, height = 8, pixel = 4, row = width * pixel;

// An image, and what should be in it.
struct Pair {
  cl::Image2D image;
  Bytes expected;
};

Pair new_pair(const Lab& lab, unsigned first) {
  Bytes bytes(row * height);
  for (std::size_t i = 0; i < bytes.size(); ++i)
    bytes[i] = static_cast<cl_uchar>(first + i * 3);
  return {cl::Image2D(lab.context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, rgba_bytes, width,
                      height, 0, bytes.data()),
          bytes};
}

Bytes content(const Lab& lab, const cl::Image2D& image) {
  Bytes bytes(row * height);
  lab.queue.enqueueReadImage(image, CL_TRUE, {0, 0, 0}, {width, height, 1}, 0, 0, bytes.data());
  return bytes;
}

// A rectangle of pixels, in dense rows.
Bytes part_of(const Bytes& bytes, std::size_t x, std::size_t y, std::size_t w, std::size_t h) {
  Bytes part;
  for (std::size_t j = y; j < y + h; ++j)
    part.insert(part.end(), bytes.begin() + static_cast<std::ptrdiff_t>(j * row + x * pixel),
                bytes.begin() + static_cast<std::ptrdiff_t>(j * row + (x + w) * pixel));
  return part;
}

void put(Bytes& bytes, const Bytes& part, std::size_t x, std::size_t y, std::size_t w) {
  for (std::size_t i = 0; i < part.size(); ++i)
    bytes[(y + i / (w * pixel)) * row + x * pixel + i % (w * pixel)] = part[i];
}

// [write-part]
void write_part(const Lab& lab) {
  Pair a = new_pair(lab, 1);
  const Bytes source = new_pair(lab, 77).expected;
  // 5 x 3 pixels go to (2, 1). In the host's memory their rows lie `row` bytes apart: a rectangle
  // out of a larger picture.
  lab.queue.enqueueWriteImage(a.image, CL_TRUE, {2, 1, 0}, {5, 3, 1}, row, 0, source.data());
  put(a.expected, part_of(source, 0, 0, 5, 3), 2, 1, 5);
  verify_equal(content(lab, a.image), a.expected, "after writing a part");
}
// [/write-part]

void read_part(const Lab& lab) {
  const Pair a = new_pair(lab, 2);
  Bytes part(4 * 2 * pixel);
  lab.queue.enqueueReadImage(a.image, CL_TRUE, {7, 5, 0}, {4, 2, 1}, 0, 0, part.data());
  verify_equal(part, part_of(a.expected, 7, 5, 4, 2), "a part that was read");
}

void copy(const Lab& lab) {
  const Pair a = new_pair(lab, 3);
  Pair b = new_pair(lab, 99);
  lab.queue.enqueueCopyImage(a.image, b.image, {1, 2, 0}, {6, 0, 0}, {5, 4, 1});
  put(b.expected, part_of(a.expected, 1, 2, 5, 4), 6, 0, 5);
  verify_equal(content(lab, b.image), b.expected, "after a copy from image to image");
}

// [fill]
void fill(const Lab& lab) {
  Pair a = new_pair(lab, 4);
  // The colour has the type that a kernel would write: uint4 for an image of unsigned integers.
  lab.queue.enqueueFillImage(a.image, cl_uint4{{200, 100, 50, 255}}, {3, 3, 0}, {4, 2, 1});
  Bytes colour;
  for (int i = 0; i < 8; ++i)
    colour.insert(colour.end(), {200, 100, 50, 255});
  put(a.expected, colour, 3, 3, 4);
  verify_equal(content(lab, a.image), a.expected, "after a fill");
}
// [/fill]

// [map]
void map(const Lab& lab) {
  Pair a = new_pair(lab, 5);
  std::size_t row_pitch = 0; // an answer, not a wish: the driver says how far apart its rows are
  auto* bytes = static_cast<cl_uchar*>(lab.queue.enqueueMapImage(
      a.image, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, {2, 3, 0}, {6, 4, 1}, &row_pitch, nullptr));
  for (std::size_t y = 0; y < 4; ++y)
    for (std::size_t x = 0; x < 6 * pixel; ++x)
      bytes[y * row_pitch + x] ^= 0xFF;
  lab.queue.enqueueUnmapMemObject(a.image, bytes);
  Bytes part = part_of(a.expected, 2, 3, 6, 4);
  std::transform(part.begin(), part.end(), part.begin(),
                 [](cl_uchar b) { return static_cast<cl_uchar>(b ^ 0xFF); });
  put(a.expected, part, 2, 3, 6);
  verify_equal(content(lab, a.image), a.expected, "after mapping");
}
// [/map]

// [to-buffer]
void image_to_buffer(const Lab& lab) {
  const Pair a = new_pair(lab, 6);
  const cl::Buffer buffer = lab.buffer(Bytes(16 + 3 * 3 * pixel, 0xEE));
  // The rectangle arrives in dense rows, from byte 16 on.
  lab.queue.enqueueCopyImageToBuffer(a.image, buffer, {4, 1, 0}, {3, 3, 1}, 16);
  Bytes expected(16, 0xEE);
  const Bytes part = part_of(a.expected, 4, 1, 3, 3);
  expected.insert(expected.end(), part.begin(), part.end());
  verify_equal(lab.read<cl_uchar>(buffer), expected, "a buffer filled from an image");
}
// [/to-buffer]

void buffer_to_image(const Lab& lab) {
  Pair a = new_pair(lab, 7);
  const Bytes source = new_pair(lab, 123).expected;
  const cl::Buffer buffer = lab.buffer(source);
  lab.queue.enqueueCopyBufferToImage(buffer, a.image, 8, {0, 6, 0}, {10, 2, 1});
  put(a.expected, {source.begin() + 8, source.begin() + 8 + 20 * pixel}, 0, 6, 10);
  verify_equal(content(lab, a.image), a.expected, "an image filled from a buffer");
}

// [layer]
void one_layer(const Lab& lab) {
  const cl::Image2DArray array(lab.context, CL_MEM_READ_WRITE, rgba_bytes, 3, width, height, 0, 0);
  const Bytes layer = new_pair(lab, 8).expected;
  for (const std::size_t index : {0, 1, 2}) // the third origin of an array is the layer
    lab.queue.enqueueWriteImage(array, CL_TRUE, {0, 0, index}, {width, height, 1}, 0, 0,
                                index == 1 ? layer.data() : Bytes(row * height).data());
  Bytes got(row * height);
  lab.queue.enqueueReadImage(array, CL_TRUE, {0, 0, 1}, {width, height, 1}, 0, 0, got.data());
  verify_equal(got, layer, "layer 1 of an array");
}
// [/layer]

struct Move {
  const char* call;
  const char* what;
  std::function<void(const Lab&)> run;
};

} // namespace

Json how_do_pixels_move(const Lab& lab) {
  need_images(lab);
  const std::vector<Move> moves{
      {"enqueueWriteImage", "a part, from rows with a pitch", write_part},
      {"enqueueReadImage", "a part, into dense rows", read_part},
      {"enqueueCopyImage", "a part, to another place in another image", copy},
      {"enqueueFillImage", "a part, with one colour", fill},
      {"enqueueMapImage", "a part, changed where it lies", map},
      {"enqueueCopyImageToBuffer", "a part, after an offset", image_to_buffer},
      {"enqueueCopyBufferToImage", "rows, from after an offset", buffer_to_image},
      {"enqueueWriteImage", "one layer of an array", one_layer}};
  Json rows = Json::array();
  for (const Move& move : moves) {
    const std::string fault = fault_of(lab, move.call);
    if (fault.empty())
      move.run(lab);
    const std::string state = fault.empty() ? "as expected, byte for byte" : "skipped: " + fault;
    fmt::print("  {:<25} {:<43} {}\n", move.call, move.what, state);
    rows.push_back({{"call", move.call}, {"what", move.what}, {"state", state}});
  }
  return {{"rows", rows}};
}
