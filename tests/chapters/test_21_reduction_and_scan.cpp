// Chapter 21: every step of the three ladders against the references, the references against values worked out by hand,
// wrong kernels, the chain that hangs and its cures. The program of the lesson comes last.
//
// CTest: again with work-groups of one work-item

#include "chapters/21_reduction_and_scan/lab/problem.hpp"

#include "common/error.hpp"
#include "common/kernel_io.hpp"
#include "common/launch.hpp"
#include "tests/support/chapter.hpp"
#include "tests/support/ladder_suite.hpp"
#include "tests/support/session.hpp"
#include "tests/support/steps.hpp"
#include "tests/support/support.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <random>
#include <set>

namespace {

using sums::Task;
namespace fs = std::filesystem;

const tests::Lab lab("21_reduction_and_scan");

const std::vector<Task>& all_tasks() {
  static const std::vector<Task> tasks = [] {
    std::vector<Task> all;
    for (const std::string type : {"float", "int"}) {
      for (const std::string& operation : sums::operations())
        all.push_back({"reduce", operation, "exclusive", type, false});
      for (const std::string& form : sums::forms())
        all.push_back({"scan", "sum", form, type, false});
    }
    for (const bool values : {false, true})
      all.push_back({"sort", "sum", "exclusive", "int", values});
    return all;
  }();
  return tasks;
}

std::string describe(const Task& task) {
  return fmt::format("{} {} {} {} values {}", task.problem, task.operation, task.form, task.type,
                     task.values);
}

/// Runs the steps whose id begins so; how many have run.
std::size_t verify_steps(const Task& task, std::uint64_t n, const std::string& ids = {}) {
  const harness::Session session = tests::new_session();
  sums::Sums problem(task, n, 7);
  problem.upload(session);
  return tests::check_steps(problem, session, describe(task), ids).size();
}

sums::Elements ints(std::vector<cl_int> values) {
  return {{}, std::move(values)};
}

} // namespace

std::vector<tests::Ladder> tests::ladders() {
  std::vector<Ladder> all;
  for (const auto& [problem, first] : {std::pair{"reduce", "v1"}, {"scan", "s3"}, {"sort", "k1"}})
    all.push_back({problem,
                   making<sums::Sums>(Task{problem}, std::uint64_t{4097}, 7U),
                   {making<sums::Sums>(Task{problem}, std::uint64_t{1} << 24, 1U)},
                   {first}});
  return all;
}

TEST_CASE("21_reduction_and_scan: the references, on sums done by hand") {
  const sums::Elements a = ints({3, -1, 3, 2}), b = ints({1, 10, 100, 1000}), none;
  CHECK(sums::reduce("sum", a, none).value == 7);
  CHECK(sums::reduce("min", a, none).value == -1);
  CHECK(sums::reduce("max", a, none).value == 3);
  CHECK(sums::reduce("argmax", a, none).index == 0); // the first of equals
  CHECK(sums::reduce("argmax", ints({-5, -2, -2}), none).index == 1);
  CHECK(sums::reduce("argmax", none, none).index == ~std::uint64_t{0});
  CHECK(sums::reduce("dot", a, b).value == 3 - 10 + 300 + 2000);
  using Doubles = std::vector<double>;
  CHECK(sums::scan("exclusive", a, {}) == Doubles{0, 3, 2, 5});
  CHECK(sums::scan("inclusive", a, {}) == Doubles{3, 2, 5, 7});
  CHECK(sums::scan("segmented", a, {0, 0, 1, 0}) == Doubles{3, 2, 3, 5});
  const std::uint64_t key = std::uint64_t{1} << 32;
  CHECK(sums::sorted({7, 0xFFFF0000, 7, 0, 65536}) ==
        std::vector<std::uint64_t>{3, 7 * key, 7 * key + 2, 65536 * key + 4, 0xFFFF0000 * key + 1});
}

