#include "tools/exercise/check.hpp"
#include "harness/lab/device.hpp"

#include "common/kernel_io.hpp"
#include "common/timing.hpp"

#include <algorithm>
#include <bit>
#include <cctype>
#include <cmath>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <random>
#include <sstream>

namespace exercise {
namespace {

constexpr std::size_t canary_bytes = 1024;
constexpr unsigned char poison = 0xFF; // NaN in floats, -1 in integers
constexpr cl_uint poisoned_word = 0xFFFFFFFF;

// One character for each element, or for a block of them where the picture is larger than a screen:
// '.' right, 'X' wrong. Empty where all of it would be X.
std::string error_picture(const std::vector<bool>& wrong, std::size_t columns) {
  constexpr std::size_t most_columns = 64, most_rows = 20;
  const std::size_t rows = (wrong.size() + columns - 1) / columns;
  const std::size_t block = std::max({std::size_t{1}, (columns + most_columns - 1) / most_columns,
                                      (rows + most_rows - 1) / most_rows});
  std::string picture;
  for (std::size_t row = 0; row < rows; row += block) {
    picture += "\n    ";
    for (std::size_t column = 0; column < columns; column += block) {
      bool any = false;
      for (std::size_t r = row; r < std::min(rows, row + block); ++r)
        for (std::size_t c = column; c < std::min(columns, column + block); ++c)
          any = any || (r * columns + c < wrong.size() && wrong[r * columns + c]);
      picture += any ? 'X' : '.';
    }
  }
  if (picture.find('.') == std::string::npos)
    return {};
  return fmt::format("\n  {} x {} elements, X marks the wrong ones{}:{}", columns, rows,
                     block > 1 ? fmt::format(" ({0} x {0} to a character)", block) : "", picture);
}

// The word before which `text` ends: "local float* tile" is "tile", "float w[3]" is "w".
std::string last_word(const std::string& text) {
  const auto is_letter = [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; };
  std::size_t end = text.find('[');
  end = std::min(end, text.size());
  while (end > 0 && !is_letter(static_cast<unsigned char>(text[end - 1])))
    --end;
  std::size_t begin = end;
  while (begin > 0 && is_letter(static_cast<unsigned char>(text[begin - 1])))
    --begin;
  return text.substr(begin, end - begin);
}

// The names of a kernel's parameters; fewer, or strange ones, where macros hide them.
std::vector<std::string> parameters_of(const std::string& source, const std::string& kernel) {
  std::vector<std::string> names;
  std::size_t at = 0;
  while ((at = source.find("void " + kernel, at)) != std::string::npos) {
    at = source.find_first_not_of(" \t\n", at + 5 + kernel.size());
    if (at == std::string::npos || source[at] != '(')
      continue;
    const std::size_t close = std::min(source.find(')', at), source.size());
    std::istringstream list(source.substr(at + 1, close - at - 1));
    for (std::string one; std::getline(list, one, ',');)
      names.push_back(last_word(one));
    break;
  }
  return names;
}

// Whole numbers with all their digits, others with those that tell floats apart.
std::string in_full(double number) {
  return std::isnan(number)                                        ? "nan"
         : std::floor(number) == number && std::abs(number) < 1e15 ? fmt::format("{:.0f}", number)
                                                                   : fmt::format("{:.9g}", number);
}

// What is wrong, in words; for pictures also where, if the list of places does not tell it.
std::string complaint(const std::string& where, const common::Comparison& result,
                      const std::vector<bool>& wrong, const Layout& layout) {
  const std::size_t parts = std::max<std::size_t>(layout.parts.size(), 1);
  const auto place = [&](std::size_t i) {
    return (layout.columns > 0 ? harness::row_and_column(layout.columns)(i / parts)
                               : fmt::format("index {}", i / parts)) +
           (layout.parts.empty() ? "" : ", " + layout.parts[i % parts]);
  };
  if (!result.problem.empty())
    return where + ": " + result.problem;
  std::string text = result.compared == 1
                         ? where + ": the only value is wrong"
                         : fmt::format("{}: {} of {} values {} wrong", where, result.wrong,
                                       result.compared, result.wrong == 1 ? "is" : "are");
  const auto line = [&](const common::Mismatch& m) {
    return fmt::format("{}: got {}, want {}", place(m.index), in_full(m.got), in_full(m.want));
  };
  for (const common::Mismatch& mismatch : result.first)
    text += "\n    " + line(mismatch);
  if (result.wrong > result.first.size()) {
    text += "\n    ...";
    if (std::none_of(result.first.begin(), result.first.end(),
                     [&](const common::Mismatch& m) { return m.index == result.worst.index; }))
      text += "\n    worst at " + line(result.worst);
  }
  std::vector<std::string> inputs;
  for (const auto& [name, values] : layout.inputs)
    inputs.push_back(fmt::format("{} = {}", name, in_full(values.at(result.first.at(0).index))));
  if (!inputs.empty())
    text += fmt::format("\n  The first of them is computed from {}.", fmt::join(inputs, ", "));
  if (layout.columns > 1 && result.wrong > result.first.size()) {
    std::vector<bool> wrong_pixels((wrong.size() + parts - 1) / parts);
    for (std::size_t i = 0; i < wrong.size(); ++i)
      wrong_pixels[i / parts] = wrong_pixels[i / parts] || wrong[i];
    text += error_picture(wrong_pixels, layout.columns);
  }
  return text;
}

// Both pictures with as many pixels as a terminal shows side by side; black and white are those of the right one.
nlohmann::json thumbnail(const std::vector<float>& mine, const std::vector<float>& right,
                         const Layout& layout) {
  constexpr std::size_t most_columns = 34, most_rows = 24;
  const std::size_t parts = std::max<std::size_t>(layout.parts.size(), 1);
  const std::size_t rows = right.size() / parts / layout.columns;
  if (mine.size() != right.size() || rows == 0)
    return nlohmann::json::object();
  const std::size_t block = std::max(
      {std::size_t{1}, (layout.columns - 1) / most_columns + 1, (rows - 1) / most_rows + 1});
  const auto ends = std::minmax_element(right.begin(), right.end());
  const auto low = ends.first, high = ends.second; // clang 14 does not capture structured bindings
  const float range = std::max(*high - *low, 1e-30F);
  // The mean of a block's pixels, of which each is the mean of red, green and blue.
  const auto small = [&](const std::vector<float>& picture) {
    std::vector<int> grey;
    for (std::size_t row = 0; row < rows; row += block)
      for (std::size_t column = 0; column < layout.columns; column += block) {
        float sum = 0.0F, count = 0.0F;
        for (std::size_t r = row; r < std::min(rows, row + block); ++r)
          for (std::size_t c = column; c < std::min(layout.columns, column + block); ++c)
            for (std::size_t part = 0; part < std::min<std::size_t>(parts, 3); ++part, ++count)
              sum += (picture[(r * layout.columns + c) * parts + part] - *low) / range;
        const float mean = 255.0F * sum / count;
        grey.push_back(mean > 0.0F ? static_cast<int>(std::min(mean, 255.0F)) : 0); // NaN is black
      }
    return grey;
  };
  return {{"columns", (layout.columns - 1) / block + 1},
          {"mine", small(mine)},
          {"right", small(right)}};
}

// " (around it: 1 2 3 / 4 5 6 / 7 8 9)": the 3 x 3 values of a picture there, a dot for what is outside; empty for others.
std::string around(const std::vector<double>& values, std::size_t index, const Layout& layout) {
  const std::size_t columns = layout.columns;
  if (columns < 2 || !layout.parts.empty() || values.size() < 2 * columns)
    return {};
  const std::size_t row = index / columns, column = index % columns;
  std::string text;
  for (std::size_t r = row; r < row + 3; ++r) {
    for (std::size_t c = column; c < column + 3; ++c) {
      const bool inside =
          r > 0 && c > 0 && c <= columns && (r - 1) * columns + c - 1 < values.size();
      text += text.empty() || text.back() == ' ' ? "" : " ";
      text += inside ? fmt::format("{:.4g}", values[(r - 1) * columns + c - 1]) : ".";
    }
    text += r < row + 2 ? " / " : "";
  }
  return " (around it: " + text + ")";
}

// " (0xd1b7c459)" for a uint that is too large to be a count.
std::string in_bits(bool is_uint, double number) {
  return is_uint && number > 65535.0 ? fmt::format(" ({:#010x})", static_cast<cl_uint>(number))
                                     : "";
}

// The number that `text` is: "0.2", "0.2f" and "51/255" are one; with `units` also "0.2ms".
std::optional<double> number_in(const std::string& text, bool units) {
  if (const std::size_t slash = text.find('/'); slash != std::string::npos) {
    const auto above = number_in(text.substr(0, slash), false);
    const auto below = number_in(text.substr(slash + 1), units);
    return above && below ? std::optional(*above / *below) : std::nullopt;
  }
  try {
    std::size_t used = 0;
    const double number = std::stod(text, &used);
    const auto is_of_unit = [](unsigned char c) { return std::isalpha(c) != 0 || c == '%'; };
    if (used == text.size() || text.substr(used) == "f" ||
        (units && !is_of_unit(static_cast<unsigned char>(text[0])) &&
         std::all_of(text.begin() + static_cast<std::ptrdiff_t>(used), text.end(), is_of_unit)))
      return number;
  } catch (const std::exception&) { // words
  }
  return {};
}

// "42.0", "42" and " 42" are one answer, with `units` "42 ticks" is, too, and so are "1, 2" and "(1,2)", "waits" and "`waits`".
std::string normal(const std::string& text, bool units = false) {
  std::string kept;
  for (const char c : text)
    if (!std::isspace(static_cast<unsigned char>(c)) && c != '`')
      kept += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  if (kept.size() > 2 && kept.front() == '(' && kept.find(')') == kept.size() - 1)
    kept = kept.substr(1, kept.size() - 2);
  const std::optional<double> number = number_in(kept, units);
  return number ? fmt::format("{}", *number) : kept;
}

} // namespace

Wrong::Wrong(const std::string& message)
    : common::Error([&] {
        std::string visible;
        for (const char c : message)
          visible += c == '\0' ? "\\0" : std::string(1, c);
        return visible;
      }()) {}

Bench::Bench(const Options& options)
    : session(common::pick_device(options.device)),
      in_simulator(harness::is_simulator(session.device)), options_(options) {}

std::size_t Bench::group(std::size_t wanted) const {
  // A driver may allow less where the work-items wait for each other (Mesa's rusticl does on a CPU), so ask for such a kernel.
  if (waiting_() == nullptr)
    waiting_ =
        cl::Kernel(common::build_source(session.context, session.device,
                                        "kernel void waiting(global int* x, local int* t) {\n"
                                        "  t[get_local_id(0)] = x[get_global_id(0)];\n"
                                        "  barrier(CLK_LOCAL_MEM_FENCE);\n"
                                        "  x[get_global_id(0)] = t[0];\n"
                                        "}\n"),
                   "waiting");
  return common::fit_local_size(session.device, waiting_, cl::NDRange(wanted))[0];
}

std::vector<float> Bench::random(std::size_t count, float low, float high) {
  return common::random_floats(count, options_.seed + 7919 * ++drawn_, low, high);
}

std::vector<cl_int> Bench::random_ints(std::size_t count, cl_int low, cl_int high) {
  std::mt19937 engine(options_.seed + 7919 * ++drawn_);
  std::vector<cl_int> numbers(count);
  for (cl_int& number : numbers)
    number = low + static_cast<cl_int>(engine() % (static_cast<unsigned>(high - low) + 1));
  return numbers;
}

// Oclgrind 21.10 gives the address of a buffer that was released to the next one, but keeps its notes
// of what was written: what lies past the end of the old one never counts as written. So none is
// released there.
cl::Buffer Bench::new_buffer(std::size_t bytes) const {
  const cl::Buffer made(session.context, CL_MEM_READ_WRITE, bytes);
  // A handle of released memory may come again: it is another buffer's now.
  remembered_.erase(std::remove_if(remembered_.begin(), remembered_.end(),
                                   [&](const Input& input) { return input.memory == made(); }),
                    remembered_.end());
  if (in_simulator)
    kept_.push_back(made);
  return made;
}

cl::Buffer Bench::buffer_of(const void* data, std::size_t bytes, std::size_t at_least) const {
  const cl::Buffer made = new_buffer(std::max(bytes, at_least));
  if (bytes > 0)
    session.queue.enqueueWriteBuffer(made, CL_TRUE, 0, bytes, data);
  return made;
}

void Bench::need_images() const {
  if (session.device.getInfo<CL_DEVICE_IMAGE_SUPPORT>() != CL_TRUE)
    throw common::Skip("this device has no images (CL_DEVICE_IMAGE_SUPPORT is CL_FALSE).");
}

// The simulator finds accesses past the end by itself, if that is where the buffer ends.
cl::Buffer Bench::poisoned(std::size_t bytes) const {
  const std::size_t size = std::max<std::size_t>(bytes + (in_simulator ? 0 : canary_bytes), 1);
  const std::vector<unsigned char> filling(size, poison);
  const cl::Buffer made = new_buffer(size);
  if (!in_simulator) // which counts unwritten memory as uninitialised
    session.queue.enqueueWriteBuffer(made, CL_TRUE, 0, size, filling.data());
  return made;
}

std::vector<unsigned char> Bench::bytes_of(const cl::Buffer& buffer, std::size_t bytes,
                                           const std::string& where) const {
  std::vector<unsigned char> all(buffer.getInfo<CL_MEM_SIZE>());
  session.queue.enqueueReadBuffer(buffer, CL_TRUE, 0, all.size(), all.data());
  if (!in_simulator)
    for (std::size_t i = bytes; i < all.size(); ++i)
      if (all[i] != poison)
        throw Wrong(
            fmt::format("{}: a work-item wrote {} the end of the result. Is an index too "
                        "large, or does a guard (`if (i < n)`) let too many through?",
                        where, i == bytes ? "just past" : fmt::format("{} bytes past", i - bytes)));
  all.resize(bytes);
  return all;
}

void Bench::remember(Input input) const {
  constexpr std::size_t most = 16;
  if (remembered_.size() == most)
    remembered_.erase(remembered_.begin());
  remembered_.push_back(std::move(input));
}

void Bench::inputs_are(const char* kernel, const std::vector<cl_mem>& arguments) {
  inputs_.clear();
  const std::vector<std::string> names = parameters_of(common::read_text(options_.file), kernel);
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    // From the end: handles of released memory come again.
    const auto found =
        std::find_if(remembered_.rbegin(), remembered_.rend(), [&](const Input& input) {
          return arguments[i] != nullptr && input.memory == arguments[i];
        });
    if (found == remembered_.rend())
      continue;
    inputs_.push_back(*found);
    inputs_.back().name =
        names.size() == arguments.size() ? names[i] : fmt::format("argument {}", i);
  }
}

