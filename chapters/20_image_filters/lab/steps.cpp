// The ladders: which kernel, with which parameters, in which work-groups; what each step promises.

#include "steps.hpp"

#include "chapters/17_images_and_samplers/lab/formats.hpp"
#include "common/error.hpp"
#include "common/launch.hpp"
#include "harness/lab/device.hpp"
#include "harness/ladder/launches.hpp"
#include "harness/ladder/stated_counts.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace filters {
namespace {

using harness::ceil_div;
using harness::Step;
using harness::value;
using harness::Values;

// [form]
// In which a step differs from the others of its filter.
struct Form {
  std::string file = {};       ///< the kernel file of another step; else the step's own
  bool any_dimensions = false; ///< its kernel has forms for 1, 2 and 3 dimensions
  int dimensions = 2;          ///< of the step
  int across = 1;              ///< pixels side by side for each work-item
  bool known = false;          ///< the radius is a build option; else an argument
  bool fixed = false;          ///< written for groups of LX x LY
  bool tile = false;           ///< a tile in local memory, whose size is an argument
  bool image = false;          ///< reads an image
  bool bytes = false;          ///< reads (and SNN: writes) bytes
  bool planes = false;         ///< a kernel before it makes a plane for each channel
  bool cpu = false;            ///< vectors that only CPUs have
  bool nvidia = false;         ///< instructions that only NVIDIA's processors have
  std::string untiled = {};    ///< the step whose kernel is taken where a tile does not pay
};
// [/form]

// A row of the table: the step as it is listed, and what distinguishes its launch.
struct Row {
  Step step;
  Form form;
};

// Work-groups of the same shape for all steps of a ladder, so that no step's gain is theirs. The last fits every device.
std::vector<Values> groups(const Values& own = {}) {
  return harness::with({{{"LX", 16}, {"LY", 16}},
                        {{"LX", 16}, {"LY", 8}},
                        {{"LX", 8}, {"LY", 4}},
                        {{"LX", 4}, {"LY", 4}},
                        {{"LX", 1}, {"LY", 1}}},
                       own);
}

std::vector<harness::Parameter> shapes(const std::vector<harness::Parameter>& own = {}) {
  return harness::with({harness::Parameter{"LX", {8, 16, 32, 64}}, {"LY", {2, 4, 8, 16}}}, own);
}

// [ladders]
std::vector<Row> ladder_of(Kind kind) {
  std::vector<Row> rows;
  const auto add = [&](Step step, const Form& form) {
    step.kernel_file = fmt::format("20_image_filters/{}.cl",
                                   form.file.empty() ? step.id + "_" + step.name : form.file);
    step.images = form.image;
    rows.push_back({std::move(step), form});
  };
  const std::vector<harness::Parameter> shape = shapes();
  const std::vector<Values> usual = groups();
  if (kind == Kind::snn) {
    add({.id = "v1",
         .name = "plain",
         .change = "the definition: four pixels for each place of a quadrant, and the nearest in "
                   "colour of them",
         .parameters = shape,
         .presets = usual,
         .float3_sums = true},
        {.any_dimensions = true});
    add({.id = "v2",
         .name = "known",
         .change = "radius and pairs are known when the kernel is built: loops are written out",
         .parameters = shape,
         .presets = usual},
        {.known = true});
    add({.id = "v3",
         .name = "corner_loader",
         .change = "a tile in local memory; work-items at the edge of the group copy up to three "
                   "pixels more",
         .parameters = shape,
         .presets = usual},
        {.any_dimensions = true, .known = true, .tile = true});
    add({.id = "v4",
         .name = "spread",
         .change = "all work-items of the group share the copying",
         .parameters = shape,
         .presets = usual},
        {.any_dimensions = true, .known = true, .tile = true});
    add({.id = "v5",
         .name = "squares",
         .change = "a pixel's square is computed once and kept in its fourth float: a distance "
                   "takes three multiply-adds",
         .parameters = shape,
         .presets = usual},
        {.known = true, .tile = true});
    add({.id = "v6",
         .name = "window",
         .change = "OUT outputs below each other share a window of pixels in registers",
         .parameters = shapes({{"OUT", {2, 4, 8}}}),
         .presets = groups({{"OUT", 4}})},
        {.known = true, .fixed = true});
    add({.id = "v7",
         .name = "channels",
         .change = "v1 with a third dimension: a work-item for each channel of a pixel",
         .parameters = shape,
         .presets = usual,
         .float3_sums = true,
         .parent = "v1"},
        {.file = "v1_plain", .any_dimensions = true, .dimensions = 3});
    add({.id = "v8",
         .name = "image",
         .change = "v2 reads an image: the sampler clamps",
         .parameters = shape,
         .presets = usual,
         .parent = "v2"},
        {.known = true, .image = true});
    add({.id = "v9",
         .name = "chosen",
         .change = "v2's kernel or v4's, chosen at run time from the radius",
         .parameters = shape,
         .presets = usual,
         .parent = "v4"},
        {.file = "v4_spread", .known = true, .tile = true, .untiled = "v2"});
    add({.id = "b1",
         .name = "packed",
         .change =
             "v6 on bytes: a pixel is one number of 32 bits, a distance one product of four bytes",
         .parameters = shapes({{"OUT", {2, 4, 8}}}),
         .presets = groups({{"OUT", 4}}),
         .parent = "v6"},
        {.known = true, .fixed = true, .bytes = true});
    add({.id = "c1",
         .name = "planes",
         .change = "for CPUs: a plane for each channel, and 16 pixels side by side in each vector",
         .parameters = shape,
         .presets = usual,
         .parent = "v5"},
        {.across = 16, .known = true, .planes = true});
  } else if (kind == Kind::median) {
    const harness::Parameter strips{"STRIP", {8, 16, 32, 64}}, wide{"WIDE", {16, 32, 64}};
    // A long row of vectors for each work-group; for the simulator, and devices that allow less, less.
    const std::vector<Values> in_rows{
        {{"LX", 64}, {"LY", 1}}, {{"LX", 2}, {"LY", 1}}, {{"LX", 1}, {"LY", 1}}};
    const std::vector<Values> wide_groups = harness::with(in_rows, {{"WIDE", 64}});
    const std::vector<Values> wide_strips = harness::with(in_rows, {{"WIDE", 64}, {"STRIP", 16}});

    add({.id = "m1",
         .name = "select",
         .change = "the definition: find the smallest, then the next, up to the middle",
         .parameters = shape,
         .presets = usual},
        {.known = true});
    add({.id = "m2",
         .name = "network",
         .change = "a fixed list of exchanges: no branch, and every pixel in a register",
         .parameters = shape,
         .presets = usual},
        {.known = true});
    add({.id = "m3",
         .name = "sorted_rows",
         .change = "a work-item goes down a strip: each row of its window is sorted once, and used "
                   "for every output that needs it",
         .parameters = shapes({strips}),
         .presets = groups({{"STRIP", 16}})},
        {.known = true});
    add({.id = "m4",
         .name = "two_rows",
         .change = "two outputs share the sorted core of their windows, of which only the ranks "
                   "near the middle are kept",
         .parameters = shapes({strips}),
         .presets = groups({{"STRIP", 16}})},
        {.known = true});
    add({.id = "m5",
         .name = "wide_network",
         .change = "for CPUs: m2 with WIDE pixels side by side in a vector of bytes",
         .parameters = {{"LX", {8, 64}}, {"LY", {1, 4}}, wide},
         .presets = wide_groups,
         .parent = "m2",
         .changed_parameters = {"LX", "LY"}},
        {.file = "m2_network", .known = true, .cpu = true});
    add({.id = "m6",
         .name = "wide_rows",
         .change = "for CPUs: m4 with WIDE pixels side by side",
         .parameters = {{"LX", {8, 64}}, {"LY", {1, 4}}, strips, wide},
         .presets = wide_strips,
         .parent = "m4",
         .changed_parameters = {"LX", "LY"}},
        {.file = "m4_two_rows", .known = true, .cpu = true});
    add({.id = "m7",
         .name = "halves",
         .change = "for NVIDIA: m4 with two pixels in the halves of a number, and one instruction "
                   "for both",
         .parameters = shapes({strips, {"HALVES", {1}}}),
         .presets = groups({{"STRIP", 16}, {"HALVES", 1}}),
         .parent = "m4"},
        {.file = "m4_two_rows", .across = 2, .known = true, .nvidia = true});
  } else if (kind == Kind::red_eye) {
    add({.id = "p1",
         .name = "red_eye",
         .change = "a point operation: each work-item reads one pixel and writes it",
         .parameters = shape,
         .presets = usual},
        {.any_dimensions = true});
    add({.id = "p2",
         .name = "channels",
         .change = "a third dimension: a work-item for each channel of a pixel",
         .parameters = shape,
         .presets = usual},
        {.file = "p1_red_eye", .any_dimensions = true, .dimensions = 3});
    add({.id = "p3",
         .name = "image",
         .change = "v1 reads an image",
         .parameters = shape,
         .presets = usual,
         .parent = "p1"},
        {.image = true});
  } else if (kind == Kind::gaussian) {
    add({.id = "g1",
         .name = "two_passes",
         .change = "columns, then rows: five weights each",
         .parameters = shape,
         .presets = usual},
        {.any_dimensions = true});
    add({.id = "g2",
         .name = "channels",
         .change = "a third dimension: a work-item for each channel of a pixel",
         .parameters = shape,
         .presets = usual},
        {.file = "g1_two_passes", .any_dimensions = true, .dimensions = 3});
    add({.id = "g3",
         .name = "image",
         .change = "g1 with images: the picture, and what is between the passes",
         .parameters = shape,
         .presets = usual,
         .parent = "g1"},
        {.image = true});
  } else {
    add({.id = "a1",
         .name = "bank",
         .change = "one filter of the bank after the other, and the largest response",
         .parameters = shape,
         .presets = usual},
        {.any_dimensions = true});
    add({.id = "a2",
         .name = "together",
         .change = "each pixel is read once, for the sums of all directions",
         .parameters = shape,
         .presets = usual},
        {.known = true});
    add({.id = "a3",
         .name = "tile",
         .change = "the pixels of a group in local memory",
         .parameters = shape,
         .presets = usual},
        {.known = true, .fixed = true});
  }
  return rows;
}
// [/ladders]

std::string build_options(const Form& form, const Setup& setup, int dimensions) {
  std::string options;
  if (form.any_dimensions)
    options += fmt::format(" -DDIMENSIONS={}", dimensions);
  if (form.known)
    options += fmt::format(" -DRADIUS={}", setup.radius);
  if (form.known && setup.kind == Kind::snn)
    options += fmt::format(" -DPAIRS={}", setup.pairs);
  if (form.known && setup.kind == Kind::gabor)
    options += fmt::format(" -DDIRECTIONS={}", Setup::directions);
  return options;
}

// [work]
cl::NDRange work_of(const Form& form, const Filter& problem, int dimensions, const Values& v) {
  const auto width = static_cast<std::size_t>(problem.image().width);
  const auto height = static_cast<std::size_t>(problem.image().height);
  if (dimensions == 1)
    return {width * height};
  if (dimensions == 3)
    return {width, height, 4};
  const std::size_t across = static_cast<std::size_t>(form.across) * value<std::size_t>(v, "WIDE");
  const std::size_t down = value<std::size_t>(v, "OUT") * value<std::size_t>(v, "STRIP");
  return {ceil_div(width, across), ceil_div(height, down)};
}

cl::NDRange group_of(int dimensions, const Values& v) {
  const auto lx = value<std::size_t>(v, "LX", 1), ly = value<std::size_t>(v, "LY", 1);
  return dimensions == 1   ? cl::NDRange(lx * ly)
         : dimensions == 3 ? cl::NDRange(lx, ly, 1)
                           : cl::NDRange(lx, ly);
}
// [/work]

std::string obstacle(const Form& form, const Filter& problem, const cl::Device& device,
                     const Values& v) {
  const Setup& setup = problem.setup();
  const bool is_cpu = (device.getInfo<CL_DEVICE_TYPE>() & CL_DEVICE_TYPE_CPU) != 0;
  if (form.cpu && !is_cpu)
    return "is for CPUs: its vectors of bytes are as wide as theirs";
  // The standard ends with 16 elements; more are an extension of Clang. Mesa's driver does not refuse them, but ends the
  // whole program: it goes through SPIR-V, which has none (section 2.16.1 of its specification).
  if (form.cpu && harness::is_rusticl(device))
    return "has vectors of more than 16 elements, which this driver's compiler cannot translate";
  if (form.nvidia && !harness::is_nvidia(device))
    return "uses instructions of NVIDIA's processors: this device has others";
  if (form.image)
    if (std::string reason = images::image_obstacle(device, cl::ImageFormat(CL_RGBA, CL_FLOAT),
                                                    problem.image().width, problem.image().height);
        !reason.empty())
      return reason;
  const int places = setup.pairs == 2 ? (setup.radius + 1) * (setup.radius + 1)
                                      : 2 * setup.radius * (setup.radius + 1) + 1;
  if (form.bytes && places > 257)
    return fmt::format("adds up to 257 bytes in 16 bits: a radius of {} needs {}", setup.radius,
                       places);
  std::size_t bytes = 0;
  if (form.tile || form.fixed)
    bytes = (form.bytes || setup.kind == Kind::gabor ? 4 : 16) *
            static_cast<std::size_t>((v.at("LX") + 2 * setup.radius) *
                                     (v.at("LY") * value(v, "OUT") + 2 * setup.radius));
  return harness::group_obstacle(device, group_of(2, v), bytes, 20);
}

harness::Run prepare(const std::string& id, const Form& form, const Filter& problem,
                     const harness::Workbench& bench) {
  const cl::Device& device = bench.session.device;
  const auto build = [&](const std::string& file, const std::string& function,
                         const std::string& options) {
    return bench.kernel(file, function, options);
  };
  // A reader's own kernel always runs.
  const bool untiled = !form.untiled.empty() && bench.replaced == nullptr &&
                       !prefers_tile(problem.setup(), device, bench.values);
  std::vector<cl::Memory> keep;
  std::vector<Command> commands =
      commands_for(problem, untiled ? form.untiled : id, form.dimensions, bench.values, build,
                   bench.session.context, bench.output, keep);
  harness::Launches launches(bench);
  for (const cl::Memory& memory : keep)
    launches.keep(memory);
  for (Command& command : commands) {
    const cl::NDRange local = command.fixed
                                  ? command.group
                                  : common::fit_local_size(device, command.kernel, command.group);
    if (command.tile_argument >= 0)
      command.kernel.setArg(static_cast<cl_uint>(command.tile_argument),
                            cl::Local(command.tile_bytes(local, problem.setup().radius)));
    launches.add(command.kernel, common::round_up(command.work, local), local);
  }
  return launches.run();
}

} // namespace

