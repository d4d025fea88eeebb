#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace common {

/// The whole file as a string. Throws Error where it cannot be read.
std::string read_text(const std::filesystem::path& file);

/// Writes a file all or nothing: the bytes go to a new file of a random name beside it, which then takes its place, with
/// the permissions of the old one. Readers see the old content or the new, never a part; after a failure the old file
/// is what it was. A symbolic link stays one: the file that it leads to is replaced. What is no regular file, such
/// as /dev/null or a pipe, is written to directly. Throws Error that says what is in the way.
void write_text(const std::filesystem::path& file, std::string_view bytes);

/// Throws what write_text() would throw, as far as one can tell without writing: call it before the work whose result
/// goes to `file`.
void require_writable(const std::filesystem::path& file);

/// Throws Error where PoCL cannot write, or has no space, in the directory of its compiled kernels, without which it has
/// no device or compiles nothing.
void require_pocl_cache();

} // namespace common
