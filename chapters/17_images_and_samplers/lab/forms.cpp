// The forms of images, and the ways to make them.

#include "lab.hpp"

#include "harness/system/report.hpp"

#include <array>
#include <fmt/format.h>
#include <functional>
#include <memory>

namespace {

using Extents = std::array<std::size_t, 3>;

using Made = std::shared_ptr<cl::Image>; // what all image classes have in common

constexpr std::size_t pixel_bytes = 4;

// One way to make an image with `bytes` (dense rows) in it. Images in an array count as their last
// extent.
struct Form {
  std::string name;
  std::string kernel; // in forms.cl; the name of the type there
  Extents extents;
  std::function<Made(const Lab&, const Extents&, const Bytes&)> make;
  std::function<std::string(const Lab&)> obstacle = nullptr;
};

std::size_t count(const Extents& e) {
  return e[0] * e[1] * e[2];
}

Bytes numbered(std::size_t bytes) {
  Bytes values(bytes);
  for (std::size_t i = 0; i < bytes; ++i)
    values[i] = static_cast<cl_uchar>(i * 37 + 11);
  return values;
}

Made written(const Lab& lab, const Made& image, const Extents& e, const Bytes& bytes) {
  lab.queue.enqueueWriteImage(*image, CL_TRUE, {0, 0, 0}, {e[0], e[1], e[2]}, 0, 0, bytes.data());
  return image;
}

// [two-d]
Made two_d(const Lab& lab, const Extents& e, const Bytes& bytes) {
  return written(
      lab, std::make_shared<cl::Image2D>(lab.context, CL_MEM_READ_ONLY, rgba_bytes, e[0], e[1]), e,
      bytes);
}
// [/two-d]

// [row-pitch]
// The host's rows may lie further apart than they are long: `row_pitch` bytes.
Made from_rows(const Lab& lab, const Extents& e, const Bytes& bytes) {
  const std::size_t row = e[0] * pixel_bytes;
  const std::size_t row_pitch = row + 3 * pixel_bytes;
  Bytes padded(row_pitch * e[1], 0xEE);
  for (std::size_t y = 0; y < e[1]; ++y)
    std::copy_n(bytes.data() + y * row, row, padded.data() + y * row_pitch);
  return std::make_shared<cl::Image2D>(lab.context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR,
                                       rgba_bytes, e[0], e[1], row_pitch, padded.data());
}
// [/row-pitch]

// The host's memory becomes the image's: it must live as long. Here it lives forever.
Made in_place(const Lab& lab, const Extents& e, const Bytes& bytes) {
  static Bytes memory;
  memory = bytes;
  return std::make_shared<cl::Image2D>(lab.context, CL_MEM_READ_ONLY | CL_MEM_USE_HOST_PTR,
                                       rgba_bytes, e[0], e[1], e[0] * pixel_bytes, memory.data());
}

Made one_d(const Lab& lab, const Extents& e, const Bytes& bytes) {
  return written(lab,
                 std::make_shared<cl::Image1D>(lab.context, CL_MEM_READ_ONLY, rgba_bytes, e[0]), e,
                 bytes);
}

// [from-buffer]
// The same memory, seen as pixels. What kernels write into the buffer, the image shows.
Made one_d_from_buffer(const Lab& lab, const Extents& e, const Bytes& bytes) {
  return std::make_shared<cl::Image1DBuffer>(lab.context, CL_MEM_READ_ONLY, rgba_bytes, e[0],
                                             lab.buffer(bytes));
}

Made two_d_from_buffer(const Lab& lab, const Extents& e, const Bytes& bytes) {
  const std::size_t alignment = // of a row, in pixels
      std::max<std::size_t>(lab.device.getInfo<CL_DEVICE_IMAGE_PITCH_ALIGNMENT>(), 1);
  const std::size_t row = e[0] * pixel_bytes;
  const std::size_t row_pitch = common::round_up(e[0], alignment) * pixel_bytes;
  Bytes padded(row_pitch * e[1]);
  for (std::size_t y = 0; y < e[1]; ++y)
    std::copy_n(bytes.data() + y * row, row, padded.data() + y * row_pitch);
  return std::make_shared<cl::Image2D>(lab.context, rgba_bytes, lab.buffer(padded), e[0], e[1],
                                       row_pitch);
}
// [/from-buffer]

Made one_d_array(const Lab& lab, const Extents& e, const Bytes& bytes) {
  return written(
      lab,
      std::make_shared<cl::Image1DArray>(lab.context, CL_MEM_READ_ONLY, rgba_bytes, e[1], e[0], 0),
      e, bytes);
}

Made two_d_array(const Lab& lab, const Extents& e, const Bytes& bytes) {
  return written(lab,
                 std::make_shared<cl::Image2DArray>(lab.context, CL_MEM_READ_ONLY, rgba_bytes, e[2],
                                                    e[0], e[1], 0, 0),
                 e, bytes);
}

Made three_d(const Lab& lab, const Extents& e, const Bytes& bytes) {
  return written(
      lab,
      std::make_shared<cl::Image3D>(lab.context, CL_MEM_READ_ONLY, rgba_bytes, e[0], e[1], e[2]), e,
      bytes);
}

// [properties]
// The C function of OpenCL 3.0. The description has ten members: {} sets to zero what is not named,
// where a forgotten pointer would be followed.
Made with_properties(const Lab& lab, const Extents& e, const Bytes& bytes) {
  cl_image_desc description{};
  description.image_type = CL_MEM_OBJECT_IMAGE2D;
  description.image_width = e[0];
  description.image_height = e[1];
  const cl_mem_properties none[] = {0};
  cl_int error = CL_SUCCESS;
  const cl_mem image = clCreateImageWithProperties(
      lab.context(), none, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, &rgba_bytes, &description,
      const_cast<cl_uchar*>(bytes.data()), &error);
  verify(error == CL_SUCCESS, "clCreateImageWithProperties makes an image");
  return std::make_shared<cl::Image2D>(image);
}
// [/properties]

std::string before_3(const Lab& lab) {
  return common::device_version(lab.device) >= 300 ? "" : "it came with OpenCL 3.0";
}

std::string no_2d_from_buffer(const Lab& lab) {
  return common::has_extension(lab.device, "cl_khr_image2d_from_buffer")
             ? ""
             : "the device does not list cl_khr_image2d_from_buffer";
}

const std::vector<Form>& forms() {
  static const std::vector<Form> all{
      {"2D, written later", "image2d_t", {7, 5, 1}, two_d},
      {"2D, copied from rows with a pitch", "image2d_t", {7, 5, 1}, from_rows},
      {"2D, in the host's memory", "image2d_t", {7, 5, 1}, in_place},
      {"2D, from a buffer", "image2d_t", {7, 5, 1}, two_d_from_buffer, no_2d_from_buffer},
      {"2D, by a list of properties", "image2d_t", {7, 5, 1}, with_properties, before_3},
      {"2D array", "image2d_array_t", {7, 5, 3}, two_d_array},
      {"1D", "image1d_t", {9, 1, 1}, one_d},
      {"1D, from a buffer", "image1d_buffer_t", {9, 1, 1}, one_d_from_buffer},
      {"1D array", "image1d_array_t", {9, 4, 1}, one_d_array},
      {"3D", "image3d_t", {7, 5, 3}, three_d}};
  return all;
}

// [seen]
// What a kernel sees: the size that its built-in functions say, and every pixel.
void verify_seen(const Lab& lab, const cl::Program& program, const Form& form,
                 const cl::Image& image, const Bytes& bytes) {
  const Extents& e = form.extents;
  cl::Kernel kernel(program, ("read_" + form.kernel).c_str());
  const cl::Buffer out = lab.buffer(std::vector<cl_uint>(4 * count(e), 999));
  const cl::Buffer size = lab.buffer(std::vector<cl_int>(3));
  common::set_args(kernel, image, out, size);
  common::launch(lab.queue, kernel, {e[0], e[1], e[2]}, {1, 1, 1});
  verify_equal(lab.read<cl_uint>(out), {bytes.begin(), bytes.end()}, form.name + ", pixels");
  verify_equal(lab.read<cl_int>(size), std::vector<cl_int>(e.begin(), e.end()),
               form.name + ", size");
}
// [/seen]

} // namespace

