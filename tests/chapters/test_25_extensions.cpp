// Chapter 25: the picture is the one that the host computes, in double and in pairs of floats; extensions that are listed
// work; and the layer traces, finds leaks, and hides.

#include "chapters/25_extensions/lab/layered.hpp"
#include "tests/support/chapter.hpp"

#include "common/device.hpp"
#include "common/draw.hpp"
#include "common/files.hpp"
#include "common/kernel_io.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>

using tests::contains;
using tests::on_pocl;

namespace {

const tests::Program program("25_extensions");
const tests::Lab chapter("25_extensions");

tests::Environment layer(std::vector<std::pair<std::string, std::string>> settings,
                         const std::filesystem::path& log) {
  settings.emplace_back("OPENCL_LAYERS", layer_file().string());
  settings.emplace_back("OCL_LAYER_LOG", log.string());
  return settings;
}

#define NEEDS_LAYER                                                                                \
  if (const std::string why = why_no_layer(); !why.empty())                                        \
  SKIP_TEST(why)

bool has_doubles() {
  return common::has_extension(common::pick_device(), "cl_khr_fp64");
}

// The colour of the pixel whose point is so far from the centre, by long double: more digits than either half has.
std::array<std::uint8_t, 3> colour_at(long double re, long double im, unsigned limit) {
  long double a = 0, b = 0;
  unsigned n = 0;
  while (n < limit && a * a + b * b <= 4) {
    const long double next = a * a - b * b + re;
    b = 2 * a * b + im;
    a = next;
    ++n;
  }
  if (n == limit)
    return {common::ink.red, common::ink.green, common::ink.blue};
  std::array<std::uint8_t, 3> colour{};
  const double shifts[] = {0.9, 0.3, -0.6};
  for (std::size_t i = 0; i < 3; ++i)
    colour[i] =
        static_cast<std::uint8_t>(127.5 - 127.5 * std::cos(4 * std::log2(1.0 + n) + shifts[i]));
  return colour;
}

std::size_t pixels_like(const common::Image& picture, int side, int first, double re, double im,
                        double width, unsigned limit) {
  std::size_t like = 0;
  for (int row = 0; row < side; ++row)
    for (int column = 0; column < side; ++column) {
      const double pixel = static_cast<float>(width / side);
      const auto want = colour_at(re + (column - side / 2) * static_cast<long double>(pixel),
                                  im + (row - side / 2) * static_cast<long double>(pixel), limit);
      const std::size_t at =
          3 * (static_cast<std::size_t>(row) * static_cast<std::size_t>(picture.width) +
               static_cast<std::size_t>(first + column));
      like += std::equal(want.begin(), want.end(), picture.pixels.begin() + static_cast<long>(at));
    }
  return like;
}

} // namespace

TEST_CASE("25: both halves show the set, at any size, and with work-groups of one work-item") {
  for (const tests::Environment& environment : tests::any_group_size)
    for (const int side : {1, 37}) {
      for (const std::string with : {"best", "pairs"}) {
        CAPTURE(with);
        CAPTURE(side);
        const common::Image deep = program.picture(
            {"--quick", "--side", std::to_string(side), "--with", with},
            {"verified: of " + std::to_string(side * side) + " pixels"}, environment);
        REQUIRE(deep.width == 2 * side + 4);
        REQUIRE(deep.height == side);
        const auto all = static_cast<std::size_t>(side * side);
        if (side > 1) // the very centre is in doubt
          CHECK(pixels_like(deep, side, side + 4, -0.7756837680090538, 0.1364673682946901, 2e-6,
                            1000) >= all * 95 / 100);
        if (side > 1) // float is lost there
          CHECK(pixels_like(deep, side, 0, -0.7756837680090538, 0.1364673682946901, 2e-6, 1000) <
                all * 70 / 100);
      }
    }
  const common::Image whole = program.picture(
      {"--quick", "--side", "37", "--re", "-0.5", "--im", "0", "--width", "3", "--limit", "50"});
  CHECK(pixels_like(whole, 37, 0, -0.5, 0, 3, 50) > 37 * 37 * 97 / 100); // here float is enough
}

TEST_CASE("25: a wrong picture does not pass" * tests::long_tier) {
  program.notices({
      {"mandelbrot.cl", "2 * a * b + y", "a * b + y", "", "float is not the host's"},
      {"mandelbrot.cl", "a * a + b * b <= 4", "a * a + b * b < 2", "", "float is not the host's"},
      {"mandelbrot.cl", "row * width + column] = n", "column * width + row] = n", "",
       "float is not the host's"},
      {"mandelbrot.cl", "(double)re.x + re.y", "(double)re.x", "", "on the right"},
  });
}

TEST_CASE("25: a device without doubles gets pairs of floats") {
  NEEDS_LAYER;
  const tests::TemporaryDirectory directory;
  const auto log = directory.path / "log";
  program.picture({"--quick", "--side", "20"}, {"cl_khr_fp64 is missing", "in pairs of floats"},
                  layer({{"OCL_HIDE", "cl_khr_fp64"}}, log));
  if (has_doubles())
    program.picture({"--quick", "--side", "20"}, {"cl_khr_fp64 is listed", "and 0 in double"});
}

