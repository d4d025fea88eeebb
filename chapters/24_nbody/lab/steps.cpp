// The ladder: which kernel, with which parameters, in which work-groups; what each step promises.

#include "nbody.hpp"

#include "common/error.hpp"
#include "common/launch.hpp"
#include "harness/lab/device.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <fmt/format.h>
#include <functional>
#include <map>
#include <utility>

namespace nbody {
namespace {

using harness::Accesses;
using harness::Step;
using harness::Values;
using Counts = std::map<std::string, Accesses>;
using Count = std::uint64_t;

constexpr Count ceil_div(Count a, Count b) {
  return (a + b - 1) / b;
}

Count value(const Values& v, const char* name, Count otherwise = 1) {
  return v.count(name) != 0 ? static_cast<Count>(v.at(name)) : otherwise;
}

// In which a step differs from the others.
struct Recipe {
  bool packed = false;     ///< reads and writes 3 floats for each body: v1
  bool masses = false;     ///< has them in a buffer of their own: v1 to v5
  bool constant = false;   ///< which is in constant memory: v4, v5
  bool copies_back = true; ///< writes elsewhere first: v1 to v6
  Count local_floats = 0;  ///< local memory for each work-item of a group: from v5 on
  bool flush = false;      ///< is built with -cl-denorms-are-zero
  bool cpu = false;        ///< work-groups of one work-item, with vectors
  bool nvidia = false;     ///< PTX
  bool image = false;      ///< states are images: i1
  /// With N and the values; null: none promised.
  std::function<Accesses(Count, const Values&)> accesses = nullptr;
  std::function<Counts(Count, const Values&)> others = nullptr; ///< of its other kernels
  double error = 0.0; ///< that is meant: see Nbody::check_as()
};

// Bodies for each work-item, and work-items in a group; 0: any.
Count bodies_of(const Values& v) {
  return value(v, "BODIES") * (v.count("WIDTH") != 0 ? 16 * value(v, "WIDTH") : 1);
}
Count group_of(const Recipe& recipe, const Values& v) {
  return recipe.cpu ? 1 : value(v, "GROUP", 0);
}

constexpr Count image_width = 1024; // i1's WIDTH

// Constraints as code: what the search of --tune leaves out, and the presets fall back from.
std::string obstacle(const Recipe& recipe, Count n, const cl::Device& device, const Values& v) {
  if (recipe.nvidia && !harness::is_nvidia(device))
    return "inline PTX for NVIDIA's GPUs: this device is of another vendor";
  if (recipe.nvidia && value(v, "GROUP") % 32 != 0)
    return "GROUP must be a multiple of 32";
  if (recipe.cpu && (device.getInfo<CL_DEVICE_TYPE>() & CL_DEVICE_TYPE_CPU) == 0)
    return "one work-item for each work-group, made for the vectors of a CPU: this device is none";
  if (recipe.image && device.getInfo<CL_DEVICE_IMAGE_SUPPORT>() == CL_FALSE)
    return "needs images: this device has none";
  if (recipe.image && ceil_div(2 * n, image_width) > device.getInfo<CL_DEVICE_IMAGE2D_MAX_HEIGHT>())
    return fmt::format("needs an image of {} rows: this device has {} at most",
                       ceil_div(2 * n, image_width),
                       device.getInfo<CL_DEVICE_IMAGE2D_MAX_HEIGHT>());
  if (const Count lanes = v.count("ROUNDED") != 0 ? 2 : value(v, "LANES");
      value(v, "BODIES", lanes) % lanes != 0)
    return fmt::format("BODIES must be a multiple of {}", lanes);
  const Count constant_memory = device.getInfo<CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE>();
  if (recipe.constant && 4 * n > constant_memory)
    return fmt::format("{} masses need {} bytes of constant memory: this device has {}", n, 4 * n,
                       constant_memory);
  const Count group = group_of(recipe, v);
  const Count most = harness::is_simulator(device)
                         ? 64 // a work-group of hundreds takes minutes there
                         : device.getInfo<CL_DEVICE_MAX_WORK_GROUP_SIZE>();
  if (group > most)
    return fmt::format("needs work-groups of {} work-items: this device has {}", group, most);
  const Count bytes = 4 * recipe.local_floats * group;
  const Count memory = device.getInfo<CL_DEVICE_LOCAL_MEM_SIZE>();
  if (bytes > memory)
    return fmt::format("needs {} bytes of local memory: this device has {}", bytes, memory);
  return "";
}

// What a step puts into the queue, in order, with all that has to live as long.
class Commands {
 public:
  const Operands in;
  const Count n;
  const Values& values;
  const cl::Buffer& output;
  const Recipe& recipe;
  const std::string main; ///< the name of the step's own kernel

