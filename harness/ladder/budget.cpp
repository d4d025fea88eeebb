#include "harness/ladder/budget.hpp"

#include <csignal>
#include <fmt/format.h>

namespace harness::ladder {
namespace {
volatile std::sig_atomic_t interrupted = 0;
}

bool is_interrupted() {
  return interrupted != 0;
}

Interruptible::Interruptible() : before_(std::signal(SIGINT, SIG_IGN)) {
  if (before_ != SIG_IGN)
    std::signal(SIGINT, [](int) {
      interrupted = 1;
      std::signal(SIGINT, SIG_DFL);
    });
}

Interruptible::~Interruptible() {
  std::signal(SIGINT, before_);
}

std::string Budget::text() const {
  return left() < 1e6 ? fmt::format(" (at most {:.0f} s left; Ctrl-C keeps what is there)", left())
                      : "";
}

} // namespace harness::ladder
