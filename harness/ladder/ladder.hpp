#pragma once

#include "common/device.hpp"
#include "common/timing.hpp"
#include "common/verify.hpp"
#include "harness/inspect/counters.hpp"
#include "harness/lab/session.hpp"
#include "harness/system/options.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// The heart of the case studies. A case study is a problem (sizes, inputs, a reference in double
/// precision) and a table of steps; this harness builds, verifies, times, tunes and reports every
/// step of every case study in the same way.
namespace harness {

/// Values of a step's tunable parameters, by name. Each reaches the kernel as a build option
/// -DNAME=value.
using Values = std::map<std::string, int>;

/// "TILE=16 WIDTH=4", or "" for none.
std::string values_text(const Values& values);

/// The value of a parameter, or `otherwise` for a step that does not have it.
template <typename T = int>
T value(const Values& values, const std::string& name, T otherwise = 1) {
  const auto found = values.find(name);
  return found == values.end() ? otherwise : static_cast<T>(found->second);
}

/// A tunable parameter and the values that --tune tries.
struct Parameter {
  std::string name;
  std::vector<int> values;
};

/// Memory instructions of one kernel over all its work-items: a step's promise, counted exactly by
/// Oclgrind.
using Accesses = Counters<std::uint64_t>;
/// Those of a step, by kernel function.
using Counts = std::map<std::string, Accesses>;

/// What a step gets to prepare itself: the device, the parameter values to use and the buffer to
/// write.
struct Workbench {
  const Session& session;
  const Values& values;
  /// Holds Problem::output_bytes() poisoned bytes, and a canary after them that must survive.
  const cl::Buffer& output;
  /// The kernels made, for --stats; a step that makes one without kernel() adds it here, where this is not null.
  std::vector<cl::Kernel>* kernels = nullptr;
  /// The step whose kernel file is replaced by a reader's (Reader::kernel); null: none.
  const struct Step* replaced = nullptr;

  /// Builds a kernel file with -D options for `values` and `options` added, and creates the kernel
  /// `function`.
  cl::Kernel kernel(const std::string& file, const std::string& function,
                    const std::string& options = {}) const;
};

/// Puts the commands of one run of a step into the queue and returns their events, in order.
using Run = std::function<std::vector<cl::Event>()>;

/// What the reader has put into a step.
struct Reader {
  Values values = {}; ///< --set: these are in the presets; empty: none
  std::string kernel =
      {}; ///< --kernel: the file that is built in the place of the step's; empty: none
};

/// One rung of a ladder, as its author declares it: one idea, one kernel file. What a run makes of it is a Prepared.
struct Step {
  std::string id;               ///< "v1"; what --step takes
  std::string name;             ///< "naive"
  std::string change;           ///< one sentence: what this step changes and what it should gain
  std::string kernel_file = {}; ///< "15_matmul/v1_naive.cl"
  std::vector<Parameter> parameters = {};
  /// Parameter values: the first set that fits the device is taken, so the last one must fit every device, also one whose
  /// work-groups hold a single work-item. What --tune finds makes a row of its own.
  std::vector<Values> presets = {Values{}};
  /// Why the step cannot run on this device with these values (in words that end "... : this device
  /// has ..."); empty if it can. Null: it always can.
  std::function<std::string(const cl::Device&, const Values&)> obstacle = nullptr;
  /// Builds kernels, creates scratch buffers, sets arguments; nothing of this is timed. Throws Skip
  /// where the built kernel does not fit the device (its work-group limit, say): the next preset is
  /// tried then.
  std::function<Run(const Workbench&)> prepare = nullptr;
  /// Instead of Problem::check(), for a step that computes with less precision and says how much.
  std::function<common::Comparison(std::span<const std::byte>)> check = nullptr;
  /// The promise for one run with these values. Null: none. Reads and writes of
  /// images are calls, and not among them.
  std::function<Counts(const Values&)> accesses = nullptr;
  /// Its kernels use images: Oclgrind cannot say then what is uninitialised.
  bool images = false;
  /// They sum float3s in a loop: Oclgrind's search for uninitialised values ends in a crash then.
  bool float3_sums = false;
  /// It adds floats in an order that is another one in each run, and so are the last bits of its result.
  bool any_order = false;
  /// How many times smaller its result is than the output: 4 for bytes where the others write floats.
  std::size_t narrower = 1;
  /// The id of the step that it is compared with, whose parameters it keeps; empty: the step before it in the table.
  std::string parent = {};
  /// The parameters whose values this step changes against its parent, because that is its idea. All others that both
  /// have keep their values in every preset: see silent_changes().
  std::vector<std::string> changed_parameters = {};
  Reader reader = {}; ///< filled in by --set and --kernel, never in a table
};

/// Somebody else's solution of the same problem, timed in the same process, interleaved with the
/// steps.
struct Peer {
  std::string name;
  std::string version;
  /// Not empty: it is not available, and this says how to get it; `run` is not called then.
  std::string missing = {};
  /// One run; returns its time in milliseconds: device time for a peer on the device, wall time for
  /// one on the host.
  std::function<double()> run = nullptr;
  /// The output of the last run, laid out as a step's.
  std::function<std::vector<std::byte>()> output = nullptr;
  /// Like Step::check.
  std::function<common::Comparison(std::span<const std::byte>)> check = nullptr;
};

/// The least work that any solution does: arithmetic, and bytes that must pass through global
/// memory (each input read once, each output written once).
struct Cost {
  double flop = 0.0;
  double bytes = 0.0;
};

/// One problem of one size, with its inputs.
class Problem {
 public:
  Problem() = default;
  virtual ~Problem() = default;
  Problem(const Problem&) = delete;
  Problem& operator=(const Problem&) = delete;

