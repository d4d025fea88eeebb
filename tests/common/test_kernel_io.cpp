// Finding, reading, building and keeping kernels.

#include "chapters/07_programs/lab/saved.hpp"
#include "common/kernel_io.hpp"
#include "harness/lab/session.hpp"

#include "common/error.hpp"
#include "tests/support/session.hpp"
#include "tests/support/support.hpp"

#include <fmt/format.h>

#include <regex>

using namespace std::string_literals;
using tests::contains;
using tests::message_of;
using tests::ScopedEnvironment;
using tests::TemporaryDirectory;

namespace {

constexpr const char* answer = "__kernel void answer(__global int* out) { out[0] = 42; }\n";

// What the kernel `answer` of the program writes.
int answer_of(const harness::Session& session, const cl::Program& program) {
  cl::Kernel kernel(program, "answer");
  const cl::Buffer out(session.context, CL_MEM_READ_WRITE, sizeof(cl_int));
  kernel.setArg(0, out);
  session.queue.enqueueNDRangeKernel(kernel, cl::NullRange, {1});
  cl_int value = 0;
  session.queue.enqueueReadBuffer(out, CL_TRUE, 0, sizeof value, &value);
  return value;
}

} // namespace

TEST_CASE("kernel_io: kernels are found from any working directory") {
  const TemporaryDirectory elsewhere;
  const auto here = common::find_kernel("15_matmul/v1_naive.cl");
  const tests::ScopedDirectory moved(elsewhere.path);
  CHECK(common::find_kernel("15_matmul/v1_naive.cl") == here);
  CHECK(contains(common::read_text(here), "matmul_naive"));
}

TEST_CASE("kernel_io: OCL_KERNEL_PATH comes first, then the project") {
  const TemporaryDirectory one;
  const TemporaryDirectory two;
  two.write("15_matmul/v1_naive.cl", "two");
  two.write("15_matmul/new.cl", "two");
  one.write("15_matmul/new.cl", "one");
  const ScopedEnvironment path("OCL_KERNEL_PATH",
                               ":" + one.path.string() + "::" + two.path.string());
  CHECK(common::read_text(common::find_kernel("15_matmul/new.cl")) == "one");
  CHECK(common::read_text(common::find_kernel("15_matmul/v1_naive.cl")) == "two");
  CHECK(contains(common::read_text(common::find_kernel("15_matmul/v2_accumulator.cl")),
                 "matmul_accumulator"));
}

TEST_CASE("kernel_io: a directory in OCL_KERNEL_PATH that is not there is no reason to run another "
          "kernel") {
  const TemporaryDirectory own;
  own.write("a file", "");
  for (const std::string& wrong : {(own.path / "none").string(), (own.path / "a file").string()}) {
    const ScopedEnvironment path("OCL_KERNEL_PATH", own.path.string() + ":" + wrong);
    const std::string message =
        message_of<common::Error>([] { common::find_kernel("15_matmul/v1_naive.cl"); });
    CAPTURE(message);
    CHECK(contains(message, "OCL_KERNEL_PATH"));
    CHECK(contains(message, "'" + wrong + "'"));
    CHECK(tests::fs::exists(
        common::find_data("images/scene_512.png"))); // which is not looked for there
  }
}

TEST_CASE("kernel_io: an unknown kernel is answered with the places and its neighbours") {
  const TemporaryDirectory own;
  const ScopedEnvironment path("OCL_KERNEL_PATH", own.path.string());
  const std::string message =
      message_of<common::Error>([] { common::find_kernel("15_matmul/v1_naiv.cl"); });
  CAPTURE(message);
  CHECK(contains(message, "'15_matmul/v1_naiv.cl'"));
  CHECK(contains(message, (own.path / "15_matmul/v1_naiv.cl").string()));
  CHECK(contains(message, "v1_naive.cl, "));
  CHECK(contains(message_of<common::Error>([] { common::find_data("images/none.png"); }), "data"));
  CHECK_THROWS_AS(common::find_kernel("15_matmul"), common::Error); // a directory
  CHECK_THROWS_AS(common::find_kernel(""), common::Error);
}

TEST_CASE("kernel_io: text comes and goes unchanged") {
  const TemporaryDirectory directory;
  const std::string text("line\r\n\0\xFF end without newline", 29);
  const auto file = directory.write("file", text);
  CHECK(common::read_text(file) == text);
  CHECK(common::read_text(directory.write("empty", "")).empty());
  common::write_text(file, "new");
  CHECK(common::read_text(file) == "new");
  CHECK(directory.files() == std::vector<std::string>{"empty", "file"});
}