std::string Bench::about_inputs(const common::Comparison& result, std::size_t count,
                                const Layout& layout) const {
  if (!result.problem.empty() || result.first.empty())
    return {};
  const common::Mismatch& first = result.first.front();
  std::string text;
  if (layout.inputs.empty()) {
    std::vector<std::string> values;
    for (const Input& input : inputs_)
      if (input.values.size() == count)
        values.push_back(fmt::format("{} = {}{}{}", input.name, in_full(input.values[first.index]),
                                     in_bits(input.is_uint, input.values[first.index]),
                                     around(input.values, first.index, layout)));
    if (!values.empty())
      text = fmt::format("\n  Inputs at the first wrong place: {}.", fmt::join(values, ", "));
  }
  // Random fractions are all different: one that comes back tells where it is from.
  if (!std::isfinite(first.got) || std::floor(first.got) == first.got)
    return text;
  const Input* from = nullptr;
  std::size_t place = 0, found = 0;
  for (const Input& input : inputs_)
    for (std::size_t i = 0; i < input.values.size(); ++i)
      if (input.values[i] == first.got) {
        from = &input;
        place = i;
        ++found;
      }
  if (found == 1)
    text += fmt::format("\n  {}, which it got, is {}[{}]{}.", in_full(first.got), from->name, place,
                        layout.columns > 1 && layout.parts.empty() && from->values.size() == count
                            ? ", from " + harness::row_and_column(layout.columns)(place)
                            : "");
  return text;
}

