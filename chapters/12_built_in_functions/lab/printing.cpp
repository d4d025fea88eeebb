// What does a kernel say, and does all of it arrive? printf writes to the standard output of the
// whole program, so the second experiment runs the first one in a child process and reads along.

#include "common/error.hpp"
#include "common/kernel_io.hpp"
#include "harness/lab/device.hpp"
#include "harness/system/process.hpp"
#include "harness/system/report.hpp"
#include "lab.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fmt/format.h>
#include <limits>
#include <sstream>

namespace {

constexpr cl_uint speakers = 4;

// [expected]
std::vector<std::string> expected_lines() {
  std::vector<std::string> lines;
  for (cl_uint i = 0; i < speakers; ++i) {
    const auto x = static_cast<float>(i);
    lines.push_back(fmt::format("work-item {}: hex {:#x}, float {:.2f}, text literal, 100%", i,
                                i + 255, x / 4));
    lines.push_back(fmt::format("{:.6f},{:.6f},{:.6f},{:.6f} is the vector of work-item {}", x,
                                x + 0.25F, x + 0.5F, x + 0.75F, i));
  }
  std::sort(lines.begin(), lines.end());
  return lines;
}
// [/expected]

} // namespace

// [speak]
Json what_does_a_kernel_say(const Lab& lab) {
  fmt::print(
      "  printf has a buffer of {}\n",
      harness::size_text(static_cast<double>(lab.device.getInfo<CL_DEVICE_PRINTF_BUFFER_SIZE>())));
  std::fflush(stdout); // or our lines and the kernel's come in another order
  cl::Kernel kernel = lab.kernel("printing", "speak");
  kernel.setArg(0, speakers);
  common::launch(lab.queue, kernel, {speakers}, {1});
  lab.queue.finish(); // the text is complete only now

  cl::Kernel roots = lab.kernel("printing", "roots");
  const cl::Buffer in = lab.buffer(std::vector<float>{1, 4, 9, -2, 25}); // who put a -2 in there?
  const cl::Buffer out = lab.buffer(std::vector<float>(5));
  common::set_args(roots, in, out, cl_uint{5});
  run(lab, roots, 5, 1);
  lab.queue.finish();
  const auto got = lab.read<float>(out);
  verify(got[2] == 3.0F && std::isnan(got[3]), "the root of a negative number is not a number");
  return {{"lines", 2 * speakers + 1},
          {"buffer_bytes", lab.device.getInfo<CL_DEVICE_PRINTF_BUFFER_SIZE>()}};
}
// [/speak]

// [capture]
Json does_all_of_it_arrive(const Lab& lab) {
  const harness::ProcessResult child =
      harness::run_process({common::own_executable().string(), "--quick", "--only", "speak",
                            "--device", harness::index_of(lab.device)});
  verify(child.exit_code == 0, "the child process ends well");
  std::istringstream lines(child.output);
  std::vector<std::string> spoken;
  std::string found;
  for (std::string line; std::getline(lines, line);) {
    if (line.find("work-item ") != std::string::npos)
      spoken.push_back(line);
    if (line.rfind("roots: ", 0) == 0)
      found = line;
  }
  std::sort(spoken.begin(), spoken.end()); // work-items speak in any order
  const bool same = spoken == expected_lines();
  verify(spoken.size() == 2 * speakers, "each work-item has spoken twice");
  // The C library of the host writes nan or -nan.
  verify(found.find("element 3: the root of -2 is ") != std::string::npos,
         "the wrong element was named");
  fmt::print("  {} lines from {} work-items, {}\n  {}\n", spoken.size(), speakers,
             same ? "as expected to the last character" : "written in the device's own way", found);
  return {{"lines", spoken}, {"as_expected", same}, {"found", found}};
}
// [/capture]