  Commands(const harness::Workbench& bench, const Operands& operands, const Step& step,
           const Recipe& what)
      : in(operands), n(static_cast<Count>(in.n)), values(bench.values), output(bench.output),
        recipe(what), main("nbody_" + step.name), bench_(bench), file_(step.kernel_file) {}

  Count groups() const {
    return ceil_div(n, std::max<Count>(group_of(recipe, values), 1) * bodies_of(values));
  }
  // A kernel does not keep its buffers alive (clSetKernelArg retains nothing): the Run does.
  cl::Buffer scratch(Count bytes) {
    const Count most = bench_.session.device.getInfo<CL_DEVICE_MAX_MEM_ALLOC_SIZE>();
    if (bytes > most)
      throw common::Skip(
          fmt::format("needs a buffer of {} bytes: this device allocates {} at most", bytes, most));
    return kept_.emplace_back(bench_.session.context, CL_MEM_READ_WRITE,
                              std::max<Count>(bytes, 16));
  }
  cl::Image2D image(Count width, Count height) const {
    return {bench_.session.context, CL_MEM_READ_WRITE, cl::ImageFormat(CL_RGBA, CL_FLOAT), width,
            height};
  }
  const cl::CommandQueue& queue() const { return bench_.session.queue; }
  template <typename... Args>
  cl::Kernel kernel(const std::string& function, const Args&... args) const {
    cl::Kernel made = bench_.kernel(file_, function,
                                    fmt::format("{}{}", recipe.flush ? "-cl-denorms-are-zero" : "",
                                                recipe.nvidia ? " -DSHUFFLE=1" : ""));
    common::set_args(made, args...);
    return made;
  }
  // For kernels that take any work-group: a power of two, so that it divides other powers of two.
  void launch(const cl::Kernel& kernel, Count items, Count most = 64,
              const std::function<void(cl::Kernel&)>& set = nullptr) {
    const cl::NDRange local =
        common::fit_local_size(bench_.session.device, kernel, {std::min(items, most)});
    add(kernel, common::round_up(cl::NDRange(items), local), local, set);
  }
  // For those that are written for one. What the device allows a kernel is known only when it is built.
  void launch_groups(const cl::Kernel& kernel, Count groups, Count group, Count rows = 1) {
    const cl::NDRange local(group, 1), global(groups * group, rows);
    if (const std::string problem =
            common::launch_problem(bench_.session.device, kernel, global, local);
        !problem.empty())
      throw common::Skip(problem);
    add(kernel, global, local, nullptr);
  }
  void then(std::function<void(const cl::CommandQueue&, cl::Event*)> command) {
    list_.push_back(std::move(command));
  }
  harness::Run run() const {
    return [list = list_, kept = kept_, queue = bench_.session.queue] {
      std::vector<cl::Event> events(list.size());
      for (std::size_t i = 0; i < list.size(); ++i)
        list[i](queue, &events[i]);
      return events;
    };
  }

 private:
  void add(cl::Kernel kernel, const cl::NDRange& global, const cl::NDRange& local,
           const std::function<void(cl::Kernel&)>& set) {
    then([=](const cl::CommandQueue& queue, cl::Event* event) mutable {
      if (set)
        set(kernel);
      *event = common::launch(queue, kernel, global, local);
    });
  }