std::size_t Command::tile_bytes(const cl::NDRange& shape, int radius) const {
  const std::size_t rim = 2 * static_cast<std::size_t>(radius);
  return tile_argument < 0 ? 0 : 16 * (shape[0] + rim) * (shape[1] + rim);
}

// [commands]
std::vector<Command> commands_for(const Filter& problem, const std::string& step, int dimensions,
                                  const Values& values, const Builder& build,
                                  const cl::Context& context, const cl::Buffer& output,
                                  std::vector<cl::Memory>& keep) {
  const std::vector<Row> ladder = ladder_of(problem.setup().kind);
  const Row& row = *std::find_if(ladder.begin(), ladder.end(),
                                 [&](const Row& each) { return each.step.id == step; });
  const Form& form = row.form;
  if (dimensions != 2 && !form.any_dimensions)
    throw common::UsageError(
        fmt::format("{} has no kernel for {} dimensions.", row.step.name, dimensions));
  if (dimensions == 1 && form.tile)
    throw common::UsageError(
        fmt::format("{} needs groups that are rectangles: one dimension has none.", row.step.name));
  const Operands in = problem.operands();
  const cl_int width = in.image.width, height = in.image.height, radius = in.setup.radius;
  const cl::Memory source = form.image   ? cl::Memory(in.picture)
                            : form.bytes ? cl::Memory(in.bytes)
                                         : cl::Memory(in.input);
  std::vector<Command> commands;
  const auto add = [&](const std::string& function, const auto&... arguments) -> Command& {
    Command command{
        build(row.step.kernel_file, function, build_options(form, in.setup, dimensions)),
        work_of(form, problem, dimensions, values), group_of(dimensions, values), form.fixed};
    common::set_args(command.kernel, arguments...);
    commands.push_back(std::move(command));
    return commands.back();
  };
  keep = {in.input, in.bytes, in.weights};
  if (form.image)
    keep.push_back(in.picture);
  switch (in.setup.kind) {
  case Kind::red_eye:
    add("red_eye", source, width, height, cl_float{in.setup.threshold}, output);
    break;
  case Kind::median:
    add("median", source, width, height, output);
    break;
  case Kind::gabor:
    if (form.known)
      add("gabor", source, width, height, in.weights, output);
    else
      add("gabor", source, width, height, in.weights, radius, cl_int{Setup::directions}, output);
    break;
  case Kind::gaussian: {
    const auto w = static_cast<std::size_t>(width), h = static_cast<std::size_t>(height);
    const cl::Memory middle =
        form.image ? cl::Memory(cl::Image2D(context, CL_MEM_READ_WRITE,
                                            cl::ImageFormat(CL_RGBA, CL_FLOAT), w, h))
                   : cl::Memory(cl::Buffer(context, CL_MEM_READ_WRITE, 16 * w * h));
    keep.push_back(middle);
    add("columns", source, width, height, in.weights, radius, middle);
    add("rows", middle, width, height, in.weights, radius, output);
    break;
  }
  case Kind::snn:
    if (form.planes) {
      const cl_int pitch = ceil_div(width, 16) * 16 + 2 * radius, rows = height + 2 * radius;
      const cl::Buffer planes(context, CL_MEM_READ_WRITE,
                              16 * static_cast<std::size_t>(pitch) *
                                  static_cast<std::size_t>(rows));
      keep.push_back(planes);
      Command& first = add("planes", source, width, height, pitch, planes);
      first.work = cl::NDRange(static_cast<std::size_t>(pitch), static_cast<std::size_t>(rows));
      add("snn", planes, source, width, height, pitch, output);
    } else if (form.tile) {
      add("snn", source, width, height, output).tile_argument = 4;
    } else if (form.known) {
      add("snn", source, width, height, output);
    } else {
      add("snn", source, width, height, radius, cl_int{in.setup.pairs}, output);
    }
  }
  return commands;
}
// [/commands]

