#include "timeline.hpp"

#include "common/timing.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <stdexcept>

namespace {

Span::Kind kind_of(const cl::Event& event) {
  switch (event.getInfo<CL_EVENT_COMMAND_TYPE>()) {
  case CL_COMMAND_NDRANGE_KERNEL:
    return Span::Kind::kernel;
  case CL_COMMAND_MARKER:
  case CL_COMMAND_BARRIER:
    return Span::Kind::marker;
  default:
    return Span::Kind::transfer;
  }
}

// 1, 2 or 5 times a power of ten, so that at most eight such steps make up `length`.
double tick_step(double length) {
  double step = std::pow(10.0, std::floor(std::log10(std::max(length, 1e-6) / 8)));
  for (const double factor : {2.0, 2.5, 2.0}) {
    if (length / step <= 8)
      break;
    step *= factor;
  }
  return step;
}

double last_end(const Timeline& timeline) {
  double last = 0.0;
  for (const Span& span : timeline.spans())
    last = std::max(last, span.ended);
  return last;
}

} // namespace

bool overlap(const Span& a, const Span& b) {
  return std::max(a.started, b.started) < std::min(a.ended, b.ended);
}

void Timeline::add(std::string lane, std::string name, const cl::Event& event) {
  spans_.push_back({std::move(lane), std::move(name), kind_of(event)});
  events_.push_back(event);
}

void Timeline::measure() {
  std::vector<common::EventTimes> times;
  cl_ulong origin = std::numeric_limits<cl_ulong>::max();
  for (const cl::Event& event : events_) {
    times.push_back(common::event_times(event));
    if (times.back().queued != 0)
      origin = std::min(origin, times.back().queued);
  }
  const auto since_origin = [&](cl_ulong time) {
    return 1e-6 * static_cast<double>(time - origin);
  };
  for (std::size_t i = 0; i < spans_.size(); ++i) {
    if (times[i].queued == 0) {
      // NVIDIA keeps no times of a barrier: a point after the command before it.
      spans_[i].queued = spans_[i].started = spans_[i].ended = i == 0 ? 0.0 : spans_[i - 1].ended;
      continue;
    }
    spans_[i].queued = since_origin(times[i].queued);
    spans_[i].started = since_origin(times[i].started);
    spans_[i].ended = since_origin(times[i].ended);
  }
}

const Span& Timeline::at(const std::string& name) const {
  const auto found = std::find_if(spans_.begin(), spans_.end(),
                                  [&](const Span& span) { return span.name == name; });
  if (found == spans_.end())
    throw std::out_of_range("no command " + name);
  return *found;
}

double Timeline::elapsed_ms() const {
  double first = std::numeric_limits<double>::max();
  for (const Span& span : spans_)
    first = std::min(first, span.started);
  return spans_.empty() ? 0.0 : last_end(*this) - first;
}

std::string Timeline::text() const {
  constexpr double width = 50.0;
  const double scale = width / std::max(last_end(*this), 1e-9);
  const auto column = [&](double time) { return static_cast<std::size_t>(time * scale); };
  std::string result = fmt::format("  {}\n", title_);
  for (const Span& span : spans_) {
    std::string line(static_cast<std::size_t>(width) + 1, ' ');
    const auto start = line.begin() + static_cast<std::ptrdiff_t>(column(span.started));
    const auto end = line.begin() + static_cast<std::ptrdiff_t>(column(span.ended));
    std::fill(line.begin() + static_cast<std::ptrdiff_t>(column(span.queued)), start, '.');
    std::fill(start, end + 1, span.kind == Span::Kind::marker ? '|' : '#');
    result += fmt::format("    {:<9} {:<14} [{}] {:6.2f} - {:6.2f} ms\n", span.lane, span.name,
                          line, span.started, span.ended);
  }
  return result;
}

Json Timeline::json() const {
  Json rows = Json::array();
  for (const Span& span : spans_)
    rows.push_back({{"queue", span.lane},
                    {"command", span.name},
                    {"queued_ms", span.queued},
                    {"started_ms", span.started},
                    {"ended_ms", span.ended}});
  return {{"title", title_}, {"elapsed_ms", elapsed_ms()}, {"rows", rows}};
}

std::string svg(const std::string& title, const std::vector<Timeline>& timelines) {
  constexpr double width = 760, left = 232, right = 730, row = 28, head = 44, foot = 40;
  double last = 0.0;
  double height = 16;
  for (const Timeline& timeline : timelines) {
    last = std::max(last, last_end(timeline));
    height += head + row * static_cast<double>(timeline.spans().size()) + foot;
  }
  const auto x = [&](double ms) { return left + (right - left) * ms / std::max(last, 1e-9); };
  std::string out = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" "
      "height=\"{1}\" role=\"img\" font-family=\"system-ui, 'Segoe UI', Helvetica, Arial, "
      "sans-serif\" font-size=\"14\" fill=\"#0f172a\">\n  <title>{2}</title>\n"
      "  <rect x=\"0.5\" y=\"0.5\" width=\"{3}\" height=\"{4}\" rx=\"12\" fill=\"#f8fafc\" "
      "stroke=\"#cbd5e1\"/>\n",
      width, height, title, width - 1, height - 1);
  double y = 8;
  for (const Timeline& timeline : timelines) {
    out += fmt::format("  <text x=\"20\" y=\"{}\" font-size=\"15\" font-weight=\"600\">{}</text>\n",
                       y + 26, timeline.title());
    const double bottom = y + head + row * static_cast<double>(timeline.spans().size());
    // The grid below the bars, with milliseconds.
    const double step = tick_step(last);
    for (int i = 0; i * step <= last * 1.0001; ++i)
      out += fmt::format("  <path d=\"M{0:.1f} {1} V{2}\" stroke=\"#cbd5e1\"/>\n"
                         "  <text x=\"{0:.1f}\" y=\"{3}\" font-size=\"13\" fill=\"#475569\" "
                         "text-anchor=\"middle\">{4:g}{5}</text>\n",
                         x(i * step), y + head - 6, bottom + 4, bottom + 20, i * step,
                         i == 0 ? " ms" : "");
    y += head;
    for (const Span& span : timeline.spans()) {
      const double middle = y + row / 2;
      out += fmt::format("  <text x=\"20\" y=\"{0}\" font-size=\"13\" fill=\"#475569\">{1}</text>\n"
                         "  <text x=\"110\" y=\"{0}\">{2}</text>\n",
                         middle + 5, span.lane, span.name);
      // [svg]
      // A thin blue line while it waits, a bar while it runs.
      out +=
          fmt::format("  <path d=\"M{:.1f} {} H{:.1f}\" stroke=\"#2563eb\" stroke-width=\"2\"/>\n",
                      x(span.queued), middle, x(span.started));
      const bool transfer = span.kind == Span::Kind::transfer;
      if (span.kind == Span::Kind::marker)
        out += fmt::format("  <path d=\"M{0:.1f} {1} l6 8 l-6 8 l-6 -8 z\" fill=\"#0f172a\"/>\n",
                           x(span.ended), middle - 8);
      else
        out +=
            fmt::format("  <rect x=\"{:.1f}\" y=\"{}\" width=\"{:.1f}\" height=\"18\" rx=\"3\" "
                        "fill=\"{}\" stroke=\"{}\" stroke-width=\"1.5\"/>\n",
                        x(span.started), middle - 9, std::max(2.0, x(span.ended) - x(span.started)),
                        transfer ? "#dcfce7" : "#ffedd5", transfer ? "#16a34a" : "#ea580c");
      // [/svg]
      y += row;
    }
    y += foot;
  }
  return out + "</svg>\n";
}
