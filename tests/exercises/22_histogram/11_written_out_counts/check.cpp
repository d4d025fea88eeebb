#include "exercise.hpp"

#include "common/kernel_io.hpp"
#include "tools/exercise/check.hpp"

#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  struct Case {
    int columns, rows;
    std::size_t wanted, width, height;
  };
  for (const Case& c : {Case{1, 1, 256, 300, 5}, Case{4, 2, 64, 256, 8}, Case{4, 2, 64, 133, 7},
                        Case{3, 5, 32, 31, 17}, Case{16, 16, 16, 50, 33}}) {
    if (bench.in_simulator && c.width > 50)
      continue;
    const std::size_t group = bench.group(c.wanted);
    const std::string where = fmt::format("blocks of {} x {}, groups of {}, {} x {} pixels",
                                          c.columns, c.rows, group, c.width, c.height);
    bench.trying(where);
    const std::string source = counting_source(c.columns, c.rows, static_cast<int>(group));
    bench.expect(source.find("for (") == source.npos && source.find("while") == source.npos,
                 fmt::format("{}: there is a loop left in the kernel.", where));
    int additions = 0;
    for (std::size_t at = source.find("atomic_inc("); at != source.npos;
         at = source.find("atomic_inc(", at + 1))
      ++additions;
    bench.expect(additions == c.columns * c.rows,
                 fmt::format("{}: there should be {} atomic_inc in the kernel, but there are {}.",
                             where, c.columns * c.rows, additions));
    cl::Program program;
    try {
      program = common::build_source(bench.session.context, bench.session.device, source);
    } catch (const common::BuildError& error) {
      throw exercise::Wrong(fmt::format("{}: the kernel does not build.\n{}", where, error.log));
    }
    const std::vector<cl_int> numbers = bench.random_ints(c.width * c.height, 0, 255);
    std::vector<cl_uchar> in(numbers.begin(), numbers.end());
    std::vector<cl_int> want(256);
    for (const cl_uchar value : in)
      ++want[value];
    if (!bench.in_simulator) // more memory behind the picture, for kernels without a guard
      in.resize(in.size() + 64 * c.width + 4096, 200);
    cl::Kernel kernel(program, "histogram");
    const cl::Buffer counts = bench.input(std::vector<cl_uint>(256));
    const cl::Buffer pixels = bench.input(in);
    common::set_args(kernel, pixels, static_cast<cl_int>(c.width), static_cast<cl_int>(c.height),
                     counts);
    const std::size_t blocks = (c.width + static_cast<std::size_t>(c.columns) - 1) /
                               static_cast<std::size_t>(c.columns),
                      lines = (c.height + static_cast<std::size_t>(c.rows) - 1) /
                              static_cast<std::size_t>(c.rows);
    bench.launch_exactly(kernel, {(blocks + group - 1) / group * group, lines}, {group, 1});
    bench.expect(bench.read<cl_int>(counts, 256), want, where);
  }
}
