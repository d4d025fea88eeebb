#include "tests/support/simulator.hpp"

#include "common/image.hpp"

#include <fmt/format.h>

namespace tests {

harness::OclgrindReport clean_run(const std::string& program,
                                  const std::vector<std::string>& arguments, Values values,
                                  int seconds) {
  std::vector<std::string> command{bin_dir() + "/" + program};
  command.insert(command.end(), arguments.begin(), arguments.end());
  harness::OclgrindReport report =
      harness::run_under_oclgrind(command, seconds, values == Values::unchecked);
  INFO(fmt::format("{}\n{}", fmt::join(command, " "), report.output));
  CHECK(report.clean());
  return report;
}

std::string clean_steps(const std::string& chapter, std::vector<std::string> options) {
  options.insert(options.begin(), "--oclgrind");
  const harness::ProcessResult run = run_lab(chapter, options);
  INFO(fmt::format("{}\n{}", fmt::join(options, " "), run.output));
  CHECK(run.exit_code == 0);
  return run.output;
}

std::string picture_in(const TemporaryDirectory& directory, int width, int height, int channels) {
  common::Image image{width, height, channels, {}};
  for (int i = 0; i < channels * width * height; ++i)
    image.pixels.push_back(static_cast<std::uint8_t>(i * i % 251));
  const fs::path file = directory.path / "in.png";
  common::save_image(file, image);
  return file.string();
}

} // namespace tests
