// Chapter 14: the program's plot shows what it prints; the kernels of program and laboratory compute what the texts say,
// wrong ones are noticed, and the plots come from the recorded numbers. How fast anything is, no test asks.

#include "chapters/14_how_devices_run_kernels/lab/machine.hpp"
#include "tests/support/chapter.hpp"

#include "common/device.hpp"
#include "common/draw.hpp"
#include "common/kernel_io.hpp"
#include "harness/system/plot.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <sstream>

using tests::contains;
using tests::Shows;
using tests::TemporaryDirectory;

namespace {

const tests::Program program("14_how_devices_run_kernels");
const tests::Lab chapter("14_how_devices_run_kernels");

// What the program prints of a kernel.
struct Row {
  std::string name;
  double intensity = 0, ms = 0, gbps = 0, gflops = 0;
};

// The rows of the table, and the two numbers of the roof.
struct Printed {
  std::vector<Row> rows;
  double gbps = 0, peak = 0;
};

Printed printed_by(const std::string& output) {
  Printed all;
  std::istringstream lines(output);
  for (std::string line; std::getline(lines, line);) {
    Row row;
    double spread = 0;
    if (std::sscanf(line.c_str(), "the roof: %lf GB/s and %lf GFLOP/s", &all.gbps, &all.peak) > 0)
      continue;
    row.name = line.substr(0, 13);
    row.name.erase(row.name.find_last_not_of(' ') + 1);
    if (line.size() > 13 && std::sscanf(line.c_str() + 13, "%lf %lf %lf%% %lf %lf", &row.intensity,
                                        &row.ms, &spread, &row.gbps, &row.gflops) == 5)
      all.rows.push_back(row);
  }
  return all;
}

// Each prediction beside its measurement, and whether they agree within the margin.
void check_predictions(const nlohmann::json& experiment) {
  const double margin = 0.01 * experiment.at("margin_percent").get<double>();
  std::size_t within = 0;
  for (const auto& row : experiment.at("rows")) {
    const double times = row.at("measured").get<double>() / row.at("predicted").get<double>();
    CHECK(row.at("times_predicted").get<double>() == doctest::Approx(times));
    const bool agrees = times >= 1 - margin && times <= 1 + margin;
    CHECK(row.at("within") == (agrees ? "yes" : "no"));
    within += agrees ? 1 : 0;
  }
  CHECK(experiment.at("within") == std::to_string(within));
}

bool has_colour(const common::Image& image, int x, int y, common::Colour colour) {
  const std::uint8_t* p = &image.pixels[3 * (static_cast<std::size_t>(y) * image.width + x)];
  return p[0] == colour.red && p[1] == colour.green && p[2] == colour.blue;
}

// Numbers as the program writes them, for the plots.
nlohmann::json recorded() {
  return {{"chapter", "14_how_devices_run_kernels"},
          {"device", {{"name", "a device"}}},
          {"latency",
           {{"rows",
             {{{"bytes", 4096}, {"size", "4.00 KiB"}, {"ns", 1.5}},
              {{"bytes", 1 << 20}, {"size", "1.00 MiB"}, {"ns", 22.5}}}}}},
          {"roofline",
           {{"copy_gbps", 20.0},
            {"fma_gflops", 200.0},
            {"ridge", 10.0},
            {"rows",
             {{{"intensity", 0.25}, {"gflops", 4.0}}, {{"intensity", 64.0}, {"gflops", 150.0}}}}}}};
}

} // namespace

