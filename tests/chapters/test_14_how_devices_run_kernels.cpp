// Chapter 14: the kernels compute what the lesson says they do, a wrong one is noticed, and the plots
// come from the recorded numbers. How fast anything is, no test asks.

#include "tests/support/chapter.hpp"

#include "common/kernel_io.hpp"
#include "harness/plot.hpp"

#include <doctest/doctest.h>

#include <set>

using tests::contains;
using tests::Shows;
using tests::TemporaryDirectory;

namespace {

const tests::Lab chapter("14_how_devices_run_kernels");

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

TEST_CASE("14: all experiments pass, also with work-groups of one work-item") {
  for (const tests::Environment& environment : tests::any_group_size) {
    const auto document = chapter.results({"--quick"}, environment);
    std::set<std::string> with_rows;
    for (const auto& entry : document.items()) {
      if (!entry.value().is_object() || !entry.value().contains("rows"))
        continue;
      with_rows.insert(entry.key());
      CHECK(!entry.value().at("rows").empty());
      for (const auto& row : entry.value().at("rows"))
        for (const auto& cell : row.items()) // times, rates and sizes: all are positive
          if (cell.value().is_number() && cell.key() != "spread" && cell.key() != "stride")
            CHECK_MESSAGE(cell.value().get<double>() > 0.0, entry.key() << " " << cell.key());
    }
    CHECK(with_rows == std::set<std::string>{"inside", "access", "banks", "divergence", "latency",
                                             "hiding", "occupancy", "parallel", "width",
                                             "local-size", "shapes", "launch", "transfer",
                                             "roofline"});
  }
}

TEST_CASE("14: a wrong kernel does not pass") {
  chapter.notices({
      {"memory.cl", "in[i + shift]", "in[i + shift + 1]", "access", "aligned: result 0 is wrong"},
      {"memory.cl", "+ (place >> log_n)", "", "access", "stride 32"},
      {"memory.cl", "place ^= place >> 7", "place ^= place >> 8", "access", "random"},
      {"memory.cl", "p[width + 1]", "p[width]", "shapes", "corner"},
      {"banks.cl", "l * stride", "l", "banks", "stride 32"},
      {"banks.cl", "+ 8 * r)", "+ 9 * r)", "banks", "stride 1: "},
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
      {"launches.cl", "launches[0] += 1", "launches[0] = 1", "launch", "has counted itself"},
  });
}

TEST_CASE("14: each mistake shows itself, or is skipped with a reason") {
  chapter.shows(
      {{"no-wait", "after the call the clock says", Shows::perhaps},
       {"first-launch", "the first launch took", Shows::perhaps},
       {"dead-code", "That would be", Shows::perhaps},
       {"lockstep", "their neighbour had not written yet"},
       {"too-much-local", "of local memory for a work-group; this device has", Shows::perhaps}});
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