  const harness::Workbench& bench_;
  std::string file_;
  std::vector<cl::Buffer> kept_;
  std::vector<std::function<void(const cl::CommandQueue&, cl::Event*)>> list_;
};

using Launcher = void (*)(Commands&);

Step make_step(const Nbody& problem, Step step, const Recipe& recipe, Launcher launcher) {
  const Count n = static_cast<Count>(problem.operands().n);
  step.images = recipe.image;
  step.float3_sums = recipe.masses && !recipe.packed;
  step.kernel_file = fmt::format("24_nbody/{}_{}.cl", step.id, step.name);
  step.obstacle = [=](const cl::Device& device, const Values& v) {
    return obstacle(recipe, n, device, v);
  };
  if (recipe.masses || recipe.error > 0.0)
    step.check = [&problem, recipe](std::span<const std::byte> output) {
      return problem.check_as(recipe.packed ? Layout::packed : Layout::slots, !recipe.masses,
                              recipe.error, output);
    };
  if (recipe.accesses)
    step.accesses = [=](const Values& v) {
      Counts counts = recipe.others ? recipe.others(n, v) : Counts{};
      counts["nbody_" + step.name] = recipe.accesses(n, v);
      return counts;
    };
  step.prepare = [&problem, step, recipe, launcher](const harness::Workbench& bench) {
    Commands commands(bench, problem.operands(), step, recipe);
    launcher(commands);
    return commands.run();
  };
  return step;
}

void one_kernel(Commands& c) {
  const Operands& in = c.in;
  const Count bytes = (c.recipe.packed ? 24 : 32) * c.n;
  const cl::Buffer fresh = c.recipe.copies_back ? c.scratch(bytes) : c.output;
  const cl::Buffer& state = c.recipe.packed ? in.packed : in.slots;
  const cl::Kernel kernel =
      c.recipe.masses
          ? c.kernel(c.main, state, in.masses, fresh, in.n, in.law.dt, in.law.softening2)
          : c.kernel(c.main, state, fresh, in.n, in.law.dt, in.law.softening2);
  if (const Count group = group_of(c.recipe, c.values); group > 0)
    c.launch_groups(kernel, c.groups(), group);
  else
    c.launch(kernel, c.n);
  if (c.recipe.copies_back)
    c.then([=, output = c.output](const cl::CommandQueue& queue, cl::Event* event) {
      queue.enqueueCopyBuffer(fresh, output, 0, 0, bytes, nullptr, event);
    });
}

void split(Commands& c) {
  const Operands& in = c.in;
  const Count parts = value(c.values, "SPLIT");
  const cl::Buffer kicks = c.scratch(16 * parts * c.n);
  c.launch_groups(c.kernel(c.main, in.slots, kicks, in.n, in.law.dt, in.law.softening2), c.groups(),
                  value(c.values, "GROUP"), parts);
  c.launch(c.kernel("add_and_advance", in.slots, kicks, c.output, in.n, in.law.dt), c.n);
}

void third_law(Commands& c) {
  const Operands& in = c.in;
  const cl::Buffer sums = c.scratch(12 * c.n);
  c.launch(c.kernel("clear", sums, cl_int{3 * in.n}), 3 * c.n);
  c.launch_groups(c.kernel(c.main, in.slots, sums, in.n, in.law.softening2), c.groups(),
                  value(c.values, "GROUP"), value(c.values, "CHUNKS"));
  c.launch(c.kernel("advance", in.slots, sums, c.output, in.n, in.law.dt), c.n);
}

void soa(Commands& c) {
  const Operands& in = c.in;
  const Count blocks = ceil_div(c.n, 16);
  const cl::Buffer arrays = c.scratch(16 * 16 * blocks);
  c.launch_groups(c.kernel("to_arrays", in.slots, arrays, in.n), blocks, 1);
  c.launch_groups(c.kernel(c.main, in.slots, arrays, c.output, in.n, in.law.dt, in.law.softening2),
                  c.groups(), 1);
}

// Copies n bodies between a buffer and an image: whole rows, and what is left of the last one.
void copy_rows(Count pixels, const std::function<void(Count, Count, Count)>& copy) {
  if (const Count rows = pixels / image_width; rows > 0)
    copy(0, image_width, rows);
  if (const Count rest = pixels % image_width; rest > 0)
    copy(pixels / image_width, rest, 1);
}

void image(Commands& c) {
  const Operands& in = c.in;
  const Count rows = ceil_div(2 * c.n, image_width);
  const cl::Image2D state = c.image(image_width, rows), next = c.image(image_width, rows);
  copy_rows(2 * c.n, [&](Count row, Count width, Count height) {
    c.queue().enqueueCopyBufferToImage(in.slots, state, 16 * image_width * row, {0, row, 0},
                                       {width, height, 1});
  });
  c.launch(c.kernel(c.main, state, next, in.n, in.law.dt, in.law.softening2), c.n);
  copy_rows(2 * c.n, [&](Count row, Count width, Count height) { // `state` has to live as long
    c.then([=, output = c.output](const cl::CommandQueue& queue, cl::Event* event) {
      queue.enqueueCopyImageToBuffer(next, output, {0, row, 0}, {width, height, 1},
                                     16 * image_width * row, nullptr, event);
      static_cast<void>(state);
    });
  });
}

void tree(Commands& c) {
  const Operands& in = c.in;
  const Count leaf = value(c.values, "LEAF", 16);
  Count words = 1, leaves = 1;
  while (words < c.n)
    words *= 2;
  while (leaves * leaf < c.n)
    leaves *= 2;
  const cl::Buffer largest = c.scratch(4), sorted = c.scratch(8 * words);
  const cl::Buffer bodies = c.scratch(16 * c.n), nodes = c.scratch(96 * leaves);
  c.then([=](const cl::CommandQueue& queue, cl::Event* event) {
    queue.enqueueFillBuffer(largest, cl_uint{0}, 0, 4, nullptr, event);
  });
  c.launch(c.kernel("extent", in.slots, largest, in.n), 4096);
  c.launch(c.kernel("keys", in.slots, largest, sorted, in.n), words);
  const cl::Kernel bitonic = c.kernel("bitonic", sorted);
  for (cl_uint run = 2; run <= words; run *= 2)
    for (cl_uint distance = run / 2; distance > 0; distance /= 2)
      c.launch(bitonic, words / 2, 256, [=](cl::Kernel& kernel) {
        kernel.setArg(1, run);
        kernel.setArg(2, distance);
      });
  c.launch(c.kernel("gather", in.slots, sorted, bodies, in.n), c.n);
  c.launch(c.kernel("leaves", bodies, nodes, in.n, cl_int(leaves)), leaves);
  const cl::Kernel parents = c.kernel("parents", nodes);
  for (Count first = leaves / 2; first > 0; first /= 2)
    c.launch(parents, first, 64, [=](cl::Kernel& kernel) { kernel.setArg(1, cl_int(first)); });
  const cl::Kernel walk = c.kernel(c.main, in.slots, sorted, bodies, nodes, c.output, in.n,
                                   cl_int(leaves), in.law.dt, in.law.softening2);
  if (c.recipe.cpu)
    c.launch_groups(walk, ceil_div(c.n, 16), 1);
  else
    c.launch(walk, c.n, leaf);
}

std::vector<Values> groups(const Values& more) {
  std::vector<Values> presets(4, more);
  for (std::size_t i = 0; i < 4; ++i)
    presets[i]["GROUP"] = std::array{256, 64, 16, 1}[i];
  return presets;
}

// v5 to v14: what a group copies, and what its work-items read of it. `part`: local loads and stores for a body.
Accesses tile_accesses(Count n, const Values& v, bool constant, bool whole_tiles, Count loads,
                       Count stores) {
  const Count group = value(v, "GROUP"), bodies = value(v, "BODIES");
  const Count count = ceil_div(n, group * bodies), items = count * group;
  const Count met = whole_tiles ? ceil_div(n, group) * group : n;
  Accesses a;
  a.global_loads = count * n + items * bodies + (v.count("BODIES") != 0 ? n : items);
  a.global_stores = constant ? 6 * n : 2 * n;
  a.constant_loads = constant ? items * n : 0;
  a.local_loads = items * met * loads;
  a.local_stores = count * met * stores;
  return a;
}

// The promises of the steps. As written, for each pair and for each body: a compiler may do better, a simulator does not.
auto pairs(Count each_pair, Count each_body, Count constant = 0) {
  return [=](Count n, const Values&) -> Accesses {
    return {.global_loads = each_pair * n * n + each_body * n,
            .global_stores = 6 * n,
            .constant_loads = constant * n * n};
  };
}

auto tile(bool whole_tiles, Count loads, Count stores) {
  return [=](Count n, const Values& v) {
    return tile_accesses(n, v, false, whole_tiles, loads, stores);
  };
}

Accesses tile_and_masses(Count n, const Values& v) { // v5
  return tile_accesses(n, v, true, false, 1, 3);
}

Accesses split_accesses(Count n, const Values& v) { // v15
  const Count blocks = ceil_div(n, value(v, "GROUP") * value(v, "BODIES")),
              parts = value(v, "SPLIT");
  Accesses a = tile_accesses(n, v, false, true, 4, 1);
  a.global_loads = blocks * (n + 3 * parts * value(v, "GROUP") * value(v, "BODIES"));
  a.global_stores = parts * n;
  return a;
}

Counts added_parts(Count n, const Values& v) { // v15
  return {
      {"add_and_advance", {.global_loads = (value(v, "SPLIT") + 2) * n, .global_stores = 2 * n}}};
}

Accesses array_accesses(Count n, const Values& v) { // c1
  const Count items = ceil_div(n, bodies_of(v));
  return {.global_loads = items * (4 * ceil_div(n, 16) + bodies_of(v)) + n, .global_stores = 2 * n};
}

Counts to_arrays(Count n, const Values&) { // c1
  return {{"to_arrays", {.global_loads = n, .global_stores = 64 * ceil_div(n, 16)}}};
}

Accesses vector_accesses(Count n, const Values& v) { // c2 to c4
  const Count items = ceil_div(n, bodies_of(v));
  return {.global_loads = items * (n + bodies_of(v)) + 2 * n, .global_stores = 2 * n};
}

Accesses lane_accesses(Count n, const Values& v) { // p1, p2
  Accesses a = tile_accesses(n, v, false, true, 1, 1);
  a.global_loads += n;
  return a;
}

Accesses no_accesses(Count, const Values&) { // i1
  return {};
}

} // namespace

std::vector<Step> steps_for(const Nbody& problem) {
  std::vector<Step> steps;
  // A row of the table: the step as it is listed, what distinguishes its kernel, and what launches it.
  const auto add = [&](Step step, const Recipe& recipe, Launcher launcher = one_kernel) {
    steps.push_back(make_step(problem, std::move(step), recipe, launcher));
  };

  // [first]
  add({.id = "v1", .name = "naive", .change = "the definition: 7 loads for each pair of bodies"},
      {.packed = true, .masses = true, .accesses = pairs(7, 6)});
  add({.id = "v2",
       .name = "float3",
       .change = "a vector for three coordinates: 3 loads for each pair"},
      {.masses = true, .accesses = pairs(3, 2)});
  add({.id = "v3",
       .name = "private",
       .change = "its own position in private memory: 2 loads for each pair"},
      {.masses = true, .accesses = pairs(2, 2)});
  add({.id = "v4",
       .name = "constant",
       .change = "masses in constant memory: one value for all work-items"},
      {.masses = true, .constant = true, .accesses = pairs(1, 2, 1)});
  // [/first]

  // [tiles]
  const harness::Parameter group{"GROUP", {32, 64, 128, 256, 512, 1024}};
  add({.id = "v5",
       .name = "local_tiles",
       .change = "positions in local tiles: 1/GROUP global loads for each pair",
       .parameters = {group},
       .presets = groups({})},
      {.masses = true, .constant = true, .local_floats = 4, .accesses = tile_and_masses});
  add({.id = "v6",
       .name = "float4",
       .change = "the mass in the fourth component: one load, and no limit of N",
       .parameters = {group},
       .presets = groups({})},
      {.local_floats = 4, .accesses = tile(false, 1, 1)});
  add({.id = "v7",
       .name = "swap",
       .change = "two states take turns: no copy",
       .parameters = {group},
       .presets = groups({})},
      {.copies_back = false, .local_floats = 4, .accesses = tile(false, 1, 1)});
  add({.id = "v8",
       .name = "zero_masses",
       .change = "zero masses fill the last tile: an inner loop of constant length",
       .parameters = {group},
       .presets = groups({})},
      {.copies_back = false, .local_floats = 4, .accesses = tile(true, 1, 1)});
  // [/tiles]

  // [arithmetic]
  const harness::Parameter unroll{"UNROLL", {4, 8, 16, 32}};
  const std::vector<Values> unrolled = groups({{"UNROLL", 16}});
  add({.id = "v9",
       .name = "unroll",
       .change = "the inner loop unrolled: less counting, loads ahead of their use",
       .parameters = {group, unroll},
       .presets = unrolled},
      {.copies_back = false, .local_floats = 4, .accesses = tile(true, 1, 1)});
  add({.id = "v10",
       .name = "rsqrt",
       .change = "rsqrt(x) for 1 / sqrt(x): one function instead of two",
       .parameters = {group, unroll},
       .presets = unrolled},
      {.copies_back = false, .local_floats = 4, .accesses = tile(true, 1, 1)});
  const Recipe flushed{
      .copies_back = false, .local_floats = 4, .flush = true, .accesses = tile(true, 1, 1)};
  add({.id = "v11",
       .name = "flush",
       .change = "denormals may be 0: no scaling around the reciprocal root",
       .parameters = {group, unroll},
       .presets = unrolled},
      flushed);
  add({.id = "v12",
       .name = "native_rsqrt",
       .change = "the device's own reciprocal root, with its own error",
       .parameters = {group, unroll},
       .presets = unrolled},
      flushed);
  // [/arithmetic]

  // [bodies]
  const harness::Parameter bodies{"BODIES", {1, 2, 4, 8, 16}};
  const std::vector<Values> several = groups({{"UNROLL", 16}, {"BODIES", 4}});
  add({.id = "v13",
       .name = "bodies",
       .change = "BODIES bodies for each work-item: one local load for all of them",
       .parameters = {group, unroll, bodies},
       .presets = several,
       .parent = "v11"},
      {.copies_back = false, .local_floats = 4, .flush = true, .accesses = tile(true, 4, 1)});
  add({.id = "v14",
       .name = "scaled",
       .change = "lengths times 1/sqrt(mass): a multiplication less for each pair",
       .parameters = {group, unroll, bodies},
       .presets = several},
      {.copies_back = false, .local_floats = 5, .flush = true, .accesses = tile(true, 5, 2)});
  add({.id = "v15",
       .name = "split",
       .change = "SPLIT groups share a sum: work for all units when N is small",
       .parameters = {group, unroll, bodies, {"SPLIT", {2, 4, 8, 16, 32}}},
       .presets = groups({{"UNROLL", 16}, {"BODIES", 4}, {"SPLIT", 16}}),
       .parent = "v13"},
      {.copies_back = false,
       .local_floats = 4,
       .flush = true,
       .accesses = split_accesses,
       .others = added_parts},
      split);
  add({.id = "v16",
       .name = "shuffles",
       .change = "NVIDIA only: the tile in registers, handed round by shuffles",
       .parameters = {group, unroll, bodies},
       .presets = several,
       .parent = "v13"},
      {.copies_back = false, .flush = true, .nvidia = true}); // no promise: no PTX in the simulator
  // Groups of one sub-group, whose barriers cost little; large blocks, since each costs the same for the reactions.
  const auto third = [](int items) {
    return Values{{"GROUP", items}, {"UNROLL", 4}, {"BODIES", 16}, {"CHUNKS", 128}};
  };
  add({.id = "v17",
       .name = "third_law",
       .change = "each pair once: the reaction is summed for the other body",
       .parameters = {{"GROUP", {32, 64}},
                      {"UNROLL", {1, 4, 8}},
                      {"BODIES", {4, 8, 12, 16}},
                      {"CHUNKS", {8, 32, 128, 512}}},
       .presets = {third(32), third(1)},
       .parent = "v13",
       .changed_parameters = {"GROUP", "UNROLL", "BODIES"}},
      {.copies_back = false,
       .local_floats = 7,
       .flush = true}, // how many additions meet, nobody can promise
      third_law);
  // [/bodies]

  // [cpu]
  add({.id = "c1",
       .name = "cpu_soa",
       .change = "for CPUs: a structure of arrays, 16 of the others in a vector",
       .parameters = {{"BODIES", {1, 2, 4, 8}}},
       .presets = {{{"BODIES", 4}}},
       .parent = "v11"},
      {.copies_back = false,
       .flush = true,
       .cpu = true,
       .accesses = array_accesses,
       .others = to_arrays},
      soa);
  const Recipe vectors{
      .copies_back = false, .flush = true, .cpu = true, .accesses = vector_accesses};
  add({.id = "c2",
       .name = "cpu_vectors",
       .change = "16 of its own bodies in a vector: no arrays, no sums across",
       .parameters = {{"WIDTH", {1, 2, 3, 4}}},
       .presets = {{{"WIDTH", 2}}}},
      vectors);
  add({.id = "c3",
       .name = "cpu_bit_trick",
       .change = "the reciprocal root by bits and two Newton steps",
       .parameters = {{"WIDTH", {1, 2, 3, 4}}},
       .presets = {{{"WIDTH", 2}}}},
      vectors);
  add({.id = "c4",
       .name = "cpu_estimate",
       .change = "the processor's estimate of it, and one Newton step",
       .parameters = {{"WIDTH", {1, 2, 3, 4}}},
       .presets = {{{"WIDTH", 2}}}},
      vectors);
  // [/cpu]

  // [others]
  const harness::Parameter even_bodies{"BODIES", {2, 4, 8, 16}};
  add({.id = "p1",
       .name = "pairs",
       .change = "two bodies in a vector: packed instructions, where there are any",
       .parameters = {group, unroll, even_bodies, {"LANES", {2, 4, 8, 16}}},
       .presets = groups({{"UNROLL", 16}, {"BODIES", 4}, {"LANES", 2}}),
       .parent = "v13"},
      {.copies_back = false, .local_floats = 4, .flush = true, .accesses = lane_accesses});
  add({.id = "p2",
       .name = "halves",
       .change = "a pair in two halves, 16 bits each: how wrong the forces are then",
       .parameters = {group, unroll, even_bodies},
       .presets = groups({{"UNROLL", 16}, {"BODIES", 4}, {"ROUNDED", 2}}),
       .parent = "p1"},
      {.copies_back = false,
       .local_floats = 4,
       .flush = true,
       .accesses = lane_accesses,
       .error = 0x1p-9}); // four roundings to half in a row, in one direction; they are random
  add({.id = "i1",
       .name = "image",
       .change = "bodies are pixels of an image, as before there were buffers",
       .presets = {Values{}},
       .parent = "v7"},
      {.copies_back = false, .image = true, .accesses = no_accesses}, image);
  constexpr int theta = 50;
  constexpr double tree_error = 0.05 * 0.125; // 0.05 theta³; measured: 0.015 theta³
  add({.id = "b1",
       .name = "tree",
       .change = "Barnes-Hut: far groups of bodies pull like one",
       .parameters = {{"LEAF", {8, 16, 32, 64}}},
       .presets = {{{"LEAF", 32}, {"THETA", theta}}},
       .parent = "v13"},
      {.copies_back = false, .flush = true, .error = tree_error}, tree);
  add({.id = "b2",
       .name = "tree_groups",
       .change = "one walk for the bodies of a leaf: its work-items stay together",
       .parameters = {{"LEAF", {8, 16, 32, 64}}},
       .presets = {{{"LEAF", 32}, {"THETA", theta}}},
       .parent = "b1"},
      {.copies_back = false, .flush = true, .error = tree_error}, tree);
  add({.id = "b3",
       .name = "tree_vectors",
       .change = "for CPUs: a leaf's 16 bodies are a vector",
       .presets = {{{"THETA", theta}}},
       .parent = "b2"},
      {.copies_back = false, .flush = true, .cpu = true, .error = tree_error}, tree);
  // [/others]
  return steps;
}

} // namespace nbody
