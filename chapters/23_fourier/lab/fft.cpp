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
// The radices that the kernels know: 2 to 16 in registers, and some up to 32; fewer for those that have vectors for numbers.
bool has_radix(const Design& design, int r) {
  const bool prime = r == 2 || r == 3 || r == 5 || r == 7 || r == 11 || r == 13;
  if (prime || design.lanes > 0)
    return prime || r == 4 || (r == 8 && design.points >= 8);
  return r <= design.points && (r <= 16 || r == 20 || r == 21 || r == 24 || r == 28 || r == 32);
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

// [wide]
// Long lines, with larger radices: a work-item with 32 numbers needs so many registers that a group has 512 at most.
Design for_line(int length, Design design) {
  if (design.wide > 0 && length > 4096) {
    design.points = design.wide;
    design.most_items = std::min(design.most_items, 512);
  }
  return design;
}
// [/wide]

Factors radices_of(int length, const Design& design) {
  std::map<int, Factors> known;
  if (length == 1)
    return {1};
  Factors radices = fewest(
      length, [&](int r) { return has_radix(design, r); }, std::max(16, design.points), known);
  std::sort(radices.rbegin(), radices.rend());
  return radices;
}

// [items]
// Work-items for a line: those with the least work, idle ones counted, that hold no more than `points` numbers where possible.
// Returns that work.
double choose_items(Pass& pass, const Design& design) {
  double best = 0.0;
  pass.items = 0;
  const auto consider = [&](int items) {
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
  };
  for (const int r : pass.radices)
    consider(pass.length / r);
  if (pass.items == 0) // more than a group has: some of its work-items have several butterflies
    consider(std::min(pass.length, design.most_items));
  return best;
}
// [/items]

std::int64_t local_bytes(const Pass& pass) {
  if (pass.radices.size() == 1)
    return 0;                                           // nothing is exchanged
  const int most = pass.length + pass.length / 16 + 32; // with gaps, whichever they are
  return std::int64_t{pass.lines} * (pass.pitch > 0 ? pass.pitch : most) * (pass.pairs ? 8 : 4);
}

constexpr std::int64_t compilers_limit = 48 * 1024 - 256;

bool in_one_piece(const Pass& pass) {
  return pass.stride == 1 && pass.n == pass.length;
}

bool results_in_order(const Pass& pass) {
  return pass.stride == 1 && pass.before == 1;
}

// [columns]
// A line of 16 a x 16 b numbers, a and b up to 4: the more square, the shorter the transforms. 0: not such a line.
int columns_of(int n, int stride, int length, const Design& design) {
  const bool suits = !design.columns.empty() && design.lanes > 0 && stride == 1 && length == n &&
                     n >= shortest_with_columns && n <= longest_with_columns && (n & (n - 1)) == 0;
  return !suits ? 0 : n < 1024 ? 16 : n < 4096 ? 32 : 64;
}
// [/columns]

// [conflicts]
// A warp's access takes as long as one bank has different words to deliver. Both parts of a number are one word of 8 bytes: 16
// work-items at a time, and pairs of banks.
struct Accesses {
  int banks = 32, ideal = 0, real = 0;
  void add(std::vector<int>& words) {
    std::sort(words.begin(), words.end());
    words.erase(std::unique(words.begin(), words.end()), words.end());
    int in_bank[32] = {};
    for (const int word : words)
      in_bank[word % banks] += 1;
    ideal += words.empty() ? 0 : 1;
    real += *std::max_element(in_bank, in_bank + 32);
    words.clear();
  }
};

// What the exchanges of a group do, as in pass.clh and halves.clh; of a long line, the first eight warps are enough.
Accesses accesses_of(const Pass& pass) {
  const auto place = [&](int i) { return i + i / pass.every * pass.gap; };
  const int warp = pass.pairs ? 16 : 32, size = std::min(pass.items * pass.lines, 256);
  Accesses all{warp};
  std::vector<int> words;
  const auto access = [&](int radix, bool in_order, const auto& number) {
    for (int b = 0; b < ceil_div(pass.length / radix, pass.items); ++b)
      for (const int m : {0, radix / 2})
        for (int first = 0; first < size; first += warp) {
          for (int id = first; id < std::min(first + warp, size); ++id) {
            const int item = in_order ? id % pass.items : id / pass.lines,
                      line = in_order ? id / pass.items : id % pass.lines;
            if (const int j = item + b * pass.items; j < pass.length / radix)
              words.push_back(place(number(j, m)) + line * pass.pitch);
          }
          all.add(words);
        }
  };
  int before = 1;
  for (std::size_t s = 0; s + 1 < pass.radices.size(); ++s) {
    const int radix = pass.radices[s], next = pass.radices[s + 1];
    access(radix, s == 0 ? in_one_piece(pass) : results_in_order(pass),
           [&](int j, int m) { return (j - j % before) * radix + j % before + m * before; });
    access(next, results_in_order(pass),
           [&](int j, int m) { return j + m * (pass.length / next); });
    before *= radix;
  }
  return all;
}
// [/conflicts]

// [gaps]
// Tries gaps of some words behind every so many numbers, and lines that begin in different banks.
void choose_gaps(Pass& pass) {
  Pass tried = pass;
  int least = 0;
  const int banks = pass.pairs ? 16 : 32;
  const int most = pass.length + pass.length / 16 + 32;
  constexpr int gaps[][2] = {{1, 0},  {256, 1}, {128, 1}, {128, 2}, {128, 3}, {64, 1},
                             {64, 2}, {64, 4},  {32, 1},  {32, 2},  {16, 1}};
  for (const auto& [every, gap] : gaps)
    for (const int bank : {0, 1, 2, 4, 8, 16}) {
      tried.every = every;
      tried.gap = gap;
      const int padded = pass.length + (pass.length - 1) / every * gap;
      tried.pitch = padded + (pass.lines == 1 ? 0 : (banks + bank - padded % banks) % banks);
      if (tried.pitch > most || (pass.lines == 1 && bank > 0))
        continue;
      const int real = accesses_of(tried).real;
      if (pass.pitch == 0 || real < least) {
        least = real;
        pass = tried;
      }
    }
}
// [/gaps]

// [places]
// Both parts of a number at once, if local memory has room for them, perhaps with fewer lines, but at least four. A single line may
// have all local memory.
void choose_places(Pass& pass, const Design& design) {
  if (pass.radices.size() == 1)
    return;
  for (int lines = pass.lines; !pass.pairs && lines >= std::min(pass.lines, 4); lines /= 2) {
    Pass fewer = pass;
    fewer.lines = lines;
    const std::int64_t bytes = 2 * local_bytes(fewer);
    fewer.pairs = bytes <= design.pairs_bytes || (design.pairs_bytes > 0 && design.enlarge &&
                                                  lines == 1 && bytes <= design.local_bytes);
    if (fewer.pairs)
      pass = fewer;
    if (lines == 1)
      break;
  }
  if (design.gaps)
    choose_gaps(pass);
}
// [/places]

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
                     in_one_piece(pass) ? 1 : 0, results_in_order(pass) ? 1 : 0,
                     stages_text(pass.radices)) +
         (pass.pitch > 0 ? fmt::format(" -DEVERY={} -DGAP={} -DPITCH={} -DPAIRS={}", pass.every,
                                       pass.gap, pass.pitch, pass.pairs ? 1 : 0)
                         : "") +
         (pass.columns > 0 ? fmt::format(" -DCOLUMNS={}", pass.columns) : "");
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

