#include "harness/system/process.hpp"

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
#include <sys/resource.h>
#ifdef __linux__
#include <sys/prctl.h>
#include <sys/syscall.h>
#endif
#include <sys/wait.h>
#include <unistd.h>
#endif

namespace fs = std::filesystem;

namespace harness {
using namespace common;

#ifdef _WIN32

ProcessResult run_process(const std::vector<std::string>&, const ProcessOptions&) {
  throw Skip("child processes are not supported on Windows yet.");
}

void execute(const std::vector<std::string>&) {}

fs::path find_program(const std::string&) {
  return {};
}

#else

namespace {

constexpr std::size_t most_output = 16 << 20;

int exit_code_of(int status) {
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

#ifdef __linux__

// Ends the children of this process, and their children, which become ours (PR_SET_CHILD_SUBREAPER).
// Only those of the process group are ended where the system keeps no list of children.
void end_children() {
  for (bool any = true; any;) {
    std::array<char, 4096> list{};
    const int file = open("/proc/thread-self/children", O_RDONLY | O_CLOEXEC);
    any = file >= 0 && read(file, list.data(), list.size() - 1) > 0;
    close(file);
    for (char *at = list.data(), *end = at; any; at = end) {
      const long process = std::strtol(at, &end, 10);
      if (end == at || *end == '\0') // the last one may have been cut off
        break;
      kill(static_cast<pid_t>(process), SIGKILL);
    }
    if (any)
      waitpid(-1, nullptr, 0);
  }
}

// Forks once more: the new process returns, and becomes the program. The other one, its keeper,
// stays until it has ended, or until it is told to end it (by a signal, also when `parent` is gone),
// ends all that is left, wherever it has hidden, and exits as the program did. `mask`: the signals
// that the program blocks; the keeper has blocked all. In the foreground Ctrl-C is the program's own affair.
void keep(pid_t parent, const sigset_t& mask, bool foreground) {
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  std::signal(SIGCHLD, SIG_DFL);
  const pid_t keeper = getpid();
  const pid_t child = getppid() == parent ? fork() : -1;
  if (child == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != keeper)
      _exit(127);
    sigprocmask(SIG_SETMASK, &mask, nullptr);
    return;
  }
  // The ends of pipes, also those of others, are not to be held open here.
  if (syscall(SYS_close_range, 0U, ~0U, 0U) != 0)
    for (int file = 0; file < 1024; ++file)
      close(file);
  sigset_t awaited;
  sigemptyset(&awaited);
  for (const int signal : {SIGCHLD, SIGHUP, SIGINT, SIGTERM})
    sigaddset(&awaited, signal);
  if (foreground)
    sigdelset(&awaited, SIGINT);
  int status = 127 << 8;
  for (bool ended = child < 0; !ended;) {
    if (int signal = 0; sigwait(&awaited, &signal) == 0 && signal != SIGCHLD)
      kill(child, SIGKILL);
    for (int other = 0; !ended;) {
      const pid_t process = waitpid(-1, &other, WNOHANG);
      if (process <= 0)
        break;
      if (ended = process == child; ended)
        status = other;
    }
  }
  end_children();
  _exit(exit_code_of(status));
}

#endif

[[noreturn]] void become(const std::vector<std::string>& command, const ProcessOptions& options,
                         int output) {
  const int input = open("/dev/null", O_RDONLY);
  dup2(input, STDIN_FILENO);
  if (!options.foreground) {
    dup2(output, STDOUT_FILENO);
    dup2(output, STDERR_FILENO);
  }
  for (const auto& [name, value] : options.environment)
    setenv(name.c_str(), value.c_str(), 1);
  if (!options.directory.empty() && chdir(options.directory.c_str()) != 0)
    _exit(127);
  if (options.cpu_seconds > 0) {
    // SIGXCPU at the first limit says what ended it; SIGKILL at the second, should it pass over that.
    const auto seconds = static_cast<rlim_t>(options.cpu_seconds);
    const rlimit limit{seconds, seconds + 5};
    setrlimit(RLIMIT_CPU, &limit);
  }
  execute(command);
  _exit(127);
}

} // namespace

ProcessResult run_process(const std::vector<std::string>& command, const ProcessOptions& options) {
  std::array<int, 2> ends{};
  if (command.empty() || pipe2(ends.data(), O_CLOEXEC) != 0)
    throw Error("cannot start a child process.");
  sigset_t all, mask; // no signal reaches the child before it has a keeper
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &mask);
  [[maybe_unused]] const pid_t self = getpid();
  const pid_t child = fork();
  if (child == 0) {
    if (!options.foreground)
      setpgid(0, 0); // a group of its own, which ends with it
#ifdef __linux__
    keep(self, mask, options.foreground);
#else
    pthread_sigmask(SIG_SETMASK, &mask, nullptr);
#endif
    become(command, options, ends[1]);
  }
  pthread_sigmask(SIG_SETMASK, &mask, nullptr);
  if (child < 0) {
    close(ends[0]);
    close(ends[1]);
    throw Error(
        fmt::format("cannot start {}: the system allows no further process.", command.front()));
  }
  if (!options.foreground)
    setpgid(child, child); // as the child does itself: it may be ended before it gets there
  close(ends[1]);

  ProcessResult result;
  using Clock = std::chrono::steady_clock;
  const auto deadline = Clock::now() + std::chrono::seconds(options.timeout_seconds);
  int status = 0;
  bool ended = false, open = !options.foreground; // the child; its output
  std::array<char, 65536> chunk{};
  for (;;) {
    // A child may close its output and live on, and what it has left behind may keep it open.
    ended = ended || waitpid(child, &status, WNOHANG) == child;
    pollfd waiting{ends[0], POLLIN, 0};
    const int pause = ended ? 0 : open ? 100 : options.foreground ? 50 : 1;
    const int ready = ::poll(&waiting, open ? 1 : 0, pause);
    if (ended && ready <= 0)
      break;
    if (Clock::now() >= deadline || (options.give_up && options.give_up())) {
      result.timed_out = !ended;
      break;
    }
    if (ready <= 0)
      continue;
    const ssize_t count = read(ends[0], chunk.data(), chunk.size());
    open = count > 0 || (count < 0 && errno == EINTR);
    if (count > 0)
      result.output.append(chunk.data(), static_cast<std::size_t>(count));
    if (result.output.size() > 2 * most_output)
      result.output.erase(0, result.output.size() - most_output);
  }
  close(ends[0]);
#ifdef __linux__
  if (!ended)
    kill(child, SIGTERM); // the keeper ends the others
#else
  if (!ended)
    kill(options.foreground ? child : -child, SIGKILL);
#endif
  while (!ended && waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (!options.foreground)
    kill(-child,
         SIGKILL); // its group: what is left where there is no keeper, or where it was ended
  result.exit_code = exit_code_of(status);
  if (options.cpu_seconds > 0 && result.exit_code == 128 + SIGXCPU)
    result.timed_out = true;
  return result;
}

void execute(const std::vector<std::string>& command) {
  std::vector<char*> arguments;
  for (const std::string& argument : command)
    arguments.push_back(const_cast<char*>(argument.c_str()));
  arguments.push_back(nullptr);
  const std::string& name = command.front();
  // Not execvp(), which has a shell run what is no program: an empty file would do all that it should.
  const fs::path program =
      name.find('/') == std::string::npos ? find_program(name) : fs::path(name);
  execv(program.c_str(), arguments.data());
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
