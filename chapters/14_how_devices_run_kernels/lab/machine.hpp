// The model of a compute unit: a few numbers, and what follows from them. Nothing in here measures
// anything, so a test can ask for any machine.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

/// What the model knows of a compute unit of a GPU, or of a core of a CPU.
struct Machine {
  std::string name;
  /// Instructions that can start in a cycle: one for each scheduler of a GPU; on a CPU, which has one stream of
  /// instructions in a core, multiply-adds of vectors.
  unsigned ports = 4;
  unsigned interval = 1; ///< cycles for which a multiply-add occupies its scheduler
  unsigned latency = 4;  ///< cycles until another instruction can use the result of a multiply-add
  // The rest is for GPUs: what a unit has for all work-groups that it holds at once.
  unsigned lanes = 32; ///< work-items of a warp
  unsigned warps = 64;
  unsigned groups = 32;
  unsigned registers = 65536;           ///< of 32 bits
  std::size_t local_bytes = 228 * 1024; ///< local memory
  std::size_t reserved_bytes = 1024;    ///< of it that the driver takes for itself in each group
  unsigned banks = 32;                  ///< of local memory
};

/// NVIDIA's GPU of a compute capability such as "9.0", which says of what generation it is; nothing for one that the
/// table does not have.
std::optional<Machine> nvidia_machine(const std::string& capability);
/// Those that the table has.
std::vector<std::string> nvidia_capabilities();

/// A core of a CPU that starts two multiply-adds in a cycle, as most do.
Machine cpu_core();

/// Multiply-adds that a unit starts in a cycle, each for a whole warp, where it holds so many warps, of which each has
/// `chains` that do not depend on each other. No scheduler starts more than one in `interval` cycles, and none of the
/// chains goes on before `latency` cycles are over.
double issue_rate(const Machine& gpu, unsigned warps, unsigned chains);

/// The same for a core of a CPU, which runs one work-item at a time, and may start several of its instructions at once.
double core_issue_rate(const Machine& cpu, unsigned chains);

/// How many have to be under way, so that no cycle is lost: latency times throughput (Little's law).
double in_flight_needed(double latency, double per_cycle);

/// How many work-groups a unit holds, and what keeps it from holding more.
struct Fit {
  unsigned by_warps = 0, by_registers = 0, by_local = 0, by_groups = 0; ///< each limit alone
  unsigned groups = 0;                                                  ///< the smallest of them
  unsigned warps = 0;                                                   ///< of all these groups
  double occupancy = 0.0;   ///< warps / those that fit at most
  unsigned group_warps = 0; ///< of one group
  unsigned group_registers = 0;
  std::size_t group_local = 0;
  std::string limit; ///< "warps", "registers", "local memory" or "groups"
};
/// For groups of `group` work-items with so many registers in each work-item, and so many bytes of local memory.
Fit groups_of_a_unit(const Machine& gpu, unsigned group, unsigned registers, std::size_t local);

/// Cycles that local memory needs for a warp whose lanes read words `stride` apart: as many as different words meet in one
/// bank.
unsigned bank_cycles(const Machine& gpu, unsigned stride);

/// Loads in a nanosecond, where each of so many units has so many work-items of `chains` loads under way, and a load takes
/// `ns`. A CPU's core runs one work-item after the other, so only the chains count there.
double loads_per_ns(bool gpu, double units, double items, double chains, double ns);

/// Milliseconds for a kernel whose work takes `work_ms`, where its groups are handed out at a rate (in a nanosecond). A GPU
/// hands out while other groups work; a CPU's threads do one after the other.
double hand_out_ms(bool gpu, double groups, double groups_per_ns, double work_ms);

/// The table that `--group` prints.
std::string fit_table(const Machine& gpu, unsigned group, unsigned registers, std::size_t local);
