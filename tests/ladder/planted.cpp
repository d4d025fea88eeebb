#include "tests/ladder/planted.hpp"

#include "common/error.hpp"
#include "common/launch.hpp"
#include "harness/lab/session.hpp"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <thread>
#include <utility>

namespace planted {

Triple::Triple(int count, unsigned seed)
    : count_(count), in_(common::random_floats(static_cast<std::size_t>(count), seed)) {}

harness::Cost Triple::cost() const {
  const char* factor = std::getenv("PLANTED_COST");
  const double cost = count_ * (factor ? std::atof(factor) : 1.0);
  return {cost, 8.0 * cost};
}

void Triple::upload(const harness::Session& session) {
  in_on_device_ = cl::Buffer(session.context, CL_MEM_READ_ONLY, output_bytes());
  session.queue.enqueueWriteBuffer(in_on_device_, CL_TRUE, 0, output_bytes(), in_.data());
  never_written_ = cl::Buffer(session.context, CL_MEM_READ_WRITE, output_bytes());
}

common::Comparison Triple::check(std::span<const std::byte> output) const {
  std::vector<double> want;
  for (const float value : in_)
    want.push_back(3.0 * value);
  return common::compare(
      std::span(reinterpret_cast<const float*>(output.data()), output.size() / sizeof(float)), want,
      {0.0, 1e-6});
}

std::vector<harness::Step> Triple::steps() const {
  // All kernels take the same arguments and stand in one file; a build option selects the bug.
  const auto step = [this](const std::string& id, const std::string& change,
                           cl::NDRange wanted = {16}) {
    harness::Step made{id, "planted_" + id, change, "planted/triple.cl"};
    made.prepare = [this, made, wanted](const harness::Workbench& bench) -> harness::Run {
      cl::Kernel kernel = bench.kernel(made.kernel_file, "triple", " -DBUG_" + made.id);
      common::set_args(kernel, in_on_device_, bench.output, never_written_, count_);
      const cl::NDRange local = common::fit_local_size(bench.session.device, kernel, wanted);
      const cl::NDRange global = common::round_up(cl::NDRange(in_.size()), local);
      return [=, queue = bench.session.queue] {
        return std::vector{common::launch(queue, kernel, global, local)};
      };
    };
    const std::uint64_t items = in_.size();
    made.accesses = [items](const harness::Values&) {
      return std::map<std::string, harness::Accesses>{
          {"triple", {.global_loads = items, .global_stores = items}}};
    };
    return made;
  };

  harness::Step needs = step("needs", "needs what no device has");
  needs.obstacle = [](const cl::Device&, const harness::Values&) {
    return std::string("needs four dimensions: this device has three");
  };
  harness::Step missing = step("missing", "its kernel file does not exist");
  missing.kernel_file = "planted/no_such_file.cl";
  missing.prepare = [missing](const harness::Workbench& bench) -> harness::Run {
    bench.kernel(missing.kernel_file, "triple");
    return {};
  };
  harness::Step opencl_error = step("opencl_error", "an OpenCL call fails");
  opencl_error.prepare = [](const harness::Workbench& bench) -> harness::Run {
    const cl::Buffer empty(bench.session.context, CL_MEM_READ_WRITE, std::size_t{0});
    return {};
  };
  harness::Step too_large = step("too_large", "asks for work-groups of 32 x 32 without a look");
  too_large.prepare = [this](const harness::Workbench& bench) -> harness::Run {
    cl::Kernel kernel = bench.kernel("planted/triple.cl", "triple", " -DBUG_none");
    common::set_args(kernel, in_on_device_, bench.output, never_written_, count_);
    return [=, queue = bench.session.queue] {
      return std::vector{common::launch(queue, kernel, {1024, 1024}, {32, 32})};
    };
  };
  // Of the values 0 is wrong, 1 and 2 are right, 3 does not build, 4 does not fit. The preset is 2.
  harness::Step tunable = step("tunable", "has a parameter");
  tunable.parameters = {{"WAY", {0, 1, 2, 3, 4}}};
  tunable.presets = {{{"WAY", 4}}, {{"WAY", 2}}};
  tunable.obstacle = [](const cl::Device&, const harness::Values& values) {
    return values.at("WAY") == 4 ? "WAY=4 needs more than there is: this device has less"
                                 : std::string{};
  };
  harness::Step hopeless = tunable; // every value is wrong
  hopeless.id = "hopeless";
  hopeless.name = "planted_hopeless";
  hopeless.parameters = {{"WAY", {0}}};
  hopeless.presets = {{{"WAY", 0}}};
  harness::Step oversized = tunable; // no value fits
  oversized.id = "oversized";
  oversized.name = "planted_oversized";
  oversized.parameters = {{"WAY", {4}}};
  oversized.presets = {{{"WAY", 4}}};
  // Right, but with a host that waits: 2 ms for each element.
  harness::Step sluggish = step("sluggish", "is slow");
  sluggish.prepare = [this, right = step("none", "")](const harness::Workbench& bench) {
    return harness::Run([this, run = right.prepare(bench)] {
      std::this_thread::sleep_for(std::chrono::milliseconds(2) * count_);
      return run();
    });
  };
  harness::Step interrupts = step("interrupts", "presses Ctrl-C when it runs");
  interrupts.prepare = [right = step("none", "")](const harness::Workbench& bench) {
    return harness::Run([run = right.prepare(bench)] {
      std::raise(SIGINT);
      return run();
    });
  };
  harness::Step unpromising = step("unpromising", "promises no counts");
  unpromising.accesses = nullptr;
  unpromising.parent = "none";
  harness::Step overpromising = step("overpromising", "promises a kernel that never runs");
  overpromising.accesses = [](const harness::Values&) {
    return std::map<std::string, harness::Accesses>{{"no_such_kernel", {}}};
  };

  return {step("none", "right"),
          step("wrong", "one element is wrong"),
          step("nan", "one element is NaN"),
          step("unwritten", "the last element is not written"),
          step("past_end", "one element more is written"),
          step("race", "reads a neighbour's local memory without a barrier"),
          step("out_of_bounds", "reads behind the input"),
          step("uninitialised", "reads memory that nobody wrote"),
          step("divergent", "a barrier that not every work-item reaches"),
          step("wasteful", "loads its element twice"),
          step("syntax", "does not compile"),
          step("endless", "never ends", {1}),
          step("slow", "computes everything again and again"),
          needs,
          missing,
          opencl_error,
          too_large,
          tunable,
          hopeless,
          oversized,
          sluggish,
          interrupts,
          unpromising,
          overpromising};
}

std::vector<harness::Peer> Triple::peers(const harness::Session&) const {
  const auto peer = [this](const std::string& name, float factor) {
    harness::Peer made{name, "1.0"};
    made.run = [] { return 0.5; };
    made.output = [this, factor] {
      std::vector<float> out = in_;
      for (float& value : out)
        value *= factor;
      const auto bytes = std::as_bytes(std::span(out));
      return std::vector<std::byte>(bytes.begin(), bytes.end());
    };
    return made;
  };
  harness::Peer absent = peer("absent peer", 3.0F);
  absent.missing = "not installed: install it";
  std::vector<harness::Peer> all{peer("right peer", 3.0F), absent};
  if (std::getenv("PLANTED_WRONG_PEER"))
    all.push_back(peer("wrong peer", 3.1F));
  if (const char* runs =
          std::getenv("PLANTED_RESTLESS_RUNS")) { // so many of its times lie far apart
    harness::Peer restless = peer("restless peer", 3.0F);
    restless.run = [left = std::atoi(runs)]() mutable {
      return left-- > 0 && left % 2 == 0 ? 1.5 : 0.5;
    };
    all.push_back(restless);
  }
  if (const char* first_ms = std::getenv("PLANTED_STARTING_PEER")) { // its first run takes so long
    harness::Peer starting = peer("starting peer", 3.0F);
    starting.run = [ms = std::atof(first_ms)]() mutable { return std::exchange(ms, 0.5); };
    all.push_back(starting);
  }
  return all;
}

common::Comparison Thirds::check(std::span<const std::byte> output) const {
  std::vector<int> want;
  for (int i = 0; i < static_cast<int>(count); ++i)
    want.push_back(i % 3 - 1);
  return common::compare(
      std::span(reinterpret_cast<const int*>(output.data()), output.size() / sizeof(int)),
      std::span<const int>(want));
}

std::vector<harness::Step> Thirds::steps() const {
  const auto step = [](const std::string& id) {
    harness::Step made{id, "planted_" + id, "", "planted/thirds.cl"};
    made.prepare = [id](const harness::Workbench& bench) -> harness::Run {
      cl::Kernel kernel = bench.kernel("planted/thirds.cl", "thirds", " -DBUG_" + id);
      common::set_args(kernel, bench.output);
      return [=, queue = bench.session.queue] {
        return std::vector{common::launch(queue, kernel, {count})};
      };
    };
    return made;
  };
  return {step("none"), step("unwritten")};
}

harness::CaseStudy case_study() {
  return {.chapter = "planted",
          .quick_sizes = {"33"},
          .default_sizes = {"100"},
          .check_sizes = {"1", "31", "100"},
          .bench_sizes = {"1000"},
          .make = [](const std::string& size, unsigned seed) -> std::unique_ptr<harness::Problem> {
            return std::make_unique<Triple>(harness::parse_size(size, 1).front(), seed);
          }};
}

} // namespace planted
