// Chapter 2: everything a program can ask of platforms and devices, and what the answers are good
// for.
//
//   02_platforms_and_devices_lab                   the loader, all devices, the chosen one in detail
//   02_platforms_and_devices_lab --device cpu      another device
//   02_platforms_and_devices_lab --group memory    only these questions
//   02_platforms_and_devices_lab --names           the constants' names in place of the explanations
//   02_platforms_and_devices_lab --json all.json   every answer of every device
//
// The questions are a table (queries.cpp); the loader and the sub-devices have files of their own.

#include "common/device.hpp"
#include "common/error.hpp"
#include "harness/system/options.hpp"
#include "harness/system/report.hpp"
#include "loader.hpp"
#include "queries.hpp"
#include "sub_devices.hpp"

#include <CLI/CLI.hpp>

#include <fmt/format.h>
#include <set>

namespace {

using namespace platforms; // this chapter's own: questions, loader, sub-devices
using Json = nlohmann::json;

struct Options {
  harness::LabOptions program;
  std::vector<std::string> groups; ///< the questions to show
  bool names = false;
};

// [two-call]
// The answer may have any length. So OpenCL is called twice: first for the number of bytes, then
// for the bytes. No answer where the device does not know the question.
std::optional<Bytes> ask(cl_device_id device, cl_device_info info) {
  std::size_t size = 0;
  if (clGetDeviceInfo(device, info, 0, nullptr, &size) != CL_SUCCESS)
    return std::nullopt;
  Bytes bytes(size);
  if (clGetDeviceInfo(device, info, bytes.size(), bytes.data(), nullptr) != CL_SUCCESS)
    return std::nullopt;
  return bytes;
}
// [/two-call]

// [ask]
Json value_of(const cl::Device& device, const Query& query) {
  if (common::device_version(device) < query.since)
    return nullptr; // an older device answers CL_INVALID_VALUE
  return decode(query, ask(device(), query.info));
}
// [/ask]

void print_line(const std::string& left, const std::string& right) {
  const std::string gap = left.size() > 48 && !right.empty() ? fmt::format("\n{:50}", "") : "";
  const std::string line = fmt::format("  {:<48}{}  {}", left, gap, right);
  fmt::print("{}\n", line.substr(0, line.find_last_not_of(' ') + 1));
}

// [print]
void print_group(const cl::Device& device, const Group& group, bool names) {
  fmt::print("{}\n", group.title);
  for (const Query& query : group.queries) {
    const Json value = value_of(device, query);
    if (query.type == Type::words)
      for (const std::string word : value)
        print_line(word, extension_meaning(word));
    else
      print_line(fmt::format("{:<22}  {}", query.label, in_words(query, value)),
                 names ? query.constant : query.meaning);
  }
  fmt::print("\n");
}
// [/print]

Json everything_about(const cl::Device& device) {
  Json answers;
  for (const Group& group : groups())
    for (const Query& query : group.queries)
      answers[query.constant] = value_of(device, query);
  return answers;
}

// [list]
void print_devices(const std::vector<cl::Device>& devices) {
  fmt::print("Devices\n");
  for (std::size_t i = 0; i < devices.size(); ++i)
    fmt::print("  --device {}: {}\n", i, common::describe(devices[i]));
  fmt::print("\n");
}
// [/list]

int run(const Options& options, const std::string& command_line) {
  const std::set<std::string> chosen(options.groups.begin(), options.groups.end());
  if (chosen.count("loader") > 0)
    print_loader(); // before anything can fail: it explains most failures
  const std::vector<cl::Device> devices = common::all_devices();
  if (chosen.count("devices") > 0)
    print_devices(devices);

  const cl::Device device = common::pick_device(options.program.device);
  fmt::print("In detail: {}\n\n", device.getInfo<CL_DEVICE_NAME>());
  for (const Group& group : groups())
    if (chosen.count(group.name) > 0)
      print_group(device, group, options.names);
  Json sub_devices;
  if (chosen.count("partition") > 0)
    sub_devices = show_sub_devices(device, options.program.quick);

  if (!options.program.json_file.empty()) {
    Json document{{"chapter", "02_platforms_and_devices"},
                  {"date", harness::today()},
                  {"command", command_line},
                  {"device", harness::device_json(device)},
                  {"loader", loader_json()},
                  {"sub_devices", sub_devices}};
    for (const cl::Device& each : devices)
      document["devices"].push_back(everything_about(each));
    harness::write_json(options.program.json_file, document);
  }
  return common::exit_passed;
}

} // namespace

int main(int argc, char** argv) {
  return common::run_main(argc, argv, [](int count, char** arguments) {
    CLI::App app{"All that can be asked of OpenCL platforms and devices, and what it is good for."};
    Options options{{}, {"loader", "devices"}};
    for (const Group& group : groups())
      options.groups.emplace_back(group.name);
    harness::add_lab_options(app, options.program);
    const CLI::Option* chosen = app.add_option("--group", options.groups, "only these, as in a,b")
                                    ->check(CLI::IsMember(options.groups))
                                    ->delimiter(',');
    app.add_flag("--names", options.names, "show the constants' names, not the explanations");
    common::parse(app, count, arguments);
    if (options.program.quick && chosen->count() == 0)
      options.groups = {"loader", "devices", "compute", "memory", "partition"};
    return run(options, harness::command_line(count, arguments));
  });
}
