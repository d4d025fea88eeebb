#pragma once

#include <string>

namespace fourier {

/// The lessons' plots, as SVG files in this directory. Throws Skip without gnuplot.
void draw_figures(const std::string& directory);

} // namespace fourier
