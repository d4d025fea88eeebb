// oclcc compiles, shows, saves, and refuses.

#include "tools/oclcc/oclcc.hpp"

#include "tests/support/session.hpp"
#include "tests/support/support.hpp"

#include "chapters/07_programs/lab/saved.hpp"
#include "common/error.hpp"

#include <sstream>

using tests::contains;
using tests::message_of;
using tests::TemporaryDirectory;

namespace {

// The second kernel does something: the compiler of NVIDIA's driver fails where one is empty.
const char* const scale = "// scales\n"
                          "kernel void scale(global const float* restrict x, global float* y,\n"
                          "                  float factor, local int* scratch) {\n"
                          "  scratch[get_local_id(0)] = 0;\n"
                          "  y[get_global_id(0)] = factor * x[get_global_id(0)];\n}\n"
                          "kernel __attribute__((reqd_work_group_size(1, 1, 1)))\n"
                          "void once(global float* y) { y[0] = 1; }\n";

std::string output_of(const std::vector<std::string>& arguments) {
  std::ostringstream out;
  CHECK(oclcc::oclcc_main(arguments, out) == common::exit_passed);
  return out.str();
}

bool has_linker() {
  return common::pick_device().getInfo<CL_DEVICE_LINKER_AVAILABLE>() != 0;
}

} // namespace

TEST_CASE("oclcc: the command line is taken apart like a C compiler's") {
  const auto line =
      oclcc::parse({"-I", "headers", "a.cl", "-DN=7", "-o", "a.bin", "-D", "M", "b.cl",
                    "-cl-fast-relaxed-math", "--device", "cpu", "--json", "-"});
  CHECK(line.files == std::vector<std::string>{"a.cl", "b.cl"});
  CHECK(line.compiler_options ==
        std::vector<std::string>{"-I", "headers", "-DN=7", "-D", "M", "-cl-fast-relaxed-math"});
  CHECK(line.output == "a.bin");
  CHECK(line.device == "cpu");
  CHECK(line.json_file == "-");
  CHECK_FALSE(line.help);
  CHECK_THROWS_AS(oclcc::parse({"a.cl", "-o"}), common::UsageError);
  CHECK_THROWS_AS(oclcc::parse({"a.cl", "--ouput", "x"}), common::UsageError);
  CHECK(contains(output_of({"--help"}), "Usage: oclcc"));
}

TEST_CASE("oclcc: input that makes no sense is refused, and nothing is written") {
  const TemporaryDirectory directory;
  const std::string file = directory.write("k.cl", scale).string();
  const std::string missing = (directory.path / "none.cl").string();
  CHECK_THROWS_AS(oclcc::oclcc_main({}), common::UsageError);
  CHECK_THROWS_AS(oclcc::oclcc_main({missing}), common::UsageError);
  CHECK_THROWS_AS(oclcc::oclcc_main({file, "-o", file}), common::UsageError);
  CHECK(common::read_text(file) == scale);
  CHECK_THROWS_AS(oclcc::oclcc_main({file, "--device", "no such device"}), common::Error);
  CHECK(directory.files() == std::vector<std::string>{"k.cl"});
}

TEST_CASE("oclcc: kernels, arguments and what they need") {
  const TemporaryDirectory directory;
  const std::string file = directory.write("k.cl", scale).string();
  const auto json = directory.path / "k.json";
  const std::string output = output_of({file, "--json", json.string()});
  INFO(output);
  CHECK(contains(output, "kernel scale\n"));
  CHECK(contains(output, "kernel once\n"));
  CHECK(contains(output, "required work-group  1x1x1"));

  const auto document = tests::json_from(json);
  nlohmann::json kernel; // the order of kernels is the driver's
  for (const auto& each : document.at("kernels"))
    if (each.at("name") == "scale")
      kernel = each;
  REQUIRE(kernel.is_object());
  CHECK(kernel.at("work_group_size").get<int>() >= 1);
  CHECK(kernel.at("required_size") == nlohmann::json{0, 0, 0});
  const auto& arguments = kernel.at("arguments");
  if (arguments.is_number())
    SKIP_TEST("this device does not tell about arguments");
  REQUIRE(arguments.size() == 4);
  CHECK(arguments[0].at("name") == "x");
  CHECK(arguments[0].at("type") == "float*");
  CHECK(arguments[0].at("address") == "global");
  CHECK(arguments[0].at("qualifiers") == "const restrict");
  CHECK(arguments[1].at("qualifiers") == "");
  CHECK(arguments[2].at("address") == "private");
  CHECK(arguments[2].at("name") == "factor");
  CHECK(arguments[3].at("address") == "local");
  CHECK(contains(output, "argument 2           float factor\n"));
}

TEST_CASE(
    "oclcc: --stats shows each kernel's needs, and its instructions or why they are not known") {
  const TemporaryDirectory directory;
  const std::string file = directory.write("k.cl", scale).string();
  const auto json = directory.path / "k.json";
  const std::string output = output_of({file, "--stats", "--json", json.string()});
  INFO(output);
  CHECK(contains(output, "kernel scale\n  "));
  CHECK(contains(output, "kernel once\n  "));
  CHECK_FALSE(contains(output, "  argument")); // its list; "load argument" is a kind of instruction
  const auto document = tests::json_from(json);
  for (const auto& kernel : document.at("kernels")) {
    const auto& stats = kernel.at("stats");
    CHECK(stats.at("name") == kernel.at("name"));
    CHECK((!stats.at("listings").empty() || !stats.at("notes").empty()));
  }
  CHECK_FALSE(contains(output_of({file}), "instructions of"));
}

