// Cold and cached builds. Drivers keep what they have compiled, in memory and on disk; so each time
// is taken in a new process, with a cache directory of ours that is empty or filled.

#include "common/error.hpp"
#include "common/kernel_io.hpp"
#include "common/launch.hpp"
#include "common/timing.hpp"
#include "experiments.hpp"
#include "harness/lab/device.hpp"
#include "harness/system/process.hpp"
#include "harness/system/report.hpp"
#include "saved.hpp"

#include <cmath>
#include <fmt/format.h>
#include <map>

namespace fs = std::filesystem;

namespace {

// [program]
cl::Program program_for(const Lab& lab, const std::string& task, const std::string& file) {
  if (task == "source")
    return common::build_source(lab.context, lab.device, source_of("mathematics.cl"));
  if (task == "binary")
    return binaries::load_binary(lab.context, lab.device, file);
  const std::string bytes = common::read_text(file); // "raw": unchecked, for a demonstration
  const cl::Program::Binaries binaries{{bytes.begin(), bytes.end()}};
  cl::Program program(lab.context, {lab.device}, binaries);
  program.build({lab.device});
  return program;
}
// [/program]

// [child]
// One build in a new process. Its driver keeps compiled programs in `cache`, and nowhere else: PoCL
// is told by the first variable, NVIDIA's driver by the second.
Json times_of_child(const Lab& lab, const std::string& task, const fs::path& file,
                    const fs::path& cache) {
  const TemporaryDirectory directory;
  const fs::path json = directory.path / "times.json";
  harness::ProcessOptions options;
  options.environment = {{"POCL_CACHE_DIR", cache.string()}, {"CUDA_CACHE_PATH", cache.string()}};
  const harness::ProcessResult result = harness::run_process(
      {common::own_executable().string(), "--device", harness::index_of(lab.device), "--child",
       task, "--file", file.string(), "--json", json.string()},
      options);
  if (result.exit_code != 0)
    throw common::Error(fmt::format("the child that builds from {} failed with exit code {}:\n{}",
                                    task, result.exit_code, result.output));
  return Json::parse(common::read_text(json)).at("child");
}
// [/child]

std::size_t files_in(const fs::path& directory) {
  std::size_t count = 0;
  for (const auto& entry : fs::recursive_directory_iterator(directory))
    count += entry.is_regular_file();
  return count;
}

// [stale]
// A header changes, the source that includes it does not. Does a second build see that?
Json is_a_changed_header_noticed(const Lab& lab) {
  const TemporaryDirectory directory;
  const std::string path = directory.path.string();
  if (path.find(' ') != std::string::npos) {
    fmt::print(
        "  a changed header: left out, for the temporary directory has a blank in its name\n");
    return nullptr;
  }
  const std::string source = "#include \"answer.clh\"\n"
                             "kernel void answer(global float* a) { a[0] = ANSWER; }\n";
  std::vector<float> answers;
  for (const char* text : {"#define ANSWER 1\n", "#define ANSWER 2\n"}) {
    common::write_text(directory.path / "answer.clh", text);
    const cl::Program program = common::build_source(lab.context, lab.device, source, "-I " + path);
    answers.push_back(answers_of(lab, program, "answer", {}, 1)[0]);
  }
  const bool noticed = answers[1] == 2.0F;
  fmt::print("  a changed header: {}\n",
             noticed ? "noticed" : "NOT noticed: the second build is the first one from the cache");
  return noticed;
}
// [/stale]

// [times]
// Builds, launches twice, verifies. Leaves the program, which has run, in `program`.
Json build_and_launch(const Lab& lab, const std::string& task, const std::string& file,
                      cl::Program& program) {
  const std::size_t n = 1024;
  std::vector<float> x = common::random_floats(n, lab.seed, 0.0F, 1.0F);
  std::vector<float> y(n, NAN);
  const cl::Buffer x_buffer(lab.context, x.begin(), x.end(), true);
  const cl::Buffer y_buffer(lab.context, CL_MEM_READ_WRITE, n * sizeof(float));
  const common::Stopwatch watch;
  program = program_for(lab, task, file);
  cl::Kernel kernel(program, "mathematics");
  const double built = watch.milliseconds();
  common::set_args(kernel, x_buffer, y_buffer, static_cast<cl_uint>(n));
  double launches[2] = {};
  for (double& launch : launches) {
    const common::Stopwatch launch_watch;
    lab.run(kernel, n);
    lab.queue.finish();
    launch = launch_watch.milliseconds();
  }
  lab.queue.enqueueReadBuffer(y_buffer, CL_TRUE, 0, n * sizeof(float), y.data());
  if (const auto result = common::compare(y, exact_sums(x), {0.0, 1e-4, false}); !result.passed())
    throw common::Error("mathematics: " + result.summary());
  return {{"build_ms", built}, {"first_launch_ms", launches[0]}, {"second_launch_ms", launches[1]}};
}
// [/times]

} // namespace

Json run_as_child(const Lab& lab, const std::string& task, const std::string& file) {
  if (task == "options") {
    common::build_source(lab.context, lab.device, source_of("discriminant.cl"), file);
    return nullptr;
  }
  if (task == "built-in") { // the answer does not matter: does the call come back?
    cl_int error = CL_SUCCESS;
    const cl_program program = clCreateProgramWithBuiltInKernels(lab.context(), 1, &lab.device(),
                                                                 "no_such_kernel", &error);
    const cl::Program released(program);
    return nullptr;
  }
  cl::Program program;
  return build_and_launch(lab, task, file, program);
}

// [cache]
Json what_does_a_cache_save(const Lab& lab) {
  const TemporaryDirectory directory;
  const fs::path binary = directory.path / "mathematics.bin";
  std::vector<std::string> tasks{"source"};
  if (!lab.quick) {
    tasks.emplace_back("binary");
    cl::Program program;
    build_and_launch(lab, "source", "", program);
    // After a launch: PoCL compiles a part only then, and saves that part, too.
    binaries::save_binary(program, lab.device, binary);
  }
  const char* columns[] = {"build_ms", "first_launch_ms", "second_launch_ms"};
  harness::Table table({{"made from"},
                        {"driver's cache"},
                        {"build", harness::Table::Align::right},
                        {"first launch", harness::Table::Align::right},
                        {"second launch", harness::Table::Align::right}});
  Json rows = Json::array();
  std::size_t cached_files = 0;
  for (const std::string& task : tasks) {
    std::map<std::string, common::Samples> cold, cached;
    for (int i = 0; i < (lab.quick ? 1 : 5); ++i) {
      const TemporaryDirectory cache;          // empty
      for (auto* samples : {&cold, &cached}) { // the first child fills it, the second finds it full
        const Json times = times_of_child(lab, task, binary, cache.path);
        for (const char* column : columns)
          (*samples)[column].values.push_back(times.at(column));
      }
      if (task == "source")
        cached_files = files_in(cache.path);
    }
    for (auto* samples : {&cold, &cached}) {
      Json row{{"from", task}, {"cache", samples == &cold ? "empty" : "filled"}};
      std::vector<std::string> cells{task, row.at("cache")};
      for (const char* column : columns) {
        row[column] = (*samples)[column].median();
        cells.push_back(harness::duration_text((*samples)[column].median()));
      }
      table.add(cells);
      rows.push_back(row);
    }
  }
  fmt::print("{}  files in the cache after a build from source: {}\n", table.text(), cached_files);
  return {{"rows", rows},
          {"cached_files", cached_files},
          {"changed_header_noticed", is_a_changed_header_noticed(lab)}};
}
// [/cache]