TEST_CASE("14: the program's plot shows the points that it prints, under their roof") {
  for (const tests::Environment& environment : tests::any_group_size) {
    const TemporaryDirectory directory;
    const tests::fs::path file = directory.path / "roof.png";
    const auto result = program.run({"--quick", "--output", file.string()}, environment);
    INFO(result.output);
    REQUIRE(result.exit_code == 0);
    CHECK(contains(result.output, "verified: all 262144 results of each kernel"));
    CHECK(contains(result.output, "\nscale: C++ "));
    CHECK(contains(result.output, "\nchains: C++ "));
    const Printed printed = printed_by(result.output);
    REQUIRE(printed.rows.size() == 6);
    const common::Image image = common::load_image(file, 3);
    REQUIRE(image.width == 760);
    // 52 pixels for each doubling of FLOP/byte from 1/16, 100 for each power of ten down from twice the peak.
    const auto x = [](double intensity) { return 88 + 52 * (std::log2(intensity) + 4); };
    const auto y = [&](double gflops) { return 30 + 100 * std::log10(2 * printed.peak / gflops); };
    CHECK(has_colour(image, 700, static_cast<int>(y(printed.peak)), common::ink));
    // Where each group has one work-item, the peak may be so low that the roof is flat there already.
    const double left = std::min(printed.peak, printed.gbps / 16 * std::exp2(12.0 / 52));
    CHECK(has_colour(image, 100, static_cast<int>(y(left)), common::ink));
    for (std::size_t i = 0; i < 6; ++i) {
      const Row& row = printed.rows[i];
      CAPTURE(row.name);
      // All of it follows from the time: 8 bytes and a known number of FLOP for each of n numbers.
      const double flop = i < 2 ? 2 : i == 2 ? 16 : 256;
      CHECK(row.intensity == flop / 8);
      // (Up to the rounding of what is printed: two digits behind the point, three for the time.)
      CHECK(std::abs(row.gflops - row.gbps * row.intensity) <= 0.0051 * (row.intensity + 1));
      CHECK(std::abs(row.gbps * row.ms - 8e-6 * 262144) <= 0.0051 * row.ms + 0.00051 * row.gbps);
      CHECK(row.gflops <= std::min(printed.peak, printed.gbps * row.intensity) + 0.01);
      bool covered = false; // by a later point or its name
      for (std::size_t j = i + 1; j < 6; ++j)
        covered = covered || (printed.rows[j].intensity == row.intensity &&
                              std::abs(y(printed.rows[j].gflops) - y(row.gflops)) < 12);
      // (Two digits behind the point do not say where a point of less than 0.05 GFLOP/s is.)
      if (!covered && row.gflops > 0.05 && y(row.gflops) < 490)
        CHECK(has_colour(image, static_cast<int>(x(row.intensity)), static_cast<int>(y(row.gflops)),
                         common::palette[i]));
    }
  }
}

TEST_CASE("14: the program takes any size") {
  for (const char* size : {"1", "1000", "5121"}) {
    CAPTURE(size);
    program.picture({"--size", size, "--rounds", "3", "--quick"}, {"verified: all "});
  }
  CHECK(contains(program.run({"--size", "1025", "--quick"}).output, "all 2048 results"));
}

TEST_CASE("14: the program notices wrong kernels" * tests::long_tier) {
  program.notices({
      {"roofline.cl", "2.0f * in[i] + 1.0f", "2.0f * in[i]", "", "scale: 262144 of 262144"},
      {"roofline.cl", "(n / ROWS) + i / ROWS", "(n / ROWS)", "", "columns: "},
      {"roofline.cl", "if (i < n)", "if (i + 1 < n)", "", "scale: 1 of 262144"},
      {"roofline.cl", "1.0f / 5040.0f", "1.0f / 5400.0f", "", "sine: "},
      {"roofline.cl", "r < rounds", "r + 1 < rounds", "", "1 x float: "},
      {"roofline.cl", "out[first + c * step] = x[c]", "out[first] = x[c]", "", "8 x float: "},
  });
}

TEST_CASE("14: bad input of the program ends with a sentence") {
  program.refuses({{{"--rounds", "0"}, 2, "--rounds"}, {{"--size", "many"}, 2, "many"}});
}

TEST_CASE("14: the smallest example") {
  const auto result = tests::run_program("14_how_devices_run_kernels_smallest", {});
  INFO(result.output);
  CHECK(result.exit_code == 0);
  CHECK(contains(result.output, "scale "));
  CHECK(contains(result.output, "columns "));
}