TEST_CASE("kernel_io: what cannot be read or written is complained about") {
  const TemporaryDirectory directory;
  directory.write("file", "content");
  for (const auto& path : {directory.path / "none", directory.path, directory.path / "file/below"})
    CHECK(contains(message_of<common::Error>([&] { common::read_text(path); }), path.string()));
  tests::fs::create_directory(directory.path / "directory");
  for (const auto& path :
       {directory.path / "no/file", directory.path / "file/below", directory.path / "directory"})
    CHECK(
        contains(message_of<common::Error>([&] { common::write_text(path, "x"); }), path.string()));
  CHECK(directory.files() == std::vector<std::string>{"file"});
  CHECK(common::read_text(directory.path / "file") == "content");
}

TEST_CASE("kernel_io: a syntax error gives the log with the kernel's file and line") {
  const harness::Session session = tests::new_session();
  for (const std::string name : {"plain", "with blanks"}) {
    const TemporaryDirectory directory;
    directory.write(name + "/99_broken/bad.cl", "// one\n"
                                                "__kernel void bad(__global int* out) {\n"
                                                "  out[0] = 1;\n"
                                                "  out[1] = undeclared_thing;\n"
                                                "}\n");
    const ScopedEnvironment path("OCL_KERNEL_PATH", (directory.path / name).string());
    try {
      common::build_kernel_file(session.context, session.device, "99_broken/bad.cl", "-DWIDTH=4");
      FAIL("a broken kernel was built");
    } catch (const common::BuildError& error) {
      const std::string message = error.what();
      CAPTURE(message);
      CHECK(contains(error.log, "undeclared_thing"));
      CHECK(contains(message, error.log));
      CHECK(contains(message, "kernels/99_broken/bad.cl does not build"));
      CHECK(contains(message, "CL_BUILD_PROGRAM_FAILURE"));
      CHECK(contains(message, "-DWIDTH=4"));
      CHECK(contains(error.log, "kernels/99_broken/bad.cl:4"));
    }
  }
}

TEST_CASE("kernel_io: a header beside the kernel is found, in a path with blanks too") {
  const harness::Session session = tests::new_session();
  for (const std::string name : {"plain", "with two blanks"}) {
    CAPTURE(name);
    const TemporaryDirectory directory;
    directory.write(name + "/99_parts/value.clh", "#ifndef VALUE\n#define VALUE 42\n#endif\n");
    directory.write(name + "/99_parts/shared.clh",
                    "#include \"value.clh\"\nint shared_value(void) { return VALUE; }\n");
    directory.write(name + "/99_parts/answer.cl",
                    "#include \"shared.clh\"\n"
                    "#include \"value.clh\"\n"
                    "__kernel void answer(__global int* out) { out[0] = shared_value(); }\n"
                    "#ifdef BROKEN\n#include \"broken.clh\"\n#endif\n"
                    "#ifdef WRONG\nwrong after the includes\n#endif\n");
    directory.write(name + "/99_parts/broken.clh",
                    "\nint broken(void) { return missing_thing; }\n");
    const ScopedEnvironment path("OCL_KERNEL_PATH", (directory.path / name).string());
    const auto build = [&](const std::string& options) {
      return common::build_kernel_file(session.context, session.device, "99_parts/answer.cl",
                                       options);
    };
    CHECK(answer_of(session, build("")) == 42);
    CHECK(answer_of(session, build("-DVALUE=7")) == 7);
    // Lines are counted right behind an included file, and in it.
    CHECK(contains(message_of<common::BuildError>([&] { build("-DWRONG"); }),
                   "kernels/99_parts/answer.cl:8"));
    CHECK(contains(message_of<common::BuildError>([&] { build("-DBROKEN"); }),
                   "99_parts/broken.clh:2"));
  }
}

