// Parts of a buffer: rectangles and sub-buffers.

#include "common/error.hpp"
#include "common/image.hpp"
#include "common/kernel_io.hpp"
#include "harness/system/report.hpp"
#include "lab.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <fmt/format.h>

namespace {

using Triple = std::array<std::size_t, 3>;
using Bytes = std::vector<std::uint8_t>;

constexpr std::size_t pixel = 4; // bytes: red, green, blue, alpha

// A part of a picture, in pixels.
struct Rectangle {
  std::size_t x, y, width, height;

  // The two units of a rectangle: bytes along a row, rows down the picture.
  // [rectangle]
  Triple origin() const { return {x * pixel, y, 0}; }
  Triple region() const { return {width * pixel, height, 1}; }
  std::size_t row_pitch() const { return width * pixel; } ///< of an array that holds no more
  // [/rectangle]
  std::size_t bytes() const { return width * height * pixel; }
};

// What a rectangle command should do, in loops: copies a box from one array to another.
// [reference]
void copy_box(const std::uint8_t* from, Triple from_origin, std::size_t from_row,
              std::size_t from_slice, std::uint8_t* to, Triple to_origin, std::size_t to_row,
              std::size_t to_slice, Triple region) {
  for (std::size_t z = 0; z < region[2]; ++z)
    for (std::size_t y = 0; y < region[1]; ++y)
      std::memcpy(to + (to_origin[2] + z) * to_slice + (to_origin[1] + y) * to_row + to_origin[0],
                  from + (from_origin[2] + z) * from_slice + (from_origin[1] + y) * from_row +
                      from_origin[0],
                  region[0]);
}
// [/reference]

// Left and right exchanged, so that one sees who has worked on it.
void mirror(Bytes& pixels, const Rectangle& r) {
  for (std::size_t y = 0; y < r.height; ++y)
    for (std::size_t x = 0; x < r.width / 2; ++x)
      std::swap_ranges(&pixels[(y * r.width + x) * pixel],
                       &pixels[(y * r.width + x) * pixel] + pixel,
                       &pixels[(y * r.width + r.width - 1 - x) * pixel]);
}

void draw_frame(common::Image& image, const Rectangle& r, std::array<std::uint8_t, 4> colour) {
  constexpr std::size_t thick = 3;
  for (std::size_t y = r.y; y < r.y + r.height; ++y)
    for (std::size_t x = r.x; x < r.x + r.width; ++x)
      if (x < r.x + thick || y < r.y + thick || x + thick >= r.x + r.width ||
          y + thick >= r.y + r.height)
        std::copy(colour.begin(), colour.end(),
                  &image.pixels[(y * static_cast<std::size_t>(image.width) + x) * pixel]);
}

// The same with three dimensions: a box of a small volume, where all pitches differ.
// [box]
void cut_a_box(const Lab& lab) {
  constexpr std::size_t width = 7, height = 5, depth = 4; // numbers
  constexpr std::size_t row = width * sizeof(cl_uint), slice = height * row;
  const Numbers volume = lab.numbers(width * height * depth);
  const cl::Buffer buffer = lab.buffer_with(volume);
  const Triple origin{2 * sizeof(cl_uint), 1, 1}, region{3 * sizeof(cl_uint), 2, 3};
  Numbers box(3 * 2 * 3), expected(box.size());
  // Pitches of 0 mean: the array holds the box and nothing else.
  lab.queue.enqueueReadBufferRect(buffer, CL_TRUE, origin, {0, 0, 0}, region, row, slice, 0, 0,
                                  box.data());
  // [/box]
  copy_box(reinterpret_cast<const std::uint8_t*>(volume.data()), origin, row, slice,
           reinterpret_cast<std::uint8_t*>(expected.data()), {0, 0, 0}, region[0],
           region[0] * region[1], region);
  verify(box == expected, "a box of a volume is read as by three loops");
}

} // namespace

