// Experiments of chapter 21: what groups may expect of each other, and what the order of additions does to floats.

#include "experiments.hpp"

#include "common/image.hpp"
#include "common/kernel_io.hpp"
#include "common/launch.hpp"
#include "common/timing.hpp"
#include "common/verify.hpp"
#include "harness/cores.hpp"
#include "harness/device.hpp"
#include "harness/measure.hpp"
#include "harness/plot.hpp"
#include "harness/process.hpp"
#include "harness/report.hpp"
#include "problem.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <fmt/format.h>
#include <functional>
#include <random>
#include <set>
#include <thread>

namespace {

constexpr int watchdog_seconds = 5;
// More looks than the watchdog allows, but not endless: a GPU goes on with a kernel when its program is gone.
constexpr std::uint64_t patience = std::uint64_t{1} << 34;

// More groups than the device runs at a time: a unit holds at most 64 groups on any device that we know of.
std::size_t many_groups(const Lab& lab) {
  return lab.device.getInfo<CL_DEVICE_MAX_COMPUTE_UNITS>() * std::size_t{256};
}

// Runs the chain in a child process. "ended", or why not.
std::string chain_in_a_child(const Lab& lab, Numbers numbers) {
  harness::ProcessOptions watched;
  watched.timeout_seconds = watchdog_seconds;
  const harness::ProcessResult child = harness::run_process(
      {common::own_executable().string(), "--device", lab.device.getInfo<CL_DEVICE_NAME>(),
       "--chain", std::to_string(static_cast<int>(numbers))},
      watched);
  if (child.timed_out)
    return fmt::format("did not end: stopped by the watchdog after {} s", watchdog_seconds);
  return child.exit_code == 0 ? "ended" : "failed: " + child.output;
}

// --- order ---------------------------------------------------------------------------------------

Json does_the_order_matter(const Lab& lab) {
  harness::Table table({{"number of a group"}, {"the chain"}});
  Json rows = Json::array();
  for (const auto& [numbers, name] :
       {std::pair(Numbers::own, "its own"), std::pair(Numbers::reversed, "from the other end"),
        std::pair(Numbers::tickets, "a ticket")}) {
    const std::string end = chain_in_a_child(lab, numbers);
    table.add({name, end});
    rows.push_back({{"numbers", name}, {"end", end}});
    if (numbers == Numbers::tickets)
      harness::verify(end == "ended", "a chain of tickets ends on this device");
  }
  fmt::print("{}", table.text());
  return {{"groups", many_groups(lab)}, {"rows", rows}};
}

// --- together ------------------------------------------------------------------------------------

Json how_many_run_together(const Lab& lab) {
  std::size_t together = 0;
  cl::Kernel kernel = lab.kernel("together", "together");
  for (std::size_t groups = 1; groups <= many_groups(lab); groups *= 2) {
    const cl::Buffer arrived = lab.buffer<cl_uint>({0}), late = lab.buffer<cl_uint>({0});
    common::set_args(kernel, arrived, static_cast<cl_uint>(groups), cl_ulong{1} << 20, late);
    common::launch(lab.queue, kernel, cl::NDRange(groups), cl::NDRange(1));
    if (lab.read<cl_uint>(late).front() > 0)
      break;
    together = groups;
  }
  fmt::print("{} groups of one work-item have waited for each other and met; twice as many have "
             "not.\n",
             together);
  harness::verify(together >= 1, "one group runs");
  return {{"together", together}};
}

// --- bits ----------------------------------------------------------------------------------------

// The result of a step of the ladder, run once.
float sum_of_floats(const Lab& lab, const harness::Prepared& prepared) {
  prepared.run();
  float sum = 0.0F;
  lab.queue.enqueueReadBuffer(prepared.output, CL_TRUE, 0, sizeof sum, &sum);
  return sum;
}

Json how_many_sums(const Lab& lab) {
  // Large and small numbers, whose sum depends on the order.
  std::vector<float> x(20000);
  std::mt19937 random(lab.seed);
  for (float& number : x)
    number = std::ldexp(static_cast<float>(random() % 1000), static_cast<int>(random() % 30) - 15);
  sums::Sums problem({}, x.size(), lab.seed);
  problem.upload(lab);
  problem.input = cl::Buffer(lab.context, x.begin(), x.end(), true);
  constexpr int runs = 100;
  harness::Table table({{"step"}, {"different sums"}, {"its bits"}});
  Json rows = Json::array();
  for (const harness::Step& step : problem.steps())
    try {
      const harness::Prepared prepared = harness::prepare_step(problem, step, lab);
      std::set<cl_uint> bits;
      for (int run = 0; run < runs; ++run)
        bits.insert(std::bit_cast<cl_uint>(sum_of_floats(lab, prepared)));
      const std::string one = fmt::format("{:08x}", *bits.begin());
      table.add({fmt::format("{} ({})", step.id, step.name), std::to_string(bits.size()),
                 bits.size() == 1 ? one : ""});
      rows.push_back({{"step", step.id}, {"sums", bits.size()}, {"bits", one}});
      harness::verify(step.id == "v1" || bits.size() == 1,
                      step.id + " has the same bits each time");
    } catch (const common::Skip& reason) {
      fmt::print("{}: skipped, {}\n", step.id, reason.what());
    }
  fmt::print("{} runs of each step, with the same {} numbers:\n{}", runs, x.size(), table.text());
  return {{"runs", runs}, {"rows", rows}};
}

// --- error ---------------------------------------------------------------------------------------

// [sums-of-floats]
float one_after_another(const float* x, std::size_t n) {
  float sum = 0;
  for (std::size_t i = 0; i < n; ++i)
    sum += x[i];
  return sum;
}

// As a tree adds: the halves first.
float pairwise(const float* x, std::size_t n) {
  if (n <= 2)
    return one_after_another(x, n);
  return pairwise(x, n / 2) + pairwise(x + n / 2, n - n / 2);
}

// Kahan: what the last addition has lost goes into the next one.
float compensated(const float* x, std::size_t n) {
  float sum = 0, lost = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const float add = x[i] - lost;
    const float next = sum + add;
    lost = (next - sum) - add;
    sum = next;
  }
  return sum;
}
// [/sums-of-floats]

