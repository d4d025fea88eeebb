#include "tools/exercise/sampler.hpp"

#include "harness/inspect/oclgrind.hpp"
#include "harness/system/process.hpp"

#include <algorithm>
#include <sstream>

namespace exercise {

std::vector<std::pair<std::size_t, std::string>> samples_in(const std::string& output) {
  std::vector<std::pair<std::size_t, std::string>> lines;
  const std::size_t begin = output.find("\nsamples\n");
  const std::size_t end = output.rfind("\nstill running\n");
  if (begin == std::string::npos || end == std::string::npos || end < begin)
    return {};
  std::istringstream stream(output.substr(begin, end - begin));
  for (std::string line; std::getline(stream, line);) {
    const std::size_t digits = line.find_first_not_of("0123456789");
    if (digits == 0 || digits > 9 || digits == std::string::npos || line[digits] != '\t')
      continue;
    const std::pair sample{static_cast<std::size_t>(std::stoul(line)), line.substr(digits + 1)};
    if (std::find(lines.begin(), lines.end(), sample) == lines.end())
      lines.push_back(sample);
  }
  return lines;
}

std::vector<std::pair<std::size_t, std::string>>
sample_in_simulator(const std::vector<std::string>& command, const std::function<bool()>& give_up) {
  // Oclgrind's debugger stops at the beginning of each kernel and at each SIGINT, says where it is, and goes on when it reads
  // "continue". A shell's background process ignores SIGINT until the debugger asks for it. Of much output only the end is
  // kept (it stops at each finding, too): so there are several marks. While it stops, SIGINT (130) ends it, and so does
  // SIGKILL (137) in the end; any other status says that the program has ended by itself.
  constexpr const char* script =
      R"(yes continue | oclgrind --interactive --num-threads 1 "$@" & pid=$!
sleep 2
for i in 1 2 3 4 5 6 7 8 9 10 11 12; do
  echo; echo samples; sleep 0.2
  kill -INT $pid 2>/dev/null || break
done
sleep 0.4
kill -KILL $pid 2>/dev/null
wait $pid
status=$?
if [ $status = 137 ] || [ $status = 130 ]; then echo; echo still running; fi
)";
  std::vector<std::string> full{"sh", "-c", script, "sh"};
  full.insert(full.end(), command.begin(), command.end());
  harness::ProcessOptions options;
  options.timeout_seconds = 20;
  options.environment = harness::oclgrind_environment;
  options.give_up = give_up;
  const harness::ProcessResult run = harness::run_process(full, options);
  return run.exit_code == 0 && !run.timed_out ? samples_in(run.output)
                                              : std::vector<std::pair<std::size_t, std::string>>{};
}

} // namespace exercise