TEST_CASE("25: bad input of the program ends with a sentence") {
  program.refuses({{{"--with", "quads"}, 2, "--with"},
                   {{"--side", "0"}, 2, "--side"},
                   {{"--width", "0"}, 2, "--width"},
                   {{"--re", "3"}, 2, "--re"}});
}

TEST_CASE("25: all experiments pass, also with work-groups of one work-item") {
  chapter.says({"Who lists what?", "What has become part of the core?", "What do kernels see?",
                "Does an address prove anything?", "Which extensions of OpenCL 1.2 work here?",
                "Which others work here?", "Can halves be had without cl_khr_fp16?",
                "Can doubles be had without cl_khr_fp64?", "Which images can a kernel write?",
                "What if there is no shuffle?", "What if there is no dot product of bytes?",
                "What if floats have no atomics?", "What if there are no command buffers?",
                "What if there are no semaphores?", "What does a layer see?", "verified"});
}

TEST_CASE("25: the layer writes each call, in order, and gives handles names") {
  NEEDS_LAYER;
  const tests::TemporaryDirectory directory;
  const auto log = directory.path / "log";
  program.picture({"--quick", "--side", "5"}, {"verified"}, layer({{"OCL_TRACE", "1"}}, log));
  const std::string trace = common::read_text(log);
  std::size_t at = 0;
  for (const char* call :
       {"clGetPlatformIDs(0, NULL, pointer) = CL_SUCCESS  ", "clCreateContext(NULL, 1, ",
        " = context#1  ", "clCreateProgramWithSource(context#1, ", " = program#1  ",
        "clBuildProgram(program#1, ", "clCreateBuffer(context#1, 2, 100, NULL, pointer) = memory#1",
        "clCreateKernel(program#1, \"in_float\", pointer) = kernel#1",
        "clSetKernelArg(kernel#1, 0, 8, pointer)", "clEnqueueNDRangeKernel(queue#1, kernel#1, 2, ",
        "clEnqueueReadBuffer(queue#1, memory#1, 1, 0, 100, pointer, 0, NULL, NULL) = CL_SUCCESS",
        "clReleaseMemObject(memory#1)", "= memory#2", "kernel#2", "clReleaseContext(context#1)"}) {
    INFO(call << " is missing behind character " << at << " of\n" << trace);
    const std::size_t found = trace.find(call, at);
    REQUIRE(found != std::string::npos);
    at = found;
  }
  // What a driver refuses has its name.
  const auto wrong = chapter.run({"--demo", "not-null", "--device", "99"});
  CHECK(wrong.exit_code == 1);
}

TEST_CASE(
    "25: the layer says what was not released, and what is there at the end is not too early") {
  NEEDS_LAYER;
  const tests::TemporaryDirectory directory;
  const auto log = directory.path / "log";
  const auto leaks_of = [&](const std::string& name, const tests::Words& arguments) {
    std::filesystem::remove(log);
    harness::ProcessOptions options;
    options.directory = directory.path;
    options.environment = layer({{"OCL_LEAKS", "1"}}, log);
    const auto result = tests::run_program(name, arguments, options);
    INFO(result.output);
    CHECK(result.exit_code == 0);
    return common::read_text(log);
  };
  CHECK(contains(leaks_of("25_extensions", {"--quick", "--side", "5"}), "leaks: 0 of "));
  const std::string leaky = leaks_of("25_extensions_lab", {"--demo", "leak"});
  CHECK(contains(leaky, "leaks: 2 of "));
  CHECK(contains(leaky, "1 from clCreateBuffer, references: 1"));
  CHECK(contains(leaky, "1 from clCreateUserEvent, references: 1"));
}

TEST_CASE("25: what the layer hides is nowhere: lists, versions, features, addresses, kernels") {
  NEEDS_LAYER;
  const tests::TemporaryDirectory directory;
  const auto environment =
      layer({{"OCL_HIDE", "cl_khr_fp64,cl_khr_icd,cl_khr_command_buffer,cl_khr_gl"}},
            directory.path / "log");
  const tests::Words experiments{"--quick", "--only", "lists,kernels,addresses,double,commands"};
  const tests::Json before = chapter.results(experiments);
  const tests::Json after = chapter.results(experiments, environment);
  const auto without = [](std::vector<std::string> words) {
    std::erase_if(words, [](const std::string& word) {
      return word == "cl_khr_fp64" || word == "cl_khr_icd" || word == "cl_khr_command_buffer" ||
             word == "__opencl_c_fp64";
    });
    return words;
  };
  for (const char* list : {"device", "platform", "features"}) {
    CAPTURE(list);
    CHECK(after.at("lists").at(list) == tests::Json(without(before.at("lists").at(list))));
  }
  CHECK(!after.at("lists").at("versions").contains("cl_khr_fp64"));
  CHECK(after.at("kernels").at("not_listed") == before.at("kernels").at("not_listed"));
  const auto& rows = after.at("addresses").at("rows");
  for (const auto& row : rows)
    if (row.at("function") == "clCreateCommandBufferKHR")
      CHECK(row.at("address") == false);
  CHECK(after.at("double").at("fp64") == "not listed");
  CHECK(after.at("commands").at("buffer") == "not listed");
}