// The ladder's steps whose order of additions differs, each with what its error may be in units of 2^-24: a run, a tree,
// or a compensated sum, of which only the result is rounded.
struct Order {
  const char* step;
  double (*most)(double n);
};
const std::vector<Order> orders{
    {"v1", [](double n) { return n; }},
    {"v5", [](double n) { return std::log2(n) + 16.0; }},
    {"v7", [](double n) { return n; }},
    {"v10", [](double) { return 1.01; }},
    {"v11", [](double n) { return std::log2(n) + 16.0; }},
    {"c1", [](double n) { return n; }},
    {"c5", [](double) { return 1.01; }},
    {"c6", [](double n) { return std::log2(n) + 16.0; }},
};

Json how_wrong_is_a_sum(const Lab& lab) {
  std::vector<harness::Table::Column> columns{
      {"numbers"}, {"one after another"}, {"pairwise"}, {"compensated"}};
  for (const Order& order : orders)
    columns.push_back({order.step});
  harness::Table table(columns);
  Json rows = Json::array();
  const int most = lab.quick ? 16 : 26;
  const std::vector<float> x = common::random_floats(std::size_t{1} << most, lab.seed, 0.0F, 1.0F);
  for (int power = 4; power <= most; power += 2) {
    const std::size_t n = std::size_t{1} << power;
    double exact = 0;
    for (std::size_t i = 0; i < n; ++i)
      exact += double{x[i]};
    const auto error = [&](float sum) { return std::abs(double{sum} - exact) / exact; };
    const double plain = error(one_after_another(x.data(), n));
    const double tree = error(pairwise(x.data(), n));
    const double kahan = error(compensated(x.data(), n));
    std::vector<std::string> cells{fmt::format("2^{}", power), fmt::format("{:.1e}", plain),
                                   fmt::format("{:.1e}", tree), fmt::format("{:.1e}", kahan)};
    Json row{{"n", n}, {"plain", plain}, {"pairwise", tree}, {"compensated", kahan}};
    // Higham, sections 4.2 and 4.3, with u = 2^-24: log2(n) u for a tree, about 2 u for Kahan; and the rounding of
    // the result.
    const double u = std::ldexp(1.0, -24);
    harness::verify(tree <= (power + 1) * u * 1.01, "a tree's error grows with the logarithm only");
    harness::verify(kahan <= 3.1 * u, "a compensated sum is right but for its last bit or two");

    sums::Sums problem({}, n, lab.seed); // its steps, with other numbers
    problem.upload(lab);
    problem.input = cl::Buffer(lab.context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, 4 * n,
                               const_cast<float*>(x.data()));
    const std::vector<harness::Step> steps = problem.steps();
    for (const Order& order : orders) {
      const harness::Step& step = harness::step_named(steps, order.step);
      try {
        const double wrong = error(sum_of_floats(lab, harness::prepare_step(problem, step, lab)));
        cells.push_back(fmt::format("{:.1e}", wrong));
        row[order.step] = wrong;
        harness::verify(wrong <= order.most(static_cast<double>(n)) * u,
                        fmt::format("the error of {} is as small as its order promises", step.id));
      } catch (const common::Skip&) { // v1, of too many
        cells.emplace_back();
        row[order.step] = nullptr;
      }
    }
    table.add(cells);
    rows.push_back(row);
  }
  fmt::print("{}", table.text());
  return {{"rows", rows}};
}

