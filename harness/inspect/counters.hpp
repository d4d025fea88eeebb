#pragma once

#include <array>
#include <span>

/// What is counted of a kernel's accesses to memory.
namespace harness {

/// One number for each kind of access. Private memory is none: it lives in registers.
template <typename Number>
struct Counters {
  Number global_loads = {};
  Number global_stores = {};
  Number constant_loads = {};
  Number local_loads = {};
  Number local_stores = {};
  Number image_reads =
      {}; ///< calls of read_imagef() and its kin; no memory instructions, and no step promises them
  friend bool operator==(const Counters&, const Counters&) = default;
};

/// A kind of access: its name in JSON, and the words for it in a sentence.
template <typename Number>
struct CounterName {
  const char* name;
  const char* words;
  Number Counters<Number>::*counter;
};

/// All of them, in the order in which they are printed.
template <typename Number>
inline constexpr std::array<CounterName<Number>, 6> counter_names{
    {{"global_loads", "global loads", &Counters<Number>::global_loads},
     {"global_stores", "global stores", &Counters<Number>::global_stores},
     {"constant_loads", "constant loads", &Counters<Number>::constant_loads},
     {"local_loads", "local loads", &Counters<Number>::local_loads},
     {"local_stores", "local stores", &Counters<Number>::local_stores},
     {"image_reads", "image reads", &Counters<Number>::image_reads}}};

/// Those that are memory instructions.
template <typename Number>
inline constexpr std::span memory_counters{counter_names<Number>.begin(), 5};

} // namespace harness