TEST_CASE("25: the lab runs other programs under the layer, and refuses what is none") {
  NEEDS_LAYER;
  const auto hidden =
      chapter.run({"--program", "25_extensions_smallest", "--layer", "hide=cl_khr_fp64"});
  INFO(hidden.output);
  CHECK(hidden.exit_code == 0);
  CHECK(contains(hidden.output, "cl_khr_fp64: not listed, and kernels do not see it"));
  for (const tests::Words& arguments : {tests::Words{"--program", "no_such_program"},
                                        {"--program", "../bin/25_extensions"},
                                        {"--program", "25_extensions", "--layer", "everything"}}) {
    const auto refused = chapter.run(arguments);
    INFO(refused.output);
    CHECK(refused.exit_code == 2);
    CHECK(contains(refused.output, arguments.back()));
  }
}

TEST_CASE("25: the table has a column for each recorded device") {
  const auto table = chapter.run({"--table", "--recorded"});
  INFO(table.output);
  CHECK(table.exit_code == 0);
  CHECK(contains(table.output, "PoCL 3.1"));
  CHECK(contains(table.output, "rusticl 22.3"));
  CHECK(contains(table.output, "cl_khr_icd  "));
  const auto markdown = chapter.run({"--table", "--recorded", "--markdown"});
  CHECK(contains(markdown.output, "| extension | "));
  CHECK(contains(markdown.output, "\n|---|---|"));
}

TEST_CASE("25: listed extensions work, and twins have the same bits") {
  const auto khr = chapter.experiment("khr");
  CHECK(khr.size() == 17);
  for (const auto& each : khr.items()) {
    const auto& result = each.value();
    CAPTURE(each.key());
    CHECK(result.at("status") != "fails");
    if (on_pocl() && result.at("status") == "skipped")
      CHECK(result.at("says") != "");
  }
  if (on_pocl())
    for (const char* name : {"cl_khr_int64_base_atomics", "cl_khr_3d_image_writes", "cl_khr_fp64"})
      CHECK(khr.at(name).at("status") == "verified");
  for (const char* twin : {"shuffle", "dot", "float-atomics"}) {
    const auto rows = chapter.experiment(twin).at("rows");
    REQUIRE(rows.size() == 3);
    CHECK(rows[2].at("status") == "verified");
  }
}

TEST_CASE("25: mistakes show themselves") {
  chapter.shows({
      {"part-of-a-word", "finds 'cl_khr_"},
      {"not-null", "is not NULL"},
      {"wrong-list", "the platform does not list"},
      {"all-enable", "expected 'disable'"},
      {"fast-math", "when built with"},
      {"one-kernel", "recorded with 10 and 20"},
      {"leak", "leaks: 2 of ", tests::Shows::perhaps},
  });
}

TEST_CASE("25: a wrong kernel of the lab does not pass" * tests::long_tier) {
  chapter.notices({
      {"half.cl", "round_to_half(x * y)", "x * y", "half", "the twin has the bits of halves"},
      {"half.cl", "vstore_half_rte(x / y", "vstore_half_rtz(x / y", "half", "bits of halves"},
      {"double.cl", "rest > 4 || (rest == 4 && (digits & 1))", "rest >= 4", "double",
       "integers can do"},
      {"double.cl", "digits |= (x * (y << 3)) != 0;", "", "double", "integers can do"},
      {"double.cl", "| ((digits & ((1UL << places) - 1)) != 0)", "", "double", "integers can do"},
      {"double.cl", "digits ? a & SIGN : 0", "a & SIGN", "double", "integers can do"},
      {"image_writes.cl", "(int2)(x, y)", "(int2)(y, x)", "images", "image1d_array_t"},
      {"image_writes.cl", "(z * get_global_size(1) + y)", "(y * get_global_size(2) + z)", "images",
       "image3d_t, by a buffer"},
      {"twins.cl", "cells[me ^ mask]", "cells[me]", "shuffle", "result"},
      {"twins.cl", "convert_int_sat((long)dot + more)", "dot + more", "dot", "result"},
      {"twins.cl", "atomic_max((volatile global uint*)least, as_uint(x))",
       "atomic_min((volatile global int*)least, as_int(x))", "float-atomics", "result 1"},
      {"twins.cl", "+ by", "- by", "commands", "does the same each time"},
      {"atomics.cl", "atom_inc(&cells[2])", "", "khr", "64-bit counters count"},
  });
}
