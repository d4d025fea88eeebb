// The coverage map: the table agrees with the OpenCL headers, the scanner finds what is there and
// nothing else, and no chapter breaks its promise.
#include "tools/coverage/coverage.hpp"

#include "common/kernel_io.hpp"
#include "tests/support/support.hpp"

#include <algorithm>
#include <filesystem>
#include <map>
#include <regex>
#include <set>
#include <sstream>

namespace fs = std::filesystem;

namespace {

const coverage::Entry& find_entry(const std::vector<coverage::Entry>& map, const char* name) {
  const auto found = std::find_if(map.begin(), map.end(),
                                  [&](const coverage::Entry& entry) { return entry.name == name; });
  REQUIRE_MESSAGE(found != map.end(), name);
  return *found;
}

/// The functions that a chapter with this program would show.
std::set<std::string> shown_by(const std::string& program) {
  const tests::TemporaryDirectory project;
  project.write("chapters/04_buffers/lab/main.cpp", program);
  std::set<std::string> names;
  for (const coverage::Entry& entry : coverage::build_map(project.path))
    if (!entry.uses.empty())
      names.insert(entry.name);
  return names;
}

using Names = std::set<std::string>;

} // namespace

#ifdef OCL_INCLUDE_DIR
TEST_CASE("coverage: the table lists exactly the functions of cl.h up to 3.0, with versions") {
  std::string header = common::read_text(fs::path(OCL_INCLUDE_DIR) / "CL/cl.h");
  std::replace(header.begin(), header.end(), '\n', ' ');
  // extern CL_API_ENTRY cl_int CL_API_CALL clName(...) CL_API_SUFFIX__VERSION_1_2_DEPRECATED;
  const std::regex declaration(
      "CL_API_CALL\\s+(cl\\w+)\\([^;]*CL_API_SUFFIX__VERSION_(\\d)_(\\d)(_DEPRECATED)?");
  struct Declared {
    std::string version;
    bool deprecated;
  };
  std::map<std::string, Declared> declared;
  for (auto it = std::sregex_iterator(header.begin(), header.end(), declaration);
       it != std::sregex_iterator(); ++it)
    if (const std::string version = (*it)[2].str() + "." + (*it)[3].str(); version <= "3.0")
      declared[(*it)[1]] = {version, (*it)[4].matched};
  REQUIRE(declared.size() > 100);
  const bool complete = header.find("CL_VERSION_3_0") != std::string::npos;

  std::set<std::string> listed;
  for (const coverage::ApiGroup& group : coverage::api_groups())
    for (const coverage::ApiFunction& function : group.functions) {
      CAPTURE(function.name);
      const std::string name(function.name);
      CHECK_MESSAGE(listed.insert(name).second, "listed twice");
      if (declared.count(name) == 0) { // an older header, or no such function
        CHECK(!complete);
        continue;
      }
      CHECK(declared[name].deprecated == !function.deprecated_in.empty());
      CHECK(function.deprecated_in.empty() == function.replacement.empty());
      if (!declared[name].deprecated)
        CHECK(declared[name].version == function.since);
      else // the header names the last version that had it
        CHECK(declared[name].version < function.deprecated_in);
    }
  for (const auto& item : declared)
    CHECK_MESSAGE(listed.count(item.first) == 1, item.first, " is missing in the table");
}

TEST_CASE("coverage: every method named in the table exists in opencl.hpp") {
  const std::string bindings = common::read_text(fs::path(OCL_INCLUDE_DIR) / "CL/opencl.hpp");
  REQUIRE(bindings.size() > 100000);
  for (const coverage::ApiGroup& group : coverage::api_groups())
    for (const coverage::ApiFunction& function : group.functions) {
      std::smatch method;
      const std::string binding(function.binding);
      if (std::regex_search(binding, method, std::regex("::(\\w+)"))) {
        CAPTURE(binding);
        CHECK(std::regex_search(bindings, std::regex("\\b" + method[1].str() + "\\b")));
      }
    }
}
#endif

