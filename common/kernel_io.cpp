#include "common/kernel_io.hpp"

#include "common/error.hpp"
#include "common/places.hpp"

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <cstdlib>
#include <fmt/format.h>
#include <fstream>
#include <optional>
#include <regex>
#include <set>
#include <sstream>

namespace fs = std::filesystem;

namespace common {
namespace {

constexpr char path_separator = fs::path::preferred_separator == '/' ? ':' : ';';

// [roots]
// The places where the directory `what` ("kernels" or "data") may be, in the order of search.
std::vector<fs::path> roots(const std::string& what) {
  std::vector<fs::path> result;
  if (const char* listed = std::getenv("OCL_KERNEL_PATH"); listed && what == "kernels") {
    std::stringstream stream(listed);
    for (std::string directory; std::getline(stream, directory, path_separator);) {
      if (directory.empty())
        continue;
      if (std::error_code ignored; !fs::is_directory(directory, ignored))
        throw Error(fmt::format(
            "OCL_KERNEL_PATH names '{}', which is no directory: correct or unset it", directory));
      result.emplace_back(directory);
    }
  }
  result.push_back(fs::path(source_root) / what);
  if (const fs::path program = own_executable(); !program.empty())
    result.push_back(program.parent_path().parent_path() / "share" / "opencl-step-by-step" / what);
  return result;
}
// [/roots]

std::optional<fs::path> look_up(const std::vector<fs::path>& directories,
                                std::string_view relative) {
  for (const fs::path& directory : directories) {
    std::error_code ignored;
    if (fs::path file = directory / relative; fs::is_regular_file(file, ignored))
      return file;
  }
  return std::nullopt;
}

// The files beside the one that was not found: most wrong names are near misses.
std::string neighbours(const std::vector<fs::path>& directories, std::string_view relative) {
  std::set<std::string> names;
  for (const fs::path& directory : directories) {
    std::error_code error;
    for (const auto& entry : fs::directory_iterator((directory / relative).parent_path(), error))
      if (entry.is_regular_file())
        names.insert(entry.path().filename().string());
  }
  return names.empty()
             ? std::string{}
             : fmt::format("\n  In the same directory there are: {}", fmt::join(names, ", "));
}

fs::path find_in(const std::string& what, std::string_view relative) {
  const std::vector<fs::path> directories = roots(what);
  if (auto file = look_up(directories, relative))
    return *file;
  std::string searched;
  for (const fs::path& directory : directories)
    searched += "\n  " + (directory / relative).string();
  throw Error(fmt::format("there is no file '{}' in {}; looked for{}{}", relative, what, searched,
                          neighbours(directories, relative)));
}

std::string device_name(const cl::Device& device) {
  std::string name = device.getInfo<CL_DEVICE_NAME>();
  name.erase(std::find(name.begin(), name.end(), '\0'), name.end());
  return name;
}

// Says that the next line is line `next` of the file `name`.
std::string line_directive(int next, std::string_view name) {
  std::string escaped;
  for (const char c : name) {
    if (c == '"' || c == '\\')
      escaped += '\\';
    escaped += c == '\n' ? ' ' : c;
  }
  return fmt::format("#line {} \"{}\"\n", next, escaped);
}

// What stands above the source `name` in which the compiler is to find mistakes. Nothing for Oclgrind, which names every
// source input.cl, and shows wrong lines of it below a #line directive.
std::string head(const cl::Device& device, std::string_view name) {
  const cl::Platform platform(device.getInfo<CL_DEVICE_PLATFORM>());
  const std::string driver = platform.getInfo<CL_PLATFORM_NAME>();
  if (name.empty() || driver.find("Oclgrind") != std::string::npos)
    return {};
  // PoCL keeps logs, and takes the one of another file where both are the same but for lines with #line.
  return driver != "Portable Computing Language"
             ? line_directive(1, name)
             : fmt::format("#pragma file_{}\n{}", fingerprint(name), line_directive(1, name));
}

// What no compiler says of the character with which `text` begins: what it is, and what to type. Empty for all that may
// stand between the strings and comments of a source; letters of any language are for the compiler to judge.
std::string_view foreign_character(std::string_view text) {
  struct Range { // in UTF-8
    std::string_view first, last, advice;
  };
  constexpr std::string_view other = "not a character of the language: type it in ASCII";
  for (const auto& [first, last, advice] :
       {Range{"\x80", "\xC1", "not a character: save the file as UTF-8"},
        Range{"\xC2\xA0", "\xC2\xA0", "a no-break space: type a space"},
        Range{"\xC2\x80", "\xC2\xBF", other},
        Range{"\xC3\x97", "\xC3\x97", "a multiplication sign: type *"},
        Range{"\xE2\x80\x80", "\xE2\x80\x8F", "a special space: type a space"},
        Range{"\xE2\x80\x90", "\xE2\x80\x95", "a dash: type -"},
        Range{"\xE2\x80\x98", "\xE2\x80\x9B", "a curly quotation mark: type '"},
        Range{"\xE2\x80\x9C", "\xE2\x80\x9F", "a curly quotation mark: type \""},
        Range{"\xE2\x80\xAF", "\xE2\x80\xAF", "a no-break space: type a space"},
        Range{"\xE2\x88\x92", "\xE2\x88\x92", "a minus sign: type -"},
        Range{"\xE2\x80\x80", "\xE2\xAF\xBF", other}, Range{"\xE3\x80\x80", "\xE3\x80\xBF", other},
        Range{"\xEF\xBB\xBF", "\xEF\xBB\xBF", "a byte order mark: delete it"},
        Range{"\xEF\xBC\x80", "\xEF\xBF\xAF", other}})
    if (const std::string_view start = text.substr(0, first.size());
        first <= start && start <= last)
      return advice;
  return {};
}

// What stands behind `mark` and the blanks that follow it, in a line that begins with blanks and `mark`; else nothing.
// By hand, because std::regex overflows the stack on long lines.
std::string_view behind(std::string_view mark, std::string_view line) {
  const auto trimmed = [](std::string_view text) {
    return text.substr(std::min(text.find_first_not_of(" \t\r\v\f"), text.size()));
  };
  line = trimmed(line);
  return line.starts_with(mark) ? trimmed(line.substr(mark.size())) : std::string_view{};
}

// The file and line that the #line directives in `source` give to its line `number`: "a.cl:3". Empty
// where there is none.
std::string named_line(const std::string& source, int number) {
  std::istringstream lines(source);
  std::string line, name;
  int named = 0; // the line of the file `name`
  for (int i = 1; i <= number && std::getline(lines, line); ++i, ++named)
    if (const std::size_t begin = line.find('"');
        line.starts_with("#line ") && begin != line.npos) {
      name.clear(); // undo what line_directive() does
      for (std::size_t at = begin + 1; at + 1 < line.size() && line[at] != '"'; ++at)
        name += line[at] == '\\' ? line[++at] : line[at];
      named = std::atoi(line.c_str() + 6) - 1;
    }
  return name.empty() ? "" : fmt::format("{}:{}", name, named - 1);
}

// What messages call a kernel file. An absolute path becomes one that begins in the working directory, if it is below it.
std::string shown(const fs::path& relative) {
  std::error_code none;
  const fs::path near =
      relative.is_absolute() ? relative.lexically_proximate(fs::current_path(none)) : relative;
  return near.empty() || *near.begin() == ".." ? relative.generic_string()
         : relative.is_absolute()              ? near.generic_string()
                                               : ("kernels" / relative).generic_string();
}

// Whether all of a file but comments is between #ifndef NAME, #define NAME and #endif: once is enough of it.
bool is_guarded(const std::string& text) {
  std::istringstream lines(text);
  std::string name;
  int number = 0, depth = 0;
  for (std::string line; std::getline(lines, line);) {
    const std::size_t begin = line.find_first_not_of(" \t\r\v\f");
    if (begin == line.npos || line.compare(begin, 2, "//") == 0)
      continue;
    const std::string_view word = behind("#", line);
    if (++number == 1)
      name = behind("ifndef", word);
    if (name.empty() || (number == 2 && behind("define", word) != name) ||
        (number > 2 && depth == 0) || (depth == 1 && word.starts_with("el")))
      return false;
    depth += word.starts_with("if") ? 1 : word.starts_with("endif") ? -1 : 0;
  }
  return number > 2 && depth == 0;
}

// How with_includes() goes about it, and where it is.
struct Inclusion {
  bool line_directives;         // for a device that understands them
  std::vector<fs::path> also;   // where to look: beside the including file, and further directories
  std::vector<fs::path> open{}; // the files that are being included
  std::set<fs::path> once{};    // the guarded files so far, which the compiler would pass over
  int files = 0;                // included so far
};

// The kernel file `relative` with the text of every file that it includes in the directive's place. Those are found like kernels, in the same directory below any of the roots; the directives of others stay, for the
// compiler to judge. We do this, and not the compiler (-I), for two reasons: options are one string that drivers
// split at blanks, so that a directory with a blank in its name cannot be passed; and drivers that keep compiled
// kernels may look only at the source to see whether it has changed, and not at what it includes.
std::string with_includes(const fs::path& file, const fs::path& relative, Inclusion& all) {
  if (++all.files > 10'000)
    throw Error(
        fmt::format("{} is included again and again. Put all of a header between #ifndef NAME, "
                    "#define NAME and #endif: then it counts once.",
                    shown(relative)));
  const std::string text = read_source(file, shown(relative));
  std::istringstream lines(text);
  std::string result;
  int number = 0;
  bool any_included = false;
  const auto directive = [&](int next, const fs::path& name) {
    if (all.line_directives)
      result += line_directive(next, shown(name));
  };
  if (!all.open.empty())
    directive(1, relative);
  all.open.push_back(fs::canonical(file));
  const bool guarded = is_guarded(text);
  if (guarded)
    all.once.insert(all.open.back());
  int depth = guarded ? -1 : 0; // how many #ifs are around a line, but for the guard
  for (std::string line; std::getline(lines, line);) {
    ++number;
    const std::string_view word = behind("#", line), file_name = behind("include", word);
    std::optional<fs::path> included;
    fs::path name;
    if (const bool angle = file_name.starts_with('<'); angle || file_name.starts_with('"')) {
      const std::string_view wanted = file_name.substr(1, file_name.find(angle ? '>' : '"', 1) - 1);
      all.also.front() = relative.parent_path();
      for (std::size_t i = 0; !included && i < all.also.size(); ++i) {
        name = (all.also[i] / wanted).lexically_normal();
        if (auto found = look_up(roots("kernels"), name.generic_string()))
          included = fs::canonical(*found);
      }
    }
    if (included && all.once.count(*included) > 0) {
      result += '\n';
    } else if (included && std::count(all.open.begin(), all.open.end(), *included) > 1) {
      // The second time round: where an #ifndef ends the circle, the compiler passes over this.
      result += fmt::format("#error {} includes {}, which is being included: files cannot "
                            "include each other in a circle\n",
                            shown(relative), shown(name));
    } else if (included) {
      const auto before = all.once;
      result += with_includes(*included, name, all);
      if (depth > 0) // the compiler may have passed over it
        all.once = before;
      directive(number + 1, relative);
      any_included = true;
    } else {
      result += line + '\n';
      depth += word.starts_with("if") ? 1 : word.starts_with("endif") ? -1 : 0;
      // Where the compiler passes over a part it passes over the directives in it.
      if (any_included && (word.starts_with("endif") || word.starts_with("el")))
        directive(number + 1, relative);
    }
  }
  all.open.pop_back();
  return result;
}

} // namespace

std::string read_source(const fs::path& file, const std::string& called) {
  const std::string name = called.empty() ? file.string() : called;
  std::string text = read_text(file);
  if (text.starts_with("\xEF\xBB\xBF"))
    text.erase(0, 3);
  if (text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF"))
    throw Error(
        fmt::format("{} is saved as UTF-16, which no compiler reads: save it as UTF-8", name));
  if (text.find('\0') != text.npos)
    throw Error(fmt::format("{} contains NUL characters: save it as plain text (UTF-8)", name));
  for (std::size_t at = 0; at < text.size(); ++at) {
    const std::string_view rest = std::string_view(text).substr(at);
    if (rest.starts_with("//")) {
      at = std::min(text.find('\n', at), text.size());
    } else if (rest.starts_with("/*")) {
      at = std::min(text.find("*/", at + 2), text.size()) + 1;
    } else if (const char quote = rest[0]; quote == '"' || quote == '\'') {
      for (++at; at < text.size() && text[at] != quote && text[at] != '\n'; ++at)
        at += text[at] == '\\' ? 1 : 0;
    } else if (const std::string_view problem = foreign_character(rest); !problem.empty()) {
      const std::string before = text.substr(0, at);
      const auto starts = [](char byte) { return (byte & 0xC0) != 0x80; }; // a character
      const std::size_t length = std::find_if(rest.begin() + 1, rest.end(), starts) - rest.begin();
      throw Error(fmt::format(
          "{}:{}:{}: '{}' is {}", name, 1 + std::count(before.begin(), before.end(), '\n'),
          1 + std::count_if(before.begin() + before.rfind('\n') + 1, before.end(), starts),
          rest.substr(0, length), problem));
    }
  }
  return text;
}

fs::path own_executable() {
  std::error_code error;
  const fs::path self = fs::read_symlink("/proc/self/exe", error);
  return error ? fs::path{} : self;
}

fs::path find_kernel(std::string_view relative) {
  return find_in("kernels", relative);
}

fs::path find_data(std::string_view relative) {
  return find_in("data", relative);
}

std::string with_file_names(const std::string& log, const std::string& source) {
  static const std::regex place(R"(<kernel>:(\d{1,9}))");
  std::string text;
  auto rest = log.begin();
  for (std::sregex_iterator it(log.begin(), log.end(), place), end; it != end; ++it) {
    const std::string name = named_line(source, std::stoi(it->str(1)));
    text.append(rest, (*it)[0].first);
    text += name.empty() ? it->str() : name;
    rest = (*it)[0].second;
  }
  return text.append(rest, log.end());
}

std::string build_log(const cl::Program& program, const cl::Device& device) {
  std::string log = program.getBuildInfo<CL_PROGRAM_BUILD_LOG>(device);
  const auto is_padding = [](unsigned char c) { return c == '\0' || std::isspace(c) != 0; };
  while (!log.empty() && is_padding(static_cast<unsigned char>(log.back())))
    log.pop_back();
  return log.find("<kernel>") == std::string::npos
             ? log
             : with_file_names(log, program.getInfo<CL_PROGRAM_SOURCE>());
}

// [build-source]
static cl::Program build(const cl::Context& context, const cl::Device& device,
                         const std::string& source, const std::string& options,
                         const std::string& name) {
  cl::Program program(context, source);
  try {
    program.build({device}, options.c_str());
  } catch (const cl::Error& e) {
    const std::string log = build_log(program, device);
    throw BuildError(fmt::format("{} does not build for {} with the options '{}' ({}):\n{}",
                                 name.empty() ? "the program" : name, device_name(device), options,
                                 error_name(e.err()), log.empty() ? "(no build log)" : log),
                     log);
  }
  return program;
}

cl::Program build_source(const cl::Context& context, const cl::Device& device,
                         const std::string& source, const std::string& options,
                         const std::string& name) {
  return build(context, device, head(device, name) + source, options, name);
}

std::string kernel_source(const cl::Device& device, std::string_view relative,
                          const std::vector<fs::path>& also) {
  const std::string above = head(device, shown(relative));
  Inclusion all{!above.empty(), also};
  all.also.emplace(all.also.begin());
  return above + with_includes(find_kernel(relative), relative, all);
}

cl::Program build_kernel_file(const cl::Context& context, const cl::Device& device,
                              std::string_view relative, const std::string& options,
                              const std::vector<fs::path>& also) {
  return build(context, device, kernel_source(device, relative, also), options, shown(relative));
}
// [/build-source]

// [fingerprint]
std::string fingerprint(std::string_view bytes) {
  std::uint64_t hash = 0xcbf29ce484222325; // FNV-1a, 64 bits
  for (const unsigned char byte : bytes)
    hash = (hash ^ byte) * 0x100000001b3;
  return fmt::format("{:016x}", hash);
}
// [/fingerprint]

} // namespace common