void Bench::trying(const std::string& what) const {
  if (!options_.place.empty())
    std::ofstream(options_.place) << what;
}

void Bench::build_with(const std::string& options) {
  build_options_ = options;
}

const cl::Program& Bench::program() {
  const std::string key = options_.file + '\n' + build_options_;
  if (const auto found = programs_.find(key); found != programs_.end())
    return found->second;
  const std::string name = std::filesystem::path(options_.file).filename().string();
  std::string source = common::read_source(options_.file, name);
  // Oclgrind 21.10 takes the negated number of a fused a * b - c for one that nobody has written. In
  // front of the first line, so that the others keep their numbers.
  if (in_simulator && source.find_first_not_of(" \t") != std::string::npos && source.front() != '#')
    source = "_Pragma(\"OPENCL FP_CONTRACT OFF\") " + source;
  return programs_[key] =
             common::build_source(session.context, session.device, source, build_options_, name);
}

cl::Kernel Bench::kernel(const char* name) {
  try {
    return {program(), name};
  } catch (const cl::Error& error) {
    if (error.err() == CL_INVALID_KERNEL_NAME)
      throw Wrong(fmt::format("your file has no kernel named '{}'.", name));
    throw;
  }
}

void Bench::arguments_of(const cl::Kernel& kernel, const char* name, std::size_t given) const {
  const auto wanted = kernel.getInfo<CL_KERNEL_NUM_ARGS>();
  if (wanted != given)
    throw Wrong(fmt::format("the kernel '{}' has {} parameters, but the check passes {} arguments: "
                            "keep the parameters of the starter.",
                            name, wanted, given));
}

