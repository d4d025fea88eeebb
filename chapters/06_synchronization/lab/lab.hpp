// What the experiments of this chapter share. Each experiment prints what it finds, verifies it, and
// returns it as JSON.
#pragma once

#include "common/device.hpp"
#include "harness/lab/busy_kernel.hpp"
#include "harness/lab/experiment.hpp"
#include "harness/lab/session.hpp"
#include "timeline.hpp"

#include <string>
#include <vector>

/// What the numbers are before anything is computed: the inputs, and the outputs.
constexpr cl_uint seed = 5;
constexpr cl_uint old_value = 1;

using harness::poll;
using harness::status_of;
using harness::verify;

/// Device, context, an in-order queue, and commands of any length.
struct Lab : harness::Session {
  /// `delay_ms` is the length of a slow command.
  Lab(const cl::Device& chosen, bool quick, double delay_ms);

  /// One more queue, which profiles. Throws common::Skip where the device has no out-of-order queues.
  cl::CommandQueue new_queue(bool out_of_order = false) const;
  /// A buffer that holds one number.
  cl::Buffer number(cl_uint value) const;
  /// What it holds now. Only for buffers that no command uses any more.
  cl_uint value_of(const cl::Buffer& buffer) const;
  /// Steps of a busy command that takes `part` of a slow one.
  cl_uint steps(double part) const { return busy.steps(part * delay_ms); }

  const bool quick;
  const double delay_ms;
  harness::BusyKernel busy;
  const bool has_times; ///< false where each command has the same: an error of the driver
  std::string figures;  ///< directory for SVG files; empty: none are written
};

/// Prints the timelines, and writes them to NAME.svg if figures are wanted.
void show(const Lab& lab, const std::string& name, const std::string& title,
          const std::vector<Timeline>& timelines);

// waiting.cpp
Json what_do_flush_and_finish_do(Lab& lab);
Json what_if_nobody_waits(Lab& lab);

// ordering.cpp
Json what_may_run_at_the_same_time(Lab& lab);
Json how_do_i_say_what_needs_what(Lab& lab);
Json what_does_a_marker_order(Lab& lab);
Json how_does_a_queue_wait_for_another(Lab& lab);

// demos.cpp
std::vector<std::string> demo_names();
/// Makes the mistake and explains it. Returns an exit code; throws common::Skip where the device
/// does not notice. `selector` is the program's --device.
int run_demo(const std::string& name, Lab& lab, const std::string& selector);
/// What the demo "deadlock" starts this program again for.
int wait_behind_a_closed_gate(Lab& lab);
