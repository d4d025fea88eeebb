#include "exercise.hpp"

#include <algorithm>

void show(int frames, const Clock& clock, const std::function<void(int)>& draw) {
  const Time period = Time(1'000'000'000) / 30;
  Time due = clock.now();
  for (int f = 0; f < frames; ++f) {
    clock.sleep_until(due);
    draw(f);
    due = std::max(due + period, clock.now());
  }
}