void Bench::other_types(const cl::Error& error, const char* name) {
  if (error.err() == CL_INVALID_ARG_SIZE || error.err() == CL_INVALID_ARG_VALUE ||
      error.err() == CL_INVALID_MEM_OBJECT)
    throw Wrong(
        fmt::format("a parameter of the kernel '{}' has a different type from the starter's: keep "
                    "its parameters, because the check passes arguments of those types.",
                    name));
  throw error;
}

void Bench::launch(const cl::Kernel& kernel, const cl::NDRange& global,
                   const cl::NDRange& local) const {
  const cl::NDRange fitting = common::fit_local_size(session.device, kernel, local);
  launch_exactly(kernel, common::round_up(global, fitting), fitting);
}

void Bench::launch_exactly(const cl::Kernel& kernel, const cl::NDRange& global,
                           const cl::NDRange& local) const {
  const auto sizes = [](const cl::NDRange& range) {
    return fmt::format("{}", fmt::join(range.get(), range.get() + range.dimensions(), " x "));
  };
  trying(fmt::format("kernel '{}', {} work-items{}", kernel.getInfo<CL_KERNEL_FUNCTION_NAME>(),
                     sizes(global),
                     local.dimensions() == 0 ? "" : ", work-groups of " + sizes(local)));
  const cl::Event event = common::launch(session.queue, kernel, global, local);
  session.queue.finish();
  kernel_milliseconds_ += common::event_times(event).execution_ms();
}

