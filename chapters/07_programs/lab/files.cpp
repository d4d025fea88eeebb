// How several files become one program: pasted, as several strings, by -I, by header objects and the
// linker, from a library. The kernels are the same each time, and so are the results.

#include "common/error.hpp"
#include "common/kernel_io.hpp"
#include "experiments.hpp"
#include "harness/system/report.hpp"

#include <fmt/format.h>

namespace {

std::string type_of(const Lab& lab, const cl::Program& program) {
  return binary_type_name(program.getBuildInfo<CL_PROGRAM_BINARY_TYPE>(lab.device));
}

// [pasted]
// One string: somebody has put the included files in the place of the #include lines.
cl::Program pasted(const cl::Context& context, const cl::Device& device) {
  return common::build_kernel_file(context, device, "07_programs/quadratic.cl");
}
// [/pasted]

// [strings]
// Several strings: the compiler reads them as one, from the first to the last. The header is found
// in the directory that -I names.
cl::Program several_strings(const cl::Context& context, const cl::Device& device) {
  const cl::Program::Sources sources{source_of("discriminant.cl"), source_of("roots.cl")};
  const cl::Program program(context, sources);
  program.build(device, ("-I " + include_directory().string()).c_str());
  return program;
}
// [/strings]

// [compile]
// Compiles one file into an object. Wherever its text includes "discriminant.clh", the compiler takes
// the text of another program object: no file, no path.
cl::Program compiled(const cl::Context& context, const cl::Device& device, const char* name) {
  const cl::Program header(context, source_of("discriminant.clh"));
  cl::Program object(context, source_of(name));
  const cl_device_id id = device();
  const cl_program headers[] = {header()};
  const char* include_names[] = {"discriminant.clh"};
  // Without a callback it returns when it is done.
  const cl_int error =
      clCompileProgram(object(), 1, &id, "", 1, headers, include_names, nullptr, nullptr);
  if (error != CL_SUCCESS)
    throw common::BuildError(fmt::format("{} does not compile", name),
                             common::build_log(object, device));
  return object;
}
// [/compile]

// [link]
cl::Program linked(const cl::Context& context, const cl::Device& device) {
  const cl::Program function = compiled(context, device, "discriminant.cl");
  const cl::Program kernels =
      compiled(context, device, "roots.cl"); // the function is missing in it
  return cl::linkProgram({kernels, function});
}
// [/link]

// [library]
cl::Program with_library(const cl::Context& context, const cl::Device& device) {
  const cl::Program library = cl::linkProgram({compiled(context, device, "discriminant.cl")},
                                              "-create-library -enable-link-options");
  return cl::linkProgram({compiled(context, device, "roots.cl"), library}, "-cl-mad-enable");
}
// [/library]

// A compiled object may have unresolved calls, and a library is not an executable.
void check_the_parts(const Lab& lab) {
  const cl::Program kernels = compiled(lab.context, lab.device, "roots.cl");
  verify(type_of(lab, kernels) == "compiled object", "an object may have unresolved calls");
  const cl::Program function = compiled(lab.context, lab.device, "discriminant.cl");
  const cl::Program library = cl::linkProgram({function}, "-create-library");
  verify(type_of(lab, library) == "library", "-create-library makes a library");
}

struct Way {
  const char* name;
  cl::Program (*make)(const cl::Context&, const cl::Device&);
  bool needs_linker;
  bool needs_path;
};

constexpr Way ways[] = {
    {"pasted into one string", pasted, false, false},
    {"several strings, header by -I", several_strings, false, true},
    {"compiled with a header object, linked", linked, true, false},
    {"linked with a library", with_library, true, false},
};

} // namespace

Json how_do_files_become_a_program(const Lab& lab) {
  const Equations equations(lab.seed);
  const bool linker = lab.device.getInfo<CL_DEVICE_LINKER_AVAILABLE>() != 0;
  if (linker && header_object_problem(lab.device).empty())
    check_the_parts(lab);
  harness::Table table(
      {{"way"}, {"binary type"}, {"bytes", harness::Table::Align::right}, {"kernels"}, {"result"}});
  Json rows = Json::array();
  for (const Way& way : ways) {
    const std::string problem = way.needs_linker && !linker ? "the device has no linker"
                                : way.needs_linker          ? header_object_problem(lab.device)
                                : way.needs_path            ? include_path_problem()
                                                            : "";
    if (!problem.empty()) {
      table.add({way.name, "", "", "", "left out: " + problem});
      rows.push_back({{"way", way.name}, {"status", "skipped"}, {"reason", problem}});
      continue;
    }
    const cl::Program program = way.make(lab.context, lab.device);
    const std::string kernels = program.getInfo<CL_PROGRAM_KERNEL_NAMES>();
    const std::size_t size = program.getInfo<CL_PROGRAM_BINARY_SIZES>().front();
    verify(type_of(lab, program) == "executable", "the result is an executable");
    equations.solve_with(lab, program);
    table.add(
        {way.name, type_of(lab, program), fmt::format("{}", size), kernels.c_str(), "verified"});
    rows.push_back({{"way", way.name},
                    {"status", "verified"},
                    {"type", type_of(lab, program)},
                    {"bytes", size},
                    {"kernels", kernels.c_str()}});
  }
  fmt::print("{}  the roots of {} equations, each time\n", table.text(), equations.count());
  return {{"rows", rows}};
}
