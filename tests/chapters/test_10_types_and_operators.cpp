// Chapter 10: the lesson's panels are what the specification says, its laboratory's tables are true here, and a wrong
// kernel is noticed.

#include "tests/support/chapter.hpp"

#include "common/device.hpp"
#include "common/image.hpp"
#include "common/kernel_io.hpp"
#include "common/verify.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <map>
#include <set>
#include <sstream>

using tests::contains;
using tests::on_pocl;
using tests::Shows;

namespace {

const tests::Program program("10_types_and_operators");
const tests::Lab chapter("10_types_and_operators");

// A picture with all bytes from 0 to 255 in each channel, in no regular order.
common::Image all_bytes(int width, int height) {
  common::Image image{width, height, 4, {}};
  const auto order = common::random_floats(4 * static_cast<std::size_t>(width * height), 7);
  for (std::size_t i = 0; i < order.size(); ++i)
    image.pixels.push_back(i < 1024 ? static_cast<std::uint8_t>(i / 4 + 37 * i)
                                    : static_cast<std::uint8_t>(128 + 127 * order[i]));
  return image;
}

// Where the panel is on the sheet, by its place in the order of the lesson.
std::pair<int, int> corner(int panel, int width, int height) {
  const int scale = std::max(1, width / 128), gap = 4 * scale, head = 13 * scale;
  return {gap + panel % 4 * (width + gap), head + panel / 4 * (height + head)};
}

// The values of a list of expressions, by their text.
std::map<std::string, std::string> values_of(const std::string& list) {
  std::map<std::string, std::string> values;
  const auto document = chapter.experiment(list);
  for (const auto& row : document.at("rows"))
    values[row.at("expression")] = row.at("value");
  return values;
}

} // namespace

TEST_CASE("10: each panel is what the rule of the lesson makes of the picture") {
  // Tables in place of the program's arithmetic: the middle of each level's range of bytes, and its
  // brightness. Ties (112, 144 ...) belong to the even neighbour.
  const auto level = [](int byte, int panel) {
    int below = 0;
    while (32 * (below + 1) <= byte) // the whole number of steps at or below the byte
      ++below;
    const int over = byte - 32 * below; // 0 to 31
    const int up = below + (over > 0 ? 1 : 0);
    const int even = below % 2 == 0 ? below : below + 1;
    const int steps[]{over < 16   ? below
                      : over > 16 ? below + 1
                                  : even,
                      byte >= 128 ? below : up, up, below};
    return std::min(32 * steps[panel], 255);
  };
  for (const std::pair<int, int>& size : {std::pair(31, 33), std::pair(130, 20), std::pair(1, 1)})
    for (const tests::Environment& environment : tests::any_group_size) {
      const int width = size.first, height = size.second;
      CAPTURE(width);
      const tests::TemporaryDirectory directory;
      const common::Image in = all_bytes(width, height);
      const std::string file = (directory.path / "in.png").string();
      common::save_image(file, in);
      const common::Image sheet =
          program.picture({"--input", file},
                          {"saturate", "verified: all", "are what the host computes"}, environment);
      REQUIRE(sheet.channels == 3);
      REQUIRE(sheet.width >= 4 * width);
      int wrong = 0;
      for (int panel = 0; panel < 8; ++panel)
        for (int y = 0; y < height; ++y)
          for (int x = 0; x < width; ++x)
            for (int channel = 0; channel < 3; ++channel) {
              const std::uint8_t* pixel = &in.pixels[4 * static_cast<std::size_t>(y * width + x)];
              const int byte = pixel[channel], brighter = byte + byte / 2;
              const int want = panel == 0   ? pixel[channel == 2 ? 0 : channel + 1]
                               : panel == 1 ? (byte >= 128) * 255
                               : panel == 2 ? (brighter & 255)
                               : panel == 3 ? (brighter > 255 ? 255 : brighter)
                                            : level(byte, panel - 4);
              const auto [left, top] = corner(panel, width, height);
              wrong += sheet.pixels[static_cast<std::size_t>(
                           3 * ((top + y) * sheet.width + left + x) + channel)] == want
                           ? 0
                           : 1;
            }
      CHECK(wrong == 0);
    }
}

TEST_CASE("10: the program notices wrong kernels" * tests::long_tier) {
  program.notices({
      {"panels.cl", "p.yzxw", "p.zyxw", "", "swizzle: channel"},
      {"panels.cl", "p > (uchar4)(127)", "p >= (uchar4)(127)", "", "mask: channel"},
      {"panels.cl", "convert_uchar4(brighter)", "convert_uchar4_sat(brighter)", "",
       "wrap: channel"},
      {"panels.cl", "convert_uchar4_sat(brighter)", "convert_uchar4(brighter)", "",
       "saturate: channel"},
      {"panels.cl", "_rte(level)", "_rtz(level)", "", "_rte: channel"},
      {"panels.cl", "_rtz(level)", "_rtn(level)", "", "_rtz: channel"},
      {"panels.cl", "_rtp(level)", "_rte(level)", "", "_rtp: channel"},
      {"panels.cl", "changed.w = pixel.w;", "", "", "channel 3 of pixel"},
      {"panels.cl", "panel * n + i", "i * 8 + panel", "", "and should be"},
  });
}

