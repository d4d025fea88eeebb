#include "exercise.hpp"

#include "tools/exercise/check.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace {

using namespace std::chrono_literals;

/// A clock that goes on only when it is used, and whose sleep ends 2 ms too late.
struct Simulated {
  Time time = 5s;
  int asked = 0, slept = 0;
  Clock clock() {
    return {[this] {
              ++asked;
              return time += 1us;
            },
            [this](Time until) {
              ++slept;
              time = std::max(time + 1us, until + 2ms);
            }};
  }
};

} // namespace

EXERCISE_CHECK(bench) {
  const Time period = Time(1s) / 30, margin = 3ms;
  const std::vector<std::vector<Time>> films{
      std::vector<Time>(100, 10ms),                         // always in time
      std::vector<Time>(20, 50ms),                          // always late
      {10ms, 0ms, 30ms, 300ms, 10ms, 10ms, 34ms, 1ms, 1ms}, // late, and then in time again
      {70ms, 5ms, 5ms},
      {1ms},
      {}};
  for (const std::vector<Time>& takes : films) {
    const int frames = static_cast<int>(takes.size());
    bench.trying(fmt::format("{} frames", frames));
    Simulated simulated;
    Time due = simulated.time;
    int drawn = 0;
    show(frames, simulated.clock(), [&](int frame) {
      bench.expect(frame == drawn && frame < frames,
                   fmt::format("draw({}) is call number {} of {}.", frame, drawn, frames));
      const double ms = 1e-6 * static_cast<double>((simulated.time - due).count());
      bench.expect(simulated.time >= due && simulated.time < due + margin,
                   fmt::format("Frame {} begins {:.1f} ms {} than it should.", frame, std::abs(ms),
                               ms < 0.0 ? "earlier" : "later"));
      simulated.time += takes[static_cast<std::size_t>(frame)];
      due = std::max(due + period, simulated.time);
      ++drawn;
    });
    bench.expect(drawn == frames, fmt::format("{} of {} frames are drawn.", drawn, frames));
    bench.expect(simulated.asked <= 2 * frames + 2 && simulated.slept <= frames + 1,
                 fmt::format("For {} frames the time was asked {} times, and sleep_until called {} "
                             "times.",
                             frames, simulated.asked, simulated.slept));
  }
}
