#include "exercise.hpp"

#include "tools/exercise/check.hpp"

#include <fmt/format.h>
#include <sstream>
#include <stdexcept>

EXERCISE_CHECK(bench) {
  const auto words = [](const char* text) {
    std::istringstream stream(text);
    std::vector<std::string> all;
    for (std::string word; stream >> word;)
      all.push_back(word);
    return all;
  };
  struct Good {
    const char *line, *sources, *output, *options;
  };
  for (const Good& good :
       {Good{"a.cl -o a.bin", "a.cl", "a.bin", ""},
        Good{"-o a.bin b.cl a.cl", "b.cl a.cl", "a.bin", ""},
        Good{"a.cl -D N=3 -cl-fast-relaxed-math b.cl -o ab.bin", "a.cl b.cl", "ab.bin",
             "-D N=3 -cl-fast-relaxed-math"},
        Good{"-DN=3 -I . -I include -o x -w y", "y", "x", "-DN=3 -I . -I include -w"},
        Good{"-D -o -o x y", "y", "x", "-D -o"}}) {
    const CommandLine got = parsed(words(good.line));
    bench.expect(
        got.sources == words(good.sources),
        fmt::format("\"{}\": the sources are {}", good.line, fmt::join(got.sources, ", ")));
    bench.expect(got.output == good.output,
                 fmt::format("\"{}\": the output is '{}'", good.line, got.output));
    bench.expect(got.options == good.options,
                 fmt::format("\"{}\": the options are '{}'", good.line, got.options));
  }
  for (const char* bad : {"", "a.cl", "-o a.bin", "a.cl -o", "a.cl -o x -o y", "a.cl -o x -o x",
                          "a.cl -o x -D", "a.cl -o x -I", "-D a.cl -o x"}) {
    bool thrown = false;
    std::string what = "nothing was thrown";
    try {
      parsed(words(bad));
    } catch (const std::invalid_argument&) {
      thrown = true;
    } catch (const std::exception& error) {
      what = fmt::format("that is no std::invalid_argument: {}", error.what());
    }
    bench.expect(thrown, fmt::format("\"{}\" makes no sense, and {}.", bad, what));
  }
}
