#include "exercise.hpp"

void show(int frames, const Clock& clock, const std::function<void(int)>& draw) {
  const Time period = Time(1'000'000'000) / 30;
  for (int f = 0; f < frames; ++f) {
    draw(f);
    clock.sleep_until(clock.now() + period);
  }
}
