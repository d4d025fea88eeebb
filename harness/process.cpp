#include "harness/process.hpp"

#include "common/error.hpp"

#include <array>
#include <chrono>
#include <cstdlib>
#include <fmt/format.h>
#include <sstream>

#ifndef _WIN32
#include <csignal>
#include <fcntl.h>
#include <poll.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif
#include <sys/wait.h>
#include <unistd.h>
#endif

namespace fs = std::filesystem;

namespace harness {

#ifdef _WIN32

ProcessResult run_process(const std::vector<std::string>&, const ProcessOptions&) {
  throw Skip("child processes are not supported on Windows yet.");
}

fs::path find_program(const std::string&) {
  return {};
}

#else

namespace {

constexpr std::size_t most_output = 16 << 20;

[[noreturn]] void become(const std::vector<std::string>& command, const ProcessOptions& options,
                         int output) {
  // A group of its own, so that a time-out ends grandchildren too.
  setpgid(0, 0);
#ifdef __linux__
  prctl(PR_SET_PDEATHSIG, SIGKILL); // nobody would stop it if this program were ended
#endif
  const int input = open("/dev/null", O_RDONLY);
  dup2(input, STDIN_FILENO);
  dup2(output, STDOUT_FILENO);
  dup2(output, STDERR_FILENO);
  for (const auto& [name, value] : options.environment)
    setenv(name.c_str(), value.c_str(), 1);
  if (!options.directory.empty() && chdir(options.directory.c_str()) != 0)
    _exit(127);
  std::vector<char*> arguments;
  for (const std::string& argument : command)
    arguments.push_back(const_cast<char*>(argument.c_str()));
  arguments.push_back(nullptr);
  execvp(arguments[0], arguments.data());
  _exit(127);
}

} // namespace

ProcessResult run_process(const std::vector<std::string>& command, const ProcessOptions& options) {
  std::array<int, 2> ends{};
  if (command.empty() || pipe2(ends.data(), O_CLOEXEC) != 0)
    throw Error("cannot start a child process.");
  const pid_t child = fork();
  if (child < 0) {
    close(ends[0]);
    close(ends[1]);
    throw Error(
        fmt::format("cannot start {}: the system allows no further process.", command.front()));
  }
  if (child == 0)
    become(command, options, ends[1]);
  setpgid(child, child); // as the child does itself: it may be ended before it gets there
  close(ends[1]);

  ProcessResult result;
  using Clock = std::chrono::steady_clock;
  const auto deadline = Clock::now() + std::chrono::seconds(options.timeout_seconds);
  const auto enough = [&] {
    return Clock::now() >= deadline || (options.give_up && options.give_up());
  };
  std::array<char, 65536> chunk{};
  for (;;) {
    if (result.timed_out = enough(); result.timed_out)
      break;
    pollfd waiting{ends[0], POLLIN, 0};
    if (::poll(&waiting, 1, 100) <= 0)
      continue;
    const ssize_t count = read(ends[0], chunk.data(), chunk.size());
    if (count < 0 && errno == EINTR)
      continue;
    if (count <= 0)
      break;
    result.output.append(chunk.data(), static_cast<std::size_t>(count));
    if (result.output.size() > 2 * most_output)
      result.output.erase(0, result.output.size() - most_output);
  }
  close(ends[0]);
  // A child may close its output and live on: it has until the deadline.
  int status = 0;
  pid_t ended = 0;
  while (!result.timed_out && (ended = waitpid(child, &status, WNOHANG)) == 0) {
    result.timed_out = enough();
    ::poll(nullptr, 0, 1);
  }
  kill(-child, SIGKILL); // its group: also what it has left behind
  while (ended == 0 && waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  result.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return result;
}

fs::path find_program(const std::string& name) {
  const char* path = std::getenv("PATH");
  std::stringstream directories(path ? path : "");
  for (std::string directory; std::getline(directories, directory, ':');)
    if (fs::path file = fs::path(directory) / name;
        access(file.c_str(), X_OK) == 0 && fs::is_regular_file(file))
      return file;
  return {};
}

#endif

} // namespace harness
