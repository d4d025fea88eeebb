#pragma once

#include "common/image.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace learn {

/// A picture and what is written below it.
struct Print {
  std::filesystem::path file;
  std::string caption;
};

/// All pictures side by side, each scaled down to fit its frame, with its caption below. Files that do not exist or hold no
/// picture are left out. Without any, an image of no pixels.
common::Image contact_sheet(const std::vector<Print>& prints);

} // namespace learn