// --- read ----------------------------------------------------------------------------------------

using Words __attribute__((vector_size(64))) = std::uint64_t;

// All bits of a run together: nothing is done but reading. Eight vectors, so that no load waits for the one before.
inline __attribute__((always_inline)) void look_at(const std::uint64_t* from, std::size_t words,
                                                   std::uint64_t* seen) {
  Words a{}, b{}, c{}, d{}, e{}, f{}, g{}, h{};
  for (const auto *v = reinterpret_cast<const Words*>(from), *end = v + words / 64 * 8; v < end;
       v += 8) {
    a |= v[0], b |= v[1], c |= v[2], d |= v[3];
    e |= v[4], f |= v[5], g |= v[6], h |= v[7];
  }
  a |= b | c | d | e | f | g | h;
  *seen = a[0] | a[1] | a[2] | a[3] | a[4] | a[5] | a[6] | a[7];
}

// How fast the host's cores read memory, and how fast the ladder's steps add up what is in it, in turns.
Json how_fast_is_reading(const Lab& lab) {
  harness::Table table({{"bytes"}, {"step"}, {"ms"}, {"GB/s"}});
  Json rows = Json::array();
  const int most = lab.quick ? 16 : 26,
            cores = static_cast<int>(std::thread::hardware_concurrency());
  for (int power = lab.quick ? 16 : 20; power <= most; power += 2) {
    const std::size_t n = std::size_t{1} << power, bytes = 4 * n;
    sums::Sums problem({}, n, lab.seed);
    problem.upload(lab);
    const std::vector<Words> words(n / 16, Words{} + 5);
    const int runs = 4 * cores; // as many as c1 has
    const std::size_t share = n / 2 / static_cast<std::size_t>(runs) / 64 * 64;
    std::vector<std::uint64_t> seen(static_cast<std::size_t>(8 * runs));
    const auto read = harness::for_this_processor<look_at>();
    struct Reader {
      std::string name;
      std::function<double()> run; // milliseconds
      common::Samples samples = {};
    };
    const auto only_read = [&] {
      const common::Stopwatch watch;
      harness::on_all_cores(runs, [&](int run) {
        const auto k = static_cast<std::size_t>(run);
        read(reinterpret_cast<const std::uint64_t*>(words.data()) + k * share, share, &seen[8 * k]);
      });
      return watch.milliseconds();
    };
    std::vector<Reader> readers{{"only reading", only_read}};
    for (const harness::Step& step : problem.steps())
      if (const std::set<std::string> chosen{"v5", "v7", "v10", "v11", "c1", "c5", "c6"};
          chosen.contains(step.id))
        try {
          readers.push_back({step.id, [&lab, prepared = harness::prepare_step(problem, step, lab)] {
                               const std::vector<cl::Event> events = prepared.run();
                               lab.queue.finish();
                               return harness::elapsed_ms(events);
                             }});
        } catch (const common::Skip&) {
        }
    for (int round = 0; round < (lab.quick ? 2 : 31); ++round)
      for (Reader& reader : readers)
        if (const double ms = reader.run(); round > 0)
          reader.samples.values.push_back(ms);
    for (const Reader& reader : readers) {
      const double ms = reader.samples.median(), gbps = 1e-6 * static_cast<double>(bytes) / ms;
      table.add({fmt::format("2^{}", power + 2), reader.name, fmt::format("{:.3g}", ms),
                 fmt::format("{:.1f}", gbps)});
      rows.push_back({{"n", n},
                      {"reader", reader.name},
                      {"median_ms", ms},
                      {"gbps", gbps},
                      {"spread", harness::middle_spread(reader.samples)}});
    }
    harness::verify(seen[0] == 5, "all has been read");
  }
  fmt::print("{}", table.text());
  return {{"cores", cores}, {"rows", rows}};
}

