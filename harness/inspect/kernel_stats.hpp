#pragma once

#include "common/opencl.hpp"
#include "harness/inspect/instructions.hpp"

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

/// What the compiler made of a kernel, read from its log and from the binary of the program.
namespace harness {

/// What NVIDIA's compiler says of a kernel with -cl-nv-verbose.
struct CompilerReport {
  int registers = 0; ///< of 32 bits, a work-item
  int stack_bytes = 0;
  int spill_store_bytes = 0;
  int spill_load_bytes = 0;
  int local_bytes = 0; ///< local memory, a work-group
};

/// One variant of a kernel in a binary of PoCL: machine code for one work-group size.
struct PoclVariant {
  std::string kernel;
  std::string file; ///< in PoCL's cache: "/scale/64-1-1-goffs0-smallgrid/scale.so"
  std::string code; ///< a shared library, an ELF file
};

// ---- Text and bytes in, facts out ----

/// The log of -cl-nv-verbose, by kernel; empty for any other log.
std::map<std::string, CompilerReport> parse_compiler_log(const std::string& log);

/// What there is to read in a log: without what NVIDIA's compiler says of every kernel.
std::string readable_log(const std::string& log);

/// The text that NVIDIA's driver calls a binary, the portable assembly PTX, without the zero byte at its end; empty for
/// the binary of another driver.
std::string ptx_of(const std::string& binary);

/// The instructions of PTX, by kernel.
CountedFunctions count_ptx(const std::string& text);

/// What `cuobjdump -sass` prints: machine code of NVIDIA, by kernel.
CountedFunctions count_sass(const std::string& text);

/// What `objdump -d --no-show-raw-insn` prints of machine code for x86-64, by function. Vector instructions are
/// counted by the width of their registers ("fma zmm"); one that reads or writes memory counts as "load" or
/// "store" too, and as "stack" where that is the function's own.
CountedFunctions count_x86(const std::string& text);

/// The same for AArch64 and its registers of 128 bits ("fma neon").
CountedFunctions count_aarch64(const std::string& text);

/// The machine code in a binary of PoCL; empty for any other binary.
std::vector<PoclVariant> pocl_variants(std::string_view binary);

// ---- Of a program ----

/// " -cl-nv-verbose" for a device that knows the option, else empty: with it the build log has registers and spills.
std::string talkative(const cl::Device& device);

/// Makes NVIDIA's driver compile again, not answer from its cache, which has no log. To be called before the first
/// OpenCL call of the process.
void forget_compiled_kernels();

/// CL_KERNEL_LOCAL_MEM_SIZE; but 0 where NVIDIA's driver says 1, which it does for a kernel without local memory.
cl_ulong local_bytes(const cl::Kernel& kernel, const cl::Device& device);

/// What can be learned of one kernel of a built program:
///   {"name", "work_group_size", "preferred_multiple", "local_bytes", "private_bytes",
///    "compiler": {"registers", "stack_bytes", "spill_store_bytes", "spill_load_bytes", "local_bytes"}, where the log
///    tells it, "listings": [{"of": "PTX", "all": {CLASS: NUMBER}, "loop": {...}}], "notes": [why something is missing]}
/// PoCL compiles a kernel for each work-group size it is launched with: where the kernel has been launched in this
/// process those variants are listed, else the one for any size.
nlohmann::json kernel_stats(const cl::Kernel& kernel, const cl::Device& device);

/// That as text: a few lines, and a table of the instructions.
std::string stats_text(const nlohmann::json& stats);

/// The binary of a program for one device, for people: text as it is; of PoCL's, the files in it and their sizes;
/// of others the size alone.
std::string binary_text(const cl::Program& program);

} // namespace harness