TEST_CASE("21_reduction_and_scan: a wrong output is noticed") {
  const harness::Session session = tests::new_session();
  for (const Task& task : all_tasks()) {
    INFO(describe(task));
    sums::Sums problem(task, 100, 7);
    problem.upload(session);
    std::vector<std::byte> output(problem.output_bytes());
    CHECK_FALSE(problem.check(output).passed());
    std::fill(output.begin(), output.end(), std::byte{0xFF});
    CHECK_FALSE(problem.check(output).passed());
  }
}

TEST_CASE("21_reduction_and_scan: lengths are numbers or powers of two, up to 2^33") {
  CHECK(sums::parse_length("0") == 0);
  CHECK(sums::parse_length("1000") == 1000);
  CHECK(sums::parse_length("2^33") == std::uint64_t{1} << 33);
  for (const char* bad :
       {"", "2^", "-1", "1e6", "2^34", "8589934593", "12x3", "99999999999999999999"})
    CHECK_THROWS_AS(sums::parse_length(bad), common::UsageError);
}

TEST_CASE("21_reduction_and_scan: every step of nothing at all") {
  for (const Task& task : {Task{"reduce", "argmax", "", "int"}, Task{"scan"}, Task{"sort"}})
    CHECK(verify_steps(task, 0) > 0);
}

TEST_CASE("21_reduction_and_scan: every step with every operation and type" * tests::long_tier) {
  const tests::Unoptimised quickly;
  for (const Task& task : all_tasks())
    for (const std::uint64_t n : {1, 2, 31, 255, 256, 257, 1000, 4095, 4096, 100003})
      CHECK(verify_steps(task, n) > 0);
}

TEST_CASE("21_reduction_and_scan: more tiles than a group has work-items") {
  // At most 16 * 28 elements in a tile, and more than 16 tiles.
  const harness::Session session = tests::new_session();
  for (const Task& task : {Task{"scan", "sum", "inclusive", "int"}, Task{"sort"}}) {
    sums::Sums problem(task, 10000, 7);
    problem.upload(session);
    for (const harness::Step& step : problem.steps())
      for (const harness::Values& values : step.presets)
        if (values.contains("GROUP") && values.at("GROUP") == 16) {
          INFO(step.id, " ", harness::values_text(values), " ", describe(task));
          try {
            const auto prepared = harness::prepare_step(problem, step, session, values);
            CHECK(harness::verify_step(problem, prepared, session) == "");
          } catch (const common::Skip&) { // where groups have one work-item
          }
        }
  }
}

