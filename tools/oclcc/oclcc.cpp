#include "tools/oclcc/oclcc.hpp"

#include "chapters/07_programs/lab/saved.hpp"
#include "common/device.hpp"
#include "common/error.hpp"
#include "common/kernel_io.hpp"
#include "harness/inspect/kernel_stats.hpp"
#include "harness/lab/session.hpp"
#include "harness/system/report.hpp"

#include <fmt/format.h>
#include <fmt/ostream.h>

#include <algorithm>
#include <filesystem>
#include <set>

namespace oclcc {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

constexpr const char* usage =
    R"(Compiles OpenCL C for a device; prints the log, the kernels, their arguments and what they need.

Usage: oclcc [options] [compiler options] FILE.cl...
       oclcc [options] [compiler options] FILE.bin

  FILE.cl           a source; several are compiled one by one and linked
  FILE.bin          a binary that oclcc has saved, to show what is in it; the device and the compiler
                    options must be those it was made with
  -o FILE           save the binary
  --stats           what the compiler made of each kernel: registers and spills where its log tells
                    them, and the instructions of the binary by their kind
  --binary          the binary itself: its text where it is one, else what is in it
  --device D        gpu, cpu, accelerator, an index, or part of a name (default: OCL_DEVICE, or the best)
  --json FILE       write what was found as JSON ("-": standard output)
  -h, --help        this help

Everything else that begins with '-' is for the device's compiler:
  -D NAME=VALUE, -I DIRECTORY, -w, -Werror, -cl-std=CL3.0, -cl-fast-relaxed-math, -cl-opt-disable ...
The directory of each source is searched for its headers.
)";

std::string joined(const std::vector<std::string>& words) {
  return fmt::format("{}", fmt::join(words, " "));
}

bool is_saved_binary(const fs::path& file) {
  return common::read_text(file).rfind("OpenCL binary", 0) == 0;
}

// `options`, and what makes the compiler talkative. The saved binary is filed under the options
// alone.
std::string with_details(const cl::Device& device, std::string options) {
  if (common::device_version(device) >= 120)
    options += " -cl-kernel-arg-info";
  return options + harness::talkative(device); // registers and spills, in the log
}

[[noreturn]] void fail(const std::string& what, const cl::Device& device, const std::string& log) {
  throw common::BuildError(fmt::format("{} for {}.\n  The compiler's log:\n{}", what,
                                       common::describe(device), log.empty() ? "(empty)" : log),
                           log);
}

// Takes the directories of -I out of the command line: source_of() looks there. Those that are one word of an option
// string are for the compiler as well.
std::vector<fs::path> take_directories(std::vector<std::string>& options) {
  std::vector<fs::path> directories;
  for (auto option = options.begin(); option != options.end();) {
    if (!option->starts_with("-I")) {
      ++option;
      continue;
    }
    const auto end = option + (*option == "-I" ? 2 : 1);
    const std::string directory = *option == "-I" ? option[1] : option->substr(2);
    directories.push_back(fs::absolute(directory));
    option =
        directory.find_first_of(" \t\"'\\,;#") == directory.npos ? end : options.erase(option, end);
  }
  return directories;
}

// The source, under its own name in messages, and with the headers that are beside it or in one of `directories`.
std::string source_of(const harness::Session& session, const fs::path& file,
                      const std::vector<fs::path>& directories) {
  return common::kernel_source(session.device, fs::absolute(file).lexically_normal().string(),
                               directories);
}

cl::Program build_one(const harness::Session& session, const fs::path& file,
                      const std::vector<fs::path>& directories, const std::string& options,
                      std::string& log) {
  const cl::Program program(session.context, source_of(session, file, directories));
  try {
    program.build({session.device}, options.c_str());
  } catch (const cl::Error& error) {
    fail(fmt::format("{} does not build ({})", file.string(), common::error_name(error.err())),
         session.device, common::build_log(program, session.device));
  }
  log = common::build_log(program, session.device);
  return program;
}

