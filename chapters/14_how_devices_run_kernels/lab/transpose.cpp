// A ladder of its own: the transpose of a matrix, beside a copy of as many bytes.

#include "common/launch.hpp"
#include "harness/system/report.hpp"
#include "lab.hpp"

#include <bit>
#include <fmt/format.h>

namespace {

// What the matrix has in its i-th place: tells where it came from.
cl_uint number(std::size_t i) {
  return 2654435761U * static_cast<cl_uint>(i);
}

struct Step {
  std::string name, kernel;
  std::string options = {};
  std::size_t side = 0; ///< of the square that a work-group takes (tile), or a work-item (blocks)
  bool transposes = true;
};
const std::vector<Step> steps = {
    {.name = "copy", .kernel = "copy", .transposes = false},
    {.name = "by rows", .kernel = "by_rows"},
    {.name = "by columns", .kernel = "by_columns"},
    {.name = "tile", .kernel = "tile", .side = 32},
    {.name = "padded", .kernel = "tile", .options = "-D PADDED", .side = 32},
    {.name = "swizzled", .kernel = "tile", .options = "-D SWIZZLED", .side = 32},
    {.name = "padded and diagonal",
     .kernel = "tile",
     .options = "-D PADDED -D DIAGONAL",
     .side = 32},
    {.name = "padded of 64 x 64", .kernel = "tile", .options = "-D PADDED -D TILE=64", .side = 64},
    {.name = "blocks of 4 x 4", .kernel = "blocks", .options = "-D SIDE=4", .side = 4},
    {.name = "blocks of 16 x 16", .kernel = "blocks", .options = "-D SIDE=16", .side = 16},
};

// The work-items of `step` for a matrix, whole groups of size `local`.
cl::NDRange range_of(const Step& step, const cl::NDRange& local, std::size_t width,
                     std::size_t height) {
  const auto pieces = [](std::size_t n, std::size_t size) { return (n + size - 1) / size; };
  if (step.kernel == "tile") // as many groups as tiles
    return {pieces(width, step.side) * local[0], pieces(height, step.side) * local[1]};
  if (step.side > 0)
    return common::round_up(cl::NDRange(pieces(width, step.side), pieces(height, step.side)),
                            local);
  const bool down = step.kernel == "by_columns";
  return common::round_up(down ? cl::NDRange(height, width) : cl::NDRange(width, height), local);
}

struct Built {
  const Step& step;
  cl::Kernel kernel;
  cl::NDRange local;
};

// A tile fits into a group of any size; 32 x 8 work-items read and write whole rows of it.
std::vector<Built> build_steps(const Lab& lab) {
  const auto fitting = [&](const cl::Kernel& kernel) {
    return common::fit_local_size(lab.device, kernel, {32, 8});
  };
  const cl::NDRange group = fitting(lab.kernel("transpose", "tile"));
  const std::string sizes = fmt::format(" -D GROUP_X={} -D GROUP_Y={}", group[0], group[1]);
  std::vector<Built> all;
  for (const Step& step : steps) {
    const cl::Kernel kernel = lab.kernel("transpose", step.kernel.c_str(), step.options + sizes);
    const cl::NDRange local = step.kernel == "tile" ? group : fitting(kernel);
    if (const std::string why = common::launch_problem(lab.device, kernel, local, local);
        !why.empty())
      fmt::print("  left out: {}: {}\n", step.name, why);
    else
      all.push_back({step, kernel, local});
  }
  return all;
}

// All steps for a matrix with `height` rows of `width` words, which `in` begins with.
// [transpose]
Json measure(const Lab& lab, std::vector<Built>& all, const cl::Buffer& in, const cl::Buffer& out,
             std::size_t width, std::size_t height) {
  std::vector<cl_uint> got(width * height);
  const std::size_t bytes = 4 * got.size();
  Json rows = Json::array();
  for (auto& [step, kernel, local] : all) {
    common::set_args(kernel, in, out, static_cast<cl_uint>(width), static_cast<cl_uint>(height));
    const cl::NDRange global = range_of(step, local, width, height);
    lab.queue.enqueueFillBuffer(out, cl_uint{0}, 0, bytes);
    const Measured time =
        device_ms(lab, [&] { return common::launch(lab.queue, kernel, global, local); });
    lab.queue.enqueueReadBuffer(out, CL_TRUE, 0, bytes, got.data());
    verify_all(got, step.name, [&](std::size_t i) {
      return number(step.transposes ? i % height * width + i / height : i);
    });
    rows.push_back({{"step", step.name},
                    {"ms", time.ms},
                    {"spread", time.spread},
                    {"gbps", 2e-6 * static_cast<double>(bytes) / time.ms}});
    rows.back()["percent"] =
        100 * rows.back()["gbps"].get<double>() / rows[0]["gbps"].get<double>();
  }
  // [/transpose]
  fmt::print("  {} rows of {} words\n", height, width);
  print_rows(rows, {{"step", "", "step"},
                    {"ms", "{:.3f}", "ms"},
                    {"percent", "{:.0f}", "% of the copy"},
                    {"gbps", "{:.1f}", "GB/s"}});
  return rows;
}

} // namespace

Json how_fast_is_a_transpose(const Lab& lab) {
  const std::size_t side = std::size_t{1} << (std::bit_width(scale_of(lab).words) - 1) / 2;
  const std::size_t wider = side + 40; // no power of two, and tiles that are cut off at the edge
  std::vector<cl_uint> numbers(wider * side);
  for (std::size_t i = 0; i < numbers.size(); ++i)
    numbers[i] = number(i);
  const cl::Buffer in = lab.buffer(numbers);
  const cl::Buffer out(lab.context, CL_MEM_READ_WRITE, in.getInfo<CL_MEM_SIZE>());
  std::vector<Built> all = build_steps(lab);
  const Json rows = measure(lab, all, in, out, side, side);
  return {{"height", side},
          {"rows", rows},
          {"wider", measure(lab, all, in, out, wider, side)},
          {"wider_width", wider}};
}