namespace {

/// Runs one single-pass scan of ints as if it had begun long ago: 45 of 60 tiles have published their states, and tickets are
/// taken from there on. Tiles 0 and 3 know their prefix, the others only their own sums, so that it has to look back 41 tiles.
/// Later states are left over from a run before this one, where the kernel knows of generations. Are the results right?
bool looks_back(const std::string& file, int state_words) {
  const harness::Session session = tests::new_session();
  const bool cpu = file[0] == 'c', generations = file.starts_with("s11"),
             fallback =
                 file.starts_with("s12"); // no tickets: all of its groups run, in a reversed order
  const auto most = session.device.getInfo<CL_DEVICE_MAX_WORK_GROUP_SIZE>();
  const std::size_t group = cpu ? 1 : std::min<std::size_t>(16, most), tile = cpu ? 64 : group * 8;
  constexpr std::size_t tiles = 60;
  const std::size_t before = fallback ? 0 : 45;
  sums::Sums problem({"scan", "sum", "inclusive", "int"}, (tiles - 1) * tile + 5, 7);
  problem.upload(session);

  std::vector<cl_uint> states(2 * tiles);
  const auto set = [&](std::size_t t, cl_uint status, cl_uint generation, cl_uint bits) {
    const cl_uint low = status | generation << 3;
    states[2 * t] = state_words == 1 ? bits : low | (bits & 0xFFFF) << 16;
    states[2 * t + 1] = state_words == 1 ? low : low | (bits & 0xFFFF0000);
  };
  cl_int prefix = 0;
  for (std::size_t t = 0; t < before; ++t) {
    const auto first = problem.first.ints.begin() + static_cast<std::ptrdiff_t>(t * tile);
    const cl_int own = std::accumulate(first, first + static_cast<std::ptrdiff_t>(tile), 0);
    prefix += own;
    const bool known = t == 0 || t == 3;
    set(t, known ? 2 : 1, generations ? 2 : 0, static_cast<cl_uint>(known ? prefix : own));
  }
  for (std::size_t t = before; t < tiles && generations; ++t)
    set(t, 2, 1, 12345);

  cl::Kernel kernel(
      common::build_kernel_file(
          session.context, session.device, "21_reduction_and_scan/" + file + ".cl",
          fmt::format("-DT=int -DSTATE_WORDS={} -DREVERSED=1 -DGROUP={} -DVALUES=8 {}", state_words,
                      group, cpu ? "-DTILE=64" : "")),
      "scan");
  const auto buffer = [&](std::vector<cl_uint> words) {
    return cl::Buffer(session.context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, 4 * words.size(),
                      words.data());
  };
  const cl::Buffer output = buffer(std::vector<cl_uint>(tiles * tile)), on_device = buffer(states);
  const cl::Buffer counter = buffer({static_cast<cl_uint>(before) + (generations ? 7 : 0)});
  const auto set_args = [&](const auto&... more) {
    common::set_args(kernel, problem.input, problem.other, cl_ulong{problem.n}, cl_int{1}, more...);
  };
  if (fallback)
    set_args(on_device, output);
  else if (generations)
    set_args(counter, on_device, output, cl_uint{2}, cl_uint{7});
  else
    set_args(counter, on_device, output);
  common::launch(session.queue, kernel, cl::NDRange((tiles - before) * group), cl::NDRange(group));
  std::vector<cl_int> got(problem.n);
  session.queue.enqueueReadBuffer(output, CL_TRUE, 0, 4 * got.size(), got.data());
  const std::vector<double> want = sums::scan("inclusive", problem.first, {});
  const auto skipped = static_cast<std::ptrdiff_t>(before * tile);
  return std::equal(got.begin() + skipped, got.end(), want.begin() + skipped);
}

} // namespace

TEST_CASE("21_reduction_and_scan: single-pass scans look back over many tiles") {
  const bool one_word = common::has_extension(common::pick_device(), "cl_khr_int64_base_atomics");
  for (const char* file : {"s6_look_back", "s7_many_at_once", "s9_vectors", "s10_shuffles",
                           "s11_generations", "s12_fallback", "c3_cpu_tiles"})
    for (const int words : {1, 2}) {
      CAPTURE(file);
      CAPTURE(words);
      if (words == 2 || one_word)
        CHECK(looks_back(file, words));
    }
}

TEST_CASE("21_reduction_and_scan: wrong ways of looking back are noticed") {
  struct Wrong {
    std::string step, file, from, to;
  };
  const bool is_gpu = (common::pick_device().getInfo<CL_DEVICE_TYPE>() & CL_DEVICE_TYPE_GPU) != 0;
  for (const Wrong& wrong : std::vector<Wrong>{
           {"s6_look_back", "s6_look_back.cl", "combine(theirs, before)", "theirs"},
           {"s7_many_at_once", "look_back.clh", "statuses[k] == PREFIX", "statuses[k] != EMPTY"},
           {"s7_many_at_once", "look_back.clh", "combine(theirs[k], before)", "theirs[k]"},
           {"s12_fallback", "s12_fallback.cl", "before = combine(missing, before);", ""},
           {"c3_cpu_tiles", "c3_cpu_tiles.cl", "combine(theirs, before)", "theirs"}}) {
    CAPTURE(wrong.step);
    CAPTURE(wrong.to);
    // No tile is missing where all 60 groups run at once.
    if (wrong.step == "s12_fallback" && is_gpu)
      continue;
    const tests::TemporaryDirectory directory;
    directory.write("21_reduction_and_scan/" + wrong.file,
                    lab.changed_kernel(wrong.file, wrong.from, wrong.to));
    const tests::ScopedEnvironment path("OCL_KERNEL_PATH", directory.path.string());
    CHECK_FALSE(looks_back(wrong.step, 2));
  }
}

