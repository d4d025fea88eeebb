#include "harness/inspect/kernel_stats.hpp"

#include "common/device.hpp"
#include "common/kernel_io.hpp"
#include "harness/inspect/listing.hpp"
#include "harness/system/report.hpp"
#include "harness/system/text.hpp"

#include <fmt/format.h>

#include <set>

namespace harness {
using namespace common;
using Json = nlohmann::json;

cl_ulong local_bytes(const cl::Kernel& kernel, const cl::Device& device) {
  const auto bytes = kernel.getWorkGroupInfo<CL_KERNEL_LOCAL_MEM_SIZE>(device);
  return bytes == 1 && has_extension(device, "cl_nv_compiler_options") ? 0 : bytes;
}

Json kernel_stats(const cl::Kernel& kernel, const cl::Device& device) {
  const std::string name = kernel.getInfo<CL_KERNEL_FUNCTION_NAME>().c_str();
  const cl::Program program = kernel.getInfo<CL_KERNEL_PROGRAM>();
  Json stats{{"name", name},
             {"work_group_size", kernel.getWorkGroupInfo<CL_KERNEL_WORK_GROUP_SIZE>(device)},
             {"preferred_multiple",
              kernel.getWorkGroupInfo<CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE>(device)},
             {"local_bytes", local_bytes(kernel, device)},
             {"private_bytes", kernel.getWorkGroupInfo<CL_KERNEL_PRIVATE_MEM_SIZE>(device)},
             {"listings", Json::array()},
             {"notes", Json::array()}};
  const auto reports = parse_compiler_log(build_log(program, device));
  if (const auto found = reports.find(name); found != reports.end())
    stats["compiler"] = {{"registers", found->second.registers},
                         {"stack_bytes", found->second.stack_bytes},
                         {"spill_store_bytes", found->second.spill_store_bytes},
                         {"spill_load_bytes", found->second.spill_load_bytes},
                         {"local_bytes", found->second.local_bytes}};
  const std::string loaded =
      listing::loaded_libraries(); // before PoCL loads what it makes for the binary
  const auto binaries = program.getInfo<CL_PROGRAM_BINARIES>();
  const std::string binary =
      binaries.empty() ? "" : std::string(binaries.front().begin(), binaries.front().end());
  Json& notes = stats["notes"];
  if (const std::string ptx = ptx_of(binary); !ptx.empty()) {
    const auto add = [&](const char* of, const CountedFunctions& functions) {
      if (const auto found = functions.find(name); found != functions.end())
        stats["listings"].push_back(listing::counted_json(of, found->second));
    };
    add("PTX", count_ptx(ptx));
    add("machine code", listing::disassembled_ptx(ptx, notes));
  } else {
    stats["listings"] = listing::pocl_listings(name, binary, loaded, notes);
  }
  if (stats["listings"].empty() && notes.empty())
    notes.push_back("this program cannot read the binaries of this device");
  return stats;
}

std::string stats_text(const Json& stats) {
  std::string text = fmt::format("kernel {}\n", stats["name"].get<std::string>());
  const auto line = [&](const char* what, const std::string& value) {
    text += fmt::format("  {:<20} {}\n", what, value);
  };
  if (stats.contains("compiler")) {
    const Json& compiler = stats["compiler"];
    line("registers", fmt::format("{} per work-item", compiler["registers"].get<int>()));
    line("spills",
         fmt::format("{} bytes stored, {} bytes loaded", compiler["spill_store_bytes"].get<int>(),
                     compiler["spill_load_bytes"].get<int>()));
    line("stack", fmt::format("{} bytes per work-item", compiler["stack_bytes"].get<int>()));
  }
  line("local memory",
       fmt::format("{} bytes per work-group", stats["local_bytes"].get<cl_ulong>()));
  line("private memory",
       fmt::format("{} bytes per work-item", stats["private_bytes"].get<cl_ulong>()));
  line("largest work-group",
       fmt::format("{}, best a multiple of {}", stats["work_group_size"].get<std::size_t>(),
                   stats["preferred_multiple"].get<std::size_t>()));
  std::vector<Table::Column> columns{{"instructions of"}};
  std::vector<InstructionCounts> counts;
  for (const Json& listing : stats["listings"])
    for (const char* const part : {"all", "loop"}) {
      columns.push_back({part == std::string("all") ? listing["of"].get<std::string>() : "its loop",
                         Table::Align::right});
      counts.push_back(listing[part].get<InstructionCounts>());
    }
  if (!counts.empty()) {
    Table table(columns);
    for (const std::string& name : instruction_classes(counts)) {
      std::vector<std::string> cells{name == "instructions" ? "all kinds" : name};
      for (const InstructionCounts& each : counts)
        cells.push_back(each.contains(name) ? std::to_string(each.at(name)) : "");
      table.add(cells);
    }
    text += "\n" + table.text();
  }
  for (const Json& note : stats["notes"])
    text += fmt::format("  {}\n", note.get<std::string>());
  return text;
}

std::string binary_text(const cl::Program& program) {
  const auto binaries = program.getInfo<CL_PROGRAM_BINARIES>();
  const std::string binary(binaries.front().begin(), binaries.front().end());
  if (std::string ptx = ptx_of(binary); !ptx.empty())
    return ptx;
  std::string text = fmt::format("{} bytes", binary.size());
  if (const std::size_t bitcode = binary.find("BC\xC0\xDE"); bitcode != binary.npos)
    text += fmt::format("\n  at {:>7}: LLVM bitcode, the intermediate language", bitcode);
  for (const PoclVariant& variant : pocl_variants(binary))
    text += fmt::format("\n  at {:>7}: {}, {} bytes of machine code (a shared library)",
                        binary.find(variant.code), variant.file, variant.code.size());
  return text + "\n";
}

} // namespace harness
