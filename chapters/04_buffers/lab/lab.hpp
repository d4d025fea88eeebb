// What the experiments of this chapter share. Each experiment prints what it finds, verifies what
// the specification promises, and returns it as JSON.
#pragma once

#include "common/device.hpp"
#include "harness/lab/experiment.hpp"
#include "harness/lab/session.hpp"

#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

using Json = nlohmann::json;
using Numbers = std::vector<cl_uint>;

using harness::verify;

/// What the kernel `look` finds in a buffer.
struct Sight {
  cl_ulong address = 0; ///< where the buffer is for the kernel
  cl_uint first = 0;    ///< its first number
};

/// Device, context, an in-order queue, and two kernels.
struct Lab : harness::Session {
  Lab(const cl::Device& chosen, bool quick, unsigned seed);

  /// `count` random numbers, the same for the same `variant` and --seed.
  Numbers numbers(std::size_t count, unsigned variant = 0) const;
  /// A buffer of the device's own that holds them.
  cl::Buffer buffer_with(const Numbers& numbers) const;
  /// What a buffer holds now, through a blocking read.
  Numbers content(const cl::Buffer& buffer) const;
  /// Adds `value` to all numbers by a kernel, and waits for it.
  void add(const cl::Buffer& buffer, cl_uint value) const;
  Sight look(const cl::Buffer& buffer) const;

  const bool quick;
  const unsigned seed;
  std::string output; ///< where to write the picture with the rectangles; empty: nowhere

 private:
  cl::Kernel add_, look_;
};

/// The bytes of these numbers.
inline std::size_t bytes_of(const Numbers& numbers) {
  return numbers.size() * sizeof(cl_uint);
}

/// "accepted", or the name of the error with which OpenCL refuses what `call` does.
std::string outcome(const std::function<void()>& call);

/// The least time of a few runs, in milliseconds: what the work takes when nobody disturbs.
double least_ms(const std::function<void()>& body, int runs = 5);

/// How long the host takes to copy so many bytes by itself, in milliseconds: the yardstick for
/// "does this call copy?"
double host_copy_ms(std::size_t bytes);

inline const char* yes_or_no(bool yes) {
  return yes ? "yes" : "no";
}

// flags.cpp
Json where_does_a_buffer_live(const Lab& lab);
Json who_may_touch_it(const Lab& lab);
Json what_is_refused(const Lab& lab);

// mapping.cpp
Json what_do_the_map_flags_do(const Lab& lab);
Json whose_memory_is_it(const Lab& lab);
Json what_is_a_pinned_transfer(const Lab& lab);

// parts.cpp
Json how_do_i_cut_a_rectangle(const Lab& lab);
Json can_a_part_be_a_buffer(const Lab& lab);

// lifetime.cpp
Json where_is_it_now(const Lab& lab);
Json when_does_it_die(const Lab& lab);
Json what_can_be_asked(const Lab& lab);

// bandwidth.cpp
Json how_fast_are_they(const Lab& lab);
/// Draws the table of how_fast_are_they() that the file `results` holds, as SVG. Throws common::Skip
/// without gnuplot, and common::Error where there is nothing to draw.
void draw_bandwidth(const std::string& results, const std::string& svg);

// demos.cpp
std::vector<std::string> demo_names();
/// Makes the mistake and explains it. Returns an exit code; throws common::Skip where the device
/// does not notice.
int run_demo(const std::string& name, const Lab& lab);
