// What the checks of exercises are written with. A check runs a learner's file on a device and says
// what is wrong with it; it lives in tests/exercises/NN_topic/MM_name/check.cpp, outside the
// learner's reach:
//
//   EXERCISE_CHECK(bench) {
//     for (const std::size_t n : bench.sizes({1, 31, 1000, 1023}, {1, 31})) {
//       const auto in = bench.random(n);
//       const auto out = bench.output<float>(n);
//       bench.run("square", {n}, {64}, bench.input(in), out.buffer, cl_uint(n));
//       bench.expect(out, squares_of(in), {0.0, 1e-6}, fmt::format("n = {}", n));
//       bench.allow("square", {.global_loads = n, .global_stores = n});
//     }
//   }
#pragma once

#include "common/device.hpp"
#include "common/error.hpp"
#include "common/launch.hpp"
#include "common/opencl.hpp"
#include "common/verify.hpp"
#include "harness/inspect/counters.hpp"
#include "harness/lab/session.hpp"

#include <cstring>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace exercise {

/// The learner's file gives a wrong result: what was wrong, in sentences. Zero bytes, which would end the message,
/// read as \0.
class Wrong : public common::Error {
 public:
  explicit Wrong(const std::string& message);
};

/// How many elements of four bytes a kernel may read and write, and how many pixels of images it may
/// read, summed over all work-items. What is not given is not counted; but loads from constant memory count as
/// global ones unless they are given: the word `constant` in a kernel's parameters saves nothing.
using Allowance = harness::Counters<std::optional<std::uint64_t>>;

/// A buffer for results: poisoned, so that nobody takes old results for new ones, and longer than
/// the learner knows, so that writing past the end shows.
template <typename T>
struct Output {
  cl::Buffer buffer;
  std::size_t count;
};

/// How a result is laid out, for the words about it: one number after the other, or a row-major
/// picture with so many columns; with `parts`, the names of the numbers that make up each pixel.
struct Layout {
  Layout(std::size_t columns = 0, std::vector<std::string> parts = {})
      : columns(columns), parts(std::move(parts)) {}
  /// An input that has a value for each one of the result: the message about a wrong one shows it.
  template <typename T>
  Layout& from(const std::string& name, const std::vector<T>& values) {
    inputs.emplace_back(name, std::vector<double>(values.begin(), values.end()));
    return *this;
  }
  /// It is worth looking at: the learner sees it beside the right one.
  Layout& picture() {
    is_picture = true;
    return *this;
  }
  std::size_t columns;
  std::vector<std::string> parts;
  bool is_picture = false;
  std::vector<std::pair<std::string, std::vector<double>>> inputs;
};
inline const std::vector<std::string> rgba{"red", "green", "blue", "alpha"};

/// What a check works with: a device, the learner's program, and words for what it finds.
class Bench {
 public:
  struct Options {
    std::string device;  ///< see common::pick_device()
    std::string file;    ///< the learner's file
    std::string starter; ///< the file that the learner began with, for expect_faster()
    std::string place;   ///< the file for what trying() says; empty: none
    unsigned seed = 42;
    bool timed = false; ///< for the time of the kernels: with large data
  };
  /// Throws common::Error where there is no device.
  explicit Bench(const Options& options);

  /// In the simulator, which is hundreds of times slower, the second list of sizes. Where the time of the kernels is
  /// measured, after a pass, the third: large enough that it is not the launch that takes long.
  template <typename T>
  std::vector<T> sizes(std::vector<T> all, std::vector<T> small, std::vector<T> large = {}) const {
    has_large_ = has_large_ || !large.empty();
    return in_simulator ? small : options_.timed && !large.empty() ? large : all;
  }
  std::vector<std::size_t> sizes(std::vector<std::size_t> all, std::vector<std::size_t> small,
                                 std::vector<std::size_t> large = {}) const {
    return sizes<std::size_t>(std::move(all), std::move(small), std::move(large));
  }
  /// The same for a check that looks by itself which sizes are too large for the simulator.
  template <typename T>
  std::vector<T> sizes_or_large(std::vector<T> all, const T& large) const {
    return sizes<T>(all, all, {large});
  }

  /// `wanted`, halved until work-groups can have so many work-items on the device, with barriers, too.
  std::size_t group(std::size_t wanted) const;

  /// Numbers in [low, high), other ones at each call; the same for the same --seed.
  std::vector<float> random(std::size_t count, float low = -1.0F, float high = 1.0F);
  /// Whole numbers in [low, high].
  std::vector<cl_int> random_ints(std::size_t count, cl_int low, cl_int high);

