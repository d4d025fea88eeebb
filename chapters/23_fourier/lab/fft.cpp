// Plans: how a transform is divided into passes, and a pass into stages.

#include "fft.hpp"

#include "common/device.hpp"
#include "common/error.hpp"
#include "common/kernel_io.hpp"
#include "common/launch.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <map>
#include <numeric>
#include <tuple>

namespace fft {
namespace {

int ceil_div(int a, int b) {
  return (a + b - 1) / b;
}

// [factors]
// The radices that the kernels know: 2 to 16 in registers, without those that have vectors for numbers.
bool has_radix(const Design& design, int r) {
  const bool prime = r == 2 || r == 3 || r == 5 || r == 7 || r == 11 || r == 13;
  return prime ||
         (design.lanes > 0 ? r == 4 || (r == 8 && design.points >= 8) : r <= design.points);
}

// The fewest factors from `allowed` whose product is n; among these, those with the smallest sum. Empty: there are none.
using Factors = std::vector<int>;
Factors fewest(int n, const std::function<bool(int)>& allowed, int largest,
               std::map<int, Factors>& known) {
  if (const auto found = known.find(n); found != known.end())
    return found->second;
  Factors best;
  const auto better = [](const Factors& a, const Factors& b) {
    return std::tuple(a.size(), std::accumulate(a.begin(), a.end(), 0)) <
           std::tuple(b.size(), std::accumulate(b.begin(), b.end(), 0));
  };
  for (int d = std::min(n, largest); d > 1; --d) {
    if (n % d != 0 || !allowed(d))
      continue;
    Factors rest = d == n ? Factors{} : fewest(n / d, allowed, largest, known);
    if (rest.empty() && d != n)
      continue;
    rest.insert(rest.begin(), d);
    if (best.empty() || better(rest, best))
      best = rest;
  }
  return known[n] = best;
}
// [/factors]

Factors radices_of(int length, const Design& design) {
  std::map<int, Factors> known;
  if (length == 1)
    return {1};
  Factors radices = fewest(
      length, [&](int r) { return has_radix(design, r); }, 16, known);
  std::sort(radices.rbegin(), radices.rend());
  return radices;
}

// [items]
// Work-items for a line: those with the least work, idle ones counted, that hold no more than `points` numbers where possible.
// Returns that work.
double choose_items(Pass& pass, const Design& design) {
  double best = 0.0;
  pass.items = 0;
  for (const int r : pass.radices) {
    const int items = pass.length / r;
    int held = 1, work = 0;
    for (const int s : pass.radices) {
      const int mine = s * ceil_div(pass.length / s, items);
      held = std::max(held, mine);
      work += mine * items;
    }
    const double cost = work + (held > std::max(design.points, 16) ? 1e9 : 0.0);
    if (items <= design.most_items && (pass.items == 0 || cost < best)) {
      best = cost;
      pass.items = items;
      pass.held = held;
    }
  }
  if (pass.items == 0) { // a device with small groups
    pass.items = std::min(pass.length, design.most_items);
    for (const int r : pass.radices)
      pass.held = std::max(pass.held, r * ceil_div(pass.length / r, pass.items));
  }
  return best;
}
// [/items]

std::int64_t local_bytes(const Pass& pass) {
  if (pass.radices.size() == 1)
    return 0; // nothing is exchanged
  return std::int64_t{pass.lines} * (pass.length + pass.length / 16 + 32) * 4;
}

constexpr std::int64_t compilers_limit = 48 * 1024 - 256;

bool in_one_piece(const Pass& pass) {
  return pass.stride == 1 && pass.n == pass.length;
}

std::string stages_text(const Factors& radices) {
  std::string text;
  int before = 1;
  for (std::size_t s = 0; s < radices.size(); ++s) {
    text += fmt::format("STAGE({},{},{})", radices[s], before,
                        s + 1 < radices.size() ? radices[s + 1] : 0);
    before *= radices[s];
  }
  return text;
}

// What a kernel is built with.
std::string pass_options(const Pass& pass) {
  return fmt::format("-DN={} -DSTRIDE={} -DLENGTH={} -DBEFORE={} -DITEMS={} -DLINES={} -DHELD={} "
                     "-DFIRST_RADIX={} -DLAST_RADIX={} -DIN_ORDER={} -DOUT_ORDER={} -DSTAGES={}",
                     pass.n, pass.stride, pass.length, pass.before, pass.items, pass.lines,
                     pass.held, pass.radices.front(), pass.radices.back(),
                     in_one_piece(pass) ? 1 : 0, pass.stride == 1 && pass.before == 1 ? 1 : 0,
                     stages_text(pass.radices));
}

// e^(-2 pi i k/n), in double, rounded once.
cl_float2 root(std::int64_t k, std::int64_t n) {
  const double angle = 2.0 * std::acos(-1.0) * static_cast<double>(k) / static_cast<double>(n);
  return {{static_cast<float>(std::cos(angle)), static_cast<float>(-std::sin(angle))}};
}

cl::Buffer floats_on(const cl::Context& context, std::vector<float> values) {
  return {context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, values.size() * sizeof(float),
          values.data()};
}

// A pass with all that its launches need.
struct LineKernel {
  cl::Kernel kernel;
  cl::Buffer roots, turns;
  cl::NDRange local;
  int lines = 1, lines_each = 1; ///< of a group; of a transform
  bool checked =
      true; ///< false: launch() would complain of more local memory than the device admits