// [choice]
bool prefers_tile(const Setup& setup, const cl::Device& device, const Values& values) {
  Command command;
  command.tile_argument = 0;
  const std::size_t bytes = command.tile_bytes(group_of(2, values), setup.radius);
  return setup.radius > 2 && 2 * setup.radius <= value(values, "LX") &&
         2 * setup.radius <= value(values, "LY") &&
         bytes <= device.getInfo<CL_DEVICE_LOCAL_MEM_SIZE>();
}
// [/choice]

harness::Counts stated_counts(const Filter& problem, const std::string& file, const Values& values,
                              int dimensions) {
  const Setup& setup = problem.setup();
  std::string text = problem.size();
  if (setup.kind != Kind::red_eye)
    text += fmt::format(", radius {}", setup.radius);
  if (setup.kind == Kind::snn)
    text += fmt::format(", pairs {}", setup.pairs);
  return harness::stated_counts(file, text, fmt::format("{}-D", dimensions), values);
}

std::vector<Step> steps_for(const Filter& problem) {
  std::vector<Step> steps;
  for (Row row : ladder_of(problem.setup().kind)) {
    Step step = std::move(row.step);
    const Form& form = row.form;
    step.prepare = [&problem, id = step.id, form](const harness::Workbench& bench) {
      return prepare(id, form, problem, bench);
    };
    step.accesses = [&problem, file = step.kernel_file, form](const Values& values) {
      if (!form.untiled.empty() && problem.setup().radius <= 2) // whatever the device
        return stated_counts(problem, "20_image_filters/v2_known.cl", values);
      return stated_counts(problem, file, values, form.dimensions);
    };
    step.obstacle = [&problem, form](const cl::Device& device, const Values& values) {
      return obstacle(form, problem, device, values);
    };
    if (form.bytes) {
      step.narrower = sizeof(float);
      step.check = [&problem](std::span<const std::byte> output) {
        return problem.check_bytes(output);
      };
    }
    steps.push_back(std::move(step));
  }
  return steps;
}

} // namespace filters
