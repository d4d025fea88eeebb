// What the experiments of this chapter share. Each experiment prints what it measures, verifies what
// its kernels have computed, and returns the numbers as JSON: {"rows": [...], ...}.
#pragma once

#include "common/timing.hpp"
#include "harness/lab/lab.hpp"

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

using Json = nlohmann::json;
using harness::Lab;
using harness::verify;

/// How much work makes a launch that can be measured on this device.
struct Scale {
  std::size_t words;  ///< of 4 bytes in a buffer that no cache should hold; a power of two
  std::size_t groups; ///< work-groups that keep every compute unit busy
  cl_uint rounds;     ///< of a kernel's inner loop
  bool gpu;
};
Scale scale_of(const Lab& lab);

/// Medians and what they are made of.
struct Measured {
  double ms = 0.0;       ///< median of the samples
  double best = 0.0;     ///< the shortest of them, the least disturbed
  double spread = 0.0;   ///< (max - min) / median
  unsigned launches = 0; ///< how often `run` was called, warm-up included
};

/// The device's time for `run`, between the start and the end of its event; the first launch warms
/// up (and compiles).
Measured device_ms(const Lab& lab, const std::function<cl::Event()>& run);
/// The host's time for `run`, which has to wait for its commands itself.
Measured host_ms(const Lab& lab, const std::function<void()>& run);

/// The local size of `wanted` work-items, or less where the device cannot; `items` of it are whole
/// groups.
std::size_t fit(const Lab& lab, const cl::Kernel& kernel, std::size_t wanted);

/// Prints rows as a table with bars: the columns, each a key and a format such as "{:.1f}", then a
/// bar for the last, unless `bars` says otherwise.
struct Column {
  std::string key, format, title;
};
void print_rows(const Json& rows, const std::vector<Column>& columns, bool bars = true);

/// x -> factor * x + term, `steps` times, modulo 2^32.
std::uint32_t affine(std::uint32_t x, std::uint32_t factor, std::uint32_t term,
                     std::uint64_t steps);

/// Throws unless got[i] == want(i) for all i of a not empty `got`.
template <typename T, typename Want>
void verify_all(const std::vector<T>& got, const std::string& what, const Want& want) {
  verify(!got.empty(), what + " has results");
  for (std::size_t i = 0; i < got.size(); ++i)
    if (!(got[i] == want(i)))
      throw common::Error(what + ": result " + std::to_string(i) + " is wrong");
}

// device.cpp
Json what_is_in_this_device(const Lab& lab);

// memory.cpp
Json who_reads_which_address(const Lab& lab);
Json is_local_memory_equally_fast(const Lab& lab);

// transpose.cpp
Json how_fast_is_a_transpose(const Lab& lab);

// branches.cpp
Json what_does_a_branch_cost(const Lab& lab);

// waiting.cpp
Json how_far_away_is_memory(const Lab& lab);
Json who_hides_the_waiting(const Lab& lab);
Json how_much_is_under_way(const Lab& lab);
Json what_does_local_memory_cost(const Lab& lab);

// arithmetic.cpp
Json how_much_at_once(const Lab& lab);
Json how_wide_should_a_vector_be(const Lab& lab);

// launches.cpp
Json how_large_should_a_group_be(const Lab& lab);
Json what_shape_should_a_group_have(const Lab& lab);
Json what_does_a_launch_cost(const Lab& lab);

// caches.cpp
Json how_fast_are_the_caches(const Lab& lab);

// roofline.cpp
Json is_the_way_worth_it(const Lab& lab);
Json where_is_the_roof(const Lab& lab);

// predictions.cpp
Json how_many_instructions_start(const Lab& lab);
Json what_does_a_line_cost(const Lab& lab);
Json how_many_groups_at_once(const Lab& lab);
Json how_fast_are_groups_handed_out(const Lab& lab);

// demos.cpp
inline bool in_child = false; ///< --in-child: this is a child process that may crash
std::vector<harness::Demo> demos();

// plots.cpp
/// Draws latency_SUFFIX.svg and roofline_SUFFIX.svg into `directory`, if the results hold them; SUFFIX is the end of
/// the results' name ("pocl" of 14_how_devices_run_kernels_pocl.json). Throws Error for results of
/// another program. `steps`, if not empty, is what --counters --json of a case study has written for steps of `flop`
/// operations each: then also steps_CHAPTER_SUFFIX.svg, and a table of how much of each roof the steps reach.
void draw_plots(const std::string& results, const std::string& directory,
                const std::string& steps = {}, double flop = 0.0);