  virtual std::string size() const = 0; ///< as --size takes it
  virtual Cost cost() const = 0;
  virtual std::size_t output_bytes() const = 0;
  /// False for integer results: the poison may then be a right value, and a second run with another
  /// poison decides.
  virtual bool output_is_floating_point() const { return true; }
  /// Creates the input buffers on the device and fills them. Throws Error where they do not fit.
  virtual void upload(const Session& session) = 0;
  /// Compares an output with the reference.
  virtual common::Comparison check(std::span<const std::byte> output) const = 0;
  /// Puts an index of check()'s comparison into words.
  virtual std::string place(std::size_t index) const;
  /// What the best parameter values depend on beside the step and the device, such as
  /// "gaussian 7x7": what --tune finds for one kind is not taken for another. Empty: nothing.
  virtual std::string kind() const;
  /// The table of steps; their launchers may refer to this problem and its buffers. Also called
  /// without upload() before it (by --list): buffers and inputs may still be empty here.
  virtual std::vector<Step> steps() const = 0;
  /// The same with what the reader has put in.
  std::vector<Step> steps_to_run() const { return readers_part ? readers_part(steps()) : steps(); }
  std::function<std::vector<Step>(std::vector<Step>)> readers_part = nullptr; ///< see reader.hpp
  virtual std::vector<Peer> peers(const Session& session) const;
};

/// What a chapter hands to the harness.
struct CaseStudy {
  std::string chapter;                         ///< "15_matmul"
  std::string work_unit = "GFLOP/s";           ///< title of the column of speed
  std::vector<std::string> quick_sizes = {};   ///< for --quick
  std::vector<std::string> default_sizes = {}; ///< for a run without a mode
  std::vector<std::string> check_sizes = {};   ///< awkward ones, for --check
  std::vector<std::string> bench_sizes = {};   ///< for --bench
  /// What --size tiny stands for: the simulator is done with it in a moment, and yet work-groups are cut off, tiles are left
  /// over and loops run more than once.
  std::string tiny_size = "33";
  /// Options of the chapter's own that were given: a child process under Oclgrind must solve the
  /// same problem.
  std::vector<std::string> own_options = {};
  /// What run_ladder_program() prints before the results: the problem that the options name. Empty: nothing.
  std::string heading = {};
  /// Throws UsageError for a size that makes no sense.
  std::function<std::unique_ptr<Problem>(const std::string& size, unsigned seed)> make;
};

/// The options that every case study has; part of the command-line contract.
struct LadderOptions {
  LabOptions program;
  bool list = false;
  bool check = false;
  bool bench = false;
  bool tune = false;
  bool oclgrind = false;
  bool stats = false;
  bool counters = false;
  double tune_seconds = 60.0;
  double seconds = 160.0;         ///< for a whole measurement
  std::string record_file;        ///< --record: like --json, but for rows that are not restless
  std::vector<std::string> set;   ///< "BM=64"
  std::string kernel;             ///< the reader's file, in the place of a step's
  bool watch = false;             ///< `kernel` is tried again at each save
  double kernel_seconds = 30.0;   ///< the most for one run of what the reader has put in
  std::vector<std::string> steps; ///< ids; empty: all
  std::vector<std::string> sizes; ///< empty: what the mode takes; "tiny": CaseStudy::tiny_size

