// --sweep filter-size: from which size of a filter on the transform is faster than chapter 16. --sweep error: how wrong
// transforms are. --sweep length: how long they take. --sweep conflicts: those of local memory, counted. --sweep passes: reads and
// writes alone. --sweep every-length and every-plan: that all lengths are right.

#include "sweeps.hpp"

#include "chapters/16_convolution/lab/convolution.hpp"
#include "common/device.hpp"
#include "common/error.hpp"
#include "common/timing.hpp"
#include "harness/lab/measure.hpp"
#include "harness/ladder/ladder.hpp"
#include "harness/system/plot.hpp"
#include "harness/system/report.hpp"
#include "uses.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fmt/format.h>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <tuple>

namespace fourier {
namespace {

using Json = nlohmann::json;

// ---- by the transform ----

// A length whose only primes are 2, 3 and 5.
int smooth(int n) {
  for (;; ++n) {
    int rest = n;
    for (const int p : {2, 3, 5})
      while (rest % p == 0)
        rest /= p;
    if (rest == 1)
      return n;
  }
}

// Everything that does not depend on the picture: plans, kernels, and the filter's spectrum.
class ByTransform {
 public:
  ByTransform(const harness::Lab& lab, const convolution::Filter& filter, int width, int height)
      : lab_(lab), width_(width), height_(height), before_x_(filter.width / 2),
        before_y_(filter.height / 2), columns_(smooth(width + filter.width - 1)),
        rows_(smooth((height + 1) / 2 + filter.height - 1)), shape_{{columns_, rows_}},
        forward_(lab.context, lab.device, shape_),
        inverse_(lab.context, lab.device, shape_, fft::Direction::inverse),
        pack_(lab.kernel("convolve", "fourier_pack")),
        multiply_(lab.kernel("convolve", "fourier_product")),
        unpack_(lab.kernel("convolve", "fourier_unpack")) {
    for (cl::Buffer* buffer : {&z_, &Z_, &F_})
      *buffer = space(lab, 2 * numbers());
    run_kernel(lab, "convolve", "fourier_spread_filter", table(), lab.buffer(filter.weights), z_,
               cl_int{filter.width}, cl_int{filter.height});
    forward_.enqueue(lab.queue, z_, F_);
  }
  // [by-transform]
  void enqueue(const cl::Buffer& picture, const cl::Buffer& result) {
    common::set_args(pack_, picture, z_, cl_int{width_}, cl_int{height_}, cl_int{before_x_},
                     cl_int{before_y_});
    common::launch(lab_.queue, pack_, table());
    forward_.enqueue(lab_.queue, z_, Z_);
    common::set_args(multiply_, Z_, F_, z_);
    common::launch(lab_.queue, multiply_, numbers());
    inverse_.enqueue(lab_.queue, z_, Z_);
    common::set_args(unpack_, Z_, result, cl_int{height_}, cl_int{columns_}, cl_int{before_x_},
                     cl_int{before_y_});
    common::launch(lab_.queue, unpack_,
                   {static_cast<std::size_t>(width_), static_cast<std::size_t>(height_)});
  }
  // [/by-transform]

 private:
  std::size_t numbers() const { return static_cast<std::size_t>(columns_ * rows_); }
  cl::NDRange table() const {
    return {static_cast<std::size_t>(columns_), static_cast<std::size_t>(rows_)};
  }