TEST_CASE("coverage: calls in C and with the bindings are found") {
  CHECK(shown_by("clGetPlatformIDs(0, nullptr, &count);") == Names{"clGetPlatformIDs"});
  CHECK(shown_by("queue.enqueueWriteBuffer(a, CL_TRUE, 0, n, p);") ==
        Names{"clEnqueueWriteBuffer"});
  CHECK(shown_by("auto q = queue.getInfo<CL_QUEUE_SIZE>();") == Names{"clGetCommandQueueInfo"});
  CHECK(shown_by("device.getInfo(CL_DEVICE_NAME, &name);") == Names{"clGetDeviceInfo"});
  CHECK(shown_by("cl::Context context(device);") == Names{"clCreateContext"});
  CHECK(shown_by("cl::Context context{device};") == Names{"clCreateContext"});
  CHECK(shown_by("auto c = cl::Context(CL_DEVICE_TYPE_GPU);") == Names{"clCreateContextFromType"});
  CHECK(shown_by("cl::Program p(context, {device}, binaries);") ==
        Names{"clCreateProgramWithBinary"});
  CHECK(shown_by("cl::Program p(context, source);") == Names{"clCreateProgramWithSource"});
  CHECK(shown_by("queues[1].flush();") == Names{"clFlush"});
  CHECK(shown_by("copy_queue->flush();") == Names{"clFlush"});
  CHECK(shown_by("std::cout.flush();").empty());
  CHECK(shown_by("cl::KernelFunctor<cl::Buffer, int> add(program, \"add\");") ==
        Names{"clCreateKernel", "clEnqueueNDRangeKernel", "clSetKernelArg"});
  CHECK(shown_by("event.wait();\ncondition.wait(lock);") == Names{"clWaitForEvents"});
}

TEST_CASE("coverage: comments, strings, declarations and similar names do not count") {
  CHECK(shown_by("// clFlush(queue);\n/* clFinish(queue); */").empty());
  CHECK(shown_by("const char* s = \"clFinish(queue)\"; auto r = R\"x(clFlush(q) \")x\";").empty());
  CHECK(shown_by("char quote = '\"'; clFinish(queue); char other = '\"';") == Names{"clFinish"});
  CHECK(shown_by("size_t n = 1'000; clFinish(queue); size_t m = 2'000;") == Names{"clFinish"});
  CHECK(shown_by("cl::Program build_program(const cl::Context& context);").empty());
  CHECK(shown_by("cl::Buffer upload(cl::Context& context, int n) { return make(n); }").empty());
  CHECK(shown_by("cl::Buffer empty; cl::Buffer none{};").empty());
  CHECK(shown_by("my_clFinish(queue); clFinishAll(queue);").empty());
}

TEST_CASE("coverage: silent retain and release calls are claimed beside code only") {
  CHECK(shown_by("cl::Buffer again = buffer; // clRetainMemObject: the count is 2 now") ==
        Names{"clRetainMemObject"});
  CHECK(shown_by("// Each copy calls\n// clRetainDevice, once\n// more.\nauto copy = device;\n") ==
        Names{"clRetainDevice"});
  CHECK(shown_by("// clRetainMemObject is called\n\nint a = 1;\n").empty());
  CHECK(shown_by("int a = 1;\n// clRetainMemObject is called by a copy\n").empty());
  CHECK(shown_by("int a = 1; // clFinish").empty());
}

TEST_CASE("coverage: a use has its file and line, the promised chapter first") {
  const tests::TemporaryDirectory project;
  project.write("chapters/01_hello/main.c", "\n\nclCreateBuffer(context);\n");
  project.write("chapters/04_buffers/lab/main.cpp",
                "/* two\nlines */ cl::Buffer a(context, f, n), b(context, f, n);\n"
                "cl::Buffer c(context, f, n); cl::Buffer d(context, f, n);\n");
  project.write("kernels/12_built_in/math.cl",
                "// sin(x)\nfloat4 v = vload4(0, p);\ny = cos(x);\n");
  const std::vector<coverage::Entry> map = coverage::build_map(project.path);

  const coverage::Entry& create = find_entry(map, "clCreateBuffer");
  REQUIRE(create.uses.size() == 3); // a line is one, whatever is in it
  CHECK(create.uses[0].file == "chapters/04_buffers/lab/main.cpp");
  CHECK(create.uses[0].line == 2);
  CHECK(create.uses[1].line == 3);
  CHECK(create.uses[2].file == "chapters/01_hello/main.c");
  CHECK(create.uses[2].line == 3);

  const coverage::Entry& load = find_entry(map, "vloadn");
  REQUIRE(load.uses.size() == 1);
  CHECK(load.uses[0].line == 2);
  CHECK(find_entry(map, "cos").uses.size() == 1);
  CHECK(find_entry(map, "sin").uses.empty());
}

