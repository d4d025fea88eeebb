// A timeline: when each command of an experiment was queued, started and ended, as text and as SVG.
#pragma once

#include "common/opencl.hpp"

#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

using Json = nlohmann::json;

/// One command, in milliseconds since the first of its timeline was queued.
struct Span {
  enum class Kind { kernel, transfer, marker };
  std::string lane; ///< the queue, in words
  std::string name;
  Kind kind = Kind::kernel;
  double queued = 0.0;
  double started = 0.0;
  double ended = 0.0;
};

/// True if the two were running at the same time.
bool overlap(const Span& a, const Span& b);

class Timeline {
 public:
  explicit Timeline(std::string title) : title_(std::move(title)) {}

  /// Notes a command of a profiling queue. What kind it is, the event knows.
  void add(std::string lane, std::string name, const cl::Event& event);

  /// Waits for all commands and asks for their times. Call it once, after the last add().
  void measure();

  const std::string& title() const { return title_; }
  const std::vector<Span>& spans() const { return spans_; }
  /// The command of this name. Throws std::out_of_range where there is none.
  const Span& at(const std::string& name) const;
  /// From the first start to the last end.
  double elapsed_ms() const;

  /// One line for each command: '.' while it waits, '#' while it runs, '|' a marker.
  std::string text() const;
  Json json() const;

 private:
  std::string title_;
  std::vector<Span> spans_;
  std::vector<cl::Event> events_;
};

/// One picture with the timelines below each other, all on the same scale.
std::string svg(const std::string& title, const std::vector<Timeline>& timelines);