TEST_CASE("kernel_io: what a file elsewhere includes is found beside it, and else in a chapter") {
  const harness::Session session = tests::new_session();
  const TemporaryDirectory kernels, elsewhere;
  kernels.write("99_parts/value.clh", "#define VALUE 42\n");
  kernels.write("99_parts/other.clh", "#define OTHER 1\n");
  const auto file = elsewhere.write("two blanks/my own.cl",
                                    "#include \"value.clh\"\n#include \"other.clh\"\n"
                                    "__kernel void answer(__global int* out) { out[0] = VALUE; }\n"
                                    "#ifdef WRONG\nwrong after the includes\n#endif\n");
  const ScopedEnvironment path("OCL_KERNEL_PATH", kernels.path.string());
  const auto build = [&](const std::string& options, const std::string& also) {
    return common::build_kernel_file(session.context, session.device, file.string(), options,
                                     {also});
  };
  CHECK(answer_of(session, build("", "99_parts")) == 42);
  const auto wrong = message_of<common::BuildError>([&] { build("-DWRONG", "99_parts"); });
  CHECK(contains(wrong, file.generic_string() + ":5"));
  CHECK_FALSE(contains(wrong, "kernels/"));
  CHECK(contains(message_of<common::BuildError>([&] { build("", ""); }), "value.clh"));
  elsewhere.write("two blanks/value.clh", "#define VALUE 7\n");
  CHECK(answer_of(session, build("", "99_parts")) == 7);
}

TEST_CASE("kernel_io: what editors put into a text is skipped or named, with its place") {
  const harness::Session session = tests::new_session();
  const TemporaryDirectory directory;
  const ScopedEnvironment path("OCL_KERNEL_PATH", directory.path.string());
  const std::string mark = "\xEF\xBB\xBF",
                    kernel = "kernel void answer(global int* out) { out[0] = ";
  const auto build = [&](const std::string& text) {
    directory.write("99_text/answer.cl", text);
    return common::build_kernel_file(session.context, session.device, "99_text/answer.cl");
  };
  const auto problem = [&](const std::string& text) {
    return message_of<common::Error>([&] { build(text); });
  };
  CHECK(answer_of(session, build(mark + kernel + "42; }\n")) == 42);
  directory.write("99_text/value.clh", mark + "#define VALUE 43\n");
  CHECK(answer_of(session, build("#include \"value.clh\"\n" + kernel + "VALUE; }\n")) == 43);
  // Elsewhere than in code they are welcome.
  CHECK(answer_of(session,
                  build("// \u201Ca\u201D \u2013 \u00A0\n/* \u201C\n * it's \u2212 */ " + kernel +
                        "44 /* \u00D7 1 */; }\nconstant char word[] = \"\u201C\\\"\u201D\";\n")) ==
        44);

  CHECK(contains(problem("\n" + kernel + "1\u00A0; }\n"),
                 "kernels/99_text/answer.cl:2:49: '\u00A0' is a no-break space"));
  CHECK(contains(problem("/*\u00E9*/int a\u2212;"),
                 "answer.cl:1:11: '\u2212' is a minus sign: type -"));
  CHECK(contains(problem("constant char a = \u2018b\u2019;"),
                 ":1:19: '\u2018' is a curly quotation mark: type '"));
  CHECK(contains(problem("\u201Ca\u201D"), ":1:1: '\u201C' is a curly quotation mark: type \""));
  CHECK(contains(problem("int a = 2 \u00D7 3;"), "a multiplication sign: type *"));
  CHECK(contains(problem("int a \u2264 3;"), "not a character of the language"));
  CHECK(contains(problem("int a \xA0= 3;"), "save the file as UTF-8"));
  CHECK(contains(problem(kernel + mark + "1; }"), "a byte order mark: delete it"));
  for (const std::string& order : {"\xFF\xFE"s, "\xFE\xFF"s})
    CHECK(contains(problem(order + "k\0e\0"s), "saved as UTF-16"));
  CHECK(contains(problem("k\0e\0r\0"s), "NUL characters"));
  directory.write("99_text/value.clh", "\n#define VALUE \u201C\n");
  CHECK(contains(problem("#include \"value.clh\"\n"), "kernels/99_text/value.clh:2:15"));
}