TEST_CASE("10: a picture is a PNG") {
  program.refuses({{{"--output", "panels.tiff"}, 2, "panels.tiff"}});
}

TEST_CASE("10: the smallest example saturates, rounds, and wraps around") {
  const auto result = tests::run_program(program.name + "_smallest", {});
  INFO(result.output);
  CHECK(result.exit_code == 0);
  CHECK(result.output == " 31 150 225 255\n 30 150 225  44\n");
}

TEST_CASE("10: all experiments pass, also with work-groups of one work-item") {
  chapter.says({"How large is each type?", "How are vectors built and taken apart?",
                "Where are the three floats?", "Which conversions come by themselves?",
                "What does each conversion give?", "What are the bits?", "What do operators give?",
                "What does arithmetic do?", "How does one choose without a branch?",
                "Which control flow is there?", "What fits into a half?", "Are wide types faster?",
                "Can the host run the same source?", "verified"});
}

TEST_CASE("10: sizes are powers of two, and three count as four") {
  const auto sizes = chapter.experiment("sizes");
  CHECK(sizes.at("rows").size() == (sizes.at("double") == true ? 10 : 9));
  for (const auto& row : sizes.at("rows")) {
    CAPTURE(row.dump());
    CHECK(row.at("T3") == row.at("T4"));
    CHECK(row.at("T16").get<int>() == 16 * row.at("T").get<int>());
  }
  const auto points = chapter.experiment("points");
  CHECK(points.at("float3_bytes").get<int>() * 3 == points.at("packed_bytes").get<int>() * 4);
}

TEST_CASE("10: the limits of the integers are the same on both sides") {
#define LIMIT(name)                                                                                \
  { #name, static_cast < cl_long>(CL_##name) }
  const std::vector<std::pair<std::string, cl_long>> limits{
      LIMIT(CHAR_BIT),  LIMIT(SCHAR_MIN), LIMIT(SCHAR_MAX), LIMIT(CHAR_MIN),  LIMIT(CHAR_MAX),
      LIMIT(UCHAR_MAX), LIMIT(SHRT_MIN),  LIMIT(SHRT_MAX),  LIMIT(USHRT_MAX), LIMIT(INT_MIN),
      LIMIT(INT_MAX),   LIMIT(UINT_MAX),  LIMIT(LONG_MIN),  LIMIT(LONG_MAX),  LIMIT(ULONG_MAX)};
#undef LIMIT
  std::string source = "kernel void limits(global long* out) {\n";
  for (std::size_t i = 0; i < limits.size(); ++i)
    source += "out[" + std::to_string(i) + "] = " + limits[i].first + ";\n";
  const cl::Device device = common::pick_device();
  const cl::Context context(device);
  const cl::CommandQueue queue(context, device);
  cl::Kernel kernel(common::build_source(context, device, source + "}\n"), "limits");
  std::vector<cl_long> got(limits.size());
  const cl::Buffer out(context, CL_MEM_WRITE_ONLY, got.size() * sizeof(cl_long));
  kernel.setArg(0, out);
  queue.enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange(1), cl::NDRange(1));
  queue.enqueueReadBuffer(out, CL_TRUE, 0, got.size() * sizeof(cl_long), got.data());
  for (std::size_t i = 0; i < limits.size(); ++i) {
    CAPTURE(limits[i].first);
    CHECK(got[i] == limits[i].second);
  }
}