TEST_CASE("14: all experiments pass, also with work-groups of one work-item") {
  for (const tests::Environment& environment : tests::any_group_size) {
    const auto document = chapter.results({"--quick"}, environment);
    std::set<std::string> answered;
    for (const auto& entry : document.items()) {
      if (entry.value().is_object() && entry.value().contains("skipped")) {
        // What the model knows nothing of: an unknown GPU, lines on a GPU, groups of one work-item.
        CHECK(std::set<std::string>{"issue", "lines", "at-once", "hand-out"}.count(entry.key()) ==
              1);
        answered.insert(entry.key());
      }
      if (!entry.value().is_object() || !entry.value().contains("rows"))
        continue;
      if (entry.value().contains("margin_percent"))
        check_predictions(entry.value());
      answered.insert(entry.key());
      CHECK(!entry.value().at("rows").empty());
      for (const auto& row : entry.value().at("rows"))
        for (const auto& cell : row.items()) // times, rates and sizes: all are positive
          if (cell.value().is_number() && cell.key() != "spread" && cell.key() != "stride")
            CHECK_MESSAGE(cell.value().get<double>() > 0.0, entry.key() << " " << cell.key());
    }
    CHECK(answered == std::set<std::string>{
                          "inside",  "access",    "banks",    "transpose", "divergence", "latency",
                          "hiding",  "occupancy", "parallel", "width",     "local-size", "shapes",
                          "launch",  "transfer",  "roofline", "issue",     "in-flight",  "lines",
                          "at-once", "hand-out",  "caches"});
    for (const auto& row : document.at("issue").value("rows", nlohmann::json::array()))
      if (row.contains("width")) // a CPU
        CHECK(row.at("predicted") == std::min(2.0, row.at("chains").get<double>() / 4));
  }
}

TEST_CASE("14: a wrong kernel does not pass" * tests::long_tier) {
  chapter.notices({
      {"memory.cl", "in[i + shift]", "in[i + shift + 1]", "access", "aligned: result 0 is wrong"},
      {"memory.cl", "+ (place >> log_n)", "", "access", "stride 32"},
      {"memory.cl", "place ^= place >> 7", "place ^= place >> 8", "access", "random"},
      {"memory.cl", "p[width + 1]", "p[width]", "shapes", "corner"},
      {"banks.cl", "l * stride", "l", "banks", "stride 32"},
      {"banks.cl", "+ 8 * r)", "+ 9 * r)", "banks", "stride 1: "},
      {"transpose.cl", "in[y * width + x]; // neighbours write",
       "in[y * width]; // neighbours write", "transpose", "by rows: result"},
      {"transpose.cl", "in[y * width + x]; // neighbours read",
       "in[x * width + y]; // neighbours read", "transpose", "by columns: result"},
      {"transpose.cl", "words[PLACE(column, row)]", "words[PLACE(row, column)]", "transpose",
       "tile: result"},
      {"transpose.cl", "(column) ^ (row)", "(column) | (row)", "transpose", "swizzled: result"},
      {"transpose.cl", "number - round * rows", "0", "transpose", "padded and diagonal: result"},
      {"transpose.cl", "words[column][row]", "words[row][column]", "transpose",
       "blocks of 4 x 4: result"},
      {"transpose.cl", "y < min(top + SIDE, height)", "y + 1 < min(top + SIDE, height)",
       "transpose", "blocks of 16 x 16: result"},
      {"branches.cl", "i / span % ways", "i % ways", "divergence", "32 ways"},
      {"branches.cl", "r < rounds", "r + 1 < rounds", "divergence", "1 ways"},
      {"chase.cl", "next[place[c]]", "next[place[c] ^ 1]", "latency", "chase"},
      {"chase.cl", "r < rounds", "r <= rounds", "hiding", "chase"},
      {"chase.cl", "p = next[p];", "p = next[p] + 0 * rounds, ++r;", "occupancy",
       "chase_with_local"},
      {"arithmetic.cl", "x[c] * factor + term; // needs", "x[c] * factor; // needs", "parallel",
       "chains"},
      {"arithmetic.cl", "STORE(LOAD(i, in), i, out)", "STORE(LOAD(0, in), i, out)", "width",
       "copy"},
      {"arithmetic.cl", "STORE(x[c], i + c * step, out)", "STORE(x[0], i, out)", "transfer",
       "multiply-adds"},
      {"arithmetic.cl", "x[c] = x[c] * factor + term;\n  }\n  for",
       "x[c] = x[c] * factor;\n  }\n  for", "roofline", "multiply-adds"},
      {"launches.cl", "in[i] + 1", "in[i] + 2", "local-size", "add_one"},
      {"caches.cl", "p[c * GROUP]", "p[0]", "caches", "16.0 KiB: result "},
      {"caches.cl", "rounds * (vectors / (CHAINS * GROUP))",
       "rounds * (vectors / (CHAINS * GROUP)) - 1", "caches", "16.0 KiB: result "},
      {"launches.cl", "launches[0] += 1", "launches[0] = 1", "launch", "has counted itself"},
      {"model.cl", "x[c] * one + TERM; // waits", "x[c] * one; // waits", "issue", "issue"},
      {"model.cl", "atomic_dec(counts)", "atomic_inc(counts)", "at-once", "has come and gone"},
      {"model.cl", "out[i] = i + 1", "out[i] = i", "hand-out", "been_there"},
  });
  // The model of a GPU and that of a core have kernels of their own.
  if ((common::pick_device().getInfo<CL_DEVICE_TYPE>() & CL_DEVICE_TYPE_GPU) == 0)
    chapter.notices({
        {"model.cl", "(x ^ a) + b", "(x ^ a) - b", "issue", "the clock's kernel"},
        {"model.cl", "next[place[c]]", "next[place[c] ^ 1]", "in-flight", "follow"},
        {"model.cl", "i += STRIDE", "i += 2 * STRIDE", "lines", "words are added"},
    });
  else
    chapter.notices({{"model.cl", "next[32 * line[c] + lane]", "next[32 * (line[c] ^ 1) + lane]",
                      "in-flight", "lines"}});
}