Json how_do_i_cut_a_rectangle(const Lab& lab) {
  const common::Image picture =
      common::load_image(common::find_data("images/scene_512.png"), static_cast<int>(pixel));
  const auto row_pitch = static_cast<std::size_t>(picture.width) * pixel;
  const cl::Buffer buffer(lab.context, CL_MEM_READ_WRITE, picture.pixels.size());
  lab.queue.enqueueWriteBuffer(buffer, CL_TRUE, 0, picture.pixels.size(), picture.pixels.data());

  // [cut]
  const Rectangle tower{368, 64, 58, 216}, left{24, 60, 58, 216};
  const Rectangle boat{234, 250, 64, 100}, right{304, 338, 64, 100};
  Bytes cut(tower.bytes());
  lab.queue.enqueueReadBufferRect(buffer, CL_TRUE, tower.origin(), {0, 0, 0}, tower.region(),
                                  row_pitch, 0, tower.row_pitch(), 0, cut.data());
  mirror(cut, tower);
  lab.queue.enqueueWriteBufferRect(buffer, CL_TRUE, left.origin(), {0, 0, 0}, left.region(),
                                   row_pitch, 0, left.row_pitch(), 0, cut.data());
  lab.queue.enqueueCopyBufferRect(buffer, buffer, boat.origin(), right.origin(), boat.region(),
                                  row_pitch, 0, row_pitch, 0);
  // [/cut]
  common::Image result = picture;
  lab.queue.enqueueReadBuffer(buffer, CL_TRUE, 0, result.pixels.size(), result.pixels.data());

  common::Image expected = picture;
  Bytes piece(tower.bytes());
  copy_box(picture.pixels.data(), tower.origin(), row_pitch, 0, piece.data(), {0, 0, 0},
           tower.row_pitch(), 0, tower.region());
  mirror(piece, tower);
  copy_box(piece.data(), {0, 0, 0}, left.row_pitch(), 0, expected.pixels.data(), left.origin(),
           row_pitch, 0, left.region());
  copy_box(picture.pixels.data(), boat.origin(), row_pitch, 0, expected.pixels.data(),
           right.origin(), row_pitch, 0, boat.region());
  verify(cut == piece, "a rectangle is read as by a loop over its rows");
  verify(result.pixels == expected.pixels, "rectangles are written and copied as by loops");
  verify(result.pixels != picture.pixels, "the picture has changed");
  cut_a_box(lab);

  // [rows]
  const double one_call_ms = least_ms([&] {
    lab.queue.enqueueReadBufferRect(buffer, CL_TRUE, tower.origin(), {0, 0, 0}, tower.region(),
                                    row_pitch, 0, 0, 0, cut.data());
  });
  const double call_a_row_ms = least_ms([&] {
    for (std::size_t y = 0; y < tower.height; ++y)
      lab.queue.enqueueReadBuffer(buffer, CL_TRUE, (tower.y + y) * row_pitch + tower.x * pixel,
                                  tower.row_pitch(), cut.data() + y * tower.row_pitch());
  });
  const double whole_ms = least_ms([&] {
    lab.queue.enqueueReadBuffer(buffer, CL_TRUE, 0, result.pixels.size(), result.pixels.data());
  });
  // [/rows]
  fmt::print("  {}x{} pixels of {}x{}: one rectangle {:.3f} ms, {} reads of a row {:.3f} ms,\n"
             "  the whole picture {:.3f} ms\n",
             tower.width, tower.height, picture.width, picture.height, one_call_ms, tower.height,
             call_a_row_ms, whole_ms);

  if (!lab.output.empty()) {
    constexpr std::array<std::uint8_t, 4> blue{37, 99, 235, 255}, orange{234, 88, 12, 255};
    for (const Rectangle& r : {tower, boat})
      draw_frame(result, r, blue);
    for (const Rectangle& r : {left, right})
      draw_frame(result, r, orange);
    common::save_image(lab.output, result);
  }
  return {{"rectangle", {tower.width, tower.height}},
          {"one_call_ms", one_call_ms},
          {"calls", tower.height},
          {"call_a_row_ms", call_a_row_ms},
          {"whole_ms", whole_ms}};
}