TEST_CASE("kernel_io: a file is named in messages whatever it is called, and no other file of "
          "equal text") {
  const harness::Session session = tests::new_session();
  const TemporaryDirectory directory;
  for (const std::string name :
       {"plain.cl", "quo\"te.cl", "back\\slash.cl", "a\\", "per%cent, #1 \u00E9.cl", "again.cl"}) {
    CAPTURE(name);
    const std::string file =
        directory
            .write("two words/" + name,
                   "\nkernel void answer(global int* out) { out[0] = none; }\n")
            .string();
    const std::string message = message_of<common::BuildError>(
        [&] { common::build_kernel_file(session.context, session.device, file); });
    CAPTURE(message);
    CHECK(contains(message, file + ":2:"));
  }
  // A log of PoCL's that was kept for a file of the same text: that of warnings, as nothing is kept of what does not build.
  for (const std::string name : {"one.cl", "two.cl"}) {
    const std::string file =
        directory.write(name, "#warning look\n" + std::string(answer)).string();
    const std::string log = common::build_log(
        common::build_kernel_file(session.context, session.device, file), session.device);
    CAPTURE(log);
    CHECK((log.empty() || contains(log, name)));
  }
  // NVIDIA's compiler does not name files: what stands in the #line directives is taken back.
  CHECK(common::with_file_names("<kernel>:3:1: no", "#line 1 \"a \\\"b\\\" \\\\ c\"\nx\ny\n") ==
        "a \"b\" \\ c:2:1: no");
}

TEST_CASE("kernel_io: a header that is not there is the compiler's complaint") {
  const harness::Session session = tests::new_session();
  for (const std::string name : {"plain", "with blanks"}) {
    const TemporaryDirectory directory;
    directory.write(name + "/99_parts/answer.cl", "#include \"none.clh\"\n" + std::string(answer));
    directory.write(name + "/99_parts/itself.cl", "#include \"itself.cl\"\n");
    const ScopedEnvironment path("OCL_KERNEL_PATH", (directory.path / name).string());
    const auto message = [&](const std::string& file) {
      return message_of<common::BuildError>(
          [&] { common::build_kernel_file(session.context, session.device, file); });
    };
    CHECK(contains(message("99_parts/answer.cl"), "none.clh"));
    CHECK(contains(message("99_parts/itself.cl"), "itself.cl"));
  }
}

TEST_CASE("kernel_io: files that include each other in a circle stop with a sentence") {
  const harness::Session session = tests::new_session();
  const TemporaryDirectory directory;
  const auto twice = [](const std::string& file) {
    return "#include \"" + file + "\"\n#include \"" + file + "\"\n";
  };
  directory.write("99_parts/itself.cl", twice("itself.cl"));
  directory.write("99_parts/one.cl", twice("two.clh"));
  directory.write("99_parts/two.clh", twice("../99_parts/./one.cl"));
  // Circles that end are allowed, as they are in C.
  directory.write("99_parts/guarded.cl",
                  "#ifndef GUARD\n#define GUARD\n" + twice("guarded.cl") + answer + "#endif\n");
  const ScopedEnvironment path("OCL_KERNEL_PATH", directory.path.string());
  const auto build = [&](const std::string& file) {
    return common::build_kernel_file(session.context, session.device, file);
  };
  const auto message = [&](const std::string& file) {
    return message_of<common::BuildError>([&] { build(file); });
  };
  CHECK(contains(message("99_parts/itself.cl"),
                 "kernels/99_parts/itself.cl includes kernels/99_parts/itself.cl"));
  CHECK(contains(message("99_parts/itself.cl"), "kernels/99_parts/itself.cl:2"));
  CHECK(contains(message("99_parts/one.cl"),
                 "kernels/99_parts/two.clh includes kernels/99_parts/one.cl"));
  CHECK(answer_of(session, build("99_parts/guarded.cl")) == 42);
}