TEST_CASE("21_reduction_and_scan: a state of another run says nothing") {
  const harness::Session session = tests::new_session();
  const tests::TemporaryDirectory directory;
  directory.write("21_reduction_and_scan/look.cl", R"(
#define GENERATIONS
#define T uint
#include "scanned.clh"
#include "state.clh"
kernel void look(volatile global word* states, const uint written, const uint wanted, global uint* result) {
  const state_list before = {states, written}, now = {states, wanted};
  uint v = 0;
  publish(before, 1, OWN, 0x12345678);
  result[0] = look_at(now, 1, &v);
  result[1] = v;
  result[2] = look_at(now, 0, &v);
})");
  const tests::ScopedEnvironment path("OCL_KERNEL_PATH", directory.path.string());
  for (const int words : {1, 2})
    for (const cl_uint wanted : {1U, 2U, 8191U}) {
      if (words == 1 && !common::has_extension(session.device, "cl_khr_int64_base_atomics"))
        continue;
      cl::Kernel kernel(common::build_kernel_file(session.context, session.device,
                                                  "21_reduction_and_scan/look.cl",
                                                  fmt::format("-DSTATE_WORDS={}", words)),
                        "look");
      for (const cl_uint written : {1U, 2U, 8191U}) {
        std::vector<cl_uint> zeros(4), got(3);
        const cl::Buffer states(session.context, zeros.begin(), zeros.end(), false);
        const cl::Buffer result(session.context, CL_MEM_READ_WRITE, std::size_t{12});
        common::set_args(kernel, states, written, wanted, result);
        common::launch(session.queue, kernel, cl::NDRange(1), cl::NDRange(1));
        session.queue.enqueueReadBuffer(result, CL_TRUE, 0, 12, got.data());
        CHECK(got == std::vector<cl_uint>{written == wanted ? 1U : 0U, 0x12345678, 0});
      }
    }
}

TEST_CASE("21_reduction_and_scan: the peers agree with the reference") {
  const harness::Session session = tests::new_session();
  for (const Task& task : all_tasks()) {
    sums::Sums problem(task, 5000, 3);
    problem.upload(session);
    for (const harness::Peer& peer : problem.peers(session)) {
      INFO(peer.name, ": ", describe(task));
      if (!peer.missing.empty())
        continue;
      CHECK(peer.run() >= 0.0);
      CHECK(problem.check(peer.output()).passed());
    }
  }
}

TEST_CASE("21_reduction_and_scan: the whole ladder under PoCL's other way of making work-groups" *
          tests::long_tier) {
  for (const char* problem : {"reduce", "scan", "sort"})
    for (const char* method : {"loops", "loopvec"}) {
      const auto run = lab.run({"--check", "--problem", problem, "--size", "4097"},
                               {{"POCL_WORK_GROUP_METHOD", method}});
      INFO(problem, " ", method, "\n", run.output);
      CHECK(run.exit_code == 0);
    }
}

// Those that are not here are for NVIDIA's devices.
TEST_CASE("21_reduction_and_scan: the kernels of the lab's experiments are right, too" *
          tests::long_tier) {
  const fs::path own =
      fs::path(tests::source_root()) / "chapters" / "21_reduction_and_scan" / "lab" / "own";
  struct Own {
    const char *problem, *step, *file, *type = "float";
  };
  for (const Own& it :
       {Own{"reduce", "v6", "in_step.cl"}, Own{"scan", "s12", "patient.cl"},
        Own{"reduce", "v4", "v4_apart.cl"}, Own{"reduce", "v4", "one_load.cl"},
        Own{"reduce", "v4", "many_trees.cl"}, Own{"reduce", "v4", "neither.cl"},
        Own{"reduce", "v1", "not_merged.cl", "int"}, Own{"scan", "s2", "empty_places.cl"}}) {
    const auto run =
        lab.run({"--check", "--problem", it.problem, "--type", it.type, "--step", it.step, "--size",
                 "0,31,70001", "--kernel", (own / it.file).string()});
    INFO(it.file, "\n", run.output);
    CHECK(run.exit_code == 0);
  }
}