void Bench::keep_picture(const std::vector<float>& got, const std::vector<float>& want,
                         const Layout& layout, bool right) {
  constexpr std::size_t least = 64; // pixels that are worth a look
  if (!layout.is_picture || in_simulator || want.size() < least ||
      (right && want.size() <= picture_size_))
    return;
  picture_ = thumbnail(got, want, layout);
  picture_size_ = want.size();
}

void Bench::expect(const std::vector<float>& got, const std::vector<double>& want,
                   const common::Tolerance& tolerance, const std::string& where,
                   const Layout& layout) {
  const common::Comparison result = common::compare(got, want, tolerance);
  keep_picture(got, std::vector<float>(want.begin(), want.end()), layout, result.passed());
  compared_ += result.compared;
  if (result.passed())
    return;
  std::vector<bool> wrong(got.size());
  for (std::size_t i = 0; i < std::min(got.size(), want.size()); ++i)
    wrong[i] = !(std::abs(static_cast<double>(got[i]) - want[i]) <=
                 tolerance.absolute + tolerance.relative * std::abs(want[i]));
  std::string text =
      complaint(where, result, wrong, layout) + about_inputs(result, got.size(), layout);
  const auto unwritten = [&](const common::Mismatch& mismatch) {
    return std::bit_cast<cl_uint>(got[mismatch.index]) == poisoned_word;
  };
  const auto is_nan = [](const common::Mismatch& m) { return std::isnan(m.got); };
  if (result.problem.empty() &&
      (unwritten(result.worst) || std::any_of(result.first.begin(), result.first.end(), unwritten)))
    text += "\n  What reads as nan was never written. Does a work-item reach it?";
  else if (result.problem.empty() && std::any_of(result.first.begin(), result.first.end(), is_nan))
    text += "\n  nan, not a number, comes from 0 / 0, from the root of a negative number, or from "
            "another nan.";
  throw Wrong(text);
}

