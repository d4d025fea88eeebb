#pragma once

namespace common {}

/// What stands around the lessons: experiments, ladders, tuning, counting, plots, reports, child processes. It is
/// built on common/, and uses its names without a prefix.
namespace harness {
using namespace common;
}