  /// A buffer that holds `values`; an empty vector makes one of a single element.
  template <typename T>
  cl::Buffer input(const std::vector<T>& values) const {
    const cl::Buffer made = buffer_of(values.data(), values.size() * sizeof(T), sizeof(T));
    remember(made(), values);
    return made;
  }
  /// Throws Skip where the device has no images.
  void need_images() const;
  /// An image of RGBA pixels, rows one below the other: floats for CL_FLOAT, cl_uchar for
  /// CL_UNORM_INT8. Every device with images has both. Throws Skip where there are none.
  template <typename T>
  cl::Image2D image(const std::vector<T>& rgba, std::size_t width) const {
    need_images();
    const cl::ImageFormat format(CL_RGBA, sizeof(T) == 1 ? CL_UNORM_INT8 : CL_FLOAT);
    const std::size_t height = rgba.size() / 4 / width;
    const cl::Image2D made(session.context, CL_MEM_READ_ONLY, format, width, height);
    session.queue.enqueueWriteImage(made, CL_TRUE, {0, 0, 0}, {width, height, 1}, 0, 0,
                                    rgba.data());
    remember(made(), rgba);
    return made;
  }
  template <typename T>
  Output<T> output(std::size_t count) const {
    return {poisoned(count * sizeof(T)), count};
  }
  /// What is in it now. Throws Wrong where something was written behind its end.
  template <typename T>
  std::vector<T> read(const Output<T>& out, const std::string& where = {}) const {
    std::vector<T> values(out.count);
    const std::vector<unsigned char> bytes = bytes_of(out.buffer, out.count * sizeof(T), where);
    if (!bytes.empty())
      std::memcpy(values.data(), bytes.data(), bytes.size());
    return values;
  }
  /// What is in an input buffer now.
  template <typename T>
  std::vector<T> read(const cl::Buffer& buffer, std::size_t count) const {
    std::vector<T> values(count);
    if (count > 0)
      session.queue.enqueueReadBuffer(buffer, CL_TRUE, 0, count * sizeof(T), values.data());
    return values;
  }

  /// Says what is tried next ("n = 31"), for the message about a crash or an endless loop. Launches of kernels
  /// say it themselves.
  void trying(const std::string& what) const;

  /// Build options of the learner's program, from now on.
  void build_with(const std::string& options);
  /// The learner's program. Throws common::BuildError.
  const cl::Program& program();
  /// One of its kernels. Throws Wrong where there is none of this name.
  cl::Kernel kernel(const char* name);

  /// Runs a kernel of the learner's over at least `global` work-items, in groups of `local` or of
  /// what the device can do; and waits for it.
  template <typename... Arguments>
  void run(const char* name, const cl::NDRange& global, const cl::NDRange& local,
           const Arguments&... arguments) {
    cl::Kernel made = kernel(name);
    arguments_of(made, name, sizeof...(Arguments));
    try {
      common::set_args(made, arguments...);
    } catch (const cl::Error& error) {
      other_types(error, name);
    }
    inputs_are(name, {handle_of(arguments)...});
    launch(made, global, local);
  }
  /// The same for a kernel with its arguments, with exactly this local size or not at all.
  void launch_exactly(const cl::Kernel& kernel, const cl::NDRange& global,
                      const cl::NDRange& local) const;

  /// Throws Wrong unless all elements are near enough. The pattern of errors of a picture is shown, and what the
  /// inputs of the last run() that are as long as the result have at the first wrong element.
  void expect(const std::vector<float>& got, const std::vector<double>& want,
              const common::Tolerance& tolerance, const std::string& where,
              const Layout& layout = {});
  void expect(const std::vector<cl_int>& got, const std::vector<cl_int>& want,
              const std::string& where, const Layout& layout = {});
  void expect(const Output<float>& got, const std::vector<double>& want,
              const common::Tolerance& tolerance, const std::string& where,
              const Layout& layout = {}) {
    expect(read(got, where), want, tolerance, where, layout);
  }
  void expect(const Output<cl_int>& got, const std::vector<cl_int>& want, const std::string& where,
              const Layout& layout = {}) {
    expect(read(got, where), want, where, layout);
  }
  /// Throws Wrong with `complaint` unless `condition`. What it has seen counts as compared.
  void expect(bool condition, const std::string& complaint);

  /// What the kernel's launches so far in this check may cost; more calls add up. Counted by the
  /// simulator, and only where the check runs there.
  void allow(const std::string& kernel, const Allowance& allowance);

  /// Throws Slow unless `run`, given the learner's program, takes at most 1 / factor of the time
  /// that it takes with the starter's: medians of runs that take turns. Not in the simulator.
  void expect_faster(double factor, const std::function<cl::Event(const cl::Program&)>& run);

  /// The learner's answer to a question of a `predict` exercise: its line "question: answer". Where the line is missing
  /// or empty it is empty, and expect_right_answers() complains.
  std::string answer(const std::string& question);
  /// The answer has to be `truth`, but for blanks and case; numbers may be written in any way, and with a unit. If it is
  /// not, expect_right_answers() complains, and does not tell the truth.
  void expect_answer(const std::string& question, const std::string& truth);
  /// Called when the check is over: throws Wrong with all answers that are wrong or missing.
  void expect_right_answers() const;

