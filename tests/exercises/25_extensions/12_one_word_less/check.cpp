#include "exercise.hpp"

#include "tools/exercise/check.hpp"

#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  struct Case {
    std::string list, hidden, want;
  };
  for (const Case& each :
       {Case{"a b c", "b", "a c"}, Case{"a b c", "a", "b c"}, Case{"a b c", "c", "a b"},
        Case{"cl_khr_gl_event cl_khr_gl_sharing", "cl_khr_gl", "cl_khr_gl_event cl_khr_gl_sharing"},
        Case{"cl_khr_fp64", "cl_khr_fp64", ""}, Case{"", "cl_khr_fp64", ""},
        Case{"a b a", "a", "b"}, Case{"cl_khr_fp64 cl_khr_fp16", "cl_khr_fp16", "cl_khr_fp64"}}) {
    const std::string where = fmt::format("'{}' without '{}'", each.list, each.hidden);
    size_t length = 0;
    bench.trying(where + ", length only");
    bench.expect(answer_without(each.list, each.hidden, 0, nullptr, &length) == CL_SUCCESS,
                 where + ": to ask for the length alone is allowed.");
    bench.expect(length == each.want.size() + 1, fmt::format("{}: the length is {}, and not {}.",
                                                             where, each.want.size() + 1, length));
    std::vector<char> text(each.want.size() + 9, '#');
    bench.trying(where + ", text only");
    bench.expect(answer_without(each.list, each.hidden, each.want.size() + 1, text.data(),
                                nullptr) == CL_SUCCESS,
                 where + ": there is room enough.");
    bench.expect(std::string(text.data(), each.want.size() + 1) == each.want + '\0',
                 fmt::format("{} is '{}'.", where, each.want));
    bench.expect(text[each.want.size() + 1] == '#',
                 where + ": nothing may be written behind the zero.");
    std::vector<char> small(each.want.size() + 1, '#');
    bench.expect(answer_without(each.list, each.hidden, each.want.size(), small.data(), &length) ==
                     CL_INVALID_VALUE,
                 where + ": one byte too little is an error.");
    bench.expect(small.back() == '#', where + ": after an error nothing is written.");
  }
}
