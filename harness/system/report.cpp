#include "harness/system/report.hpp"

#include "common/kernel_io.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <stdexcept>

#ifdef _WIN32
#include <io.h>
#define isatty _isatty
#define fileno _fileno
#else
#include <unistd.h>
#endif

namespace harness {
using namespace common;
namespace {

std::string padded(const std::string& text, std::size_t width, Table::Align align) {
  const std::string blanks(width - std::min(width, display_width(text)), ' ');
  return align == Table::Align::left ? text + blanks : blanks + text;
}

// Some drivers count the terminating zero into the length of a string.
std::string without_zeros(std::string text) {
  text.erase(std::find(text.begin(), text.end(), '\0'), text.end());
  return text;
}

} // namespace

void Table::add(std::vector<std::string> cells) {
  if (cells.size() > columns_.size())
    throw std::logic_error("a table row has more cells than the table has columns");
  cells.resize(columns_.size());
  rows_.push_back(std::move(cells));
}

std::string Table::text() const {
  std::vector<std::size_t> widths;
  for (std::size_t c = 0; c < columns_.size(); ++c) {
    std::size_t width = display_width(columns_[c].title);
    for (const auto& row : rows_)
      width = std::max(width, display_width(row[c]));
    widths.push_back(width);
  }
  std::string result;
  const auto add_line = [&](const auto& cell) {
    std::string line;
    for (std::size_t c = 0; c < columns_.size(); ++c)
      line += (c ? "  " : "") + padded(cell(c), widths[c], columns_[c].align);
    line.erase(line.find_last_not_of(' ') + 1);
    result += line + '\n';
  };
  add_line([&](std::size_t c) { return columns_[c].title; });
  add_line([&](std::size_t c) { return std::string(widths[c], '-'); });
  for (const auto& row : rows_)
    add_line([&](std::size_t c) { return row[c]; });
  return result;
}

std::string bar(double value, double maximum, std::size_t width) {
  static constexpr std::array parts{"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
  if (!std::isfinite(value) || !(value > 0.0) || !(maximum > 0.0))
    return {};
  const auto eighths = static_cast<std::size_t>(
      std::lround(8.0 * static_cast<double>(width) * std::min(value / maximum, 1.0)));
  std::string text;
  for (std::size_t i = 0; i < eighths / 8; ++i)
    text += "█";
  return text + parts[eighths % 8];
}

std::size_t display_width(std::string_view utf8) {
  // Continuation bytes are 10xxxxxx.
  return static_cast<std::size_t>(std::count_if(utf8.begin(), utf8.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
  }));
}

namespace {

// Three significant digits without an exponent.
std::string three_digits(double value) {
  const double magnitude = std::abs(value);
  return fmt::format("{:.{}f}", value, magnitude >= 99.95 ? 0 : magnitude >= 9.995 ? 1 : 2);
}

} // namespace

std::string duration_text(double milliseconds) {
  if (milliseconds < 1.0)
    return three_digits(1e3 * milliseconds) + " us";
  if (milliseconds < 1000.0)
    return three_digits(milliseconds) + " ms";
  return three_digits(1e-3 * milliseconds) + " s";
}

std::string size_text(double bytes) {
  static constexpr std::array units{"B", "KiB", "MiB", "GiB", "TiB"};
  std::size_t unit = 0;
  while (bytes >= 1024.0 && unit + 1 < units.size()) {
    bytes /= 1024.0;
    ++unit;
  }
  return unit == 0 ? fmt::format("{:.0f} B", bytes) : three_digits(bytes) + " " + units[unit];
}

void Progress::show(std::string_view text) {
  if (!isatty(fileno(stderr)))
    return;
  fmt::print(stderr, "\r\033[K{} {}", what_, text);
  std::fflush(stderr);
  shown_ = true;
}

Progress::~Progress() {
  if (shown_)
    std::fputs("\r\033[K", stderr);
}

nlohmann::json device_json(const cl::Device& device) {
  const cl::Platform platform(device.getInfo<CL_DEVICE_PLATFORM>());
  return {{"name", without_zeros(device.getInfo<CL_DEVICE_NAME>())},
          {"platform", without_zeros(platform.getInfo<CL_PLATFORM_NAME>())},
          {"driver", without_zeros(device.getInfo<CL_DRIVER_VERSION>())},
          {"version", without_zeros(device.getInfo<CL_DEVICE_VERSION>())},
          {"compute_units", device.getInfo<CL_DEVICE_MAX_COMPUTE_UNITS>()}};
}

std::string today() {
  return fmt::format("{:%F}", fmt::gmtime(std::time(nullptr)));
}

nlohmann::json read_json(const std::filesystem::path& file) {
  return nlohmann::json::parse(read_text(file), nullptr, false);
}

void write_json(const std::string& file, const nlohmann::json& document) {
  // Drivers give names in any encoding; JSON is UTF-8.
  const auto handler = nlohmann::json::error_handler_t::replace;
  const std::string text = document.dump(2, ' ', false, handler) + "\n";
  if (file == "-")
    fmt::print("{}", text);
  else
    write_text(file, text);
}

} // namespace harness