TEST_CASE("10: the table of conversions agrees with the host's own functions") {
  const auto conversions = chapter.experiment("conversions");
  CHECK(conversions.at("verified") >= 200);
  int compared = 0;
  for (const auto& row : conversions.at("float_int").at("rows")) {
    const double x = std::stod(row.at("input").get<std::string>());
    const std::map<std::string, double> expected{{"plain", std::trunc(x)},
                                                 {"_rte", std::nearbyint(x)},
                                                 {"_rtz", std::trunc(x)},
                                                 {"_rtp", std::ceil(x)},
                                                 {"_rtn", std::floor(x)}};
    for (const auto& each : expected) {
      CAPTURE(x);
      CAPTURE(each.first);
      const std::string plain = row.at(each.first);
      const std::string saturated = row.at("_sat" + (each.first == "plain" ? "" : each.first));
      if (std::abs(x) < 2147483647) {
        CHECK(std::stod(plain) == each.second);
        CHECK(saturated == plain);
        ++compared;
      } else {
        CHECK(plain == "?"); // not defined, and so not shown
        if (!std::isnan(x))
          CHECK(saturated == (x < 0 ? "INT_MIN" : "INT_MAX"));
      }
    }
  }
  CHECK(compared >= 40);
  // What is defined of conversions to unsigned bytes, and what not.
  for (const auto& row : conversions.at("float_uchar").at("rows"))
    if (row.at("input") == "-0.3") {
      CHECK(row.at("plain") == "0"); // C99 drops the fraction first
      CHECK(row.at("_rtn") == "?");
      CHECK(row.at("_sat_rtn") == "0");
    }
  for (const auto& row : conversions.at("int_ushort").at("rows")) {
    const int x = std::stoi(row.at("input").get<std::string>());
    CHECK(std::stoi(row.at("plain").get<std::string>()) == static_cast<std::uint16_t>(x));
  }
}

TEST_CASE("10: expressions have the values that the page explains") {
  auto operators = values_of("operators");
  CHECK(operators.at("one < 2") == "1");
  CHECK(operators.at("j > 6") == "(-1, -1, -1, 0)");
  CHECK(operators.at("i % j") == "(1, 2, 3, 4)");
  CHECK(operators.at("one << (32 + one)") == "2");
  CHECK(operators.at("(i, j)") == "(9, 8, 7, 6)");
  auto arithmetic = values_of("arithmetic");
  CHECK(arithmetic.at("a + b") == "300");
  CHECK(arithmetic.at("(uchar2)(a, b) + (uchar2)(b, b)") == "(44, 200)");
  CHECK(arithmetic.at("-one < unsigned_one") == "0");
  auto choose = values_of("choose");
  CHECK(choose.at("select(i, j, i > 2)") == "(1, 2, 7, 6)");
  CHECK(choose.at("any(ones)") == "0");
  CHECK(choose.at("shuffle2(i, j, (uint4)(0, 4, 1, 5))") == "(1, 9, 2, 8)");
  CHECK(values_of("vectors").at("all.hi.odd.lo") == "(9, 11)");
  CHECK(values_of("bits").at("as_uchar4(pixel)") == "(255, 0, 255, 0)");
  CHECK(values_of("flow").at("steps") == "111"); // 27 reaches 1 after 111 steps
}

TEST_CASE("10: what the compiler refuses") {
  const auto casts = chapter.full_experiment("casts");
  CHECK(casts.at("allowed").size() >= 7);
  CHECK(casts.at("refused").size() >= 14);
  for (const auto& row : casts.at("refused")) {
    CAPTURE(row.at("statement").dump());
    if (on_pocl()) {
      CHECK(row.at("error") != "");
      CHECK(row.at("error") != "an error"); // its message was found
      CHECK(!contains(row.at("error").get<std::string>(), "tempfile"));
    }
  }
}

TEST_CASE("10: every half is read, and packed in each rounding mode") {
  const auto half = chapter.experiment("half");
  CHECK(half.at("unpacked") == 65536);
  CHECK(half.at("packed") >= 1500);
  CHECK(half.at("worst_relative_error") > 0.0);
  CHECK(half.at("worst_relative_error") <= 1.0 / 2048);
  std::set<std::string> of_2049;
  for (const auto& row : half.at("rows"))
    if (row.at("float") == "2049")
      of_2049 = {row.at("rte"), row.at("rtz"), row.at("rtp"), row.at("rtn")};
  CHECK(of_2049 == std::set<std::string>{"2048", "2050"});
}

TEST_CASE("10: widths are measured, and the twin has the same bits") {
  const auto widths = chapter.experiment("widths");
  REQUIRE(widths.at("rows").size() >= 3);
  for (const auto& row : widths.at("rows"))
    CHECK(row.at("gbps").get<double>() > 0.0);
  const auto twin = chapter.experiment("twin");
  CHECK(twin.at("pixels") == 72 * 28);
  CHECK(twin.at("differ") == 0);
  CHECK(twin.at("inside") > 100);
  CHECK(twin.at("inside") < twin.at("pixels"));
}

