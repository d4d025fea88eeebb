#pragma once

#include "common/opencl.hpp"

#include <cstddef>
#include <map>
#include <string>

/// What NVIDIA's OpenCL C does not let through. The driver calls PTX, a text in its portable assembly language,
/// the binary of a program, and takes such a text back: changed, it may say what the compiler would have refused.
namespace harness {

/// What to change in the text.
struct PtxChanges {
  /// The processor that it says it is for: "sm_90a" allows the instructions that only this very generation has.
  std::string target;
  /// New sizes of local arrays, in bytes, by their name in the kernel. The compiler refuses more than 48 KiB for a
  /// work-group; the device has more.
  std::map<std::string, std::size_t> local_bytes = {};
};

/// Applies `changes` to a program's PTX, and lets through what its kernels have hidden from the compiler: in
/// asm("//@wgmma...") the instruction is a comment for it, and "//@" is removed here. Throws Error, with what to try,
/// where the text is no PTX or lacks what is to be changed.
std::string changed_ptx(std::string text, const PtxChanges& changes);

/// A program made of the changed text of `program`, built for its only device. Throws Error where the binary of this
/// device's driver is no PTX, and BuildError where the assembler refuses the text.
cl::Program through_ptx(const cl::Program& program, const cl::Device& device,
                        const PtxChanges& changes, const std::string& options = {});

} // namespace harness
