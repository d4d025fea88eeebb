#pragma once

namespace harness {

/// The directory that this program was built in: its bin/ has the programs, lib/ what is loaded into them, tests/ the tests.
/// (No macro, for the same reason as common::source_root.)
extern const char* const build_root;

} // namespace harness