cl::Program compile_and_link(const harness::Session& session, const std::vector<std::string>& files,
                             const std::vector<fs::path>& directories, const std::string& options,
                             std::string& log) {
  if (session.device.getInfo<CL_DEVICE_LINKER_AVAILABLE>() == 0)
    throw common::Skip("this device has no linker: give one file that includes the others.");
  std::vector<cl::Program> objects;
  for (const std::string& file : files) {
    cl::Program object(session.context, source_of(session, file, directories));
    try {
      object.compile(options.c_str());
    } catch (const cl::Error& error) {
      fail(fmt::format("{} does not compile ({})", file, common::error_name(error.err())),
           session.device, common::build_log(object, session.device));
    }
    const std::string part = common::build_log(object, session.device);
    log += part.empty() ? "" : part + "\n";
    objects.push_back(object);
  }
  try {
    return cl::linkProgram(objects);
  } catch (const cl::Error& error) {
    fail(fmt::format("{} do not link ({}): a function that is called must be in one of them",
                     joined(files), common::error_name(error.err())),
         session.device, log);
  }
}

// Some drivers count the zero byte at the end of a name.
std::string text(const std::string& name) {
  return name.c_str();
}

std::string address_name(cl_kernel_arg_address_qualifier address) {
  switch (address) {
  case CL_KERNEL_ARG_ADDRESS_GLOBAL:
    return "global";
  case CL_KERNEL_ARG_ADDRESS_LOCAL:
    return "local";
  case CL_KERNEL_ARG_ADDRESS_CONSTANT:
    return "constant";
  default:
    return "private";
  }
}

std::string access_name(cl_kernel_arg_access_qualifier access) {
  switch (access) {
  case CL_KERNEL_ARG_ACCESS_READ_ONLY:
    return "read_only";
  case CL_KERNEL_ARG_ACCESS_WRITE_ONLY:
    return "write_only";
  case CL_KERNEL_ARG_ACCESS_READ_WRITE:
    return "read_write";
  default:
    return "";
  }
}

std::string qualifier_names(cl_kernel_arg_type_qualifier qualifiers) {
  std::vector<std::string> names;
  if ((qualifiers & CL_KERNEL_ARG_TYPE_CONST) != 0)
    names.emplace_back("const");
  if ((qualifiers & CL_KERNEL_ARG_TYPE_RESTRICT) != 0)
    names.emplace_back("restrict");
  if ((qualifiers & CL_KERNEL_ARG_TYPE_VOLATILE) != 0)
    names.emplace_back("volatile");
  return joined(names);
}

// Their number only, where the driver knows no more (programs from binaries need not).
Json arguments_of(const cl::Kernel& kernel) {
  const cl_uint count = kernel.getInfo<CL_KERNEL_NUM_ARGS>();
  Json result = Json::array();
  try {
    for (cl_uint i = 0; i < count; ++i)
      result.push_back(
          {{"type", text(kernel.getArgInfo<CL_KERNEL_ARG_TYPE_NAME>(i))},
           {"name", text(kernel.getArgInfo<CL_KERNEL_ARG_NAME>(i))},
           {"address", address_name(kernel.getArgInfo<CL_KERNEL_ARG_ADDRESS_QUALIFIER>(i))},
           {"access", access_name(kernel.getArgInfo<CL_KERNEL_ARG_ACCESS_QUALIFIER>(i))},
           {"qualifiers", qualifier_names(kernel.getArgInfo<CL_KERNEL_ARG_TYPE_QUALIFIER>(i))}});
  } catch (const cl::Error&) {
    return count;
  }
  return result;
}

