// A film: picture after picture to the device, through a step, and back to the host. How many a second?

#include "film.hpp"

#include "common/timing.hpp"
#include "harness/lab/experiment.hpp"
#include "harness/system/report.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace hist {
namespace {

constexpr double patience = 0.5; // seconds for a step at one size
constexpr std::size_t fewest_frames = 5;

// [film]
// One picture: upload, launches, download. Milliseconds.
std::vector<double> one_frame(const Histogram& in, bool as_image, const harness::Prepared& prepared,
                              const harness::Session& session, std::vector<std::byte>& result) {
  const std::size_t columns = in.width, rows = in.height;
  const common::Stopwatch all;
  if (as_image)
    session.queue.enqueueWriteImage(in.image, CL_FALSE, {0, 0, 0}, {columns, rows, 1}, 0, 0,
                                    in.picture.data());
  else
    session.queue.enqueueWriteBuffer(in.input, CL_FALSE, 0, in.picture.size(), in.picture.data());
  const std::vector<cl::Event> events = prepared.run();
  session.queue.enqueueReadBuffer(prepared.output, CL_TRUE, 0, result.size(), result.data());
  const double all_ms = all.milliseconds();
  double device_ms = 0;
  for (const cl::Event& event : events)
    device_ms += common::event_times(event).execution_ms();
  return {device_ms, all_ms};
}
// [/film]

} // namespace

int run_film(const Task& task, const harness::LadderOptions& options,
             const std::string& command_line) {
  const harness::Session session(common::pick_device(options.program.device));
  nlohmann::json document = harness::result_document("22_histogram", command_line, session.device);
  document["rows"] = nlohmann::json::array();
  using enum harness::Table::Align;
  harness::Table table({{"size", right},
                        {"step"},
                        {"kernels", right},
                        {"with transfers", right},
                        {"frames/s", right}});
  const std::vector<std::string> sizes =
      options.sizes.empty() ? std::vector<std::string>{"512", "1024", "2048"} : options.sizes;
  for (const std::string& size : sizes) {
    const std::vector<int> sides = harness::parse_size(size, 2);
    Histogram in(task, sides[0], sides[1], options.program.seed);
    in.upload(session);
    std::vector<std::byte> result(in.output_bytes());
    for (const harness::Step& step : in.steps()) {
      if (!options.steps.empty() &&
          std::find(options.steps.begin(), options.steps.end(), step.id) == options.steps.end())
        continue;
      try {
        const harness::Prepared prepared = harness::prepare_verified(in, step, session);
        common::Samples device, all;
        for (const common::Stopwatch watch;
             all.values.size() < fewest_frames || watch.seconds() < patience;) {
          const std::vector<double> ms = one_frame(in, step.images, prepared, session, result);
          device.values.push_back(ms[0]);
          all.values.push_back(ms[1]);
        }
        if (!in.check(result).passed())
          throw common::Error(fmt::format("{}: the last picture is wrong", step.id));
        document["rows"].push_back({{"size", in.size()},
                                    {"step", step.id},
                                    {"device_ms", device.median()},
                                    {"all_ms", all.median()},
                                    {"frames", 1e3 / all.median()},
                                    {"device_frames", 1e3 / device.median()}});
        table.add({in.size(), step.id, harness::duration_text(device.median()),
                   harness::duration_text(all.median()),
                   fmt::format("{:.0f}", 1e3 / all.median())});
      } catch (const common::Skip& reason) {
        fmt::print("skipped: {}, {}: {}\n", in.size(), step.id, reason.what());
      }
    }
  }
  fmt::print("{}", table.text());
  if (!options.program.json_file.empty())
    harness::write_json(options.program.json_file, document);
  return common::exit_passed;
}

} // namespace hist
