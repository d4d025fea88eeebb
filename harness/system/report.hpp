#pragma once

#include "common/opencl.hpp"

#include <cstddef>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace harness {

/// A text table with aligned columns. Numbers are given as text, so that their digits are the
/// caller's decision.
class Table {
 public:
  enum class Align { left, right };
  struct Column {
    std::string title;
    Align align = Align::left;
  };

  explicit Table(std::vector<Column> columns) : columns_(std::move(columns)) {}

  /// Adds a row; missing cells at its end are empty. Throws std::logic_error for more cells than
  /// columns.
  void add(std::vector<std::string> cells);

  /// The title row, a rule, the rows; each line ends with '\n' and has no trailing blanks.
  std::string text() const;

 private:
  std::vector<Column> columns_;
  std::vector<std::vector<std::string>> rows_;
};

/// A horizontal bar of block characters, `value / maximum` of `width` characters long, in steps of
/// an eighth. Values that are not finite or not positive give an empty bar.
std::string bar(double value, double maximum, std::size_t width = 30);

/// The number of columns that UTF-8 text takes in a terminal: one for each code point (no wide
/// characters in our output).
std::size_t display_width(std::string_view utf8);

/// Three significant digits and a fitting unit: "12.3 ms", "456 us", "1.20 s".
std::string duration_text(double milliseconds);

/// "4.00 KiB", "1.50 GiB".
std::string size_text(double bytes);

/// One line on stderr that is written over again, only where stderr is a terminal; erased by the
/// destructor.
class Progress {
 public:
  explicit Progress(std::string what) : what_(std::move(what)) {}
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  void show(std::string_view text);

 private:
  std::string what_;
  bool shown_ = false;
};

/// {"name", "platform", "driver", "version", "compute_units"} of a device, as all JSON results of
/// this project name it.
nlohmann::json device_json(const cl::Device& device);

/// The date in UTC, as in "2026-01-31": results say when they were measured.
std::string today();

/// The JSON document in `file`. Where that is damaged the document is discarded: is_discarded() is true
/// of it, and neither is_array() nor is_object().
/// Throws Error where the file cannot be read.
nlohmann::json read_json(const std::filesystem::path& file);

/// Writes `document` indented to `file`; "-" is standard output. Throws Error where that fails; no
/// partial file remains.
void write_json(const std::string& file, const nlohmann::json& document);

} // namespace harness
