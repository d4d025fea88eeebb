// Chapter 14: the kernels compute what the lesson says they do, a wrong one is noticed, and the plots
// come from the recorded numbers. How fast anything is, no test asks.

#include "tests/support/support.hpp"

#include "common/device.hpp"
#include "common/kernel_io.hpp"
#include "common/plot.hpp"

#include <doctest/doctest.h>

#include <map>
#include <set>

using tests::contains;
using tests::TemporaryDirectory;

namespace {

const std::string stem = "14_how_devices_run_kernels";

common::ProcessResult run(const std::vector<std::string>& arguments,
                          const tests::Environment& environment = {}) {
  common::ProcessOptions options;
  options.environment = environment;
  return tests::run_chapter(stem, arguments, options);
}

bool on_pocl() {
  const cl::Platform platform(common::pick_device().getInfo<CL_DEVICE_PLATFORM>());
  return contains(platform.getInfo<CL_PLATFORM_NAME>(), "Portable Computing Language");
}

// The program with one of its kernels changed.
common::ProcessResult run_changed(const std::string& name, const std::string& from,
                                  const std::string& to, const std::string& only) {
  const TemporaryDirectory directory;
  const tests::fs::path original = tests::fs::path(SOURCE_ROOT) / "kernels" / stem;
  tests::fs::copy(original, directory.path / stem);
  std::string source = common::read_text(original / name);
  const std::size_t at = source.find(from);
  REQUIRE(at != std::string::npos);
  directory.write(stem + "/" + name, source.replace(at, from.size(), to));
  return run({"--quick", "--only", only}, {{"OCL_KERNEL_PATH", directory.path.string()}});
}

// Numbers as the program writes them, for the plots.
nlohmann::json recorded() {
  return {{"chapter", stem},
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
  for (const tests::Environment& environment :
       {tests::Environment{}, tests::Environment{{"POCL_MAX_WORK_GROUP_SIZE", "1"}}}) {
    const TemporaryDirectory directory;
    const auto file = directory.path / "result.json";
    const auto result = run({"--quick", "--json", file.string()}, environment);
    INFO(result.output);
    REQUIRE(result.exit_code == 0);
    const auto document = tests::json_from(file);
    CHECK(document.at("chapter") == stem);
    CHECK(document.at("device").contains("driver"));
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
  struct Case {
    std::string file, from, to, only, message;
  };
  const Case cases[] = {
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
  };
  for (const Case& each : cases) {
    CAPTURE(each.file);
    CAPTURE(each.to);
    const auto result = run_changed(each.file, each.from, each.to, each.only);
    INFO(result.output);
    CHECK(result.exit_code == 1);
    CHECK(contains(result.output, each.message));
  }
}

TEST_CASE("14: each mistake shows itself, or is skipped with a reason") {
  const std::map<std::string, std::string> expected{
      {"no-wait", "after the call the clock says"},
      {"first-launch", "the first launch took"},
      {"dead-code", "That would be"},
      {"lockstep", "their neighbour had not written yet"},
      {"too-much-local", "of local memory for a work-group; this device has"}};
  for (const auto& demo : expected) {
    const std::string& name = demo.first;
    const std::string& words = demo.second;
    CAPTURE(name);
    const auto result = run({"--demo", name});
    INFO(result.output);
    // Which of them shows itself depends on the device; on PoCL the order of work-items does not.
    if (result.exit_code == 77 && (name != "lockstep" || !on_pocl())) {
      CHECK(contains(result.output, "gets through with it"));
      continue;
    }
    CHECK(result.exit_code == 0);
    CHECK(contains(result.output, "The mistake: "));
    CHECK(contains(result.output, words));
    CHECK(contains(result.output, "What to learn: "));
  }
}

TEST_CASE("14: the plots are drawn from recorded results") {
  const TemporaryDirectory directory;
  const auto file = directory.write("14_how_devices_run_kernels_mine.json", recorded().dump());
  const auto result = run({"--plot", directory.path.string(), "--from", file.string()});
  INFO(result.output);
  if (!common::can_plot()) {
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

TEST_CASE("14: plots of nothing, wrong usage, and a machine without OpenCL") {
  const TemporaryDirectory directory;
  const auto other = directory.write("other.json", R"({"chapter": "04_buffers"})");
  const auto refused = run({"--plot", directory.path.string(), "--from", other.string()});
  CHECK(refused.exit_code == 1);
  CHECK(contains(refused.output, "is not what this program writes"));
  auto nothing = recorded();
  nothing.erase("latency");
  nothing.erase("roofline");
  const auto empty_file = directory.write("empty.json", nothing.dump());
  const auto empty = run({"--plot", directory.path.string(), "--from", empty_file.string()});
  CHECK(empty.exit_code == 1);
  CHECK(contains(empty.output, "holds nothing to draw"));
  CHECK(run({"--plot", "somewhere"}).exit_code == 2);
  CHECK(run({"--from", other.string()}).exit_code == 2);
  CHECK(run({"--only", "nothing"}).exit_code == 2);
  CHECK(run({"--demo", "nothing"}).exit_code == 2);
  const auto result = run({"--quick"}, tests::Unplugged().environment);
  INFO(result.output);
  CHECK(result.exit_code == 1);
  CHECK(contains(result.output, "error: "));
}