  /// Is any of it given? Else a lab that has experiments, too, runs these.
  bool wants_ladder() const;
};

/// Adds the options above, those of every program included.
void add_ladder_options(CLI::App& app, LadderOptions& options);

/// Runs the mode that the options name (--list, --check, --oclgrind, --tune, --bench; without a
/// mode: verify, then a short measurement), prints the table, writes JSON. Returns 0 if every step
/// that could run was right, 1 if one was wrong, 77 if none could run. `command_line` goes into the
/// JSON as the record of how the numbers were made.
int run_case_study(const CaseStudy& study, const LadderOptions& options,
                   const std::string& command_line = {});

/// "1024", "600x400", "64x31x1000": the numbers. `dimensions` numbers are wanted; a single number
/// stands for all of them. Throws UsageError for anything else, for numbers below `smallest` and
/// above 2^20.
std::vector<int> parse_size(const std::string& text, std::size_t dimensions, int smallest = 1);

/// Throws Error with the sizes and limits where buffers of these sizes cannot exist together on the
/// device.
void require_device_memory(const cl::Device& device, const std::vector<std::size_t>& buffer_bytes);

// ---- The pieces of the harness, for tests and for programs with a need of their own ----

/// A step made ready: the values that fit, the poisoned output, and the run.
struct Prepared {
  Values values;
  cl::Buffer output;
  Run run;
  std::function<common::Comparison(std::span<const std::byte>)> check = nullptr; ///< Step::check
  std::vector<cl::Kernel> kernels = {}; ///< those that `run` launches
};

/// Prepares a step with first_preset(), or with the next of its presets for which prepare() throws no Skip. Throws Skip
/// with the reason where none fits.
Prepared prepare_step(const Problem& problem, const Step& step, const Session& session);

/// The step that `step` is compared with: Step::parent, else the one before it in the table. Null for the first. Throws
/// std::logic_error where the table has no step of that name.
const Step* parent_of(const std::vector<Step>& steps, const Step& step);

/// The parameters that a step and its parent share and that have other values here, without those that the step declares
/// (Step::changed_parameters).
std::vector<std::string> silent_changes(const Step& step, const Values& values,
                                        const Values& parents_values);

/// The same for a whole table: one sentence for each parameter that changes silently, in the presets of the same number,
/// or in those that this device gets.
std::vector<std::string> silent_changes(const std::vector<Step>& steps, const cl::Device& device);

/// The number of the first preset that no obstacle keeps from this device. Steps that share a parameter with their parent
/// fall back together, so that a row and the one before it still differ in one idea only.
std::size_t first_preset(const std::vector<Step>& steps, const Step& step,
                         const cl::Device& device);

/// The same as prepare_step() with the given values and no other.
Prepared prepare_step(const Problem& problem, const Step& step, const Session& session,
                      const Values& values);

/// Poisons the output and plants the canary, runs once, reads back, and checks both the result and
/// the canary. The poison is bytes of 0xFF, which is NaN as float and double; integer results are
/// checked a second time with a poison of 0x00. Returns "" if all is right, else what is wrong. `error` gets the
/// comparison's.
std::string verify_step(const Problem& problem, const Prepared& prepared, const Session& session,
                        double* error = nullptr);

/// Both. Throws Skip as prepare_step(), and Error with the step's name where the result is wrong.
Prepared prepare_verified(const Problem& problem, const Step& step, const Session& session);

/// The step of this id. Throws UsageError where there is none.
const Step& step_named(const std::vector<Step>& steps, std::string_view id);

/// What the device can do at most, measured: the roof that every step's number is read against.
struct Ceilings {
  double copy_gbps = 0.0;  ///< global memory, bytes read plus bytes written, 10^9 bytes a second
  double fma_gflops = 0.0; ///< single precision multiply-add, two operations each
};

/// Measures both with the kernels in kernels/common/ceilings.cl; about half a second.
Ceilings measure_ceilings(const Session& session);

/// Copying within a working set of so many bytes, half of them read and half written: where it fits a cache, the cache's
/// bandwidth, and where it is tiny, little more than the start of a kernel.
double measure_copy_gbps(const Session& session, double working_set_bytes);

/// The working set of Ceilings::copy_gbps: far more than any cache holds, where the device's memory allows that.
double memory_working_set(const cl::Device& device);

} // namespace harness
