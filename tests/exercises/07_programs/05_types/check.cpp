#include "tools/exercise/check.hpp"

#include <algorithm>
#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  const auto check = [&](const std::string& option, auto zero, cl_int low, cl_int high) {
    using Type = decltype(zero);
    bench.build_with(option);
    for (const std::size_t n : bench.sizes({1, 31, 1000}, {31})) {
      const std::vector<cl_int> numbers = bench.random_ints(2 * n, low, high);
      std::vector<Type> a(n), b(n);
      for (std::size_t i = 0; i < n; ++i) {
        a[i] = static_cast<Type>(numbers[2 * i]);
        b[i] = static_cast<Type>(i % 3 == 0 ? numbers[2 * i] + 1 : numbers[2 * i + 1]);
      }
      const auto out = bench.output<Type>(n);
      bench.run("larger", {n}, {64}, bench.input(a), bench.input(b), out.buffer,
                static_cast<cl_uint>(n));
      const std::vector<Type> got = bench.read(out);
      for (std::size_t i = 0; i < n; ++i)
        bench.expect(got[i] == std::max(a[i], b[i]),
                     fmt::format("{}: of {} and {} it takes {}.",
                                 option.empty() ? "without an option" : option, +a[i], +b[i],
                                 +got[i]));
    }
  };
  check("", cl_float{0}, -1000, 1000);
  check("-D TYPE=int", cl_int{0}, -2000000000, 2000000000);
  check("-D TYPE=uchar", cl_uchar{0}, 0, 254);
  check("-D TYPE=ushort", cl_ushort{0}, 0, 65534);
}