// Zeros, but for a few numbers around the places where 32 bits end: of the byte, and of the signed index.
TEST_CASE("21_reduction_and_scan: more bytes than 32 bits can count" * tests::long_tier) {
  constexpr std::uint64_t n = (std::uint64_t{1} << 30) + 5, bytes = 4 * n;
  const harness::Session session = tests::new_session();
  const auto largest = session.device.getInfo<CL_DEVICE_MAX_MEM_ALLOC_SIZE>();
  const auto memory = session.device.getInfo<CL_DEVICE_GLOBAL_MEM_SIZE>();
  if (largest < bytes || memory < 5 * bytes)
    SKIP_TEST(
        fmt::format("needs buffers of {} bytes and {} bytes in all: this device has {} and {}",
                    bytes, 5 * bytes, largest, memory));
  const std::map<std::uint64_t, cl_int> numbers{
      {0, 1}, {(n - 5) / 2 - 1, 10}, {n - 6, 100}, {n - 5, 1000}, {n - 2, 10000}, {n - 1, 100000}};
  const cl::Buffer input(session.context, CL_MEM_READ_WRITE, bytes);
  session.queue.enqueueFillBuffer(input, cl_int{0}, 0, bytes);
  for (const auto& [place, number] : numbers)
    session.queue.enqueueWriteBuffer(input, CL_TRUE, 4 * place, 4, &number);
  const bool cpu = session.device.getInfo<CL_DEVICE_TYPE>() == CL_DEVICE_TYPE_CPU;
  for (const Task& task :
       {Task{"reduce", "sum", "", "int"}, Task{"scan", "sum", "inclusive", "int"}}) {
    sums::Sums problem(task, n, 7);
    problem.input = problem.other = input;
    for (const harness::Step& step : problem.steps()) {
      if (std::set<std::string>{"v9", "s4", "s11"}.count(step.id) + (cpu && step.id[0] == 'c') == 0)
        continue;
      CAPTURE(step.id);
      const harness::Prepared prepared = harness::prepare_step(problem, step, session);
      prepared.run();
      cl_int sum = 0, got = 0;
      for (const auto& [place, number] : numbers) {
        sum += number;
        if (task.problem == "scan") {
          session.queue.enqueueReadBuffer(prepared.output, CL_TRUE, 4 * place, 4, &got);
          CHECK(got == sum);
        }
      }
      if (task.problem == "reduce")
        session.queue.enqueueReadBuffer(prepared.output, CL_TRUE, 0, 4, &got);
      CHECK(got == 111111);
    }
  }
}

// ---- wrong kernels ----

namespace {

struct Mutant {
  std::string step, file, from, to, problem = "reduce";
};

} // namespace