TEST_CASE("14: the model: how many multiply-adds start in a cycle") {
  Machine gpu; // a made-up one
  gpu.ports = 2;
  gpu.latency = 6;
  CHECK(issue_rate(gpu, 1, 1) == doctest::Approx(1.0 / 6)); // one waits six cycles for itself
  CHECK(issue_rate(gpu, 3, 1) == doctest::Approx(0.5));
  CHECK(issue_rate(gpu, 2, 3) == doctest::Approx(1.0)); // warps and chains do the same
  CHECK(issue_rate(gpu, 6, 1) == doctest::Approx(1.0));
  CHECK(issue_rate(gpu, 1, 12) == doctest::Approx(1.0)); // a warp has one scheduler only
  CHECK(issue_rate(gpu, 12, 1) == doctest::Approx(2.0));
  CHECK(issue_rate(gpu, 100, 9) == doctest::Approx(2.0)); // there are no more schedulers
  CHECK(issue_rate(gpu, 7, 2) == doctest::Approx(2.0));   // four warps here, three there
  gpu.interval = 2;
  CHECK(issue_rate(gpu, 100, 9) == doctest::Approx(1.0));
  Machine core;
  core.ports = 3;
  core.latency = 5;
  CHECK(core_issue_rate(core, 1) == doctest::Approx(0.2));
  CHECK(core_issue_rate(core, 15) == doctest::Approx(3.0));
  CHECK(core_issue_rate(core, 16) == doctest::Approx(3.0));
  CHECK(in_flight_needed(core.latency, core.ports) == doctest::Approx(15.0));
}

TEST_CASE("14: the model: how many work-groups a unit holds") {
  const auto h200 = nvidia_machine("9.0");
  REQUIRE(h200);
  const Fit a = groups_of_a_unit(*h200, 256, 168, 0);
  CHECK(a.groups == 1);
  CHECK(a.warps == 8);
  CHECK(a.limit == "registers");
  CHECK(a.occupancy == doctest::Approx(0.125));
  CHECK(groups_of_a_unit(*h200, 256, 128, 0).groups == 2);
  CHECK(groups_of_a_unit(*h200, 256, 33, 0).groups == 6); // as 40: a warp gets blocks of 256
  CHECK(groups_of_a_unit(*h200, 32, 200, 0).groups ==
        8); // two for each scheduler, and no half ones
  CHECK(groups_of_a_unit(*h200, 256, 32, 0).limit == "warps");
  CHECK(groups_of_a_unit(*h200, 33, 32, 0).group_warps == 2);
  CHECK(groups_of_a_unit(*h200, 32, 16, 0).limit == "groups");
  CHECK(groups_of_a_unit(*h200, 64, 32, 48 << 10).groups == 4); // 49 KiB each, of 228
  CHECK(groups_of_a_unit(*h200, 64, 32, 48 << 10).limit == "local memory");
  CHECK(groups_of_a_unit(*h200, 1024, 168, 0).groups == 0);
  Machine small; // a made-up one
  small.ports = 2;
  small.warps = 10;
  small.groups = 3;
  small.registers = 8192;
  small.local_bytes = 4096;
  small.reserved_bytes = 0;
  const Fit b = groups_of_a_unit(small, 64, 16, 1000);
  CHECK(b.by_warps == 5);
  CHECK(b.by_registers == 8); // 8 warps for each of two schedulers
  CHECK(b.by_local == 4);     // 1024 bytes each
  CHECK(b.by_groups == 3);
  CHECK(b.groups == 3);
  CHECK(b.warps == 6);
  CHECK(!nvidia_machine("1.0"));
}

