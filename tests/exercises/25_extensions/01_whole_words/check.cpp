#include "exercise.hpp"

#include "tools/exercise/check.hpp"

#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  const std::string list = "cl_khr_int64_base_atomics  cl_khr_gl_event cl_khr_fp64 cl_nv_a ";
  const auto expect = [&](const std::string& text, const std::string& name, bool want) {
    bench.expect(lists(text, name) == want,
                 fmt::format("the list '{}' {} '{}'.", text,
                             want ? "has the word" : "does not have the word", name));
  };
  for (const char* name :
       {"cl_khr_int64_base_atomics", "cl_khr_gl_event", "cl_khr_fp64", "cl_nv_a"})
    expect(list, name, true);
  for (const char* name : {"cl_khr_int64", "khr_gl_event", "cl_khr_gl", "fp64", "cl_khr_fp640", "",
                           " ", "cl_khr_fp64 cl_nv_a"})
    expect(list, name, false);
  expect("", "cl_khr_fp64", false);
  expect("cl_khr_fp64", "cl_khr_fp64", true);
  const std::string here = bench.session.device.getInfo<CL_DEVICE_EXTENSIONS>();
  const std::string first = here.substr(0, here.find(' '));
  if (!first.empty()) {
    expect(here, first, true);
    expect(here, first.substr(0, first.size() - 1), false);
  }
}