// --- edges ---------------------------------------------------------------------------------------

// [edges]
Json where_are_the_edges(const Lab& lab) {
  const common::Image picture =
      common::to_grey(common::load_image(common::find_data("images/scene_512.png")));
  const cl_uint width = static_cast<cl_uint>(picture.width),
                height = static_cast<cl_uint>(picture.height);
  const cl_uint group =
      static_cast<cl_uint>(common::fit_local_size(lab.device, {}, cl::NDRange(256)).get()[0]);
  const cl_uint groups = (width * height + group - 1) / group;
  const cl_int threshold = 40;
  const cl::Buffer pixels = lab.buffer(picture.pixels);
  const cl::Buffer counts = lab.buffer(std::vector<cl_uint>(groups)),
                   list = lab.buffer(std::vector<cl_uint>(width * height));
  const auto run = [&](const char* name, cl_uint all, const auto&... arguments) {
    cl::Kernel kernel = lab.kernel("edges", name, fmt::format("-D GROUP={}", group));
    common::set_args(kernel, arguments...);
    common::launch(lab.queue, kernel, cl::NDRange(std::size_t{all} * group), cl::NDRange(group));
  };
  run("count", groups, pixels, width, height, threshold, counts);
  run("scan_sums", 1, counts, groups);
  run("write", groups, pixels, width, height, threshold, counts, list);
  std::vector<cl_uint> want, got = lab.read<cl_uint>(list);
  for (cl_uint i = 0; i < width * height; ++i)
    if (i % width + 1 < width && i / width + 1 < height &&
        (std::abs(picture.pixels[i + 1] - picture.pixels[i]) > threshold ||
         std::abs(picture.pixels[i + width] - picture.pixels[i]) > threshold))
      want.push_back(i);
  got.resize(want.size());
  harness::verify(got == want, "the list has every edge once, in the order of the picture");
  fmt::print("{} of {} pixels are edges: the list has {} places, in order.\n", want.size(),
             picture.pixels.size(), got.size());
  return {{"pixels", picture.pixels.size()}, {"edges", want.size()}};
}
// [/edges]

// --- the hang ------------------------------------------------------------------------------------

