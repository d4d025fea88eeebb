// Which device? By the command line, by the environment, or by asking.

#include "common/error.hpp"
#include "experiments.hpp"
#include "harness/lab/device.hpp"

#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>
#include <iostream>
#include <sstream>

// [parse]
std::vector<std::size_t> parse_choice(const std::string& answer, std::size_t count) {
  std::string text = answer;
  std::replace(text.begin(), text.end(), ',', ' ');
  std::istringstream words(text);
  std::vector<std::size_t> chosen;
  for (std::string word; words >> word;) {
    const bool digits = word.size() < 6 && std::all_of(word.begin(), word.end(),
                                                       [](char c) { return c >= '0' && c <= '9'; });
    const std::size_t number = digits ? std::stoul(word) : count;
    if (number >= count)
      throw common::Error(fmt::format("'{}' is none of the numbers 0 to {}.", word, count - 1));
    if (std::count(chosen.begin(), chosen.end(), number) > 0)
      throw common::Error(fmt::format("{} is there twice.", number));
    chosen.push_back(number);
  }
  if (chosen.empty())
    throw common::Error("that is no number.");
  return chosen;
}
// [/parse]

// [ask]
std::vector<cl::Device> ask_for_devices() {
  const std::vector<cl::Device> all = common::all_devices();
  for (std::size_t i = 0; i < all.size(); ++i)
    fmt::print("  {}: {}\n", i, common::describe(all[i]));
  while (true) {
    fmt::print("Which device? Several of one platform as in 0,1: ");
    std::fflush(stdout);
    std::string line;
    if (!std::getline(std::cin, line)) // a script, or the user has gone
      throw common::Error("no device was chosen. Without a terminal use --device or OCL_DEVICE.");
    try {
      std::vector<cl::Device> devices;
      for (const std::size_t i : parse_choice(line, all.size()))
        devices.push_back(all[i]);
      for (const cl::Device& device : devices)
        if (platform_of(device)() != platform_of(devices.front())())
          throw common::Error("these are of several platforms: no context can hold them all.");
      return devices;
    } catch (const common::Error& error) {
      fmt::print("  {}\n", error.what()); // and ask again
    }
  }
}
// [/ask]

Json do_all_ways_lead_to_it(const Lab& lab) {
  const std::string index = harness::index_of(lab.device);
  const std::string name = lab.device.getInfo<CL_DEVICE_NAME>();
  Json rows = Json::array();
  // [ways]
  const auto check = [&](const std::string& way, const std::string& selector, bool exact) {
    const cl::Device found = common::pick_device(selector);
    const bool same = found() == lab.device();
    fmt::print("  {:<24} {}\n", way, same ? "this device" : common::describe(found));
    verify(same || !exact, way + " chooses the device");
    rows.push_back({{"way", way}, {"same", same}});
  };
  check("--device INDEX", index, true);
  check("--device NAME", name, false); // two devices may have the same name
  try {
    check("OCL_DEVICE, or nothing", "", false); // and without it the best there is
  } catch (const common::Error&) {              // --device has overruled it
    fmt::print("  {:<24} names no device of this machine\n", "OCL_DEVICE");
  }
  // [/ways]
  // [refused]
  std::string complaint;
  try {
    common::pick_device("no such device");
  } catch (const common::Error& error) {
    complaint = error.what();
  }
  // [/refused]
  common::pick_device(index); // messages about limits are about this one
  verify(complaint.find(common::describe(lab.device)) != std::string::npos,
         "who asks for a device that is not there is told which are");
  fmt::print("  --device NONSENSE        refused, with the list of all devices\n");
  return {{"rows", rows}, {"complaint", complaint.substr(0, complaint.find('\n'))}};
}
