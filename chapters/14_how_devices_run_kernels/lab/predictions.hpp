// What the experiments of the model share: its numbers for the device at hand, and a table that says whether what it
// predicts comes true.
#pragma once

#include "lab.hpp"
#include "machine.hpp"

/// What the model knows of this device. Throws Skip where that is nothing.
Machine machine_of(const Lab& lab);

/// Cycles of the device's clock in a nanosecond: measured on a CPU, elsewhere what the device says.
double clock_ghz(const Lab& lab);

/// Predictions beside measurements, and a margin within which they agree.
class Predictions {
 public:
  /// margin: 0.1 is 10 %.
  Predictions(std::string unit, double margin) : unit_(std::move(unit)), margin_(margin) {}

  void add(Json row, double predicted, double measured);

  /// Prints the rows, and returns them together with `all` for the JSON.
  Json results(const Lab& lab, std::vector<Column> columns, Json all = Json::object()) const;

 private:
  std::string unit_;
  double margin_;
  Json rows_ = Json::array();
  std::size_t within_ = 0;
};
