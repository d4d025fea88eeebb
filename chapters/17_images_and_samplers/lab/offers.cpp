// What a device says about its images: sizes, counts, formats; and where its limits are.

#include "lab.hpp"

#include "harness/lab/device.hpp"
#include "harness/system/report.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <map>

namespace {

Json row_of(const std::string& what, const std::string& constant, std::uint64_t value) {
  return {{"what", what}, {"constant", constant}, {"value", value}};
}

} // namespace

// [offer]
Json what_does_the_device_offer(const Lab& lab) {
  need_images(lab);
  const cl::Device& device = lab.device;
  Json rows{
      row_of("width of a 2D image", "IMAGE2D_MAX_WIDTH",
             device.getInfo<CL_DEVICE_IMAGE2D_MAX_WIDTH>()),
      row_of("height of a 2D image", "IMAGE2D_MAX_HEIGHT",
             device.getInfo<CL_DEVICE_IMAGE2D_MAX_HEIGHT>()),
      row_of("depth of a 3D image", "IMAGE3D_MAX_DEPTH",
             device.getInfo<CL_DEVICE_IMAGE3D_MAX_DEPTH>()),
      row_of("pixels of a 1D image from a buffer", "IMAGE_MAX_BUFFER_SIZE",
             device.getInfo<CL_DEVICE_IMAGE_MAX_BUFFER_SIZE>()),
      row_of("images in an array", "IMAGE_MAX_ARRAY_SIZE",
             device.getInfo<CL_DEVICE_IMAGE_MAX_ARRAY_SIZE>()),
      row_of("images that a kernel reads", "MAX_READ_IMAGE_ARGS",
             device.getInfo<CL_DEVICE_MAX_READ_IMAGE_ARGS>()),
      row_of("images that a kernel writes", "MAX_WRITE_IMAGE_ARGS",
             device.getInfo<CL_DEVICE_MAX_WRITE_IMAGE_ARGS>()),
      row_of("samplers of a kernel", "MAX_SAMPLERS", device.getInfo<CL_DEVICE_MAX_SAMPLERS>())};
  // [/offer]
  if (common::device_version(device) >= 200)
    rows.push_back(row_of("images that it reads and writes", "MAX_READ_WRITE_IMAGE_ARGS",
                          device.getInfo<CL_DEVICE_MAX_READ_WRITE_IMAGE_ARGS>()));
  harness::Table table({{"at most"}, {"", harness::Table::Align::right}, {"CL_DEVICE_..."}});
  for (const Json& row : rows)
    table.add({row.at("what").get<std::string>(),
               std::to_string(row.at("value").get<std::uint64_t>()),
               row.at("constant").get<std::string>()});
  fmt::print("{}", table.text());
  // The least that a full profile has to offer (section 4.2, table 5, OpenCL 1.2 and later).
  if (device.getInfo<CL_DEVICE_PROFILE>() == "FULL_PROFILE" && !harness::is_simulator(device)) {
    verify(rows[0].at("value") >= 8192, "a 2D image may be at least 8192 pixels wide");
    verify(rows[5].at("value") >= 128, "a kernel may read at least 128 images");
    verify(rows[7].at("value") >= 16, "a kernel may have at least 16 samplers");
  }
  return {{"rows", rows}};
}

namespace {

const std::vector<cl_channel_type>& columns() {
  static const std::vector<cl_channel_type> all{
      CL_UNORM_INT8,    CL_UNORM_INT16,    CL_SNORM_INT8,     CL_SNORM_INT16,
      CL_UNSIGNED_INT8, CL_UNSIGNED_INT16, CL_UNSIGNED_INT32, CL_SIGNED_INT8,
      CL_SIGNED_INT16,  CL_SIGNED_INT32,   CL_HALF_FLOAT,     CL_FLOAT};
  return all;
}

// "u8", as the head of a column: the names of the types are long.
std::string short_name(cl_channel_type type) {
  static const std::vector<std::string> names{"unorm8", "unorm16", "snorm8", "snorm16",
                                              "u8",     "u16",     "u32",    "i8",
                                              "i16",    "i32",     "half",   "float"};
  const auto at = std::find(columns().begin(), columns().end(), type) - columns().begin();
  return names.at(static_cast<std::size_t>(at));
}

using Letters = std::map<cl_channel_order, std::map<cl_channel_type, std::string>>;

// [formats]
// What can be done with each format: r, w, or both in the same kernel: b.
Letters letters_of(const Lab& lab) {
  Letters letters;
  const auto note = [&](cl_mem_flags flags, char letter) {
    std::vector<cl::ImageFormat> formats;
    lab.context.getSupportedImageFormats(flags, CL_MEM_OBJECT_IMAGE2D, &formats);
    for (const cl::ImageFormat& format : formats)
      if (std::string& text = letters[format.image_channel_order][format.image_channel_data_type];
          text.find(letter) == std::string::npos)
        text += letter;
  };
  note(CL_MEM_READ_ONLY, 'r');
  note(CL_MEM_WRITE_ONLY, 'w');
  if (common::device_version(lab.device) >= 200 &&
      lab.device.getInfo<CL_DEVICE_MAX_READ_WRITE_IMAGE_ARGS>() > 0)
    note(CL_MEM_KERNEL_READ_AND_WRITE, 'b');
  return letters;
}
// [/formats]

} // namespace