  /// {"kernel": {"global_loads": n, ...}} of all that was allowed.
  nlohmann::json allowances() const;
  /// How many elements and conditions were looked at: a check that compares nothing proves nothing.
  std::size_t compared() const { return compared_; }
  /// The largest picture of the check, or the one that is wrong, small and grey: {"columns", "mine", "right"}; empty:
  /// there is none.
  const nlohmann::json& picture() const { return picture_; }
  /// What the device needed for the launches so far; 0 where the check has no large sizes.
  double kernel_milliseconds() const { return has_large_ ? kernel_milliseconds_ : 0.0; }

  const harness::Session session;
  const bool in_simulator;

 private:
  cl::Buffer new_buffer(std::size_t bytes) const;
  cl::Buffer buffer_of(const void* data, std::size_t bytes, std::size_t at_least) const;
  cl::Buffer poisoned(std::size_t bytes) const;
  std::vector<unsigned char> bytes_of(const cl::Buffer& buffer, std::size_t bytes,
                                      const std::string& where) const;
  /// Remembers a result that is a picture, if it is wrong, or larger than those before.
  void keep_picture(const std::vector<float>& got, const std::vector<float>& want,
                    const Layout& layout, bool right);
  void arguments_of(const cl::Kernel& kernel, const char* name, std::size_t given) const;
  /// Throws Wrong where the kernel's parameters are not those of the task; `error` where it is another one.
  [[noreturn]] static void other_types(const cl::Error& error, const char* name);
  void launch(const cl::Kernel& kernel, const cl::NDRange& global, const cl::NDRange& local) const;

  // What input() and image() have made last, for messages about wrong results.
  struct Input {
    cl_mem memory = nullptr;
    std::vector<double> values;
    bool is_uint = false;  ///< which may be a pattern of bits
    std::string name = {}; ///< of the kernel's parameter
  };
  void remember(Input input) const;
  template <typename T>
  void remember(cl_mem memory, const std::vector<T>& values) const {
    constexpr std::size_t most = 1 << 18;
    if constexpr (std::is_arithmetic_v<T>)
      if (values.size() <= most)
        remember(Input{memory, std::vector<double>(values.begin(), values.end()),
                       std::is_same_v<T, cl_uint>});
  }
  template <typename T>
  static cl_mem handle_of(const T& argument) {
    if constexpr (std::is_base_of_v<cl::Memory, T>)
      return argument();
    else
      return nullptr;
  }
  void inputs_are(const char* kernel, const std::vector<cl_mem>& arguments);
  std::string about_inputs(const common::Comparison& result, std::size_t count,
                           const Layout& layout) const;

  const Options options_;
  std::string build_options_;
  std::map<std::string, cl::Program> programs_; ///< by file and build options
  std::map<std::string, Allowance> allowances_;
  mutable std::vector<cl::Buffer> kept_;
  mutable std::vector<Input> remembered_;
  std::vector<Input> inputs_;  ///< of the last run()
  mutable cl::Kernel waiting_; ///< one with a barrier, for group()
  unsigned drawn_ = 0;
  std::size_t compared_ = 0;
  nlohmann::json picture_ = nlohmann::json::object();
  std::size_t picture_size_ = 0;
  mutable double kernel_milliseconds_ = 0.0;
  mutable bool has_large_ = false;
  std::vector<std::string> wrong_answers_;
};

/// Slower than the exercise asks for.
class Slow : public common::Error {
 public:
  using common::Error::Error;
};

using Check = void (*)(Bench&);

/// All checks of this program, by the directory of their exercise: "08_kernels_and_ndranges/01_guard".
std::map<std::string, Check>& checks();

struct Registration {
  Registration(const char* file, Check check); ///< the directory's name comes from the file's
};

} // namespace exercise

/// Defines the check of the exercise in whose directory this file is.
#define EXERCISE_CHECK(bench) EXERCISE_CHECK_OF_FILE(UNITY_ID, bench)
// Many checks are compiled as one file; CMake gives UNITY_ID another value in each. (__builtin_FILE() is not replaced by the
// preprocessor as __FILE__ is, so that ccache finds the object file that another clone has made.)
#define EXERCISE_CHECK_OF_FILE(file, bench) EXERCISE_CHECK_NAMED(file, bench)
#define EXERCISE_CHECK_NAMED(file, bench)                                                          \
  static void exercise_check_##file(::exercise::Bench& bench);                                     \
  static const ::exercise::Registration exercise_registration_##file(__builtin_FILE(),             \
                                                                     exercise_check_##file);       \
  static void exercise_check_##file([[maybe_unused]] ::exercise::Bench& bench)