TEST_CASE("oclcc: --binary shows what is in the binary") {
  const TemporaryDirectory directory;
  const std::string file = directory.write("k.cl", scale).string();
  const std::string output = output_of({file, "--binary"});
  INFO(output);
  CHECK((contains(output, " bytes") || contains(output, ".target")));
}

TEST_CASE("oclcc: options reach the compiler") {
  const TemporaryDirectory directory;
  const std::string file =
      directory.write("k.cl", "kernel void k(global NUMBER* a) { a[0] = 1; }\n").string();
  CHECK_THROWS_AS(oclcc::oclcc_main({file}), common::BuildError);
  CHECK(contains(output_of({file, "-DNUMBER=float"}), "kernel k\n"));
  CHECK(contains(output_of({file, "-D", "NUMBER=int"}), "options  -D NUMBER=int\n"));
}

TEST_CASE("oclcc: the log of a source that does not compile names file and line") {
  const TemporaryDirectory directory;
  const std::string file =
      directory.write("wrong.cl", "kernel void k(global int* a) {\n  a[0] = unknown;\n}\n")
          .string();
  const auto output = directory.path / "wrong.bin";
  const std::string message = message_of<common::BuildError>([&] {
    oclcc::oclcc_main({file, "-o", output.string()});
  });
  CHECK(contains(message, "wrong.cl"));
  CHECK(contains(message, "unknown"));
  CHECK_FALSE(tests::fs::exists(output));
}

TEST_CASE("oclcc: headers are found whatever their directory is called") {
  const TemporaryDirectory directory;
  for (const std::string name :
       {"with blank", "quo\"te", "it's", "a,b #1 100%", "back\\slash", "\u00FCber"}) {
    CAPTURE(name);
    directory.write(name + "/beside.h", "#define BESIDE 1\n");
    directory.write(name + "/inc lude/there.h", "#define THERE 2\n");
    const std::string text = "#include <beside.h>\n#include \"there.h\"\n";
    const std::string file =
                          directory
                              .write(
                                  name + "/k.cl",
                                  text +
                                      "kernel void k(global int* a) { a[0] = BESIDE + THERE; }\n")
                              .string(),
                      wrong = directory.write(name + "/wrong.cl", text + "none\n").string(),
                      headers = (directory.path / name / "inc lude").string();
    CHECK(contains(output_of({file, "-I", headers}), "kernel k\n"));
    CHECK(contains(output_of({file, "-I" + headers, "-w"}), "kernel k\n"));
    CHECK(contains(message_of<common::BuildError>([&] {
                     oclcc::oclcc_main({wrong, "-I", headers});
                   }),
                   wrong + ":3:1"));
    CHECK_THROWS_AS(oclcc::oclcc_main({file}), common::BuildError); // no there.h
    if (has_linker()) {
      const std::string other = directory.write("other.cl", "int f(void) { return 1; }\n").string();
      CHECK(contains(output_of({file, other, "-I", headers}), "kernel k\n"));
    }
  }
}

TEST_CASE("oclcc: several files are compiled one by one and linked") {
  if (!has_linker())
    SKIP_TEST("the device has no linker");
  const TemporaryDirectory directory;
  const std::string caller =
      directory
          .write("caller.cl",
                 "float f(float x);\nkernel void k(global float* a) { a[0] = f(a[0]); }\n")
          .string();
  const std::string callee =
      directory.write("callee.cl", "float f(float x) { return x + 1; }\n").string();
  const std::string output = output_of({caller, callee});
  CHECK(contains(output, "kernel k\n"));
  CHECK_FALSE(contains(output, "kernel f\n"));
  CHECK(contains(output_of({callee}), "no kernels"));
}

TEST_CASE("oclcc: a binary is saved, shown, and refused where it does not belong") {
  const TemporaryDirectory directory;
  const std::string file = directory.write("k.cl", scale).string();
  const std::string binary = (directory.path / "k.bin").string();
  CHECK(contains(output_of({file, "-w", "-o", binary}), "saved " + binary));
  const std::string shown = output_of({binary, "-w"});
  CHECK(contains(shown, "kernel scale\n"));
  CHECK(contains(shown, "kernel once\n"));
  CHECK_THROWS_AS(oclcc::oclcc_main({binary}), common::Error); // other options
  CHECK_THROWS_AS(oclcc::oclcc_main({binary, "-w", "-o", file}), common::UsageError);
  CHECK_THROWS_AS(oclcc::oclcc_main({binary, file, "-w"}), common::UsageError);

  const auto session = tests::new_session();
  const cl::Program program = binaries::load_binary(session.context, session.device, binary, "-w");
  CHECK(cl::Kernel(program, "scale").getInfo<CL_KERNEL_NUM_ARGS>() == 4);
}