TEST_CASE("21_reduction_and_scan: wrong kernels are noticed") {
  if (common::pick_device().getInfo<CL_DEVICE_MAX_WORK_GROUP_SIZE>() < 64)
    SKIP_TEST("small work-groups hide some of these mistakes");
  for (const Mutant& m : std::vector<Mutant>{
           {"v3", "tree.clh", "stride = GROUP / 2", "stride = GROUP / 4"},
           {"v4", "v4_many_loads.cl", "i < n; i += GROUP", "i + 1 < n; i += GROUP"},
           {"v5", "v5_vectors.cl", "vectors * VECTOR + get_global_id(0)", "n + get_global_id(0)"},
           {"v7", "chains.clh", "if (v + k * GROUP < vectors)", "if (v + k * GROUP + 1 < vectors)"},
           {"v9", "v9_one_launch.cl", "g = item; g < groups", "g = item + 1; g < groups"},
           {"v11", "v11_pairwise.cl", "sum = combine(waiting[bit], sum);", ""},
           {"s1", "s1_hillis_steele.cl", "item >= stride", "item > stride", "scan"},
           {"s4", "scan_sums.clh", "carry = combine(carry, all);", "", "scan"},
           {"s12", "s12_fallback.cl", "combine(before_tile, all)", "all", "scan"},
           {"k3", "ordered.clh", "places[column] = place + 1;", "", "sort"},
           {"k5", "starts.clh", "before + mine", "before", "sort"}}) {
    CAPTURE(m.step);
    CAPTURE(m.from);
    const auto run =
        lab.run_changed(m.file, m.from, m.to,
                        {"--check", "--problem", m.problem, "--step", m.step, "--size", "1000003"});
    INFO(run.output);
    CHECK(run.exit_code != 0); // a wrong place may end in a crash
  }
}

// Two large numbers that cancel, with ones between them: a float near 2^24 does not notice that 1 is added.
TEST_CASE("21_reduction_and_scan: compensated sums keep what large numbers swallow") {
  const harness::Session session = tests::new_session();
  std::vector<float> x(40000, 1.0F);
  x[3] = 0x1p26F;
  x[39990] = -0x1p26F;
  sums::Sums problem({}, x.size(), 7);
  problem.upload(session);
  problem.input = cl::Buffer(session.context, x.begin(), x.end(), true);
  int tried = 0;
  for (const harness::Step& step : problem.steps())
    if (step.id == "v10" || step.id == "c5") {
      CAPTURE(step.id);
      const harness::Prepared prepared = harness::prepare_step(problem, step, session);
      prepared.run();
      float sum = 0.0F;
      session.queue.enqueueReadBuffer(prepared.output, CL_TRUE, 0, sizeof sum, &sum);
      CHECK(sum == 39998.0F);
      ++tried;
    }
  CHECK(tried == 2);
}

// ---- what groups may expect of each other ----

TEST_CASE("21_reduction_and_scan: a chain from the other end hangs, and tickets are the cure") {
  const auto run = lab.run({"--demo", "hang"});
  INFO(run.output);
  if (run.exit_code == common::exit_skipped)
    SKIP_TEST("this device runs all groups of the chain at the same time");
  CHECK(run.exit_code == 0);
  CHECK(tests::contains(run.output, "stopped by the watchdog"));
  CHECK(tests::contains(run.output, "the same with tickets: ended"));
}

TEST_CASE("21_reduction_and_scan: the experiments in their short form") {
  const auto json =
      lab.results({"--quick", "--only", "together,bits,error,read,looks,passes,blur,edges"});
  REQUIRE(json.contains("together"));
  CHECK(json.at("together").at("together") >= 1);
  for (const auto& row : json.at("bits").at("rows"))
    CHECK((row.at("step") == "v1" || row.at("sums") == 1));
  const auto& rows = json.at("error").at("rows");
  CHECK(rows.back().at("plain") > rows.back().at("pairwise"));
  CHECK(json.at("edges").at("edges") > 0);
  for (const auto& row : json.at("blur").at("rows"))
    CHECK(row.at("filter_ms") > 0);
  CHECK(json.at("passes").at("rows").size() > 0);
  const auto& readers = json.at("read").at("rows");
  CHECK(std::any_of(readers.begin(), readers.end(),
                    [](const auto& row) { return row.at("reader") == "only_read"; }));
}

TEST_CASE("21_reduction_and_scan: a wrong list of edges is noticed") {
  if (common::pick_device().getInfo<CL_DEVICE_MAX_WORK_GROUP_SIZE>() < 64)
    SKIP_TEST("small work-groups hide some of these mistakes");
  lab.notices({{"edges.cl", "counts[get_group_id(0)] + before", "before", "edges", "in the order"},
               {"edges.cl", "i + width]", "i + width + 1]", "edges", "in the order"},
               {"edges.cl", "if (edge)", "if (!edge)", "edges", "in the order"},
               {"group_scan.clh", "return from[item - 1];", "return from[item];", "edges",
                "in the order"}});
}

