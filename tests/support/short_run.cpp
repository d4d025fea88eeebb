#include "tests/support/short_run.hpp"

#include "common/device.hpp"
#include "common/image.hpp"
#include "common/kernel_io.hpp"

#include <algorithm>

namespace tests {
namespace {

fs::path directory_of(const std::string& name, Groups groups) {
  return fs::path(test_bin_dir()) / "short" /
         (name + (groups == Groups::of_one ? "_groups_of_one" : ""));
}

// Beside the directory, whose files are the program's own. It is written last.
fs::path output_of(const fs::path& directory) {
  return directory.string() + ".txt";
}

} // namespace

void make_short_run(const std::string& name, Groups groups) {
  const bool is_lab = name.ends_with("_lab");
  const fs::path directory = directory_of(name, groups);
  fs::remove_all(directory);
  fs::remove(output_of(directory));
  fs::create_directories(directory);
  harness::ProcessOptions options;
  options.directory = directory;
  options.timeout_seconds = 600; // beside other work a compiler may take minutes
  options.environment = {{"OCL_DEVICE", "no such device"}}; // --device has the last word
  if (groups == Groups::of_one)
    options.environment.emplace_back("POCL_MAX_WORK_GROUP_SIZE", "1");
  const std::vector<cl::Device> devices = common::all_devices();
  const cl::Device mine = common::pick_device();
  const auto found = std::find_if(devices.begin(), devices.end(),
                                  [&](const cl::Device& device) { return device() == mine(); });
  std::vector<std::string> arguments{"--quick", "--device",
                                     std::to_string(found - devices.begin())};
  if (is_lab)
    arguments.insert(arguments.end(), {"--json", "out.json"});
  const auto run = is_lab ? run_lab(name.substr(0, name.size() - 4), arguments, options)
                          : run_program(name, arguments, options);
  INFO(name << "\n" << run.output);
  REQUIRE(run.exit_code == 0);
  std::vector<std::string> files;
  for (const auto& entry : fs::recursive_directory_iterator(directory))
    files.push_back(entry.path().filename().string());
  REQUIRE(files == std::vector<std::string>{is_lab ? "out.json" : name + ".png"});
  if (is_lab) {
    const nlohmann::json document = json_from(directory / "out.json");
    CHECK(document.at("chapter") == name.substr(0, name.size() - 4));
    CHECK(document.at("date").get<std::string>().size() == 10);
    CHECK(contains(document.at("command").get<std::string>(), name));
    const nlohmann::json& device = document.at("device");
    for (const char* what : {"name", "platform", "driver"})
      CHECK_FALSE(device.at(what).get<std::string>().empty());
    CHECK(device.at("compute_units").get<int>() >= 1);
  } else
    CHECK(common::load_image(directory / files[0]).pixels.size() > 1000);
  common::write_text(output_of(directory), run.output);
}

ShortRun short_run(const std::string& name, Groups groups) {
  const fs::path directory = directory_of(name, groups), output = output_of(directory);
  if (!fs::exists(output) ||
      fs::last_write_time(output) < fs::last_write_time(fs::path(bin_dir()) / name))
    make_short_run(name, groups);
  return {common::read_text(output), directory};
}

} // namespace tests