// common::launch() would complain of more local memory than the device admits.
cl::Event launch_unchecked(const cl::CommandQueue& queue, const cl::Kernel& kernel,
                           const cl::NDRange& global, const cl::NDRange& local, bool check) {
  if (check)
    return common::launch(queue, kernel, global, local);
  cl::Event event;
  queue.enqueueNDRangeKernel(kernel, cl::NullRange, global, local, nullptr, &event);
  return event;
}

// A pass with all that its launches need.
struct LineKernel {
  cl::Kernel kernel;
  cl::Buffer roots, turns;
  cl::NDRange local;
  int lines = 1, lines_each = 1; ///< of a group; of a transform
  /// false: launch() would complain of more local memory than the device admits.
  bool checked = true;

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
  const std::int64_t bytes = local_bytes(pass);
  checked = !design.enlarge || bytes <= compilers_limit;
  if (!checked)
    options += " -DLOCAL_NUMBERS=64";
  if (design.lanes > 0)
    options += fmt::format(" -DPREFETCH={:d} -DSTREAM={:d}", design.prefetch,
                           design.stream && pass.columns > 0);
  kernel = build(pass.columns > 0 ? design.columns : design.kernel, "fourier_pass", options);
  if (!checked)
    kernel = design.enlarge(kernel, bytes);
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
  if (design.lanes > 0) {
    // The turns between passes, or in a line: all real parts, all imaginary parts.
    const std::int64_t columns = pass.columns > 0 ? pass.columns : pass.before,
                       all = pass.columns > 0 ? pass.length : columns * pass.length;
    const std::size_t count = columns > 1 ? static_cast<std::size_t>(all) : 1;
    table.assign(2 * count, 0.0F);
    for (std::size_t i = 0; i < count; ++i) {
      const auto at = static_cast<std::int64_t>(i);
      const cl_float2 turn = root(at % columns * (at / columns), all);
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
  events.push_back(launch_unchecked(queue, k, global, local, checked));
}
// [/line-kernel]

} // namespace

double conflicts_of(const Pass& pass) {
  Pass own = pass;
  if (own.pitch == 0) { // padded.clh's
    own.every = 16;
    own.gap = 1;
    const int padded = own.length + (own.length - 1) / 16, bank = std::max(1, 32 / own.lines);
    own.pitch = padded + (own.lines == 1 ? 0 : (32 + bank - padded % 32) % 32);
  }
  const Accesses all = accesses_of(own);
  return all.ideal == 0 ? 1.0 : double(all.real) / all.ideal;
}

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
    design.lanes_bytes = static_cast<std::int64_t>(device.getInfo<CL_DEVICE_LOCAL_MEM_SIZE>());
    design.table = true;
    design.points = 8;
    design.apart = 4096;
    design.columns = "23_fourier/c2_columns.cl";
    design.prefetch = design.stream = true;
  } else {
    design.kernel = "23_fourier/v18_pairs.cl";
    design.gaps = true;
    design.pairs_bytes = design.local_bytes;
    design.fresh = true;
  }
  return design;
}

