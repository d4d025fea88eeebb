// Readers copy common/ into projects of their own.

#include "common/image.hpp"
#include "tests/support/support.hpp"

using tests::contains;
namespace fs = std::filesystem;

TEST_CASE("common alone builds in a project of five lines, and its programs run") {
  const fs::path root = tests::source_root();
  const tests::TemporaryDirectory directory;
  const fs::path project = directory.path / "my project";
  const std::string stem = "17_images_and_samplers";
  fs::create_directories(project / "kernels");
  fs::copy(root / "common", project / "common");
  fs::copy(root / "kernels" / stem, project / "kernels" / stem);
  fs::copy(root / "chapters" / stem / "main.cpp", project / "main.cpp");
  fs::copy(root / "chapters/01_hello_opencl/own/with_common/CMakeLists.txt",
           project / "CMakeLists.txt");
  const auto run = [&](const std::vector<std::string>& command) {
    harness::ProcessOptions options;
    options.directory = project;
    options.timeout_seconds = 1200;
    const harness::ProcessResult result = harness::run_process(command, options);
    CAPTURE(result.output);
    REQUIRE(result.exit_code == 0);
    return result.output;
  };
  run({"cmake", "-G", "Ninja", "-B", "build"});
  run({"cmake", "--build", "build"});
  common::save_image(project / "in.png", {2, 1, 3, {1, 2, 3, 4, 5, 6}});
  CHECK(contains(run({"build/mine", "--input", "in.png", "--output", "out.png"}), "verified"));
  CHECK(common::load_image(project / "out.png").width == 16);
}
