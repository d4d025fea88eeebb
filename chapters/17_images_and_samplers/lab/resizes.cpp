// Resizing, verified: every filter, up and down, grey and RGBA, bytes and floats.

#include "lab.hpp"

#include "harness/system/report.hpp"
#include "resize.hpp"

#include <fmt/format.h>

namespace {

using images::Depth;
using images::Filter;

// How the steps did: "r1 r2", or "" where none could run. Throws where one was wrong.
std::string verified_steps(const Lab& lab, const images::Resize& problem) {
  std::string text;
  std::vector<harness::Step> steps = problem.steps();
  if (lab.quick) // each is a build: one with a buffer, one with an image
    steps = {harness::step_named(steps, "r1"), harness::step_named(steps, "r3")};
  for (const harness::Step& step : steps) {
    harness::Prepared prepared;
    try {
      prepared = harness::prepare_step(problem, step, lab);
    } catch (const common::Skip&) {
      continue;
    }
    const std::string wrong = harness::verify_step(problem, prepared, lab);
    verify(wrong.empty(), fmt::format("{} resizes as the definition says ({})", step.name, wrong));
    text += (text.empty() ? "" : " ") + step.id;
  }
  return text;
}

} // namespace

Json can_it_resize(const Lab& lab) {
  Json rows = Json::array();
  harness::Table table(
      {{"filter"}, {"scale"}, {"grey bytes"}, {"grey floats"}, {"RGBA bytes"}, {"RGBA floats"}});
  for (const std::string& name : images::filter_names())
    for (const double scale : {0.4, 1.7}) {
      const Filter filter = images::parse_filter(name);
      if (filter == Filter::area && scale > 1)
        continue;
      if (lab.quick && (filter != Filter::bilinear || scale > 1))
        continue; // each is a build for each kind of pixel
      Json row{{"filter", name}, {"scale", scale}};
      std::vector<std::string> cells{name, fmt::format("{}", scale)};
      for (const int channels : {1, 4})
        for (const Depth depth : {Depth::bytes, Depth::floats}) {
          if (lab.quick && (channels == 1 || depth == Depth::floats)) {
            cells.emplace_back("-");
            continue;
          }
          images::Resize problem(images::scaled(37, 29, scale), channels, depth, filter, lab.seed);
          problem.upload(lab);
          cells.push_back(verified_steps(lab, problem));
          row[fmt::format("{}_{}", channels == 1 ? "grey" : "rgba",
                          depth == Depth::bytes ? "bytes" : "floats")] = cells.back();
        }
      table.add(cells);
      rows.push_back(row);
    }
  fmt::print("  the steps that agree with the reference, 37 x 29 pixels\n{}", table.text());
  return {{"rows", rows}};
}