  LineKernel(const cl::Context& context, const cl::Device& device, const Pass& pass,
             const Design& design, const Builder& build, Direction direction, int scale);
  // `transforms` of them; the first is number `first_in` in `in`, `first_out` in `out`.
  void launch(const cl::CommandQueue& queue, const cl::Buffer& in, const cl::Buffer& out,
              int transforms, int first_in, int first_out, std::vector<cl::Event>& events) const;
};

// [line-kernel]
LineKernel::LineKernel(const cl::Context& context, const cl::Device& device, const Pass& pass,
                       const Design& design, const Builder& build, Direction direction, int scale)
    : local(static_cast<std::size_t>(design.lanes > 0 ? 1 : pass.items * pass.lines)),
      lines(pass.lines), lines_each(pass.n / pass.length) {
  std::string options = pass_options(pass);
  if (direction == Direction::inverse)
    options += fmt::format(" -DINVERSE -DSCALE={}", scale);
  if (const std::int64_t bytes = local_bytes(pass); design.enlarge && bytes > compilers_limit) {
    kernel = design.enlarge(build(design.kernel, "fourier_pass", options + " -DLOCAL_NUMBERS=64"),
                            bytes);
    checked = false;
  } else {
    kernel = build(design.kernel, "fourier_pass", options);
  }
  if (const std::string problem = common::launch_problem(device, kernel, local, local);
      checked && !problem.empty())
    throw common::Skip(problem);
  std::vector<float> table{0.0F, 0.0F};
  if (design.table) {
    table.clear();
    for (int k = 0; k < pass.length; ++k)
      for (const float part : root(k, pass.length).s)
        table.push_back(part);
  }
  roots = floats_on(context, table);
  if (design.lanes > 0) { // the turns between passes: all real parts, all imaginary parts
    const auto columns = static_cast<std::size_t>(pass.before);
    const std::size_t count = pass.before > 1 ? columns * static_cast<std::size_t>(pass.length) : 1;
    table.assign(2 * count, 0.0F);
    for (std::size_t i = 0; i < count; ++i) {
      const auto k = static_cast<std::int64_t>(i % columns),
                 m = static_cast<std::int64_t>(i / columns);
      const cl_float2 turn = root(k * m, std::int64_t{pass.before} * pass.length);
      table[i] = turn.s[0];
      table[count + i] = turn.s[1];
    }
    turns = floats_on(context, table);
  }
}

void LineKernel::launch(const cl::CommandQueue& queue, const cl::Buffer& in, const cl::Buffer& out,
                        int transforms, int first_in, int first_out,
                        std::vector<cl::Event>& events) const {
  cl::Kernel k = kernel;
  const cl_int count = transforms * lines_each;
  common::set_args(k, in, out, count, cl_int{first_in * lines_each}, cl_int{first_out * lines_each},
                   roots);
  if (turns() != nullptr)
    k.setArg(6, turns);
  const auto groups = static_cast<std::size_t>(ceil_div(count, lines));
  const cl::NDRange global(groups * local[0]);
  if (checked) {
    events.push_back(common::launch(queue, k, global, local));
  } else {
    events.emplace_back();
    queue.enqueueNDRangeKernel(k, cl::NullRange, global, local, nullptr, &events.back());
  }
}
// [/line-kernel]

} // namespace

std::int64_t Shape::count() const {
  return std::accumulate(lengths.begin(), lengths.end(), std::int64_t{batch},
                         [](std::int64_t a, int b) { return a * b; });
}

Design design_for(const cl::Device& device) {
  Design design;
  design.most_items = static_cast<int>(
      std::min<std::size_t>(1024, device.getInfo<CL_DEVICE_MAX_WORK_GROUP_SIZE>()));
  design.local_bytes = std::min<std::int64_t>(
      47 * 1024, static_cast<std::int64_t>(device.getInfo<CL_DEVICE_LOCAL_MEM_SIZE>()));
  if ((device.getInfo<CL_DEVICE_TYPE>() & CL_DEVICE_TYPE_CPU) != 0) {
    design.kernel = "23_fourier/c1_lanes.cl";
    design.lanes = 16;
    design.table = true;
    design.points = 8;
    design.apart = 4096;
  }
  return design;
}

// [passes]
std::vector<Pass> passes_of(int n, int stride, const Design& design) {
  const auto can = [&](int length) {
    return length == 1 || (!radices_of(length, design).empty() &&
                           length / std::max(design.points, 2) <= design.most_items);
  };
  Factors lengths{n};
  if (n > design.longest || (stride > 1 && n > design.apart) || !can(n)) {
    std::map<int, Factors> known;
    lengths = fewest(n, can, std::min(design.longest, design.apart), known);
  }
  std::vector<Pass> passes;
  int before = 1;
  for (const int length : lengths) {
    Pass pass{n, stride, length, before, radices_of(length, design)};
    before *= length;
    choose_items(pass, design);
    if (design.lanes > 0) {
      pass.items = 1;
      pass.lines = design.lanes;
    } else if (design.group > 0) {
      pass.lines = std::max(design.group / pass.items, in_one_piece(pass) ? 1 : design.side);
      pass.lines = std::min(pass.lines, std::max(1, design.most_items / pass.items));
      while (pass.lines > 1 && local_bytes(pass) > design.local_bytes)
        pass.lines /= 2;
    }
    passes.push_back(pass);
  }
  return passes;
}
// [/passes]

Builder builder(const cl::Context& context, const cl::Device& device) {
  return [=](const std::string& file, const std::string& function, const std::string& options) {
    return cl::Kernel(common::build_kernel_file(context, device, file, options), function.c_str());
  };
}

Plan::Plan(const cl::Context& context, const cl::Device& device, const Shape& shape,
           Direction direction)
    : Plan(context, device, shape, direction, design_for(device), builder(context, device)) {}

// [operations]
Plan::Plan(const cl::Context& context, const cl::Device& device, const Shape& shape,
           Direction direction, const Design& design, const Builder& build)
    : context_(context), device_(device), shape_(shape), direction_(direction), design_(design),
      build_(build), between_numbers_(shape.count() + shape.batch) {
  const std::vector<int>& lengths = shape.lengths;
  if (lengths.empty() || lengths.size() > 3 || shape.batch < 1 ||
      *std::min_element(lengths.begin(), lengths.end()) < 1 ||
      shape.count() > std::int64_t{1} << 30)
    throw common::UsageError(
        "a transform has 1 to 3 lengths, each of them 1 at least, and 2^30 numbers at most.");
  if (shape.real) {
    add_real(lengths[0]);
  } else {
    std::size_t last =
        lengths.size() - 1; // an axis of one number needs nothing, but one axis must copy
    while (last > 0 && lengths[last] == 1)
      --last;
    int stride = 1;
    for (std::size_t axis = 0; axis <= last; stride *= lengths[axis++])
      if (lengths[axis] > 1 || axis == last)
        add_axis(lengths[axis], stride, axis == last);
  }
  for (std::size_t i = 1; i < std::min<std::size_t>(operations_.size(), 3); ++i)
    between_[i - 1] = scratch(between_numbers_);
}

std::vector<cl::Event> Plan::enqueue(const cl::CommandQueue& queue, const cl::Buffer& in,
                                     const cl::Buffer& out) const {
  Events events;
  const cl::Buffer* from = &in;
  for (std::size_t i = 0; i < operations_.size(); ++i) {
    const cl::Buffer* to = i + 1 == operations_.size() ? &out : &between_[i % 2];
    operations_[i](queue, *from, *to, events);
    from = to;
  }
  return events;
}
// [/operations]

cl::Buffer Plan::scratch(std::int64_t numbers) const {
  const auto bytes = static_cast<cl_ulong>(numbers) * sizeof(cl_float2);
  if (const auto most = device_.getInfo<CL_DEVICE_MAX_MEM_ALLOC_SIZE>(); bytes > most)
    throw common::Skip(
        fmt::format("needs a buffer of {} bytes: this device allocates {} at most", bytes, most));
  return {context_, CL_MEM_READ_WRITE, bytes};
}

void Plan::add_axis(int n, int stride, bool last) {
  const int scale = last ? static_cast<int>(shape_.count() / shape_.batch) : 1;
  const std::vector<Pass> passes = passes_of(n, stride, design_);
  if (passes.empty() || design_.convolve == Design::always) {
    if (design_.convolve == Design::never)
      throw common::Skip(fmt::format("{} has a prime factor above 13", n));
    add_convolution(n, stride, scale);
    return;
  }
  std::vector<LineKernel> kernels;
  for (const Pass& pass : passes)
    kernels.emplace_back(context_, device_, pass, design_, build_, direction_,
                         &pass == &passes.back() ? scale : 1);
  const int transforms = static_cast<int>(shape_.count() / n);
  const int part = stride == 1 ? design_.cached / (8 * n) : 0;
  if (passes.size() == 2 && part > 0 && part < transforms) {
    // [parts]
    // Both passes over a part of the batch: what is between them is still in the cache when the second pass reads it.
    const cl::Buffer between = scratch(std::int64_t{part} * n);
    operations_.emplace_back([=](const cl::CommandQueue& queue, const cl::Buffer& in,
                                 const cl::Buffer& out, Events& events) {
      for (int first = 0; first < transforms; first += part) {
        const int some = std::min(part, transforms - first);
        kernels[0].launch(queue, in, between, some, first, 0, events);
        kernels[1].launch(queue, between, out, some, 0, first, events);
      }
    });
    // [/parts]
    return;
  }
  for (const LineKernel& kernel : kernels)
    operations_.emplace_back(
        [=](const cl::CommandQueue& queue, const cl::Buffer& in, const cl::Buffer& out,
            Events& events) { kernel.launch(queue, in, out, transforms, 0, 0, events); });
}

void Plan::add_kernel(const std::string& file, const std::string& function, std::int64_t items,
                      const std::vector<int>& more, const std::string& options,
                      const cl::Buffer& table) {
  cl::Kernel kernel = build_(file, function, options);
  cl_uint index = 2;
  for (const int argument : more)
    kernel.setArg(index++, cl_int{argument});
  if (table() != nullptr)
    kernel.setArg(index, table);
  const cl::NDRange local = common::fit_local_size(device_, kernel, {64});
  const cl::NDRange global = common::round_up(cl::NDRange(static_cast<std::size_t>(items)), local);
  operations_.emplace_back([=](const cl::CommandQueue& queue, const cl::Buffer& in,
                               const cl::Buffer& out, Events& events) {
    (void)table; // a kernel does not keep its buffers alive
    cl::Kernel k = kernel;
    k.setArg(0, in);
    k.setArg(1, out);
    events.push_back(common::launch(queue, k, global, local));
  });
}

void Plan::add_plan(const Shape& shape, Direction direction) {
  const auto plan = std::make_shared<Plan>(context_, device_, shape, direction, design_, build_);
  operations_.emplace_back([plan](const cl::CommandQueue& queue, const cl::Buffer& in,
                                  const cl::Buffer& out, Events& events) {
    for (const cl::Event& event : plan->enqueue(queue, in, out))
      events.push_back(event);
  });
}

// [one-convolution]
// [convolution-pass]
// The length from 2n - 1 on whose transform is the least work for a group that keeps all of it. None: length 0.
Pass convolution_pass(int n, const Design& design) {
  Pass best{0, 1, 0};
  double least = 0.0;
  for (int m = std::max(32, 2 * n - 1); m <= 5 * n / 2 + 64; ++m) {
    Pass pass{m, 1, m, 1, radices_of(m, design)};
    if (pass.radices.size() < 2 || local_bytes(pass) > design.local_bytes)
      continue;
    const double work = choose_items(pass, design);
    if (best.length == 0 || work < least) {
      least = work;
      best = pass;
    }
  }
  if (design.group > 0 && best.length > 0)
    best.lines = std::max(1, std::min(design.group, design.most_items) / best.items);
  while (best.lines > 1 && local_bytes(best) > design.local_bytes)
    best.lines /= 2;
  return best;
}
// [/convolution-pass]

// Both transforms of the convolution in one launch.
void Plan::add_one_convolution(const Pass& pass, int n, int stride, int scale) {
  const int m = pass.length, lines = static_cast<int>(shape_.count() / n);
  std::string options = pass_options(pass) + fmt::format(" -DCOUNT={}", n);
  if (direction_ == Direction::inverse)
    options += fmt::format(" -DINVERSE -DSCALE={}", scale);
  const cl::Kernel kernel = build_("23_fourier/m4_one_convolution.cl", "fourier_convolve", options);
  const cl::NDRange local(static_cast<std::size_t>(pass.items * pass.lines));
  if (const std::string problem = common::launch_problem(device_, kernel, local, local);
      !problem.empty())
    throw common::Skip(problem);
  std::vector<float> chirps;
  for (std::int64_t i = 0; i < n; ++i)
    for (const float part : root(i * i % (2 * std::int64_t{n}), 2 * std::int64_t{n}).s)
      chirps.push_back(part);
  const cl::Buffer chirp = floats_on(context_, chirps),
                   filter = chirp_filter(n, m, 1.0F / static_cast<float>(m));
  const cl::NDRange global(static_cast<std::size_t>(ceil_div(lines, pass.lines)) * local[0]);
  operations_.emplace_back([=](const cl::CommandQueue& queue, const cl::Buffer& in,
                               const cl::Buffer& out, Events& events) {
    cl::Kernel k = kernel;
    common::set_args(k, in, out, cl_int{lines}, cl_int{stride}, chirp, filter);
    events.push_back(common::launch(queue, k, global, local));
  });
}
// [/one-convolution]

// The transform of the chirp with zeros, times `scale`.
cl::Buffer Plan::chirp_filter(int n, int m, float scale) const {
  const cl::CommandQueue queue(context_, device_);
  const cl::Buffer chirp = scratch(m), filter = scratch(m);
  cl::Kernel make = build_("23_fourier/m3_bluestein.cl", "fourier_filter", "");
  common::set_args(make, chirp, cl_int{n}, cl_int{m}, cl_float{scale});
  const cl::NDRange local = common::fit_local_size(device_, make, {64});
  common::launch(queue, make, common::round_up(cl::NDRange(static_cast<std::size_t>(m)), local),
                 local);
  Plan(context_, device_, {{m}, 1}, Direction::forward, design_, build_)
      .enqueue(queue, chirp, filter);
  queue.finish();
  return filter;
}

// [convolution]
void Plan::add_convolution(int n, int stride, int scale) {
  const std::string file = "23_fourier/m3_bluestein.cl";
  const bool always = design_.convolve == Design::always;
  design_.convolve = Design::needed;
  if (design_.one_launch && design_.lanes == 0) {
    const Pass pass = convolution_pass(n, design_);
    if (pass.length > 0) {
      try {
        add_one_convolution(pass, n, stride, scale);
        return;
      } catch (const common::Skip&) { // the kernel needs too much of something: the long way
        if (always)
          throw;
      }
    }
    if (always)
      throw common::Skip(fmt::format(
          "made for lines that fit into local memory with their zeros: {} numbers do not", n));
  }
  int m = 1;
  while (m < 2 * n - 1)
    m *= 2;
  const int lines = static_cast<int>(shape_.count() / n);
  const std::int64_t padded = std::int64_t{lines} * m;
  if (padded >= std::int64_t{1} << 31)
    throw common::Skip(fmt::format("{} numbers with zeros are too many", padded));
  between_numbers_ = std::max(between_numbers_, padded);

  const cl::Buffer filter = chirp_filter(n, m, 1.0F);
  const std::string options =
      direction_ == Direction::inverse ? fmt::format("-DINVERSE -DSCALE={}", scale) : "";
  add_kernel(file, "fourier_spread", padded, {n, m, stride, lines}, options);
  add_plan({{m}, lines}, Direction::forward);
  add_kernel(file, "fourier_multiply", padded, {m, lines}, "", filter);
  add_plan({{m}, lines}, Direction::inverse);
  add_kernel(file, "fourier_gather", std::int64_t{lines} * n, {n, m, stride, lines}, options);
}
// [/convolution]

// [real]
void Plan::add_real(int n) {
  const int batch = shape_.batch, results = n / 2 + 1;
  const std::int64_t all = std::int64_t{batch} * n, kept = std::int64_t{batch} * results;
  const bool forward = direction_ == Direction::forward;
  const std::string plain = "23_fourier/r1_as_complex.cl", packed = "23_fourier/r2_packed.cl";
  if (shape_.lengths.size() > 1)
    throw common::UsageError("real transforms have one dimension.");
  if (design_.packed && n % 2 == 0 && forward) {
    add_plan({{n / 2}, batch}, direction_);
    add_kernel(packed, "fourier_unzip", kept, {n / 2, batch});
  } else if (design_.packed && n % 2 == 0) {
    add_kernel(packed, "fourier_zip", all / 2, {n / 2, batch});
    add_plan({{n / 2}, batch}, direction_);
  } else if (forward) {
    add_kernel(plain, "fourier_widen", all, {static_cast<int>(all)});
    add_plan({{n}, batch}, direction_);
    add_kernel(plain, "fourier_keep", kept, {n, batch});
  } else {
    add_kernel(plain, "fourier_mirror", all, {n, batch});
    add_plan({{n}, batch}, direction_);
    add_kernel(plain, "fourier_narrow", all, {static_cast<int>(all)});
  }
}
// [/real]

} // namespace fft
