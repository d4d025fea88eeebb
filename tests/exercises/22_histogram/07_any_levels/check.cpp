#include "tools/exercise/check.hpp"

#include <algorithm>
#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  for (const std::size_t wanted : {64, 7})
    for (const std::size_t levels : bench.sizes({256, 100, 1, 1000}, {5, 24}))
      for (const cl_int most : {9, 300000}) {
        const std::size_t group = bench.group(wanted);
        std::vector<cl_int> numbers = bench.random_ints(levels, -most / 2, most);
        for (cl_int& number : numbers)
          number = std::max(number, 0); // a third of the levels does not occur
        numbers[levels / 3] = 7;
        numbers[0] = 0;
        if (most == 9 && levels == 100) // a picture of one level
          for (std::size_t i = 0; i < levels; ++i)
            numbers[i] = i == 41 ? 12345 : 0;
        if (levels == 1)
          numbers[0] = 3;
        std::vector<cl_uint> counts(numbers.begin(), numbers.end());
        cl_ulong all = 0, first = 0, sum = 0;
        for (const cl_uint count : counts) {
          first = all == 0 ? count : first;
          all += count;
        }
        all -= first;
        std::vector<cl_int> want;
        for (std::size_t i = 0; i < levels; ++i) {
          sum += counts[i];
          const cl_ulong place =
              all == 0 ? i : ((std::max(sum, first) - first) * (levels - 1) + all / 2) / all;
          want.push_back(static_cast<cl_int>(place));
        }
        const auto table = bench.output<cl_ushort>(levels);
        bench.run("make_table", {group}, {group}, bench.input(counts), static_cast<cl_int>(levels),
                  table.buffer, cl::Local(levels * sizeof(cl_uint)),
                  cl::Local(levels * sizeof(cl_uint)));
        const std::string where = fmt::format("{} levels, a group of {}", levels, group);
        const std::vector<cl_ushort> got = bench.read(table, where);
        bench.expect(std::vector<cl_int>(got.begin(), got.end()), want, where);
      }
}