TEST_CASE("coverage: a promise is broken when the chapter exists and shows nothing") {
  const tests::TemporaryDirectory project;
  CHECK(coverage::broken_promises(coverage::build_map(project.path)).empty());
  project.write("chapters/09_native_kernels/lab/main.cpp", "int main() {}\n");
  const auto broken = coverage::broken_promises(coverage::build_map(project.path));
  REQUIRE(broken.size() == 1);
  CHECK(broken[0].name == "clEnqueueNativeKernel");
  std::ostringstream out;
  CHECK(coverage::coverage_main({"--root", project.path.string(), "--missing"}, out) == 1);

  // It may be shown elsewhere.
  project.write("chapters/28_overlap/main.cpp", "queue.enqueueNativeKernel(f, args);\n");
  CHECK(coverage::broken_promises(coverage::build_map(project.path)).empty());
}

TEST_CASE("coverage: the chapters on OpenCL C promise its functions, as soon as they are there") {
  const tests::TemporaryDirectory project;
  project.write("chapters/11_address_spaces/lab/main.cpp", "int main() {}\n");
  const auto names = [&project] {
    Names broken;
    for (const coverage::Entry& entry :
         coverage::broken_promises(coverage::build_map(project.path)))
      broken.insert(entry.name);
    return broken;
  };
  CHECK(names().count("barrier") == 1);
  CHECK(names().count("prefetch") == 1);
  CHECK(names().count("mem_fence") == 0);   // deprecated
  CHECK(names().count("sin") == 0);         // chapter 12 is to come
  CHECK(names().count("read_imagef") == 0); // no promise yet
  project.write("kernels/11_address_spaces/a.cl",
                "barrier(CLK_LOCAL_MEM_FENCE);\n// prefetch(p, 1)\n");
  CHECK(names().count("barrier") == 0);
  CHECK(names().count("prefetch") == 1); // a comment is no use
  std::ostringstream out;
  coverage::coverage_main({"--root", project.path.string()}, out);
  const auto line_with = [&out](const std::string& name) {
    std::istringstream lines(out.str());
    for (std::string line; std::getline(lines, line);)
      if (line.rfind("  " + name + " ", 0) == 0)
        return line;
    return std::string();
  };
  CHECK(line_with("barrier").find("kernels/11_address_spaces/a.cl:1") != std::string::npos);
  CHECK(line_with("prefetch").find("NOT SHOWN, promised: chapter 11") != std::string::npos);
  CHECK(line_with("sin").find("later: chapter 12") != std::string::npos);
}

TEST_CASE("coverage: functions of OpenCL C have their group, version and chapter") {
  const tests::TemporaryDirectory project;
  const std::vector<coverage::Entry> map = coverage::build_map(project.path);
  struct Expected {
    const char *name, *group, *since;
    int chapter;
  };
  for (const Expected& want : {Expected{"get_global_id", "work-item", "1.0", 12},
                               {"ctz", "integer", "2.0", 12},
                               {"select", "relational", "1.0", 10},
                               {"vloadn", "vector load and store", "1.0", 12},
                               {"vload_halfn", "vector load and store", "1.0", 10},
                               {"vec_step", "vector", "1.1", 12},
                               {"shuffle2", "vector", "1.1", 10},
                               {"barrier", "synchronisation", "1.0", 11},
                               {"work_group_barrier", "synchronisation", "2.0", 27},
                               {"printf", "printf", "1.2", 12},
                               {"atomic_add", "atomic", "1.1", 12},
                               {"read_imagef", "image", "1.0", 17},
                               {"atomic_fetch_add", "atomic as in C11", "2.0", 27}}) {
    CAPTURE(want.name);
    const coverage::Entry& entry = find_entry(map, want.name);
    CHECK(entry.in_kernel);
    CHECK(entry.group == want.group);
    CHECK(entry.since == want.since);
    CHECK(entry.chapter == want.chapter);
  }
  CHECK(find_entry(map, "read_mem_fence").replacement == "atomic_work_item_fence");
}

TEST_CASE("coverage: wrong usage is exit code 2") {
  std::ostringstream out;
  CHECK(coverage::coverage_main({"--no-such-option"}, out) == 2);
  CHECK(coverage::coverage_main({"--root", "no/such/directory"}, out) == 2);
}

TEST_CASE("coverage: promised functions of finished chapters are shown") {
  const std::vector<coverage::Entry> map = coverage::build_map(tests::source_root());
  for (const coverage::Entry& entry : coverage::broken_promises(map))
    FAIL_CHECK("chapter " << entry.chapter << " must show " << entry.name << " (" << entry.binding
                          << ")");
}