TEST_CASE("14: the model: banks, loads under way, work-groups handed out") {
  const std::map<unsigned, unsigned> cycles{{0, 1}, {1, 1},  {2, 2},   {3, 1},  {6, 2},
                                            {8, 8}, {12, 4}, {32, 32}, {33, 1}, {64, 32}};
  for (const auto& entry : cycles) {
    CAPTURE(entry.first);
    CHECK(bank_cycles(Machine{}, entry.first) == entry.second);
  }
  CHECK(loads_per_ns(true, 10, 32, 2, 64) == doctest::Approx(10.0));
  CHECK(loads_per_ns(false, 10, 32, 2, 64) == doctest::Approx(0.3125)); // one work-item at a time
  CHECK(hand_out_ms(true, 4e6, 2, 1.5) == doctest::Approx(2.0));
  CHECK(hand_out_ms(true, 4e6, 2, 2.5) == doctest::Approx(2.5));
  CHECK(hand_out_ms(false, 4e6, 2, 1.5) == doctest::Approx(3.5));
}

TEST_CASE("14: --group says how many work-groups fit, without a device") {
  const auto result = chapter.run({"--group", "256", "--registers", "168", "--device", "none"});
  INFO(result.output);
  CHECK(result.exit_code == 0);
  CHECK(contains(result.output, "registers             43008       65536       1  <- the limit"));
  CHECK(contains(result.output, "1 group, 8 warps"));
  const auto small =
      chapter.run({"--group", "64", "--local-bytes", "40000", "--capability", "8.6"});
  CHECK(contains(small.output, "2 groups, 4 warps"));
  CHECK(
      contains(chapter.run({"--group", "1024", "--registers", "65"}).output, "not one group fits"));
  CHECK(chapter.run({"--registers", "168"}).exit_code == 2);
  CHECK(chapter.run({"--group", "0"}).exit_code == 2);
  CHECK(chapter.run({"--group", "64", "--capability", "1.0"}).exit_code == 2);
}

TEST_CASE("14: each mistake shows itself, or is skipped with a reason") {
  chapter.shows({{"no-wait", "after the call the clock says", Shows::perhaps},
                 {"first-launch", "the first launch took", Shows::perhaps},
                 {"dead-code", "That would be", Shows::perhaps},
                 {"lockstep", "their neighbour had not written yet"},
                 {"too-much-local", "What happens: ", Shows::perhaps}});
}

TEST_CASE("14: the plots are drawn from recorded results") {
  const TemporaryDirectory directory;
  const auto file = directory.write("14_how_devices_run_kernels_mine.json", recorded().dump());
  const auto result = chapter.run({"--plot", directory.path.string(), "--from", file.string()});
  INFO(result.output);
  if (!harness::can_plot()) {
    CHECK(result.exit_code == 77);
    return;
  }
  CHECK(result.exit_code == 0);
  CHECK(directory.files() == std::vector<std::string>{"14_how_devices_run_kernels_mine.json",
                                                      "latency_mine.svg", "roofline_mine.svg"});
  const std::string latency = common::read_text(directory.path / "latency_mine.svg");
  CHECK(contains(latency, "One load after the other on a device"));
  CHECK(contains(latency, "1 MiB"));
  const std::string roof = common::read_text(directory.path / "roofline_mine.svg");
  CHECK(contains(roof, "200 GFLOP/s"));
  CHECK(contains(roof, "20 GB/s"));
}