  const harness::Lab& lab_;
  int width_, height_, before_x_, before_y_, columns_, rows_;
  fft::Shape shape_;
  fft::Plan forward_, inverse_;
  cl::Kernel pack_, multiply_, unpack_;
  cl::Buffer z_, Z_, F_;
};

// The steps of chapter 16 that may be its fastest ones.
std::vector<std::string> may_be_fastest(const cl::Device& device) {
  if ((device.getInfo<CL_DEVICE_TYPE>() & CL_DEVICE_TYPE_CPU) != 0)
    return {"c1"};
  return {"v13", "v15", "v17"};
}

void sweep_filters(const Sweep& sweep, const harness::Lab& lab, Json& rows) {
  const std::vector<int> extent = harness::parse_size(lab.quick ? "35x37" : sweep.size, 2);
  const harness::Repetition short_time{0.3, 3, 50};
  using enum harness::Table::Align;
  harness::Table table({{"filter", right},
                        {"chapter 16, ms", right},
                        {"its step"},
                        {"by the transform, ms", right}});
  for (const int width :
       lab.quick ? std::vector{6} : std::vector{3, 7, 11, 17, 23, 31, 39, 47, 55, 63}) {
    convolution::Convolution problem(
        {convolution::random_filter(width, width, lab.seed), convolution::Border::wrap}, extent[0],
        extent[1], 1, lab.seed);
    problem.upload(lab);
    std::map<double, std::string> direct;
    const std::vector<harness::Step> steps = problem.steps();
    for (const std::string& id :
         lab.quick ? std::vector<std::string>{} : may_be_fastest(lab.device))
      try {
        const harness::Prepared prepared =
            harness::prepare_verified(problem, harness::step_named(steps, id), lab);
        const double ms = harness::measure_ms(
                              [&] {
                                prepared.run();
                                lab.queue.finish();
                              },
                              short_time)
                              .median();
        direct[ms] = id;
      } catch (const common::Skip&) {
        continue; // not for this device
      }
    ByTransform ours(lab, problem.operands().setup.filter, extent[0], extent[1]);
    const cl::Buffer out = space(lab, problem.image().pixels.size());
    const auto run = [&] {
      ours.enqueue(problem.operands().input, out);
      lab.queue.finish();
    };
    run();
    const auto result = lab.read<float>(out);
    const double largest = problem.operands().setup.filter.sum_of_magnitudes();
    const auto found = problem.check_to(std::as_bytes(std::span(result)), {4e-7 * largest, 0.0});
    if (!found.passed())
      throw common::Error(fmt::format("{0}x{0}, by the transform: {1}", width, found.summary()));
    const double ms = lab.quick ? 0.0 : harness::measure_ms(run, short_time).median();
    rows.push_back({{"curve", "by the transform"}, {"x", width}, {"y", ms}});
    if (!direct.empty())
      rows.push_back({{"curve", "chapter 16"},
                      {"x", width},
                      {"y", direct.begin()->first},
                      {"step", direct.begin()->second}});
    table.add({fmt::format("{0}x{0}", width),
               direct.empty() ? "" : fmt::format("{:.2f}", direct.begin()->first),
               direct.empty() ? "" : direct.begin()->second, fmt::format("{:.2f}", ms)});
  }
  fmt::print("{}", table.text());
}

// ---- lengths ----

// The definition in float, with the angle as a book of 2013 has it: n * k * 2 pi/N in float.
double error_of_large_angles(int n, unsigned seed) {
  const std::vector<float> x = common::random_floats(2 * static_cast<std::size_t>(n), seed);
  Numbers exact;
  for (std::size_t i = 0; i < x.size(); i += 2)
    exact.emplace_back(x[i], x[i + 1]);
  exact = transformed(exact, {n}, fft::Direction::forward);
  double errors = 0.0, all = 0.0;
  for (int k = 0; k < n; ++k) {
    const float step =
        static_cast<float>(k) * static_cast<float>(full_turn) / static_cast<float>(n);
    std::complex<float> sum = 0.0F;
    for (int i = 0; i < n; ++i) {
      const float angle = static_cast<float>(i) * step;
      const auto at = static_cast<std::size_t>(2 * i);
      sum += std::complex<float>(x[at], x[at + 1]) *
             std::complex<float>(std::cos(angle), -std::sin(angle));
    }
    const std::complex<double> want = exact[static_cast<std::size_t>(k)];
    errors += std::norm(std::complex<double>(sum) - want);
    all += std::norm(want);
  }
  return std::sqrt(errors / all);
}

struct Shown {
  const char* step;
  const char* title;
  int longest = 1 << 20;
};
const std::vector<Shown> shown_errors{{"v2", "v2, the definition", 4096},
                                      {"v11", "v11, a sine for each turn"},
                                      {"v12", "v12, powers"},
                                      {"v13", "v13, a table"},
                                      {"m3", "m3, Bluestein"},
                                      {"c1", "c1, for CPUs"}};

void sweep_errors(const Sweep&, const harness::Lab& lab, Json& rows) {
  for (int n = 16; n <= (lab.quick ? 64 : 1 << 20); n *= 4) {
    Fourier problem({{n}, std::max(1, 1024 / n)}, fft::Direction::forward, lab.seed);
    problem.upload(lab);
    const auto add = [&](const std::string& curve, std::span<const std::byte> output) {
      rows.push_back({{"curve", curve}, {"x", n}, {"y", problem.relative_error(output)}});
    };
    const std::vector<harness::Step> steps = problem.steps();
    for (const Shown& shown : shown_errors) {
      const harness::Step& step = harness::step_named(steps, shown.step);
      if (n > shown.longest || !step.obstacle(lab.device, step.presets.front()).empty())
        continue;
      const harness::Prepared prepared = harness::prepare_step(problem, step, lab);
      if (const std::string wrong = harness::verify_step(problem, prepared, lab); !wrong.empty())
        throw common::Error(step.id + ": " + wrong);
      std::vector<std::byte> output(problem.output_bytes());
      lab.queue.enqueueReadBuffer(prepared.output, CL_TRUE, 0, output.size(), output.data());
      add(shown.title, output);
    }
    for (const harness::Peer& peer : problem.peers(lab))
      if (peer.missing.empty() && (peer.name == "FFTW" || peer.name == "cuFFT")) {
        peer.run();
        add(peer.name, peer.output());
      }
    if (n <= 4096)
      rows.push_back(
          {{"curve", "angles of many turns"}, {"x", n}, {"y", error_of_large_angles(n, lab.seed)}});
    fmt::print("N = {} done\n", n);
  }
}

void sweep_lengths(const Sweep&, const harness::Lab& lab, Json& rows) {
  std::map<std::string, double> last;
  // Steps of N * N terms end where the next one would take too long.
  const auto add = [&](const std::string& curve, int n, const std::function<void()>& run) {
    if (const auto found = last.find(curve); found != last.end() && 16.0 * found->second > 1500.0)
      return;
    const double ms = harness::measure_ms(run, {0.1, 3, 200}).median();
    last[curve] = ms;
    rows.push_back({{"curve", curve}, {"x", n}, {"y", ms}});
  };
  for (int n = 4; n <= (lab.quick ? 16 : 1 << 20); n *= 4) {
    Fourier problem({{n}, 1}, fft::Direction::forward, lab.seed);
    problem.upload(lab);
    const std::vector<harness::Step> steps = problem.steps();
    // All of them would make the plot unreadable.
    for (const char* id : {"v1", "v2", "v3", "v4", "v5", "v6", "v7", "v9", "v14", "v16", "c1"}) {
      const harness::Step& step = harness::step_named(steps, id);
      if (!step.obstacle(lab.device, step.presets.front()).empty())
        continue;
      const std::string curve = step.id + " " + step.name;
      const harness::Prepared prepared = harness::prepare_step(problem, step, lab);
      add(curve, n, [&] {
        prepared.run();
        lab.queue.finish();
      });
    }
    const Numbers x(static_cast<std::size_t>(n), 1.0);
    add("host, the definition", n, [&] { by_definition(x, fft::Direction::forward); });
    for (const harness::Peer& peer : problem.peers(lab))
      if (peer.missing.empty() && (peer.name == "FFTW" || peer.name == "cuFFT"))
        add(peer.name, n, [&] { peer.run(); });
    fmt::print("N = {} done\n", n);
  }
}

// Counted on the host, for groups as a GPU has them; no kernel runs.
void sweep_conflicts(const Sweep&, const harness::Lab&, Json& rows) {
  using enum harness::Table::Align;
  harness::Table table({{"N", right},
                        {"radices"},
                        {"lines", right},
                        {"a gap behind 16", right},
                        {"chosen gaps", right},
                        {"pairs", right}});
  fft::Design own;
  own.longest = own.apart = 16384;
  own.local_bytes = 227 * 1024;
  fft::Design chosen = own;
  chosen.gaps = true;
  fft::Design pairs = chosen;
  pairs.pairs_bytes = own.local_bytes;
  // 4099 is a prime: the line of its convolution.
  const auto pass_of = [](int n, const fft::Design& design) {
    return n == 4099 ? fft::convolution_pass(n, design) : fft::passes_of(n, 1, design).front();
  };
  for (const int n : {256, 1000, 1001, 1024, 4096, 16384, 4099}) {
    const fft::Pass before = pass_of(n, own), after = pass_of(n, chosen);
    const double one = fft::conflicts_of(before), other = fft::conflicts_of(after),
                 both = fft::conflicts_of(pass_of(n, pairs));
    const std::string radices = fmt::format("{}", fmt::join(before.radices, " · "));
    rows.push_back({{"curve", "chosen gaps"},
                    {"x", n},
                    {"y", other},
                    {"before", one},
                    {"pairs", both},
                    {"length", before.length},
                    {"radices", radices},
                    {"lines", before.lines},
                    {"every", after.every},
                    {"gap", after.gap}});
    table.add({fmt::format("{}", n), radices, fmt::format("{}", before.lines),
               fmt::format("{:.2f}", one), fmt::format("{:.2f}", other),
               fmt::format("{:.2f}", both)});
  }
  fmt::print("{}", table.text());
}

// The reads and writes of a pass by themselves, for `lines` lines of `length` numbers a group.
struct Access {
  const char* pass;
  cl::Kernel kernel;
};

// A launch for lines that lie in one piece, and both passes of N = length * length. Throws common::Error where one of them does not
// move each of the `in` numbers, which have to be 0, 1, 2, ...
std::vector<Access> accesses(const harness::Lab& lab, const cl::Buffer& in, const cl::Buffer& out,
                             int length, int lines, int items, const cl::NDRange& all,
                             const cl::NDRange& group) {
  std::vector<Access> result;
  for (const auto& [pass, n, before] :
       {std::tuple{"in one piece", length, 1}, std::tuple{"first", length * length, 1},
        std::tuple{"second", length * length, length}}) {
    cl::Kernel kernel =
        lab.kernel("access", "fourier_access",
                   fmt::format("-DN={} -DSTRIDE=1 -DLENGTH={} -DBEFORE={} -DITEMS={} -DLINES={} "
                               "-DIN_ORDER={:d} -DOUT_ORDER={:d}",
                               n, length, before, items, lines, n == length, before == 1));
    lab.queue.enqueueFillBuffer(out, cl_uint{0}, 0, out.getInfo<CL_MEM_SIZE>());
    common::set_args(kernel, in, out, cl::Local(sizeof(cl_float)));
    common::launch(lab.queue, kernel, all, group);
    const std::vector<cl_uint2> moved = lab.read<cl_uint2>(out);
    std::vector<bool> seen(moved.size());
    for (const cl_uint2& number : moved)
      seen.at(number.s[0]) = true;
    if (std::find(seen.begin(), seen.end(), false) != seen.end())
      throw common::Error(
          fmt::format("lines of {}, {}: not every number was moved.", length, pass));
    result.push_back({pass, kernel});
  }
  return result;
}

// What they take: with hardly any local memory, and with as much as the exchanges of a transform take, which limits how many
// groups run at a time.
void sweep_passes(const Sweep&, const harness::Lab& lab, Json& rows) {
  using enum harness::Table::Align;
  harness::Table table({{"length", right},
                        {"lines", right},
                        {"local bytes", right},
                        {"in one piece, ms", right},
                        {"first pass, ms", right},
                        {"second pass, ms", right}});
  const std::int64_t count = lab.quick ? 1 << 20 : 1 << 25;
  std::vector<cl_uint2> numbers(static_cast<std::size_t>(count));
  for (cl_uint i = 0; cl_uint2 & number : numbers)
    number.s[0] = i++;
  const cl::Buffer in = lab.buffer(numbers),
                   out(lab.context, CL_MEM_READ_WRITE, sizeof(cl_uint2) * numbers.size());
  const auto room =
      static_cast<std::int64_t>(lab.device.getInfo<CL_DEVICE_LOCAL_MEM_SIZE>()) - 1024;
  const auto most = static_cast<int>(lab.device.getInfo<CL_DEVICE_MAX_WORK_GROUP_SIZE>());
  for (const int length : lab.quick ? std::vector{256} : std::vector{256, 512, 1024, 2048})
    for (const int lines : {4, 8, 16}) {
      const int items = fft::passes_of(length, 1, fft::Design{}).front().items;
      if (items * lines > most)
        continue;
      const cl::NDRange group(static_cast<std::size_t>(items * lines)),
          all(static_cast<std::size_t>(count / length * items));
      const std::vector<Access> passes = accesses(lab, in, out, length, lines, items, all, group);
      for (const std::int64_t local_bytes : {std::int64_t{4}, std::int64_t{8} * length * lines}) {
        if (local_bytes > room)
          continue;
        std::vector<std::string> cells{fmt::format("{}", length), fmt::format("{}", lines),
                                       fmt::format("{}", local_bytes)};
        for (const Access& access : passes) {
          cl::Kernel kernel = access.kernel;
          kernel.setArg(2, cl::Local(static_cast<std::size_t>(local_bytes)));
          common::Samples samples;
          for (int run = 0; run < (lab.quick ? 1 : 30); ++run)
            samples.values.push_back(
                common::event_times(common::launch(lab.queue, kernel, all, group)).execution_ms());
          rows.push_back({{"curve", fmt::format("{} lines, {}", lines, access.pass)},
                          {"x", length},
                          {"y", samples.median()},
                          {"spread", harness::middle_spread(samples)},
                          {"pass", access.pass},
                          {"lines", lines},
                          {"local_bytes", local_bytes},
                          {"gbps", 16e-6 * static_cast<double>(count) / samples.median()}});
          cells.push_back(fmt::format("{:.3f}", samples.median()));
        }
        table.add(cells);
      }
    }
  fmt::print("{} numbers:\n{}", count, table.text());
}

// "1-4096". Throws UsageError.
std::pair<int, int> range_in(const std::string& text) {
  int first = 0, last = 0;
  char rest = 0;
  if (std::sscanf(text.c_str(), "%d-%d%c", &first, &last, &rest) != 2 || first < 1 || last < first)
    throw common::UsageError(fmt::format(
        "the size '{}' makes no sense here: give the first and the last length, as in 1-4096.",
        text));
  return {first, last};
}

// Every length by `run`, which leaves its results in a buffer; a row for each 256 lengths, with the largest error.
void every_length(const Sweep& sweep, const harness::Lab& lab, Json& rows, const std::string& curve,
                  const std::function<std::vector<std::byte>(Fourier&)>& run) {
  const auto [first, last] =
      sweep.size == Sweep{}.size ? std::pair(1, lab.quick ? 3 : 4096) : range_in(sweep.size);
  double largest = 0.0;
  int verified = 0;
  for (int n = first; n <= last; ++n) {
    Fourier problem({{n}, 1}, fft::Direction::forward, lab.seed);
    problem.upload(lab);
    const std::vector<std::byte> output = run(problem);
    // As for the ladder's steps that add up N terms.
    if (const auto found = problem.check_with(0.5 * std::sqrt(n) + 4.0, output); !found.passed())
      throw common::Error(fmt::format("N = {}: {}", n, found.summary()));
    largest = std::max(largest, problem.relative_error(output));
    verified += 1;
    if (n % 256 == 0 || n == last) {
      rows.push_back({{"curve", curve}, {"x", n}, {"y", largest}, {"verified", verified}});
      fmt::print("{} lengths up to N = {} are right, the largest error is {:.1e}\n", verified, n,
                 largest);
      std::fflush(stdout);
    }
  }
}

void sweep_every_length(const Sweep& sweep, const harness::Lab& lab, Json& rows) {
  every_length(sweep, lab, rows, "m1", [&](Fourier& problem) {
    const harness::Prepared prepared =
        harness::prepare_step(problem, harness::step_named(problem.steps(), "m1"), lab);
    prepared.run();
    std::vector<std::byte> output(problem.output_bytes());
    lab.queue.enqueueReadBuffer(prepared.output, CL_TRUE, 0, output.size(), output.data());
    return output;
  });
}

void sweep_every_plan(const Sweep& sweep, const harness::Lab& lab, Json& rows) {
  every_length(sweep, lab, rows, "the plan", [&](Fourier& problem) {
    std::vector<std::byte> output(problem.output_bytes());
    const cl::Buffer out(lab.context, CL_MEM_READ_WRITE, output.size());
    fft::Plan(lab.context, lab.device, problem.shape).enqueue(lab.queue, problem.input, out);
    lab.queue.enqueueReadBuffer(out, CL_TRUE, 0, output.size(), output.data());
    return output;
  });
}

// ---- plots ----

struct Kind {
  const char* name;
  void (*run)(const Sweep&, const harness::Lab&, Json&);
  const char* title;
  const char* axes;
};

const std::vector<Kind>& kinds() {
  static const std::vector<Kind> list{
      {"filter-size", sweep_filters, "A filter of n x n weights, in milliseconds",
       "set key top left\nset yrange [0:*]\nset xlabel 'n'\nset ylabel 'milliseconds'\n"},
      {"error", sweep_errors, "The error of a transform of N numbers, in parts of the result",
       "set key outside right\nset logscale xy\nset format y '%.0e'\nset yrange [2e-8:1e-3]\n"
       "set xlabel 'N'\nset ylabel 'relative error'\n"
       "set xrange [10:1.7e6]\nset xtics ('16' 16, '256' 256, '4096' 4096, '65536' 65536, '2^20' "
       "1048576)\n"},
      {"length", sweep_lengths, "One transform of N numbers, in milliseconds",
       "set key outside right maxcols 1\nset logscale xy\nset format y '%g'\n"
       "set xtics (4, 16, 64, 256, 1024, 4096, 16384, 65536, '2^18' 262144, '2^20' 1048576)\n"
       "set xlabel 'N'\nset ylabel "
       "'milliseconds'\n"},
      {"conflicts", sweep_conflicts,
       "Accesses to local memory, in parts of those without conflicts",
       "set logscale x\nset yrange [1:*]\nset xlabel 'N'\nset ylabel 'times as many'\n"},
      {"passes", sweep_passes, "A pass that only reads and writes, in milliseconds",
       "set key outside right\nset logscale x\nset yrange [0:*]\nset xlabel 'length of a line'\n"
       "set ylabel 'milliseconds'\n"},
      {"every-length", sweep_every_length, "The largest error up to a length of N",
       "set logscale y\nset xlabel 'N'\nset ylabel 'relative error'\n"},
      {"every-plan", sweep_every_plan, "The largest error up to a length of N",
       "set logscale y\nset xlabel 'N'\nset ylabel 'relative error'\n"}};
  return list;
}

void draw(const Kind& kind, const Json& rows, const std::string& file) {
  std::vector<std::string> curves;
  std::map<std::string, std::string> points;
  for (const Json& row : rows) {
    const auto curve = row.at("curve").get<std::string>();
    if (points.find(curve) == points.end())
      curves.push_back(curve);
    points[curve] += fmt::format("{} {}\n", row.at("x").get<int>(), row.at("y").get<double>());
  }
  std::string data, plots;
  for (std::size_t i = 0; i < curves.size(); ++i) {
    data += fmt::format("$c{} << END\n{}END\n", i, points[curves[i]]);
    const std::size_t colours = harness::plot_colours.size();
    plots += fmt::format("{}$c{} with linespoints pt 7 ps 0.5 lw 2 dt {} lc rgb '{}' title {}",
                         i == 0 ? "plot " : ", ", i, i / colours + 1,
                         harness::plot_colours.at(i % colours), harness::plot_quoted(curves[i]));
  }
  harness::draw_plot({kind.title, kind.axes + data + plots + "\n", 960, 480}, file);
}

// The rows of the first file, and of the others the curves that it does not have, named with their device.
Json rows_of(const std::vector<std::string>& files) {
  Json all = Json::array();
  std::set<std::string> known;
  for (const std::string& file : files) {
    const Json document = harness::read_json(file);
    for (Json row : document.at("rows")) {
      const auto curve = row.at("curve").get<std::string>();
      if (&file == &files.front())
        known.insert(curve);
      else if (known.count(curve) != 0)
        continue;
      else
        row["curve"] = curve + ", " + document.at("device").at("name").get<std::string>();
      all.push_back(row);
    }
  }
  return all;
}

} // namespace

const std::vector<std::string>& sweeps() {
  static const std::vector<std::string> names = harness::names_of(kinds());
  return names;
}

int run_sweep(const Sweep& sweep, const harness::LabOptions& options,
              const std::string& command_line) {
  const auto kind = std::find_if(kinds().begin(), kinds().end(),
                                 [&](const Kind& k) { return k.name == sweep.name; });
  if (!sweep.measured.empty()) {
    draw(*kind, rows_of(sweep.measured), sweep.plot);
    return common::exit_passed;
  }
  const harness::Lab lab(common::pick_device(options.device), "23_fourier", options.quick,
                         options.seed);
  Json document = harness::result_document("23_fourier", command_line, lab.device);
  document["rows"] = Json::array();
  kind->run(sweep, lab, document["rows"]);
  if (!options.json_file.empty())
    harness::write_json(options.json_file, document);
  if (!sweep.plot.empty())
    draw(*kind, document["rows"], sweep.plot);
  return common::exit_passed;
}

} // namespace fourier
