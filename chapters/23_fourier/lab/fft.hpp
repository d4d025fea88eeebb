#pragma once

#include "common/opencl.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

/// Fourier transforms of complex floats on an OpenCL device: any length, 1 to 3 dimensions, many at a time.
///
///   fft::Plan plan(context, device, {{1024}, 64});             // 64 transforms of 1024 numbers
///   plan.enqueue(queue, input, output);                        // into an in-order queue
///
/// X[k] = sum over n of x[n] e^(-2 pi i n k/N); the inverse has the other sign, and divides by N.
namespace fft {

/// How long, and how many, one behind the other. x varies fastest: a picture of 640 x 480 is {640, 480}.
struct Shape {
  std::vector<int> lengths = {};
  int batch = 1;
  bool real = false; ///< N floats on one side, N/2 + 1 complex numbers on the other; one dimension
  std::int64_t count() const; ///< of the numbers in all transforms
};

enum class Direction { forward, inverse };

// [pass]
/// One launch: lines of `length` numbers, and what lies before and beside them. See kernels/23_fourier/pass.clh.
struct Pass {
  int n = 1, stride = 1, length = 1, before = 1;
  std::vector<int> radices = {};
  int items = 1, held = 1, lines = 1;
  int every = 0, gap = 0, pitch = 0; ///< of local memory; pitch 0: the kernel's own
  bool pairs = false;                ///< both parts of a number are exchanged at once
  int columns =
      0; ///< of the table that Design::columns makes of a line; 0: it makes none of this one
};
// [/pass]

/// Lines whose own columns fill the lanes (Design::columns): powers of two, both included.
inline constexpr int shortest_with_columns = 256, longest_with_columns = 4096;

// [design]
/// What a plan is made of: each step of the chapter's ladder is one. The default suits the device.
struct Design {
  std::string kernel = "23_fourier/v14_lines.cl"; ///< of a pass
  int points = 16;   ///< the largest radix, and the most numbers that a work-item holds
  bool gaps = false; ///< those of local memory are chosen for each pass
  /// Of local memory, at most, for groups that exchange both parts of a number at once.
  std::int64_t pairs_bytes = 0;
  /// The largest radix of lines of more than 4096 numbers, in groups of at most 512; 0: `points`. Not in design_for(): on an
  /// H200 it makes convolutions slower, and its other lines have 4096 numbers at most.
  int wide = 0;
  bool fresh = false; ///< a convolution computes the turns of its second transform anew
  int longest = 4096; ///< the longest transform in a single pass
  int apart = 2048;   ///< the longest line where there are several passes
  int group = 256;    ///< work-items that the lines of a group fill; 0: one line
  int side = 8;       ///< lines side by side, where the numbers of a line are apart
  int cached = 0;     ///< bytes between two passes over a part of the batch; 0: no parts
  /// For CPUs: a line in each lane of a vector, one work-item for a group; 0: not so.
  int lanes = 0;
  /// With lanes: the kernel for lines in one piece whose own columns fill the lanes (see above); empty: none.
  std::string columns = {};
  bool prefetch = false; ///< with lanes: the next columns or lines, while these are computed
  bool stream = false;   ///< from that kernel: results pass by the caches
  bool table = false;    ///< the kernel reads roots from a table
  bool packed = true;    ///< real input: two numbers as a complex one
  enum Convolve {
    never,
    needed,
    always
  } convolve = needed;                  ///< a prime above 13 needs it; never: throw Skip
  bool one_launch = true;               ///< for a convolution that fits into local memory
  std::int64_t local_bytes = 48 * 1024; ///< at most, for the lines of a group
  std::int64_t lanes_bytes = 0; ///< with lanes: at most, for a line in each lane; 0: any number
  int most_items = 1024;        ///< of a group
  /// Makes of a kernel, whose local array is small, one with so many bytes: what the device has beyond the 48 KiB that its
  /// OpenCL admits. Null: there is no such way.
  std::function<cl::Kernel(const cl::Kernel&, std::int64_t)> enlarge = nullptr;
};
Design design_for(const cl::Device& device);
// [/design]

/// The passes along one axis of n numbers that are `stride` apart; empty where n has a prime above 13.
std::vector<Pass> passes_of(int n, int stride, const Design& design);

/// The pass over n numbers with the zeros of a convolution, whose length is from 2n - 1 on; length 0: a work-group cannot hold them.
Pass convolution_pass(int n, const Design& design);

/// How many times as often as without bank conflicts the exchanges of this pass access local memory.
double conflicts_of(const Pass& pass);

/// Makes a kernel of a file of kernels/, with these build options.
using Builder = std::function<cl::Kernel(const std::string& file, const std::string& function,
                                         const std::string& options)>;
Builder builder(const cl::Context& context, const cl::Device& device);

// [plan]
/// Kernels, tables and memory for transforms of one shape. Making a plan takes long (kernels are compiled), using it does not.
class Plan {
 public:
  Plan(const cl::Context& context, const cl::Device& device, const Shape& shape,
       Direction direction = Direction::forward);
  Plan(const cl::Context& context, const cl::Device& device, const Shape& shape,
       Direction direction, const Design& design, const Builder& builder);
  /// Returns the commands' events. The queue executes in order; `in` and `out` are different buffers; `in` is not changed.
  std::vector<cl::Event> enqueue(const cl::CommandQueue& queue, const cl::Buffer& in,
                                 const cl::Buffer& out) const;

 private:
  using Events = std::vector<cl::Event>;
  /// Reads one buffer, writes another.
  using Operation =
      std::function<void(const cl::CommandQueue&, const cl::Buffer&, const cl::Buffer&, Events&)>;
  void add_axis(int n, int stride, bool last);
  void add_convolution(int n, int stride, int scale);
  void add_one_convolution(const Pass& pass, int n, int stride, int scale);
  cl::Buffer chirp_filter(int n, int m, float scale) const;
  void add_real(int n);
  /// A kernel whose arguments are (in, out, more...), with a work-item for each of `items`.
  void add_kernel(const std::string& file, const std::string& function, std::int64_t items,
                  const std::vector<int>& more, const std::string& options = {},
                  const cl::Buffer& table = {});
  void add_plan(const Shape& shape, Direction direction);
  cl::Buffer scratch(std::int64_t numbers) const;

  cl::Context context_;
  cl::Device device_;
  Shape shape_;
  Direction direction_;
  Design design_;
  Builder build_;
  std::vector<Operation> operations_;
  std::int64_t between_numbers_ = 0;
  cl::Buffer between_[2]; ///< what one operation leaves to the next
};
// [/plan]

} // namespace fft