// [passes]
std::vector<Pass> passes_of(int n, int stride, const Design& design) {
  const auto can = [&](int length) {
    const Design own = for_line(length, design);
    // A transform in each lane has two sets of complex vectors in local memory.
    const std::int64_t bytes = std::int64_t{16} * own.lanes * length;
    return length == 1 || columns_of(n, stride, length, own) > 0 ||
           (!radices_of(length, own).empty() &&
            length / std::max(own.points, 2) <= own.most_items &&
            (own.lanes_bytes == 0 || bytes <= own.lanes_bytes));
  };
  Factors lengths{n};
  if (n > design.longest || (stride > 1 && n > design.apart) || !can(n)) {
    std::map<int, Factors> known;
    lengths = fewest(n, can, std::min(design.longest, design.apart), known);
  }
  std::vector<Pass> passes;
  int before = 1;
  for (const int length : lengths) {
    const Design own = for_line(length, design);
    Pass pass{n, stride, length, before, radices_of(length, own)};
    before *= length;
    choose_items(pass, own);
    if (design.lanes > 0) {
      pass.items = 1;
      pass.columns = columns_of(n, stride, length, own);
      pass.lines = pass.columns > 0 ? 4096 / length : design.lanes;
    } else if (design.group > 0) {
      pass.lines = std::max(design.group / pass.items, in_one_piece(pass) ? 1 : design.side);
      pass.lines = std::min(pass.lines, std::max(1, design.most_items / pass.items));
      while (pass.lines > 1 && local_bytes(pass) > design.local_bytes)
        pass.lines /= 2;
    }
    choose_places(pass, design);
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
  // By a work-item of a small group. With twice as many, PoCL compiles for up to a minute, and gains little over m3.
  constexpr int most_held = 64;
  Pass best{0, 1, 0};
  double least = 0.0;
  for (int m = std::max(32, 2 * n - 1); m <= 5 * n / 2 + 64; ++m) {
    const Design own = for_line(m, design);
    Pass pass{m, 1, m, 1, radices_of(m, own)};
    if (pass.radices.size() < 2 || local_bytes(pass) > design.local_bytes)
      continue;
    const double work = choose_items(pass, own);
    if (m > most_held * pass.items)
      continue;
    if (best.length == 0 || work < least) {
      least = work;
      best = pass;
    }
  }
  if (design.group > 0 && best.length > 0)
    best.lines = std::max(1, std::min(design.group, design.most_items) / best.items);
  while (best.lines > 1 && local_bytes(best) > design.local_bytes)
    best.lines /= 2;
  if (best.length > 0)
    choose_places(best, design);
  return best;
}
// [/convolution-pass]

// Both transforms of the convolution in one launch.
void Plan::add_one_convolution(const Pass& pass, int n, int stride, int scale) {
  const int m = pass.length, lines = static_cast<int>(shape_.count() / n);
  std::string options = pass_options(pass) + fmt::format(" -DCOUNT={}", n);
  if (design_.fresh)
    options += " -DFRESH=1";
  if (direction_ == Direction::inverse)
    options += fmt::format(" -DINVERSE -DSCALE={}", scale);
  const std::string file = "23_fourier/m4_one_convolution.cl";
  const cl::NDRange local(static_cast<std::size_t>(pass.items * pass.lines));
  cl::Kernel kernel;
  const bool enlarged = design_.enlarge && local_bytes(pass) > compilers_limit;
  if (enlarged) {
    kernel = design_.enlarge(build_(file, "fourier_convolve", options + " -DLOCAL_NUMBERS=64"),
                             local_bytes(pass));
  } else {
    kernel = build_(file, "fourier_convolve", options);
    if (const std::string problem = common::launch_problem(device_, kernel, local, local);
        !problem.empty())
      throw common::Skip(problem);
  }
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
    events.push_back(launch_unchecked(queue, k, global, local, !enlarged));
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
          "made for lines that a work-group can hold with their zeros: {} numbers are too many",
          n));
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