Json which_forms_are_there(const Lab& lab) {
  need_images(lab);
  const bool faulty = !fault_of(lab, "size of image1d_buffer_t").empty();
  const cl::Program program = lab.program("forms", faulty ? "-DNO_SIZE_OF_IMAGE1D_BUFFER" : "");
  Json rows = Json::array();
  harness::Table table({{"form"},
                        {"in the kernel"},
                        {"size"},
                        {"row pitch", harness::Table::Align::right},
                        {"slice pitch", harness::Table::Align::right},
                        {""}});
  for (const Form& form : forms()) {
    const std::string size = fmt::format("{}", fmt::join(form.extents, " x "));
    const std::string reason = form.obstacle ? form.obstacle(lab) : fault_of(lab, form.name);
    Json row{{"form", form.name}, {"type", form.kernel}, {"size", size}, {"state", "verified"}};
    if (!reason.empty()) {
      row["state"] = "skipped: " + reason;
      row["row_pitch"] = row["slice_pitch"] = nullptr;
      table.add({form.name, form.kernel, size, "", "", row.at("state").get<std::string>()});
      rows.push_back(row);
      continue;
    }
    const Bytes bytes = numbered(pixel_bytes * count(form.extents));
    const Made image = form.make(lab, form.extents, bytes);
    verify_seen(lab, program, form, *image, bytes);
    // [info]
    const auto row_pitch = image->getImageInfo<CL_IMAGE_ROW_PITCH>();
    const auto slice_pitch = image->getImageInfo<CL_IMAGE_SLICE_PITCH>();
    verify(image->getImageInfo<CL_IMAGE_ELEMENT_SIZE>() == pixel_bytes &&
               image->getImageInfo<CL_IMAGE_WIDTH>() == form.extents[0],
           "the image knows its width and the bytes of a pixel");
    // [/info]
    row["row_pitch"] = row_pitch;
    row["slice_pitch"] = slice_pitch;
    table.add({form.name, form.kernel, size, std::to_string(row_pitch), std::to_string(slice_pitch),
               "verified"});
    rows.push_back(row);
  }
  fmt::print("{}", table.text());
  return {{"rows", rows}};
}
