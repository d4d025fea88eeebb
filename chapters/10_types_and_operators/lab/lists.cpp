// Expressions that the device evaluates. Each list is read twice: by the device's compiler, where its
// lines are code (kernels/10_types_and_operators/expressions.cl), and here, where they are text.

#include "common/error.hpp"
#include "common/kernel_io.hpp"
#include "harness/lab/driver_errors.hpp"
#include "lab.hpp"

#include <algorithm>
#include <cstring>
#include <fmt/format.h>

namespace {

// [list]
struct Line {
  const char* text; // of the expression, or of statements
  int components;   // 0: statements, which have no value
  cl_uint bytes;    // sizeof
  const char* result;
};

#define DO(statements) {#statements, 0, 0, ""},
#define SHOW(n, expression, bytes, result) {#expression, n, bytes, #result},
const std::vector<Line> vector_lines{
#include "kernels/10_types_and_operators/vectors.clh"
};
// [/list]
const std::vector<Line> operator_lines{
#include "kernels/10_types_and_operators/operators.clh"
};
const std::vector<Line> arithmetic_lines{
#include "kernels/10_types_and_operators/arithmetic.clh"
};
const std::vector<Line> choice_lines{
#include "kernels/10_types_and_operators/choose.clh"
};
const std::vector<Line> bit_lines{
#include "kernels/10_types_and_operators/bits.clh"
};
const std::vector<Line> flow_lines{
#include "kernels/10_types_and_operators/flow.clh"
};
#undef DO
#undef SHOW

// "(1, 2)", or "1" for a scalar.
std::string value_text(const cl_long* values, int components) {
  const auto all = fmt::format("{}", fmt::join(values, values + components, ", "));
  return components == 1 ? all : "(" + all + ")";
}

// [evaluate]
// Lets the device evaluate the list, prints what it found, and compares.
Json evaluate(const Lab& lab, const char* list, const std::vector<Line>& lines) {
  cl::Kernel kernel = lab.kernel("expressions", list, simulator_options(lab));
  const cl::Buffer values = lab.buffer(std::vector<cl_long>(16 * lines.size()));
  const cl::Buffer sizes = lab.buffer(std::vector<cl_uint>(lines.size()));
  const cl::Buffer numbers = small_numbers(lab);
  common::set_args(kernel, numbers, values, sizes);
  common::launch(lab.queue, kernel, {1}, {1});
  const auto all_values = lab.read<cl_long>(values);
  const auto all_sizes = lab.read<cl_uint>(sizes);

  std::size_t width = 0; // of the expressions; statements may be longer
  for (const Line& line : lines)
    width = std::max(width, line.components == 0 ? 0 : std::strlen(line.text));
  Json rows = Json::array();
  for (const Line& line : lines) {
    if (line.components == 0) {
      fmt::print("  {}\n", line.text);
      continue;
    }
    const std::size_t row = rows.size();
    const auto value = value_text(&all_values[16 * row], line.components);
    const cl_uint bytes = all_sizes[row];
    verify(value == line.result, fmt::format("{} is {} (it is {})", line.text, line.result, value));
    verify(bytes == line.bytes,
           fmt::format("{} has {} bytes (it has {})", line.text, line.bytes, bytes));
    fmt::print("  {:<{}}  {:>2} bytes  {}\n", line.text, width, bytes, value);
    rows.push_back({{"expression", line.text}, {"bytes", bytes}, {"value", value}});
  }
  return {{"rows", rows}};
}
// [/evaluate]

} // namespace

Json how_are_vectors_built(const Lab& lab) {
  fmt::print("  pair is (1, 2), i is (1, 2, 3, 4), all is (0, 1 ... 15)\n");
  return evaluate(lab, "vectors", vector_lines);
}

Json what_do_operators_give(const Lab& lab) {
  fmt::print(
      "  i is (1, 2, 3, 4), j is (9, 8, 7, 6); f is i in float, bytes in uchar, longs (1, 2)\n");
  return evaluate(lab, "operators", operator_lines);
}

Json what_does_arithmetic_do(const Lab& lab) {
  fmt::print("  one is 1, seven is 7, unsigned_one is 1u, zero is 0.0f; the uchars a and b are 200 "
             "and 100\n");
  return evaluate(lab, "arithmetic", arithmetic_lines);
}

Json how_does_one_choose(const Lab& lab) {
  fmt::print("  i is (1, 2, 3, 4), j is (9, 8, 7, 6), one is 1, ones is (1, 1, 1, 1)\n");
  return evaluate(lab, "choose", choice_lines);
}

Json what_are_the_bits(const Lab& lab) {
  if (!lab.device.getInfo<CL_DEVICE_ENDIAN_LITTLE>())
    throw common::Skip("the list expects a device that stores the lowest byte first.");
  fmt::print("  one is 1.0f, two is 2.0f, pixel is 0x00ff00ff\n");
  return evaluate(lab, "bits", bit_lines);
}

namespace {

// Two loops, one after the other, in a kernel of their own: Mesa's llvmpipe 22.3 leaves the second too
// early.
bool loops_end_well(const Lab& lab) {
  const cl::Program program = common::build_source(lab.context, lab.device,
                                                   "kernel void loops(global int* n) {\n"
                                                   "  int steps = 0;\n"
                                                   "  for (int c = n[0]; c != 1; ++steps)\n"
                                                   "    c = c % 2 ? 3 * c + 1 : c / 2;\n"
                                                   "  int digits = 0;\n"
                                                   "  int rest = n[1];\n"
                                                   "  do {\n"
                                                   "    ++digits;\n"
                                                   "    rest /= 10;\n"
                                                   "  } while (rest > 0);\n"
                                                   "  n[0] = steps;\n"
                                                   "  n[1] = digits;\n"
                                                   "}\n");
  const cl::Buffer numbers = lab.buffer(std::vector<cl_int>{27, 4000});
  cl::Kernel kernel(program, "loops");
  common::set_args(kernel, numbers);
  common::launch(lab.queue, kernel, {1}, {1});
  return lab.read<cl_int>(numbers) == std::vector<cl_int>{111, 4};
}

} // namespace

Json which_control_flow_is_there(const Lab& lab) {
  if (!loops_end_well(lab))
    throw common::Skip(harness::report_driver_error(
        lab.device, "the second of two loops in a kernel ends too early"));
  fmt::print("  n[k] is k\n");
  return evaluate(lab, "flow", flow_lines);
}
