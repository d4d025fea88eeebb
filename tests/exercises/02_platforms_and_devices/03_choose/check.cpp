#include "exercise.hpp"

#include "tools/exercise/check.hpp"

#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  const auto text = [](const std::vector<std::size_t>& list) {
    return fmt::format("{}", fmt::join(list, ", "));
  };
  struct Good {
    const char* answer;
    std::vector<std::size_t> numbers;
  };
  for (const Good& good : {Good{"0", {0}}, Good{"0,2", {0, 2}}, Good{"2, 0", {2, 0}},
                           Good{" 1 ,2 , 0 ", {1, 2, 0}}, Good{"11,2", {11, 2}}}) {
    const std::vector<std::size_t> got = chosen(good.answer, 12);
    bench.expect(got == good.numbers, fmt::format("\"{}\": got {}, want {}", good.answer, text(got),
                                                  text(good.numbers)));
  }
  for (const char* bad : {"", " ", "gpu", "0,", ",0", "0,,1", "0 1", "-1", "3", "0,3", "1,1", "0x1",
                          "1.5", "1;2", "4294967296", "18446744073709551616"}) {
    bool thrown = false;
    std::string got;
    try {
      got = text(chosen(bad, 3));
    } catch (const std::invalid_argument& error) {
      thrown = true;
      bench.expect(
          *error.what() != '\0',
          fmt::format("\"{}\" of 3 devices: the exception does not say what is wrong", bad));
    } catch (const std::exception& error) {
      got = fmt::format("another exception ({})", error.what());
    }
    bench.expect(thrown, fmt::format("\"{}\" of 3 devices: got {}, want std::invalid_argument", bad,
                                     got.empty() ? "an empty list" : got));
  }
}