void Bench::expect(const std::vector<cl_int>& got, const std::vector<cl_int>& want,
                   const std::string& where, const Layout& layout) {
  const common::Comparison result = common::compare(std::span<const int>(got), want);
  keep_picture(std::vector<float>(got.begin(), got.end()),
               std::vector<float>(want.begin(), want.end()), layout, result.passed());
  compared_ += result.compared;
  if (result.passed())
    return;
  std::vector<bool> wrong(got.size());
  for (std::size_t i = 0; i < std::min(got.size(), want.size()); ++i)
    wrong[i] = got[i] != want[i];
  std::string text =
      complaint(where, result, wrong, layout) + about_inputs(result, got.size(), layout);
  const auto unwritten = [](const common::Mismatch& mismatch) { return mismatch.got == -1.0; };
  if (result.problem.empty() && !in_simulator &&
      std::find(want.begin(), want.end(), -1) == want.end() &&
      (unwritten(result.worst) || std::any_of(result.first.begin(), result.first.end(), unwritten)))
    text += "\n  A place that reads as -1 was probably never written. Does a work-item reach it?";
  throw Wrong(text);
}

void Bench::expect(bool condition, const std::string& complaint) {
  ++compared_;
  if (!condition)
    throw Wrong(complaint);
}

void Bench::allow(const std::string& kernel, const Allowance& allowance) {
  Allowance& sum = allowances_[kernel];
  for (const auto& [name, words, counter] : harness::counter_names<std::optional<std::uint64_t>>)
    if (const auto& more = allowance.*counter)
      sum.*counter = (sum.*counter).value_or(0) + *more;
}

void Bench::expect_faster(double factor, const std::function<cl::Event(const cl::Program&)>& run) {
  if (in_simulator)
    return;
  const cl::Program learner = program();
  const cl::Program starter =
      common::build_source(session.context, session.device, common::read_source(options_.starter),
                           build_options_, "starter.cl");
  const auto elapsed = [&](const cl::Program& program) {
    const cl::Event event = run(program);
    event.wait();
    return static_cast<double>(event.getProfilingInfo<CL_PROFILING_COMMAND_END>() -
                               event.getProfilingInfo<CL_PROFILING_COMMAND_START>());
  };
  common::Samples mine, theirs;
  for (int i = 0; i < 11; ++i) {
    mine.values.push_back(elapsed(learner));
    theirs.values.push_back(elapsed(starter));
  }
  ++compared_;
  const double ratio = theirs.median() / mine.median();
  if (!(ratio >= factor))
    throw Slow(fmt::format("it runs {:.2f} times as fast as the starter on this device; the task "
                           "asks for {:.2f} times.",
                           ratio, factor));
}

std::string Bench::answer(const std::string& question) {
  std::istringstream lines(common::read_text(options_.file));
  for (std::string line; std::getline(lines, line);) {
    const std::size_t colon = line.find(':');
    if (colon == std::string::npos || normal(line.substr(0, colon)) != normal(question))
      continue;
    if (const std::size_t begin = line.find_first_not_of(" \t", colon + 1);
        !normal(line.substr(colon + 1)).empty())
      return line.substr(begin, line.find_last_not_of(" \t\r") + 1 - begin);
  }
  const std::string missing = fmt::format("{}: no answer yet", question);
  if (std::find(wrong_answers_.begin(), wrong_answers_.end(), missing) == wrong_answers_.end())
    wrong_answers_.push_back(missing);
  return {};
}

void Bench::expect_answer(const std::string& question, const std::string& truth) {
  ++compared_;
  if (const std::string given = answer(question);
      !given.empty() && normal(given, true) != normal(truth))
    wrong_answers_.push_back(fmt::format("{}: {} is not right", question, given));
}

void Bench::expect_right_answers() const {
  if (!wrong_answers_.empty())
    throw Wrong(fmt::format("{}", fmt::join(wrong_answers_, "\n")));
}

nlohmann::json Bench::allowances() const {
  nlohmann::json all = nlohmann::json::object();
  for (const auto& [kernel, allowance] : allowances_) {
    nlohmann::json& entry = all[kernel] = nlohmann::json::object();
    for (const auto& [name, words, counter] : harness::counter_names<std::optional<std::uint64_t>>)
      if (const auto& most = allowance.*counter)
        entry[name] = *most;
  }
  return all;
}

std::map<std::string, Check>& checks() {
  static std::map<std::string, Check> all;
  return all;
}

Registration::Registration(const char* file, Check check) {
  const std::filesystem::path directory = std::filesystem::path(file).parent_path();
  checks()[(directory.parent_path().filename() / directory.filename()).string()] = check;
}

} // namespace exercise