TEST_CASE("kernel_io: of headers that are included twice each is read once") {
  const harness::Session session = tests::new_session();
  const TemporaryDirectory directory;
  const auto twice = [](const std::string& file) {
    return "#include \"" + file + "\"\n#include \"" + file + "\"\n";
  };
  const auto header = [&](const std::string& name, const std::string& text) {
    directory.write("99_twice/" + name + ".clh", "// Its guard.\n#ifndef " + name + "\n#define " +
                                                     name + "\n" + text + "#endif\n");
  };
  header("h0", "#define VALUE 42\n");
  for (int i = 1; i <= 30; ++i) // the compiler would look into h0 2^30 times
    header(fmt::format("h{}", i), twice(fmt::format("h{}.clh", i - 1)));
  directory.write("99_twice/answer.cl",
                  twice("h30.clh") +
                      "__kernel void answer(__global int* out) { out[0] = VALUE; }\n" +
                      "#ifdef WRONG\nwrong after the includes\n#endif\n");
  const ScopedEnvironment path("OCL_KERNEL_PATH", directory.path.string());
  const auto build = [&](const std::string& file, const std::string& options = "") {
    return common::build_kernel_file(session.context, session.device, "99_twice/" + file, options);
  };
  CHECK(answer_of(session, build("answer.cl")) == 42);
  CHECK(contains(message_of<common::BuildError>([&] { build("answer.cl", "-DWRONG"); }),
                 "kernels/99_twice/answer.cl:5"));
  // The compiler may have passed over the first time, and what has no guard counts each time.
  directory.write("99_twice/more.clh", "sum += VALUE;\n");
  directory.write(
      "99_twice/branches.cl",
      "#ifdef NEVER\n#include \"h2.clh\"\n#else\n#include \"h1.clh\"\n#endif\n"
      "#include \"h2.clh\"\n__kernel void answer(__global int* out) {\n  int sum = 0;\n" +
          twice("more.clh") + "  out[0] = sum;\n}\n");
  CHECK(answer_of(session, build("branches.cl")) == 84);
  // Without guards there is no end to it.
  for (int i = 1; i <= 30; ++i)
    directory.write(fmt::format("99_twice/n{}.clh", i), twice(fmt::format("n{}.clh", i - 1)));
  directory.write("99_twice/n0.clh", "\n");
  directory.write("99_twice/endless.cl", twice("n30.clh") + answer);
  CHECK(contains(message_of<common::Error>([&] { build("endless.cl"); }), "#ifndef"));
}

TEST_CASE("kernel_io: lines may be as long as they like") {
  const harness::Session session = tests::new_session();
  const TemporaryDirectory directory;
  const std::string blanks(1'000'000, ' '), letters(1'000'000, 'a');
  directory.write("99_long/value.clh", "#define VALUE 42\n");
  directory.write("99_long/answer.cl",
                  blanks + "\n" + blanks + "#" + blanks + "include" + blanks + "\"value.clh\"" +
                      blanks + "\n#if 0\n#include \"" + letters + "\"\n#include \"" + letters +
                      "\n#" + blanks + letters + "\n" + blanks + "#endif //" + letters +
                      "\n__kernel void answer(__global int* out) { out[0] = VALUE; }\n" +
                      "#ifdef WRONG\nwrong // " + letters + "\n#endif\n");
  const ScopedEnvironment path("OCL_KERNEL_PATH", directory.path.string());
  const auto build = [&](const std::string& options) {
    return common::build_kernel_file(session.context, session.device, "99_long/answer.cl", options);
  };
  CHECK(answer_of(session, build("")) == 42);
  CHECK(contains(message_of<common::BuildError>([&] { build("-DWRONG"); }),
                 "kernels/99_long/answer.cl:10"));

  const std::string source = "#line 1 \"" + letters + "\"\n" + letters + "\n#line 99999999999 " +
                             letters + "\n#line 7 \"b.cl\"\n\n";
  CHECK(common::with_file_names("<kernel>:2:" + letters + "<kernel>:5:1" + blanks, source) ==
        letters + ":1:" + letters + "b.cl:7:1" + blanks);
  for (const std::string log : {"<kernel>:", "<kernel>:x"})
    CHECK(common::with_file_names(log, source) == log);
}

TEST_CASE("kernel_io: warnings are in the log of a program that builds") {
  const harness::Session session = tests::new_session();
  const cl::Program program =
      common::build_source(session.context, session.device,
                           std::string("#warning look here\n") + answer, "", "named.cl");
  CHECK(answer_of(session, program) == 42);
  const std::string log = common::build_log(program, session.device);
  if (log.empty())
    SKIP_TEST("this driver keeps no log of a program that builds");
  CHECK(contains(log, "look here"));
  CHECK(contains(log, "named.cl:1"));
}

TEST_CASE("kernel_io: a program without a kernel of the name") {
  const harness::Session session = tests::new_session();
  try {
    tests::kernel_from(session, answer, "question");
    FAIL("a kernel that does not exist was created");
  } catch (const cl::Error& error) {
    CHECK(error.err() == CL_INVALID_KERNEL_NAME);
  }
}

TEST_CASE("kernel_io: the fingerprint is FNV-1a, by its authors' test vectors") {
  CHECK(common::fingerprint("") == "cbf29ce484222325");
  CHECK(common::fingerprint("a") == "af63dc4c8601ec8c");
  CHECK(common::fingerprint("foobar") == "85944171f73967e8");
  CHECK(common::fingerprint("\xff") ==
        fmt::format("{:016x}", (0xcbf29ce484222325 ^ 0xff) * 0x100000001b3));
}