// [sub-buffer]
Json can_a_part_be_a_buffer(const Lab& lab) {
  const std::size_t align = lab.device.getInfo<CL_DEVICE_MEM_BASE_ADDR_ALIGN>() / 8; // it is bits
  Numbers numbers = lab.numbers(4 * align / sizeof(cl_uint));
  cl::Buffer parent = lab.buffer_with(numbers);
  cl_buffer_region half{align, 2 * align}; // origin and size, in bytes
  cl::Buffer child = parent.createSubBuffer(CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &half);

  lab.add(child, 1); // its item 0 is number align / 4 of the parent
  const std::size_t first = half.origin / sizeof(cl_uint), count = half.size / sizeof(cl_uint);
  for (std::size_t i = first; i < first + count; ++i)
    ++numbers[i];
  verify(lab.content(parent) == numbers,
         "a kernel on a part changes the whole, there and only there");
  numbers[first] = 77;
  lab.queue.enqueueWriteBuffer(parent, CL_TRUE, half.origin, sizeof(cl_uint), &numbers[first]);
  verify(lab.content(child).front() == 77, "the part sees what is written to the whole");
  // [/sub-buffer]
  verify(child.getInfo<CL_MEM_OFFSET>() == half.origin &&
             child.getInfo<CL_MEM_SIZE>() == half.size &&
             child.getInfo<CL_MEM_ASSOCIATED_MEMOBJECT>()() == parent(),
         "a part knows its origin, its size and the whole");
  fmt::print("  CL_DEVICE_MEM_BASE_ADDR_ALIGN: {} bits, so a part may begin at a multiple of {} "
             "bytes\n",
             8 * align, align);

  // [origins]
  Json origins = Json::array();
  for (const std::size_t origin : {std::size_t{0}, std::size_t{4}, align / 2, align - 4, align,
                                   align + 4, 2 * align, 3 * align}) {
    const cl_buffer_region part{origin, 64};
    const std::string seen = outcome(
        [&] { parent.createSubBuffer(CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &part); });
    const bool kept =
        seen == (origin % align == 0 ? "accepted" : "CL_MISALIGNED_SUB_BUFFER_OFFSET");
    // [/origins]
    verify(kept || origin % align != 0, "a part may begin at every multiple of the alignment");
    fmt::print("    begins at byte {:>4}: {}{}\n", origin, seen,
               kept ? "" : " (the specification: CL_MISALIGNED_SUB_BUFFER_OFFSET)");
    origins.push_back({{"origin", origin}, {"seen", seen}, {"kept", kept}});
  }

  // [sub-refused]
  const cl::Buffer read_only(lab.context, CL_MEM_READ_ONLY, 4 * align);
  struct Case {
    const char* what;
    cl::Buffer whole;
    cl_mem_flags flags;
    cl_buffer_region part;
    const char* promise;
  };
  const Case cases[] = {{"a part that is longer than the whole",
                         parent,
                         0,
                         {2 * align, 3 * align},
                         "CL_INVALID_VALUE"},
                        {"a part of 0 bytes", parent, 0, {0, 0}, "CL_INVALID_BUFFER_SIZE"},
                        {"a part of a part", child, 0, {0, align}, "CL_INVALID_MEM_OBJECT"},
                        {"a part that may be written, of one that may not",
                         read_only,
                         CL_MEM_READ_WRITE,
                         {0, align},
                         "CL_INVALID_VALUE"},
                        {"a part with other memory (ALLOC_HOST_PTR)",
                         parent,
                         CL_MEM_ALLOC_HOST_PTR,
                         {0, align},
                         "CL_INVALID_VALUE"}};
  Json refused = Json::array();
  for (const Case& each : cases) {
    const std::string seen = outcome([&] {
      cl::Buffer(each.whole).createSubBuffer(each.flags, CL_BUFFER_CREATE_TYPE_REGION, &each.part);
    });
    // [/sub-refused]
    const bool kept = seen == each.promise;
    fmt::print("    {}: {}{}\n", each.what, seen,
               kept ? "" : fmt::format(" (the specification: {})", each.promise));
    refused.push_back({{"what", each.what}, {"seen", seen}, {"kept", kept}});
  }

  parent = cl::Buffer(); // the host lets go of the whole
  verify(lab.content(child).front() == 77, "a part keeps the whole alive");
  fmt::print("  the whole is released, and the part still holds its content\n");
  return {{"align_bytes", align}, {"origins", origins}, {"refused", refused}};
}