TEST_CASE("10: a wrong kernel does not pass" * tests::long_tier) {
  chapter.notices({
      {"layout.cl", "sizes[place] = sizeof(T)", "sizes[place] = 4", "sizes",
       "a cl_ type has the size"},
      {"layout.cl", "vload3(i, xyz)", "vload3(0, xyz + i)", "points", "vload3 there"},
      {"layout.cl", "10 * p.y", "10 * p.z", "points", "float3* there"},
      {"conversions.cl", "convert_##TO##_rtn)", "convert_##TO##_rtz)", "conversions",
       "float to int _rtn of -2.5"},
      {"conversions.cl", "convert_##TO##_sat_rte)", "convert_##TO##_sat)", "conversions",
       "float to int _sat_rte of 3.5"},
      {"conversions.cl", "vstore4(convert(x)", "vstore4(convert(x.xyzz)", "conversions",
       "in a vector"},
      {"vectors.clh", "i.wzyx", "i.xyzw", "vectors", "i.wzyx is (4, 3, 2, 1)"},
      {"operators.clh", "i < j", "j < i", "operators", "i < j is (-1, -1, -1, -1)"},
      {"arithmetic.clh", "(uchar)(a + b)", "(a + b)", "arithmetic", "(uchar)(a + b) is 44"},
      {"choose.clh", "select(i, j, ones)", "select(i, j, -ones)", "choose",
       "select(i, j, ones) is (1, 2, 3, 4)"},
      {"bits.clh", "as_int(one)", "(int)(one)", "bits", "as_int(one) is 1065353216"},
      {"operators.clh", "bytes == bytes", "i == i", "operators", "bytes == bytes has 4 bytes"},
      {"flow.clh", "continue", "sum = 0", "flow", "sum is 13"},
      {"half.cl", "vload_half(i, in)", "vload_half(i ^ 1, in)", "half", "vload_half reads"},
      {"half.cl", "vstore_half_rtp(in[i], 3", "vstore_half_rtn(in[i], 3", "half", "in mode 3"},
      {"half.cl", "2 * vload_half4", "3 * vload_half4", "widths", "the copy is wrong"},
      {"copies.cl", "out[i] = in[i]", "out[i] = in[0]", "widths", "the copy is wrong"},
      {"mandelbrot.cl", "step < most", "step + 1 < most", "twin", "compute the same bits"},
      {"mandelbrot.cl", "2.0f * z.x", "2.000001f * z.x", "twin", "compute the same bits"},
  });
}

TEST_CASE("10: each mistake shows itself, or is skipped with a reason") {
  chapter.shows(
      {{"comma", "gets 4, 4, 4, 4; with the type before it: 1, 2, 3, 4", Shows::everywhere},
       {"packed-float3", "with vload3: 321, 654, 987, 1320", Shows::everywhere},
       {"count-true", "gets -3; with a minus before the comparison: 3", Shows::everywhere},
       {"mask-of-ones", "gets 1, 2, 3, 4; with a comparison: 11, 12, 13, 14", Shows::everywhere},
       {"byte-mean", "gets 22, 22, 22, 22; hadd gives: 150, 150, 150, 150", Shows::everywhere},
       {"no-saturation", "convert_uchar4_sat_rte gives: 150, 225, 255, 255", Shows::perhaps},
       {"unsigned-minus", "gets 1, 1, 1, 1; x >= 1 gives: 0, 1, 1, 1", Shows::everywhere},
       {"fused", "pixels differ from the host's; with the pragma 0", Shows::perhaps},
       {"divide-by-zero", "no error and no signal", Shows::everywhere}});
}

// The lab's page shows a session with a debugger. Its commands are given to gdb, and what the page says
// that gdb answers has to be in gdb's answer, in the same order.
TEST_CASE("10: the debugger says what the page shows") {
  if (harness::find_program("gdb").empty())
    SKIP_TEST("gdb is not installed");
#ifdef SANITIZED
  SKIP_TEST("the leak check does not work under a debugger");
#endif
  std::istringstream page(common::read_text(tests::fs::path(tests::source_root()) / "chapters" /
                                            chapter.name / "lab" / "README.md"));
  std::vector<std::string> command{"gdb", "-q", "-nx", "-batch"}, answers;
  bool inside = false;
  for (std::string line; std::getline(page, line);) {
    if (line == "```" && inside)
      break;
    inside = inside || line.rfind("$ gdb ", 0) == 0;
    if (!inside || line.rfind("$ gdb ", 0) == 0)
      continue;
    if (line.rfind("(gdb) ", 0) == 0)
      command.insert(command.end(), {"-ex", line.substr(6)});
    else
      answers.push_back(line);
  }
  REQUIRE(command.size() > 10);
  REQUIRE(answers.size() >= 5);
  command.insert(command.end(),
                 {"--args", (tests::fs::path(tests::bin_dir()) / (chapter.name + "_lab")).string(),
                  "--quick", "--only", "twin"});
  const auto result = harness::run_process(command);
  INFO(result.output);
  if (contains(result.output, "ptrace: Operation not permitted"))
    SKIP_TEST("debuggers are not allowed here");
  std::size_t from = 0;
  for (const std::string& answer : answers) {
    CAPTURE(answer);
    const std::size_t at = result.output.find(answer, from);
    REQUIRE(at != std::string::npos);
    from = at + answer.size();
  }
}