std::string hang(const Lab& lab) {
  const std::string end = chain_in_a_child(lab, Numbers::reversed);
  if (end == "ended")
    throw common::Skip(
        "all groups of this chain ran at the same time, or began in the right order: "
        "this device gets through with it.");
  return fmt::format("a chain of {} groups, from the other end: {}\nthe same with tickets: {}",
                     many_groups(lab), end, chain_in_a_child(lab, Numbers::tickets));
}

} // namespace

void draw_errors(const std::string& json, const std::string& svg) {
  const Json document = harness::read_json(json);
  const auto curves = [&](const std::vector<std::pair<std::string, std::string>>& keys) {
    std::vector<harness::Curve> all;
    for (const auto& [key, title] : keys) {
      all.push_back({title});
      for (const Json& row : document.at("error").at("rows"))
        if (const Json& wrong = row.at(key); wrong.is_number()) // 0 has no place among logarithms
          all.back().points += fmt::format("{} {}\n", row.at("n").get<double>(),
                                           std::max(wrong.get<double>(), 1e-9));
    }
    return harness::plot_curves(all);
  };
  harness::draw_plot(
      {"Error of a sum of floats between 0 and 1, relative to the sum",
       "set multiplot layout 1,2\nset tmargin 4\nset logscale xy\nset logscale x 2\n"
       "set format x '2^%L'\nset format y '%.0e'\nset yrange [1e-9:1]\nset key top left Left "
       "reverse\nset xlabel 'numbers'\nset title 'by the host'\n" +
           curves({{"plain", "one after another"},
                   {"pairwise", "pairwise"},
                   {"compensated", "compensated"}}) +
           "set title 'by steps of the ladder'\n" +
           curves({{"v1", "v1, atomics"},
                   {"v7", "v7, long runs"},
                   {"v5", "v5, a tree"},
                   {"v11", "v11, pairwise"},
                   {"v10", "v10, compensated"}}) +
           "unset multiplot\n",
       900},
      svg);
}

// [chain]
std::uint32_t run_chain(const Lab& lab, Numbers numbers, std::size_t groups, std::uint64_t looks) {
  const cl::Buffer done = lab.buffer(std::vector<cl_int>(groups));
  const cl::Buffer counter = lab.buffer<cl_uint>({0}), gave_up = lab.buffer<cl_uint>({0});
  cl::Kernel kernel =
      lab.kernel("hang", "chain", fmt::format("-D NUMBER={}", static_cast<int>(numbers)));
  common::set_args(kernel, done, counter, cl_ulong{looks}, gave_up);
  common::launch(lab.queue, kernel, cl::NDRange(groups), cl::NDRange(1));
  return lab.read<cl_uint>(gave_up).front();
}
// [/chain]

int chain_of_this_process(const Lab& lab, int numbers) {
  const std::uint32_t gave_up =
      run_chain(lab, static_cast<Numbers>(numbers), many_groups(lab), patience);
  return gave_up == 0 ? common::exit_passed : common::exit_failed;
}

const std::vector<harness::Experiment<const Lab>>& experiments() {
  static const std::vector<harness::Experiment<const Lab>> all{
      {"together", "How many groups run at the same time?", how_many_run_together},
      {"order", "Does a chain of groups end in any order?", does_the_order_matter},
      {"bits", "Does every run have the same sum?", how_many_sums},
      {"error", "How wrong is a sum of floats?", how_wrong_is_a_sum},
      {"read", "How fast can memory be read, and added up?", how_fast_is_reading},
      {"edges", "Which pixels of a picture are edges?", where_are_the_edges},
  };
  return all;
}

const std::vector<harness::Demo>& demos() {
  static const std::vector<harness::Demo> all{
      {"hang", "each group waits for one that may begin after it",
       "a group may wait only for groups that have begun: let it take a ticket (or not wait at "
       "all, as step s12)",
       hang},
  };
  return all;
}