// "global const float* restrict a"
std::string argument_text(const Json& argument) {
  const std::string qualifiers = argument.at("qualifiers");
  std::vector<std::string> words;
  if (argument.at("address") != "private")
    words.push_back(argument.at("address"));
  if (const std::string access = argument.at("access"); !access.empty())
    words.push_back(access);
  if (!qualifiers.empty())
    words.push_back(qualifiers);
  words.push_back(argument.at("type"));
  words.push_back(argument.at("name"));
  return joined(words);
}

void print_kernel(std::ostream& out, const Json& kernel) {
  fmt::print(out, "\nkernel {}\n", kernel.at("name").get<std::string>());
  const Json& arguments = kernel.at("arguments");
  if (arguments.is_number())
    fmt::print(out, "  arguments            {} (the device does not tell more)\n",
               arguments.get<int>());
  for (std::size_t i = 0; arguments.is_array() && i < arguments.size(); ++i)
    fmt::print(out, "  argument {:<11} {}\n", i, argument_text(arguments[i]));
  if (const std::string attributes = kernel.at("attributes"); !attributes.empty())
    fmt::print(out, "  attributes           {}\n", attributes);
  fmt::print(out, "  largest work-group   {}, best a multiple of {}\n",
             kernel.at("work_group_size").get<std::size_t>(),
             kernel.at("preferred_multiple").get<std::size_t>());
  if (const Json& size = kernel.at("required_size"); size[0] != 0)
    fmt::print(out, "  required work-group  {}x{}x{}\n", size[0].get<std::size_t>(),
               size[1].get<std::size_t>(), size[2].get<std::size_t>());
  fmt::print(out, "  local memory         {} bytes per work-group\n",
             kernel.at("local_bytes").get<cl_ulong>());
  fmt::print(out, "  private memory       {} bytes per work-item\n",
             kernel.at("private_bytes").get<cl_ulong>());
}

void add_stats(Json& kernels, const cl::Program& program, const cl::Device& device) {
  for (Json& kernel : kernels)
    kernel["stats"] = harness::kernel_stats(
        cl::Kernel(program, kernel.at("name").get<std::string>().c_str()), device);
}

void check(const CommandLine& line) {
  if (line.files.empty())
    throw common::UsageError("no input: name a .cl file (oclcc --help says more).");
  for (const std::string& file : line.files)
    if (!fs::is_regular_file(file))
      throw common::UsageError(fmt::format("there is no file '{}'.", file));
  const auto binaries = std::count_if(line.files.begin(), line.files.end(), is_saved_binary);
  if (binaries > 0 && (line.files.size() > 1 || !line.output.empty()))
    throw common::UsageError("a saved binary is shown alone: give no other file and no -o.");
  for (const std::string& file : line.files)
    if (!line.output.empty() && fs::weakly_canonical(file) == fs::weakly_canonical(line.output))
      throw common::UsageError(
          fmt::format("'{}' would be overwritten: choose another name for -o.", file));
}

} // namespace

CommandLine parse(const std::vector<std::string>& arguments) {
  CommandLine line;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string& argument = arguments[i];
    const auto value = [&]() -> const std::string& {
      if (i + 1 == arguments.size())
        throw common::UsageError(fmt::format("{} needs a value after it.", argument));
      return arguments[++i];
    };
    if (argument == "-h" || argument == "--help")
      line.help = true;
    else if (argument == "-o")
      line.output = value();
    else if (argument == "--device")
      line.device = value();
    else if (argument == "--json")
      line.json_file = value();
    else if (argument == "--stats")
      line.stats = true;
    else if (argument == "--binary")
      line.binary = true;
    else if (argument == "-I" || argument == "-D")
      line.compiler_options.insert(line.compiler_options.end(), {argument, value()});
    else if (argument.rfind("--", 0) == 0)
      throw common::UsageError(
          fmt::format("there is no option {} (oclcc --help lists them).", argument));
    else if (argument.size() > 1 && argument.front() == '-')
      line.compiler_options.push_back(argument);
    else
      line.files.push_back(argument);
  }
  return line;
}

