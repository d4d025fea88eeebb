// What chapters of experiments work with. The program around it is tested with chapter 8.

#include "harness/lab/lab.hpp"

#include "tests/support/session.hpp"
#include "tests/support/support.hpp"

TEST_CASE("lab: what goes into a buffer comes out, and a chapter's kernels are found") {
  const harness::Lab lab(tests::new_session().device, "08_kernels_and_ndranges", true, 1);
  const std::vector<cl_int> numbers{3, -1, 4};
  CHECK(lab.read<cl_int>(lab.buffer(numbers)) == numbers);
  cl::Kernel put = lab.kernel("arguments", "put");
  CHECK(put.getInfo<CL_KERNEL_NUM_ARGS>() == 3);
  CHECK_THROWS_AS(lab.kernel("no_such_file", "put"), common::Error);
  CHECK(harness::error_of([&] { lab.kernel("arguments", "no_such_kernel"); }) ==
        "CL_INVALID_KERNEL_NAME");
  CHECK(harness::error_of([] {}).empty());
}
