// A case study that no one reads: what holds for the command line of every ladder is proven with it, by
// tests/cli/test_contract.cpp. Its problem is that of the planted ladder: out[i] = 3 in[i].

#include "common/launch.hpp"
#include "common/places.hpp"
#include "harness/ladder/program.hpp"
#include "tests/ladder/planted.hpp"

#include <cstdlib>

namespace {

class MadeUp : public planted::Triple {
 public:
  using Triple::Triple;

  std::vector<harness::Step> steps() const override {
    return {step("v1", "product", "", {}), step("v2", "sum", "v1", {{"PER_ITEM", {1, 2}}})};
  }

 private:
  harness::Step step(const std::string& id, const std::string& name, const std::string& parent,
                     const std::vector<harness::Parameter>& parameters) const {
    harness::Step made{id, name, "the made-up way by a " + name,
                       "99_made_up_ladder/" + id + "_" + name + ".cl"};
    made.parent = parent;
    made.parameters = parameters;
    if (!parameters.empty())
      made.presets = {{{"PER_ITEM", 2}}};
    made.prepare = [this,
                    file = made.kernel_file](const harness::Workbench& bench) -> harness::Run {
      cl::Kernel kernel = bench.kernel(file, "triple");
      const int n = static_cast<int>(output_bytes() / sizeof(float));
      common::set_args(kernel, in_on_device(), bench.output, n);
      const cl::NDRange local = common::fit_local_size(bench.session.device, kernel, {16});
      const cl::NDRange global = common::round_up({static_cast<std::size_t>(n)}, local);
      return [=, queue = bench.session.queue] {
        return std::vector{common::launch(queue, kernel, global, local)};
      };
    };
    return made;
  }
};

} // namespace

int main(int argc, char** argv) {
  // Its kernels are not below kernels/.
  const std::string kernels = common::source_root + std::string("/tests/made_up/kernels");
  setenv("OCL_KERNEL_PATH", kernels.c_str(), 0);
  harness::CaseStudy made_up = planted::case_study();
  made_up.chapter = "99_made_up_ladder";
  made_up.check_sizes = {"1", "31", "100", "101", "1000"};
  made_up.make = [](const std::string& size, unsigned seed) -> std::unique_ptr<harness::Problem> {
    return std::make_unique<MadeUp>(harness::parse_size(size, 1).front(), seed);
  };
  return harness::run_ladder_program(
      argc, argv, {.about = "A ladder for tests.", .study = [&](const auto&) { return made_up; }});
}