TEST_CASE("kernel_io: a binary is saved and loaded") {
  const harness::Session session = tests::new_session();
  const TemporaryDirectory directory;
  const auto file = directory.path / "answer.bin";
  const cl::Program built = common::build_source(session.context, session.device, answer, "-DA=1");
  binaries::save_binary(built, session.device, file, "-DA=1");
  CHECK(directory.files() == std::vector<std::string>{"answer.bin"});
  CHECK(answer_of(session, binaries::load_binary(session.context, session.device, file, "-DA=1")) ==
        42);

  SUBCASE("other options are refused") {
    CHECK(contains(message_of<common::Error>([&] {
                     binaries::load_binary(session.context, session.device, file, "-DA=2");
                   }),
                   "other options"));
    CHECK_THROWS_AS(binaries::load_binary(session.context, session.device, file), common::Error);
  }
  SUBCASE("another device or driver is refused") {
    std::string content = common::read_text(file);
    const std::string driver = session.device.getInfo<CL_DRIVER_VERSION>();
    const std::size_t at = content.find(driver.c_str());
    REQUIRE(at != std::string::npos);
    content[at] = content[at] == '9' ? '8' : '9';
    common::write_text(file, content);
    CHECK(contains(message_of<common::Error>([&] {
                     binaries::load_binary(session.context, session.device, file, "-DA=1");
                   }),
                   "built for another device"));
  }
  SUBCASE("a file that is no binary is refused") {
    for (const std::string text : {"", "\n", "OpenCL binary", "something else\nentirely\n"}) {
      common::write_text(file, text);
      CHECK_THROWS_AS(binaries::load_binary(session.context, session.device, file, "-DA=1"),
                      common::Error);
    }
    CHECK_THROWS_AS(binaries::load_binary(session.context, session.device, directory.path / "none"),
                    common::Error);
  }
  SUBCASE("a damaged binary is refused before the driver sees it") {
    const std::string content = common::read_text(file);
    const std::size_t header = content.find('\n') + 1;
    std::vector<std::string> damaged{content.substr(0, header), content.substr(0, header + 5),
                                     content.substr(0, content.size() / 2),
                                     content.substr(0, content.size() - 1), content + "x"};
    for (const std::size_t at : {header, header + 40, (header + content.size()) / 2}) {
      damaged.push_back(content);
      damaged.back()[at] = static_cast<char>(damaged.back()[at] ^ 0x40);
    }
    for (const std::string& text : damaged) {
      common::write_text(file, text);
      const std::string message = message_of<common::Error>(
          [&] { binaries::load_binary(session.context, session.device, file, "-DA=1"); });
      CHECK(contains(message, file.string()));
      CHECK(contains(message, "build from source again"));
    }
  }
}

TEST_CASE("kernel_io: a program that was not built has no binary to save") {
  const harness::Session session = tests::new_session();
  const cl::Program never_built(session.context, answer);
  const TemporaryDirectory directory;
  CHECK_THROWS(binaries::save_binary(never_built, session.device, directory.path / "none.bin"));
  CHECK(directory.files().empty());
}

TEST_CASE("kernel_io: messages of a compiler that passes over #line get file and line") {
  const std::string source = "#line 1 \"kernels/a/a.cl\"\n" // line 1 of the source
                             "kernel void f() {\n"          // 2, line 1 of a.cl
                             "#line 1 \"kernels/a/b.clh\"\n"
                             "int x;\n"
                             "int y;\n" // 5, line 2 of b.clh
                             "#line 3 \"kernels/a/a.cl\"\n"
                             "}\n"; // 7, line 3 of a.cl
  CHECK(common::with_file_names("<kernel>:2:8: error: one\n<kernel>:5:1: note: two\n"
                                "<kernel>:7:1: error: three\nlast",
                                source) ==
        "kernels/a/a.cl:1:8: error: one\nkernels/a/b.clh:2:1: note: two\n"
        "kernels/a/a.cl:3:1: error: three\nlast");
  CHECK(common::with_file_names("<kernel>:2:8: error", "kernel void f() {\n}\n") ==
        "<kernel>:2:8: error");
  CHECK(common::with_file_names("a.cl:2:8: error", source) == "a.cl:2:8: error");
}