// ---- The program of the lesson ----

namespace {

const tests::Program blurs_a_picture("21_reduction_and_scan");

// The mean of a box, by adding up its pixels; the radius as the program chooses it.
int mean_of_box(const common::Image& in, int x, int y, int channel, int radius) {
  long sum = 0, area = 0;
  for (int j = std::max(y - radius, 0); j <= std::min(y + radius, in.height - 1); ++j)
    for (int i = std::max(x - radius, 0); i <= std::min(x + radius, in.width - 1); ++i, ++area)
      sum += in.pixels[4 * (static_cast<std::size_t>(j) * in.width + i) + channel];
  return static_cast<int>((sum + area / 2) / area);
}

struct Boxes {
  int width, height;
  std::vector<int> radii;
};

void check_boxes(const std::vector<Boxes>& pictures, const tests::Environment& environment) {
  const tests::TemporaryDirectory directory;
  const std::string in = (directory.path / "in.png").string();
  std::mt19937 random(21);
  for (const auto& [width, height, radii] : pictures) {
    common::Image image{width, height, 4, {}};
    for (int i = 0; i < 4 * width * height; ++i)
      image.pixels.push_back(static_cast<std::uint8_t>(random()));
    common::save_image(in, image);
    for (const int sharp : {-1, height / 3})
      for (const int radius : radii) {
        const tests::Words arguments{
            "--input", in, "--radius", std::to_string(radius), "--sharp", std::to_string(sharp)};
        const common::Image out = blurs_a_picture.picture(arguments, {}, environment);
        int wrong = 0;
        for (int y = 0; y < height; ++y)
          for (int x = 0; x < width; ++x)
            for (int c = 0; c < 3; ++c) {
              const int r = sharp < 0 ? radius : radius * std::abs(y - sharp) / height;
              const std::size_t pixel = static_cast<std::size_t>(y) * width + x;
              wrong += out.pixels[static_cast<std::size_t>(out.channels) * pixel + c] !=
                       mean_of_box(image, x, y, c, r);
            }
        CAPTURE(width);
        CAPTURE(radius);
        CAPTURE(sharp);
        CHECK(wrong == 0);
      }
  }
}

} // namespace

// Every radius where the picture has room for it, and those that reach over all edges where it is a line.
TEST_CASE("21_reduction_and_scan: the program's pictures are means of boxes") {
  check_boxes({{70, 33, {0, 1, 7, 100}}, {1, 1, {0, 100}}, {3, 40, {1, 100}}, {129, 2, {1, 100}}},
              {});
  check_boxes({{70, 33, {7}}}, tests::any_group_size.back());
}

TEST_CASE("21_reduction_and_scan: the pictures of every radius, with work-groups of one too" *
          tests::long_tier) {
  const std::vector<int> radii{0, 1, 7, 100};
  for (const tests::Environment& environment : tests::any_group_size)
    check_boxes({{1, 1, radii}, {70, 33, radii}, {3, 40, radii}, {129, 2, radii}}, environment);
}

TEST_CASE("21_reduction_and_scan: the program notices wrong kernels") {
  if (common::pick_device().getInfo<CL_DEVICE_MAX_WORK_GROUP_SIZE>() < 64)
    SKIP_TEST("small work-groups hide some of these mistakes");
  blurs_a_picture.notices(
      {{"integral.cl", "item >= stride", "item > stride", "", "should be"},
       {"integral.cl", "before += values[GROUP - 1]", "before = values[GROUP - 1]", "",
        "should be"},
       {"integral.cl", "for (int y = 0; y < height", "for (int y = 1; y < height", "", "should be"},
       {"integral.cl", "min(x + r + 1, width)", "min(x + r, width)", "", "should be"}});
}