Json describe_kernels(const cl::Program& program, const cl::Device& device) {
  std::vector<cl::Kernel> kernels;
  if (program.getInfo<CL_PROGRAM_NUM_KERNELS>() > 0) // else some drivers call it an error
    cl::Program(program).createKernels(&kernels);
  Json result = Json::array();
  for (const cl::Kernel& kernel : kernels) {
    const auto required = kernel.getWorkGroupInfo<CL_KERNEL_COMPILE_WORK_GROUP_SIZE>(device);
    result.push_back(
        {{"name", text(kernel.getInfo<CL_KERNEL_FUNCTION_NAME>())},
         {"arguments", arguments_of(kernel)},
         {"attributes", text(kernel.getInfo<CL_KERNEL_ATTRIBUTES>())},
         {"work_group_size", kernel.getWorkGroupInfo<CL_KERNEL_WORK_GROUP_SIZE>(device)},
         {"preferred_multiple",
          kernel.getWorkGroupInfo<CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE>(device)},
         {"required_size", {required[0], required[1], required[2]}},
         {"local_bytes", harness::local_bytes(kernel, device)},
         {"private_bytes", kernel.getWorkGroupInfo<CL_KERNEL_PRIVATE_MEM_SIZE>(device)}});
  }
  return result;
}

int oclcc_main(const std::vector<std::string>& arguments, std::ostream& out) {
  const CommandLine line = parse(arguments);
  if (line.help) {
    out << usage;
    return common::exit_passed;
  }
  check(line);
  const harness::Session session(common::pick_device(line.device));
  std::vector<std::string> compiler_options = line.compiler_options;
  const std::vector<fs::path> directories = take_directories(compiler_options);
  const std::string options = joined(compiler_options);
  const std::string detailed = with_details(session.device, options);
  std::string log;
  const cl::Program program =
      is_saved_binary(line.files.front())
          ? binaries::load_binary(session.context, session.device, line.files.front(), options)
      : line.files.size() == 1 ? build_one(session, line.files.front(), directories, detailed, log)
                               : compile_and_link(session, line.files, directories, detailed, log);
  const std::size_t bytes = program.getInfo<CL_PROGRAM_BINARY_SIZES>().front();
  Json kernels = describe_kernels(program, session.device);
  if (line.stats)
    add_stats(kernels, program, session.device);

  if (line.json_file != "-" && line.stats) {
    fmt::print(out, "device   {}\noptions  {}\n", common::describe(session.device),
               options.empty() ? "(none)" : options);
    for (const Json& kernel : kernels)
      fmt::print(out, "\n{}", harness::stats_text(kernel.at("stats")));
  } else if (line.json_file != "-" && line.binary) {
    out << harness::binary_text(program);
  } else if (line.json_file != "-") { // else standard output is the document alone
    const std::string readable = harness::readable_log(log);
    fmt::print(out, "device   {}\noptions  {}\nbinary   {} bytes\nlog      {}\n",
               common::describe(session.device), options.empty() ? "(none)" : options, bytes,
               readable.empty() ? "(empty)" : "\n" + readable);
    for (const Json& kernel : kernels)
      print_kernel(out, kernel);
    if (kernels.empty())
      fmt::print(out, "\nno kernels: only functions for other files\n");
  }
  if (!line.output.empty()) {
    binaries::save_binary(program, session.device, line.output, options);
    if (line.json_file != "-")
      fmt::print(out, "\nsaved {}\n", line.output);
  }
  if (!line.json_file.empty())
    harness::write_json(line.json_file, {{"date", harness::today()},
                                         {"command", "oclcc " + joined(arguments)},
                                         {"device", harness::device_json(session.device)},
                                         {"files", line.files},
                                         {"options", options},
                                         {"log", log},
                                         {"binary_bytes", bytes},
                                         {"kernels", kernels}});
  return common::exit_passed;
}

} // namespace oclcc
