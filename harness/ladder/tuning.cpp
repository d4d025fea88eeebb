// Where the results of --tune are kept, and how they are found again.

#include "harness/ladder/tuning.hpp"
#include "common/error.hpp"
#include "common/kernel_io.hpp"
#include "harness/ladder/ladder.hpp"
#include "harness/system/lock.hpp"
#include "harness/system/report.hpp"
#include "harness/system/temporary.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace fs = std::filesystem;

namespace harness {
using namespace common;
namespace {

// A file of tuning results is an array of {"chapter", "kind", "step", "device", "platform", "values"}. A
// damaged file is as good as none, it only costs speed.
nlohmann::json read_entries(const fs::path& file) {
  std::error_code ignored;
  if (fs::is_regular_file(file, ignored))
    if (nlohmann::json document = read_json(file); document.is_array())
      return document;
  return nlohmann::json::array();
}

// Is it a preset, or a value that the search would try for each parameter, and nothing else?
bool lists(const Step& step, const Values& values) {
  if (std::count(step.presets.begin(), step.presets.end(), values) > 0)
    return true;
  return values.size() == step.parameters.size() &&
         std::all_of(step.parameters.begin(), step.parameters.end(),
                     [&](const Parameter& parameter) {
                       const auto found = values.find(parameter.name);
                       return found != values.end() &&
                              std::count(parameter.values.begin(), parameter.values.end(),
                                         found->second) > 0;
                     });
}

nlohmann::json key(const std::string& chapter, const std::string& kind, const std::string& step,
                   const cl::Device& device) {
  const nlohmann::json about = device_json(device);
  return {{"chapter", chapter},
          {"kind", kind},
          {"step", step},
          {"device", about.at("name")},
          {"platform", about.at("platform")},
          {"driver", about.at("driver")}};
}

// An entry that names fewer properties fits more devices: those that ship with the project leave
// the driver out.
bool fits(const nlohmann::json& entry, const nlohmann::json& wanted) {
  if (!entry.is_object() || !entry.contains("values"))
    return false;
  for (const auto& [name, value] : wanted.items())
    if (entry.contains(name) && entry.at(name) != value)
      return false;
  return entry.contains("chapter") && entry.contains("step");
}

Values find_values(const nlohmann::json& entries, const nlohmann::json& wanted, const Step& step) {
  for (const auto& entry : entries)
    if (fits(entry, wanted))
      if (const Values values = entry.at("values").get<Values>(); lists(step, values))
        return values;
  return {};
}

} // namespace

std::string tuning_file() {
  const char* cache = std::getenv("XDG_CACHE_HOME");
  const char* home = std::getenv("HOME");
  const fs::path base = cache && *cache ? fs::path(cache)
                        : home && *home ? fs::path(home) / ".cache"
                                        : temporary_place();
  return (base / "opencl-step-by-step" / "tuning.json").string();
}

Values tuned_values(const std::string& chapter, const std::string& kind, const Step& step,
                    const cl::Device& device) {
  const nlohmann::json wanted = key(chapter, kind, step.id, device);
  try {
    if (Values own = find_values(read_entries(tuning_file()), wanted, step); !own.empty())
      return own;
    return find_values(read_entries(find_data("tuning.json")), wanted, step);
  } catch (const std::exception&) {
    // No file, or one with entries of another form: the presets will do.
    return {};
  }
}

void require_tuning_file() {
  const fs::path file = tuning_file();
  std::error_code ignored; // what was in the way, the next line says
  fs::create_directories(file.parent_path(), ignored);
  require_writable(file);
}

void remember_tuned_values(const std::string& chapter, const std::string& kind,
                           const std::string& step, const cl::Device& device, const Values& values,
                           double median_ms, const std::string& size) {
  require_tuning_file();
  const fs::path file = tuning_file();
  const Lock lock(file.parent_path());
  nlohmann::json entry = key(chapter, kind, step, device);
  nlohmann::json entries = nlohmann::json::array();
  for (const auto& old : read_entries(file))
    if (!fits(old, entry))
      entries.push_back(old);
  entry["values"] = values;
  entry["median_ms"] = median_ms;
  entry["size"] = size;
  entries.push_back(entry);
  write_text(file, entries.dump(1) + "\n");
}

std::vector<Values> all_combinations(const std::vector<Parameter>& parameters) {
  std::vector<Values> combinations{Values{}};
  for (const Parameter& parameter : parameters) {
    std::vector<Values> longer;
    for (const Values& shorter : combinations)
      for (const int value : parameter.values) {
        longer.push_back(shorter);
        longer.back()[parameter.name] = value;
      }
    combinations = std::move(longer);
  }
  return combinations;
}

} // namespace harness
