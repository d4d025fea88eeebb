// Chapter 4: buffers. Where their bytes live, and every way to move them.
//
//   04_buffers_lab                                 all experiments
//   04_buffers_lab --only flags,map                some of them
//   04_buffers_lab --only rectangle --output x.png also write the picture with the rectangles
//   04_buffers_lab --demo rectangle-in-pixels      make a mistake on purpose and see what happens
//   04_buffers_lab --plot results.json out.svg     draw the bandwidths that --json has written
//
// Two experiments are here, the rest in the files beside. Each is a function, named by its question.

#include "common/error.hpp"
#include "harness/lab/experiment.hpp"
#include "harness/system/options.hpp"
#include "harness/system/report.hpp"
#include "lab.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace {

// [transfer]
Json how_do_bytes_get_in_and_out(const Lab& lab) {
  Numbers numbers = lab.numbers(1000);
  const cl::Buffer buffer(lab.context, CL_MEM_READ_WRITE, bytes_of(numbers));
  lab.queue.enqueueWriteBuffer(buffer, CL_TRUE, 0, bytes_of(numbers), numbers.data());

  // A part: 10 numbers from number 200 on. Offset and size are bytes, the pointer is the array's.
  const Numbers part = lab.numbers(10, 1);
  lab.queue.enqueueWriteBuffer(buffer, CL_TRUE, 200 * sizeof(cl_uint), bytes_of(part), part.data());
  std::copy(part.begin(), part.end(), numbers.begin() + 200); // the host's twin

  Numbers some(20);
  lab.queue.enqueueReadBuffer(buffer, CL_TRUE, 195 * sizeof(cl_uint), bytes_of(some), some.data());
  verify(std::equal(some.begin(), some.end(), numbers.begin() + 195), "a part can be read");
  verify(lab.content(buffer) == numbers, "a write changes its part and nothing else");
  const std::string beyond = outcome([&] {
    lab.queue.enqueueReadBuffer(buffer, CL_TRUE, 990 * sizeof(cl_uint), bytes_of(some),
                                some.data());
  });
  // [/transfer]
  fmt::print("  numbers 200 to 209 written, 195 to 214 read: as expected\n"
             "  20 numbers from number 990 of 1000: {}\n",
             beyond);
  return {{"beyond", beyond}};
}

// [copy]
Json can_the_device_do_it_alone(const Lab& lab) {
  const Numbers numbers = lab.numbers(1000);
  const cl::Buffer from = lab.buffer_with(numbers);
  const cl::Buffer to(lab.context, CL_MEM_READ_WRITE, bytes_of(numbers));
  lab.queue.enqueueFillBuffer(to, cl_uint{7}, 0, bytes_of(numbers));
  // In bytes: 300 numbers, from number 100 on, to number 200 and on.
  lab.queue.enqueueCopyBuffer(from, to, 400, 800, 1200);
  Numbers expected(1000, 7);
  std::copy_n(numbers.begin() + 100, 300, expected.begin() + 200);
  verify(lab.content(to) == expected, "fill and copy do as std::fill and std::copy do");

  // A pattern has 1, 2, 4, ... or 128 bytes; offset and size are multiples of that.
  const cl_uint4 pattern{{1, 2, 3, 4}};
  lab.queue.enqueueFillBuffer(to, pattern, 2 * sizeof pattern, sizeof pattern);
  std::copy_n(pattern.s, 4, expected.begin() + 8);
  verify(lab.content(to) == expected, "a pattern may have several numbers");
  // [/copy]
  const std::string overlap =
      outcome([&] { lab.queue.enqueueCopyBuffer(from, from, 0, 400, 1200); });
  const std::string offset =
      outcome([&] { lab.queue.enqueueFillBuffer(to, pattern, 4, sizeof pattern); });
  const std::string three = outcome([&] {
    lab.queue.enqueueFillBuffer(to, std::array<cl_uint, 3>{1, 2, 3}, 0, 48);
  });
  lab.queue.finish();
  fmt::print("  fill, copy, fill with a pattern: as expected\n"
             "  copy within one buffer, overlapping: {}\n"
             "  a pattern of 16 bytes at byte 4: {}\n"
             "  a pattern of 12 bytes: {}\n",
             overlap, offset, three);
  return {{"overlap", overlap}, {"offset", offset}, {"three", three}};
}

constexpr harness::Experiment<const Lab> experiments[] = {
    {"transfer", "How do bytes get in and out?", how_do_bytes_get_in_and_out},
    {"copy", "Can the device do it alone?", can_the_device_do_it_alone},
    {"flags", "Where does a buffer live?", where_does_a_buffer_live},
    {"access", "Who may touch it?", who_may_touch_it},
    {"refused", "Which flags go together?", what_is_refused},
    {"map", "What do the map flags do?", what_do_the_map_flags_do},
    {"host-pointer", "Whose memory is it with USE_HOST_PTR?", whose_memory_is_it},
    {"pinned", "What is a pinned transfer?", what_is_a_pinned_transfer},
    {"rectangle", "How do I cut a rectangle out of a picture?", how_do_i_cut_a_rectangle},
    {"sub-buffer", "Can a part of a buffer be a buffer?", can_a_part_be_a_buffer},
    {"migrate", "Where is it now, and since when?", where_is_it_now},
    {"death", "When does it die?", when_does_it_die},
    {"query", "What can it tell?", what_can_be_asked},
    {"bandwidth", "How fast are they?", how_fast_are_they},
};

} // namespace

int main(int argc, char** argv) {
  return common::run_main(argc, argv, [](int count, char** arguments) -> int {
    CLI::App app{"Where the bytes of a buffer live, and every way to move them."};
    harness::ExperimentOptions options;
    std::string output;
    std::vector<std::string> plot;
    harness::add_experiment_options(app, options, harness::names_of(experiments), demo_names());
    app.add_option("--output", output, "write the picture with the rectangles")
        ->type_name("FILE")
        ->excludes("--demo");
    app.add_option("--plot", plot, "draw the bandwidths that --json has written, as SVG")
        ->expected(2)
        ->type_name("FILE.json FILE.svg")
        ->excludes("--only", "--demo", "--json", "--output");
    common::parse(app, count, arguments);
    if (!output.empty() && std::count(options.only.begin(), options.only.end(), "rectangle") == 0)
      throw common::UsageError(
          "--output writes the picture of the experiment rectangle: add that to --only.");
    if (!plot.empty()) {
      draw_bandwidth(plot[0], plot[1]);
      return common::exit_passed;
    }
    Lab lab(common::pick_device(options.device), options.quick, options.seed);
    lab.output = output;
    fmt::print("{}\n", common::describe(lab.device));
    if (!options.demo.empty())
      return run_demo(options.demo, lab);
    Json document =
        harness::result_document("04_buffers", harness::command_line(count, arguments), lab.device);
    return harness::run_experiments(experiments, options.only, lab, std::move(document),
                                    options.json_file);
  });
}