TEST_CASE("14: each step is drawn under the roof that it comes nearest to") {
  const TemporaryDirectory directory;
  auto roofs = recorded();
  roofs["caches"]["rows"] = {
      {{"gbps", 400.0}}, {{"gbps", 200.0}}, {{"gbps", 150.0}}, {{"gbps", 100.0}}};
  const auto counted = [](double memory, double second, double first, double local) {
    return nlohmann::json{{"milliseconds", 1.0},
                          {"DRAM_bytes_read", memory},
                          {"DRAM_bytes_written", 0},
                          {"L1_hits_percent", 100 * (1 - second / first)},
                          {"global_load_sectors", first / 32},
                          {"global_store_sectors", 0},
                          {"local_load_wavefronts", local / 256},
                          {"local_store_wavefronts", local / 256}};
  };
  // Of 20, 100, 200 and 400 GB/s: 10 MB in a millisecond are 50 %, 10 %, 5 % and 2.5 %.
  const nlohmann::json steps{{"chapter", "15_matmul"},
                             {"size", "4096"},
                             {"rows",
                              {{{"step", "v1"}, {"counters", counted(1e7, 2e7, 3e7, 0)}},
                               {{"step", "v2"}, {"counters", counted(1e6, 1e7, 1e7, 3e8)}},
                               {{"step", "v3"}, {"counters", counted(1e6, 1e7, 1e7, 3e8)}},
                               {{"step", "v3"}, {"counters", counted(1e6, 1e7, 1e7, 3e8)}}}}};
  const auto file = directory.write("14_how_devices_run_kernels_mine.json", roofs.dump());
  const auto counters = directory.write("counters.json", steps.dump());
  const auto draw = [&](const tests::fs::path& with) {
    return chapter.run({"--plot", directory.path.string(), "--from", file.string(), "--steps",
                        with.string(), "--flop", "1e8"});
  };
  CHECK(chapter.run({"--steps", counters.string()}).exit_code == 2);
  if (!harness::can_plot())
    return;
  const auto result = draw(counters);
  INFO(result.output);
  REQUIRE(result.exit_code == 0);
  const auto line = [&](const std::string& step) {
    std::istringstream lines(result.output);
    std::vector<std::string> words;
    for (std::string text; std::getline(lines, text);)
      if (std::istringstream cells(text); cells >> text && text == step)
        for (words = {step}; cells >> text;)
          words.push_back(text);
    return words;
  };
  CHECK(line("v1") == std::vector<std::string>{"v1", "100", "50", "50", "20", "15", "0"});
  CHECK(line("v2") == std::vector<std::string>{"v2", "100", "50", "5", "10", "5", "75"});
  CHECK(line("v3").empty()); // of two kernels
  const std::string svg = common::read_text(directory.path / "steps_15_matmul_mine.svg");
  for (const char* text : {"v1", "v2", "memory: 20 GB/s", "second-level cache: 100 GB/s",
                           "first-level cache: 200 GB/s", "local memory: 400 GB/s"})
    CHECK_MESSAGE(contains(svg, text), text);
  auto old = steps;
  old["rows"][0]["counters"].erase("DRAM_bytes_read");
  const auto refused = draw(directory.write("old.json", old.dump()));
  CHECK(refused.exit_code == 1);
  CHECK(contains(refused.output, "is not what --counters --json"));
  roofs.erase("caches");
  directory.write("14_how_devices_run_kernels_mine.json", roofs.dump());
  CHECK(contains(draw(counters).output, "lacks the experiments"));
}

TEST_CASE("14: plots of nothing, and wrong usage") {
  const TemporaryDirectory directory;
  const auto other = directory.write("other.json", R"({"chapter": "04_buffers"})");
  const auto refused = chapter.run({"--plot", directory.path.string(), "--from", other.string()});
  CHECK(refused.exit_code == 1);
  CHECK(contains(refused.output, "is not what this program writes"));
  auto nothing = recorded();
  nothing.erase("latency");
  nothing.erase("roofline");
  const auto empty_file = directory.write("empty.json", nothing.dump());
  const auto empty =
      chapter.run({"--plot", directory.path.string(), "--from", empty_file.string()});
  CHECK(empty.exit_code == 1);
  CHECK(contains(empty.output, "holds nothing to draw"));
  CHECK(chapter.run({"--plot", "somewhere"}).exit_code == 2);
  CHECK(chapter.run({"--from", other.string()}).exit_code == 2);
}
