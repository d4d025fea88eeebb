#include "exercise.hpp"

#include "tools/exercise/check.hpp"

#include <algorithm>
#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  using Pairs = std::vector<std::pair<std::size_t, std::size_t>>;
  const auto text = [](const Pairs& pairs) {
    std::string all;
    for (const auto& pair : pairs)
      all += fmt::format("{}({}, {})", all.empty() ? "" : " ", pair.first, pair.second);
    return all.empty() ? std::string("none") : all;
  };
  const auto expect = [&](const char* what, const std::vector<Command>& commands,
                          const Pairs& want) {
    const Pairs got = conflicts(commands);
    bench.expect(got == want, fmt::format("{}: got {}, want {}", what, text(got), text(want)));
  };
  expect("no command", {}, {});
  expect("one command that reads and writes a buffer", {{{}, {1}, {1}}}, {});
  expect("write, read", {{{}, {}, {1}}, {{}, {1}, {}}}, {{0, 1}});
  expect("write, read that waits", {{{}, {}, {1}}, {{0}, {1}, {}}}, {});
  expect("two reads", {{{}, {1}, {}}, {{}, {1}, {}}}, {});
  expect("read, write", {{{}, {1}, {}}, {{}, {}, {1}}}, {{0, 1}});
  expect("two writes", {{{}, {}, {2}}, {{}, {}, {2}}}, {{0, 1}});
  expect("a chain of four", {{{}, {}, {1}}, {{0}, {}, {2}}, {{1}, {}, {3}}, {{2}, {1}, {}}}, {});
  expect("a diamond without one edge",
         {{{}, {}, {1}}, {{0}, {1}, {2}}, {{0}, {1}, {3}}, {{1}, {2, 3}, {4}}}, {{2, 3}});
  expect("two writes to buffers 1 and 33", {{{}, {}, {1}}, {{}, {}, {33}}}, {});
  expect("two writes to buffer 1000000000", {{{}, {}, {1000000000}}, {{}, {}, {1000000000}}},
         {{0, 1}});
  std::vector<Command> chain(100);
  for (std::size_t j = 1; j < chain.size(); ++j)
    chain[j].waits_for = {j - 1};
  chain.front().writes = chain.back().reads = {1};
  expect("a chain of a hundred", chain, {});
  chain[50].waits_for = {48};
  chain[49].reads = {2};
  chain[80].writes = {2};
  expect("a chain of a hundred that leaves out 49", chain, {{49, 80}});
  // Random graphs, judged by walking through them. Small ones first: they are told in full.
  for (int round = 0; round < 20; ++round) {
    const std::vector<cl_int> numbers = bench.random_ints(200, 0, 9);
    std::size_t at = 0;
    std::vector<Command> commands(round < 10 ? 5 : 12);
    std::string graph = "commands that wait for : read : write";
    for (std::size_t j = 0; j < commands.size(); ++j) {
      for (std::size_t i = 0; i < j; ++i)
        if (numbers[at++] < 3)
          commands[j].waits_for.push_back(i);
      commands[j].reads = {numbers[at++ % 200], numbers[at++ % 200]};
      commands[j].writes = {numbers[at++ % 200]};
      graph += fmt::format("\n    {}: {{{}}} : {} : {}", j, fmt::join(commands[j].waits_for, ", "),
                           fmt::join(commands[j].reads, ", "), commands[j].writes[0]);
    }
    const std::function<bool(std::size_t, std::size_t)> reaches = [&](std::size_t from,
                                                                      std::size_t to) {
      return from == to ||
             std::any_of(commands[from].waits_for.begin(), commands[from].waits_for.end(),
                         [&](std::size_t next) { return reaches(next, to); });
    };
    const auto uses = [](const std::vector<int>& list, int buffer) {
      return std::count(list.begin(), list.end(), buffer) > 0;
    };
    Pairs want;
    for (std::size_t i = 0; i < commands.size(); ++i)
      for (std::size_t j = i + 1; j < commands.size(); ++j) {
        bool same = false;
        for (int buffer = 0; buffer < 10; ++buffer) {
          const Command &a = commands[i], &b = commands[j];
          same = same ||
                 (uses(a.writes, buffer) && (uses(b.writes, buffer) || uses(b.reads, buffer))) ||
                 (uses(a.reads, buffer) && uses(b.writes, buffer));
        }
        if (same && !reaches(j, i))
          want.emplace_back(i, j);
      }
    expect((graph + "\n  ").c_str(), commands, want);
  }
}
