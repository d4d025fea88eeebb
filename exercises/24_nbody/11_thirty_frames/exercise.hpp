#pragma once

#include <chrono>
#include <functional>

using Time = std::chrono::nanoseconds; ///< since some beginning

/// What std::chrono::steady_clock::now() and std::this_thread::sleep_until() do in a program.
struct Clock {
  std::function<Time()> now;
  std::function<void(Time)> sleep_until; ///< returns a little later than that
};

/// Calls draw(0) at once, then draw(1) and so on to draw(frames - 1), at most 30 in a second. See the task.
void show(int frames, const Clock& clock, const std::function<void(int)>& draw);