Json which_formats_are_there(const Lab& lab) {
  need_images(lab);
  const Letters letters = letters_of(lab);
  std::vector<harness::Table::Column> titles{{"channel order"}};
  for (const cl_channel_type type : columns())
    titles.push_back({short_name(type)});
  harness::Table table(titles);
  Json rows = Json::array();
  Json others = Json::array();
  std::size_t count = 0;
  for (const auto& [order, types] : letters) {
    std::vector<std::string> cells{order_name(order)};
    Json row{{"order", order_name(order)}};
    for (const cl_channel_type type : columns()) {
      const auto found = types.find(type);
      cells.push_back(found == types.end() ? "." : found->second);
      row[short_name(type)] = cells.back();
    }
    for (const auto& [type, text] : types) {
      ++count;
      if (std::find(columns().begin(), columns().end(), type) == columns().end())
        others.push_back(fmt::format("{} {} ({})", order_name(order), type_name(type), text));
    }
    table.add(cells);
    rows.push_back(row);
  }
  fmt::print("  {} formats of 2D images; r: read, w: write, b: both in one kernel\n{}", count,
             table.text());
  for (const Json& other : others)
    fmt::print("  also {}\n", other.get<std::string>());
  // What every device with images and a full profile can read and write (section 5.3.2).
  for (const cl_channel_type type :
       {CL_UNORM_INT8, CL_UNORM_INT16, CL_SIGNED_INT8, CL_SIGNED_INT16, CL_SIGNED_INT32,
        CL_UNSIGNED_INT8, CL_UNSIGNED_INT16, CL_UNSIGNED_INT32, CL_HALF_FLOAT, CL_FLOAT}) {
    const cl::ImageFormat format(CL_RGBA, type);
    verify(is_supported(lab, CL_MEM_READ_ONLY, format) &&
               is_supported(lab, CL_MEM_WRITE_ONLY, format),
           "CL_RGBA with " + type_name(type) + " can be read and written");
  }
  return {{"count", count}, {"rows", rows}, {"others", others}};
}

namespace {

// The bytes of the last pixel of an image of this size, after a round trip.
std::vector<cl_uchar> last_pixel(const Lab& lab, std::size_t width, std::size_t height) {
  const cl::Image2D image(lab.context, CL_MEM_READ_WRITE,
                          cl::ImageFormat(CL_RGBA, CL_UNSIGNED_INT8), width, height);
  const std::vector<cl_uchar> bytes{1, 2, 3, 4};
  lab.queue.enqueueWriteImage(image, CL_TRUE, {width - 1, height - 1, 0}, {1, 1, 1}, 0, 0,
                              bytes.data());
  cl::Kernel kernel = lab.kernel("values", "see_at");
  const cl::Buffer out = lab.buffer(std::vector<cl_uint>(4));
  common::set_args(kernel, image, static_cast<cl_int>(width - 1), static_cast<cl_int>(height - 1),
                   out);
  common::launch(lab.queue, kernel, {1}, {1});
  const std::vector<cl_uint> seen = lab.read<cl_uint>(out);
  return {seen.begin(), seen.end()};
}

} // namespace

// [limits]
Json how_large_may_an_image_be(const Lab& lab) {
  need_images(lab);
  not_on_simulator(lab, "Oclgrind makes images of any size.");
  const std::size_t width = lab.device.getInfo<CL_DEVICE_IMAGE2D_MAX_WIDTH>();
  const std::size_t height = lab.device.getInfo<CL_DEVICE_IMAGE2D_MAX_HEIGHT>();
  const std::vector<cl_uchar> want{1, 2, 3, 4};
  verify_equal(last_pixel(lab, width, 1), want, "the last pixel of the widest image");
  verify_equal(last_pixel(lab, 1, height), want, "the last pixel of the highest image");
  const std::string wider = harness::error_of([&] { last_pixel(lab, width + 1, 1); });
  const std::string higher = harness::error_of([&] { last_pixel(lab, 1, height + 1); });
  const std::string fault = fault_of(lab, "too large");
  // NVIDIA's driver lets it pass, and the kernel sees the pixel after the last one.
  const std::string said = wider.empty() && higher.empty() ? "accepted" : wider;
  verify((wider == "CL_INVALID_IMAGE_SIZE" && higher == wider) || !fault.empty(),
         "an image that is one pixel too wide or too high is refused with CL_INVALID_IMAGE_SIZE");
  // [/limits]
  const double bytes = 4.0 * static_cast<double>(width) * static_cast<double>(height);
  const auto allowed = static_cast<double>(lab.device.getInfo<CL_DEVICE_MAX_MEM_ALLOC_SIZE>());
  fmt::print("  {} x 1 and 1 x {}: the kernel sees the last pixel\n"
             "  one pixel more: {}{}\n"
             "  {} x {} in 8-bit RGBA would be {}; one memory object may have {}\n",
             width, height, said, said == "CL_INVALID_IMAGE_SIZE" ? "" : " (" + fault + ")", width,
             height, harness::size_text(bytes), harness::size_text(allowed));
  return {{"width", width},
          {"height", height},
          {"one_more", said},
          {"largest_bytes", bytes},
          {"max_alloc_bytes", allowed}};
}
