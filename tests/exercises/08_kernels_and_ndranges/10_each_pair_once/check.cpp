#include "tools/exercise/check.hpp"

#include "common/kernel_io.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace {

// Whether a launch of `count` work-items from offset `begin` has the right ids: on an NVIDIA H200 those beyond 2^32 are wrong, and
// of a launch from offset 3 000 000 000 all results were. Below 2^31 every device has to have them.
bool has_ids(const exercise::Bench& bench, std::uint64_t begin, std::uint64_t count) {
  const auto last = bench.output<cl_ulong>(2);
  cl::Kernel kernel(common::build_source(bench.session.context, bench.session.device,
                                         "kernel void last(global ulong* id) {"
                                         "  if (get_group_id(0) == get_num_groups(0) - 1 &&"
                                         "      get_local_id(0) == get_local_size(0) - 1) {"
                                         "    id[0] = get_global_id(0);"
                                         "    id[1] = get_global_offset(0);"
                                         "  }"
                                         "}",
                                         "", "last.cl"),
                    "last");
  common::set_args(kernel, last.buffer);
  common::launch(bench.session.queue, kernel, {count}, cl::NullRange, {}, {begin});
  return bench.read(last) == std::vector<cl_ulong>{begin + count - 1, begin};
}

} // namespace

EXERCISE_CHECK(bench) {
  struct Case {
    std::uint64_t n, begin, count; // count: of the launch, which may reach beyond the pairs
  };
  for (const Case& c :
       {Case{1, 0, 4}, Case{2, 0, 4}, Case{5, 0, 10}, Case{5, 4, 6}, Case{40, 0, 800},
        Case{9, 30, 16}, Case{40, 500, 256}, Case{1000, 499000, 512}, Case{70000, 2147483000, 1024},
        Case{100000, 3000000000, 512}, Case{100000, 4294967000, 512},
        Case{100000, 4999949000, 1024}, Case{100000, 4999850000, 256}}) {
    const bool large = c.begin + c.count > std::uint64_t{1} << 31U;
    if (bench.in_simulator ? c.count > 600 : large && !has_ids(bench, c.begin, c.count))
      continue;
    const std::uint64_t pairs = c.n * (c.n - 1) / 2;
    const std::size_t written = std::min(c.count, pairs - std::min(pairs, c.begin));
    std::vector<cl_int> firsts, seconds;
    std::uint64_t j = 1;
    while (j * (j + 1) / 2 <= c.begin)
      ++j;
    for (std::uint64_t i = c.begin - j * (j - 1) / 2; firsts.size() < written; ++i) {
      if (i == j) {
        i = 0;
        ++j;
      }
      firsts.push_back(static_cast<cl_int>(i));
      seconds.push_back(static_cast<cl_int>(j));
    }
    const auto first = bench.output<cl_int>(written), second = bench.output<cl_int>(written);
    cl::Kernel kernel = bench.kernel("pair_of");
    common::set_args(kernel, first.buffer, second.buffer, static_cast<cl_uint>(c.n));
    const std::string where =
        fmt::format("n = {}, {} work-items from offset {}", c.n, c.count, c.begin);
    bench.trying(where);
    common::launch(bench.session.queue, kernel, {c.count}, cl::NullRange, {}, {c.begin});
    bench.session.queue.finish();
    if (written == 0) { // then nothing may be written
      bench.read(first, where + ", first");
      bench.read(second, where + ", second");
      continue;
    }
    bench.expect(first, firsts, where + ", first");
    bench.expect(second, seconds, where + ", second");
    bench.allow("pair_of", {.global_loads = 0, .global_stores = 2 * written});
  }
}
