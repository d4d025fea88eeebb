#include "exercise.hpp"

#include "tools/exercise/calls.hpp"
#include "tools/exercise/check.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <optional>
#include <set>
#include <sstream>
#include <stdexcept>

namespace {

constexpr std::size_t nothing = static_cast<std::size_t>(-1);

// What was enqueued, and what comes before what.
struct Node {
  char kind; // w, k, r: of the learner's lines; b, m: barrier and marker
  cl_command_queue queue;
  std::set<std::size_t> after;
};
bool watching = false;
std::vector<Node> nodes;
std::map<cl_event, std::size_t>
    node_of; // of events, which are kept, so that no handle is used twice
std::vector<cl_event> kept_events;
std::set<std::size_t> waited_for; // by the host: what is enqueued later comes after these
std::map<cl_command_queue, std::vector<std::size_t>> in_queue;
int buffers = 0;
bool in_flush = false; // Oclgrind's calls clFinish, which is no wait of the learner's

bool is_in_order(cl_command_queue queue) {
  return (cl::CommandQueue(queue, true).getInfo<CL_QUEUE_PROPERTIES>() &
          CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE) == 0;
}

void note(char kind, cl_command_queue queue, cl_bool blocking, cl_uint count, const cl_event* list,
          const cl_event* event) {
  if (!watching)
    return;
  const std::size_t number = nodes.size();
  Node node{kind, queue, waited_for};
  for (cl_uint i = 0; i < count; ++i)
    if (const auto found = node_of.find(list[i]); found != node_of.end())
      node.after.insert(found->second);
  std::vector<std::size_t>& before = in_queue[queue];
  if ((kind == 'b' || kind == 'm') && count == 0)
    node.after.insert(before.begin(), before.end());
  if (!before.empty() && is_in_order(queue))
    node.after.insert(before.back());
  for (const std::size_t earlier : before)
    if (nodes[earlier].kind == 'b')
      node.after.insert(earlier);
  if (event != nullptr && *event != nullptr) {
    clRetainEvent(*event);
    kept_events.push_back(*event);
    node_of[*event] = number;
  }
  before.push_back(number);
  nodes.push_back(node);
  if (blocking != CL_FALSE)
    waited_for.insert(number);
}

} // namespace

#define ORIGINAL(function) exercise::original<decltype(&function)>(#function)

cl_int clEnqueueWriteBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking,
                            std::size_t offset, std::size_t size, const void* from, cl_uint count,
                            const cl_event* list, cl_event* event) {
  cl_event own = nullptr;
  cl_event* const done = event != nullptr ? event : &own;
  const cl_int error = ORIGINAL(clEnqueueWriteBuffer)(queue, buffer, blocking, offset, size, from,
                                                      count, list, done);
  note('w', queue, blocking, count, list, done);
  if (own != nullptr)
    clReleaseEvent(own);
  return error;
}
cl_int clEnqueueReadBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking,
                           std::size_t offset, std::size_t size, void* to, cl_uint count,
                           const cl_event* list, cl_event* event) {
  cl_event own = nullptr;
  cl_event* const done = event != nullptr ? event : &own;
  const cl_int error =
      ORIGINAL(clEnqueueReadBuffer)(queue, buffer, blocking, offset, size, to, count, list, done);
  note('r', queue, blocking, count, list, done);
  if (own != nullptr)
    clReleaseEvent(own);
  return error;
}
cl_int clEnqueueNDRangeKernel(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions,
                              const std::size_t* offset, const std::size_t* global,
                              const std::size_t* local, cl_uint count, const cl_event* list,
                              cl_event* event) {
  cl_event own = nullptr;
  cl_event* const done = event != nullptr ? event : &own;
  const cl_int error = ORIGINAL(clEnqueueNDRangeKernel)(queue, kernel, dimensions, offset, global,
                                                        local, count, list, done);
  note('k', queue, CL_FALSE, count, list, done);
  if (own != nullptr)
    clReleaseEvent(own);
  return error;
}
cl_int clEnqueueBarrierWithWaitList(cl_command_queue queue, cl_uint count, const cl_event* list,
                                    cl_event* event) {
  const cl_int error = ORIGINAL(clEnqueueBarrierWithWaitList)(queue, count, list, event);
  note('b', queue, CL_FALSE, count, list, event);
  return error;
}
cl_int clEnqueueMarkerWithWaitList(cl_command_queue queue, cl_uint count, const cl_event* list,
                                   cl_event* event) {
  const cl_int error = ORIGINAL(clEnqueueMarkerWithWaitList)(queue, count, list, event);
  note('m', queue, CL_FALSE, count, list, event);
  return error;
}
cl_int clFlush(cl_command_queue queue) {
  in_flush = true;
  const cl_int error = ORIGINAL(clFlush)(queue);
  in_flush = false;
  return error;
}
cl_int clFinish(cl_command_queue queue) {
  if (watching && !in_flush)
    waited_for.insert(in_queue[queue].begin(), in_queue[queue].end());
  return ORIGINAL(clFinish)(queue);
}
cl_int clWaitForEvents(cl_uint count, const cl_event* events) {
  for (cl_uint i = 0; watching && i < count; ++i)
    if (const auto found = node_of.find(events[i]); found != node_of.end())
      waited_for.insert(found->second);
  return ORIGINAL(clWaitForEvents)(count, events);
}
cl_mem clCreateBuffer(cl_context context, cl_mem_flags flags, std::size_t size, void* data,
                      cl_int* error) {
  const cl_mem made = ORIGINAL(clCreateBuffer)(context, flags, size, data, error);
  if (watching && made != nullptr) {
    ++buffers;
    clRetainMemObject(
        made); // never released: Oclgrind 21.10 mixes up a buffer and the next one in its place
  }
  return made;
}

namespace {

const char* const source = R"(
kernel void twice(global float* out, global const float* in, uint n) {
  const size_t i = get_global_id(0);
  if (i < n)
    out[i] = 2.0f * in[i] + 1.0f;
}
kernel void add(global float* out, global const float* a, global const float* b, uint n) {
  const size_t i = get_global_id(0);
  if (i < n)
    out[i] = a[i] + b[i];
}
kernel void blend(global float* out, global const float* a, global const float* b, global const float* c, uint n) {
  const size_t i = get_global_id(0);
  if (i < n)
    out[i] = 0.5f * a[i] - 0.25f * b[i] + 0.125f * c[i];
}
kernel void ramp(global float* out, uint n) {
  const size_t i = get_global_id(0);
  if (i < n)
    out[i] = i;
}
)";

struct Line {
  std::string word, written;
  std::vector<std::string> read;
  std::size_t number = nothing;
};

// The lines of a description that makes sense.
std::vector<Line> lines_of(const std::string& description) {
  std::vector<Line> lines;
  std::istringstream stream(description);
  for (std::string text; std::getline(stream, text);) {
    std::istringstream words(text);
    Line line;
    if (!(words >> line.word) || line.word[0] == '#')
      continue;
    std::string name;
    words >> name;
    (line.word == "save" ? line.read.emplace_back() : line.written) = name;
    if (line.word == "save" || line.word == "load")
      words >> line.number;
    else
      while (words >> name)
        line.read.push_back(name);
    lines.push_back(line);
  }
  return lines;
}

std::map<std::size_t, std::vector<double>> right_outputs(const std::vector<Line>& lines,
                                                         const std::vector<Numbers>& inputs) {
  std::map<std::size_t, std::vector<double>> outputs;
  std::map<std::string, std::vector<double>> data;
  const std::size_t n = inputs.at(0).size();
  for (const Line& line : lines) {
    if (line.word == "load") {
      data[line.written].assign(inputs[line.number].begin(), inputs[line.number].end());
      continue;
    }
    if (line.word == "save") {
      outputs[line.number] = data[line.read[0]];
      continue;
    }
    std::vector<double> out(n);
    for (std::size_t i = 0; i < n; ++i) {
      const auto at = [&](std::size_t k) { return data[line.read[k]][i]; };
      out[i] = line.word == "twice"   ? 2.0 * at(0) + 1.0
               : line.word == "add"   ? at(0) + at(1)
               : line.word == "blend" ? 0.5 * at(0) - 0.25 * at(1) + 0.125 * at(2)
                                      : static_cast<double>(i);
    }
    data[line.written] = out;
  }
  return outputs;
}

// Is there a way from `late` back to `early`?
bool comes_after(std::size_t late, std::size_t early) {
  std::vector<bool> seen(nodes.size());
  std::vector<std::size_t> open{late};
  while (!open.empty()) {
    const std::size_t now = open.back();
    open.pop_back();
    for (const std::size_t before : nodes[now].after)
      if (!seen[before]) {
        seen[before] = true;
        open.push_back(before);
      }
  }
  return seen[early];
}

} // namespace

EXERCISE_CHECK(bench) {
  const cl::Device& device = bench.session.device;
  const bool can_overlap =
      (device.getInfo<CL_DEVICE_QUEUE_PROPERTIES>() & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE) != 0;
  cl::Program program(bench.session.context, source);
  program.build({device});

  std::string other; // what another exception than std::invalid_argument says
  const auto run = [&](const std::string& description, const std::vector<Numbers>& inputs) {
    nodes.clear();
    node_of.clear();
    waited_for.clear();
    in_queue.clear();
    buffers = 0;
    watching = true;
    std::optional<std::string> problem; // in the description
    other.clear();
    std::map<std::size_t, Numbers> outputs;
    try {
      outputs = run_pipeline(bench.session.context, device, program, description, inputs);
    } catch (const std::invalid_argument& error) {
      problem = error.what();
    } catch (const cl::Error& error) {
      other = fmt::format("{} failed with {}", error.what(), common::error_name(error.err()));
    } catch (const std::exception& error) {
      other = error.what();
    }
    watching = false;
    for (const cl_event event : kept_events)
      clReleaseEvent(event);
    kept_events.clear();
    return std::pair{problem, outputs};
  };
  const auto expect = [&](const std::string& description, std::size_t n, std::size_t arrays) {
    std::vector<Numbers> inputs;
    for (std::size_t i = 0; i < arrays; ++i)
      inputs.push_back(bench.random(n));
    std::string where = fmt::format("n = {}, the pipeline\n", n);
    std::istringstream stream(description);
    for (std::string line; std::getline(stream, line);)
      where += "    " + line + "\n";
    bench.trying(where);
    const auto [problem, outputs] = run(description, inputs);
    bench.expect(other.empty(), where + "  an exception was thrown: " + other);
    bench.expect(!problem, where + "  is right, but std::invalid_argument was thrown: " +
                               problem.value_or(""));
    const std::vector<Line> lines = lines_of(description);
    const auto right = right_outputs(lines, inputs);
    std::set<std::string> names;
    for (const Line& line : lines)
      if (!line.written.empty())
        names.insert(line.written);
    bench.expect(outputs.size() == right.size(),
                 fmt::format("{}  returns {} arrays, and should return {}.", where, outputs.size(),
                             right.size()));
    bench.expect(buffers == static_cast<int>(names.size()),
                 fmt::format("{}  makes {} buffers for {} names.", where, buffers, names.size()));
    // Each line is a command, and the order is just what the data needs.
    std::vector<std::size_t> of_line;
    for (std::size_t i = 0; i < nodes.size(); ++i)
      if (nodes[i].kind != 'b' && nodes[i].kind != 'm')
        of_line.push_back(i);
    bench.expect(
        of_line.size() == lines.size(),
        fmt::format("{}  enqueues {} commands for {} lines.", where, of_line.size(), lines.size()));
    const auto text = [&](std::size_t i) {
      return fmt::format("'{} {}{}'", lines[i].word,
                         lines[i].written.empty() ? lines[i].read[0] : lines[i].written,
                         lines[i].number == nothing ? "" : fmt::format(" {}", lines[i].number));
    };
    for (std::size_t i = 0; i < lines.size(); ++i) {
      const char kind = lines[i].word == "load" ? 'w' : lines[i].word == "save" ? 'r' : 'k';
      bench.expect(nodes[of_line[i]].kind == kind,
                   fmt::format("{}  command {} is no {}: keep the order of the lines.", where,
                               i + 1,
                               kind == 'w'   ? "enqueueWriteBuffer"
                               : kind == 'r' ? "enqueueReadBuffer"
                                             : "enqueueNDRangeKernel"));
    }
    std::vector<std::vector<bool>> needed(lines.size(), std::vector<bool>(lines.size()));
    for (std::size_t j = 0; j < lines.size(); ++j)
      for (std::size_t i = j; i-- > 0;) {
        const auto reads = [&](std::size_t line, const std::string& name) {
          const auto& list = lines[line].read;
          return std::find(list.begin(), list.end(), name) != list.end();
        };
        const std::string &early = lines[i].written, &late = lines[j].written;
        const bool follows = !early.empty() && (early == late || reads(j, early));
        if (follows || (!late.empty() && reads(i, late))) {
          bench.expect(comes_after(of_line[j], of_line[i]),
                       fmt::format("{}  nothing makes command {}, {}, wait for command {}, {}, but "
                                   "it has to: it {} the buffer '{}', which the other one {}.",
                                   where, j + 1, text(j), i + 1, text(i),
                                   follows && early != late ? "reads" : "overwrites",
                                   follows ? early : late, follows ? "writes" : "reads"));
          needed[j][i] = true;
          for (std::size_t k = 0; k < i; ++k)
            needed[j][k] = needed[j][k] || needed[i][k];
        }
      }
    for (std::size_t j = 0; j < lines.size(); ++j)
      for (std::size_t i = 0; i < j; ++i) {
        const bool ordered = comes_after(of_line[j], of_line[i]);
        bench.expect(!ordered || needed[j][i] || !can_overlap,
                     fmt::format("{}  command {}, {}, waits for command {}, {}, but need not. "
                                 "(The host waiting in between counts, too.)",
                                 where, j + 1, text(j), i + 1, text(i)));
      }
    // After that, because the order is what goes wrong only sometimes.
    for (const auto& [number, want] : right) {
      bench.expect(outputs.count(number) > 0,
                   fmt::format("{}  does not return the array {}.", where, number));
      bench.expect(outputs.at(number), want, {1e-5, 1e-5},
                   fmt::format("{}  output {}", where, number));
    }
  };
  const auto refused = [&](const char* what, const std::string& description, int line) {
    bench.trying(what);
    const auto [problem, outputs] = run(description, {{1, 2, 3}, {4, 5, 6}});
    bench.expect(other.empty(), fmt::format("{}: an exception was thrown that is no "
                                            "std::invalid_argument: {}",
                                            what, other));
    bench.expect(problem.has_value(), fmt::format("{}: no std::invalid_argument is thrown.", what));
    bench.expect((*problem + " ").find(fmt::format("line {}", line)) != std::string::npos &&
                     (*problem + " ").find(fmt::format("line {}0", line)) == std::string::npos,
                 fmt::format("{}: the message does not contain 'line {}', but is '{}'.", what, line,
                             *problem));
    bench.expect(nodes.empty(),
                 fmt::format("{}: commands were enqueued before that was found.", what));
  };

  expect("load a 0\nsave a 0\n", 31, 1);
  expect("load a 0\nload b 1\nadd c a b\ntwice a a\nsave a 0\nsave c 1\n", 31, 2);
  expect("# nothing needs an input\n\n   \nramp x\nsave x 7\n", 5, 1);
  expect("load a 0\ntwice b a\nload a 1\nadd c a b\nsave c 0", 31, 2);
  expect("load a 0\nsave a 0\ntwice a a\nsave a 1\ntwice a a\nsave a 2\n", 1, 1);
  expect(
      "load a 0\nload b 0\nload c 1\nblend d a b c\nadd e a a\nblend d d e d\nsave d 1\nsave e 0\n",
      31, 2);
  expect(
      "load long_name 1\ntwice b long_name\nramp b\nadd long_name long_name b\nsave long_name 12",
      1000, 2);
  expect("load a 0\nload a 1\nsave a 0\n", 31, 2);
  // Random ones
  const std::vector<std::string> names{"a", "b", "c", "d", "e"};
  for (int round = 0; round < (bench.in_simulator ? 2 : 12); ++round) {
    const std::vector<cl_int> random = bench.random_ints(200, 0, 999);
    std::size_t drawn = 0;
    const auto any = [&](std::size_t below) {
      return static_cast<std::size_t>(random[drawn++]) % below;
    };
    std::vector<std::string> written{"a"};
    std::string text = "load a 0\n";
    std::size_t saved = 0;
    for (int k = 0; k < 4 + round; ++k) {
      const auto some = [&] { return " " + written[any(written.size())]; };
      const std::string target = names[any(names.size())];
      switch (any(6)) {
      case 0:
        text += fmt::format("load {} {}\n", target, any(3));
        break;
      case 1:
        text += fmt::format("save{} {}\n", some(), saved++);
        continue;
      case 2:
        text += "twice " + target + some() + "\n";
        break;
      case 3:
        text += "blend " + target + some() + some() + some() + "\n";
        break;
      default:
        text += "add " + target + some() + some() + "\n";
      }
      if (std::find(written.begin(), written.end(), target) == written.end())
        written.push_back(target);
    }
    for (const std::string& name : written)
      text += fmt::format("save {} {}\n", name, saved++);
    expect(text, 17, 3);
  }
  refused("a kernel that is not there", "load a 0\n\nfourfold b a\n", 3);
  refused("a kernel with an input too few", "load a 0\nadd b a\n", 2);
  refused("a kernel with an input too many", "load a 0\ntwice b a a\nsave b 0\n", 2);
  refused("a kernel without any name", "load a 0\ntwice\n", 2);
  refused("'load' without a number", "load a\n", 1);
  refused("'load' with a word for the number", "# first\nload a one\n", 2);
  refused("'load' of a third array of two", "load a 2\n", 1);
  refused("'load' of array -1", "load a -1\n", 1);
  refused("'save' of something never written", "load a 0\nsave b 0\n", 2);
  refused("'save' with a word too many", "load a 0\nsave a 0 1\n", 2);
  refused("a kernel that reads what is written later", "load a 0\nadd c a b\nload b 1\nsave c 0\n",
          2);
  refused("a kernel that reads its own first result", "load a 0\nadd c a c\n", 2);
  refused("the same number saved twice", "load a 0\nsave a 3\ntwice a a\nsave a 3\n", 4);
}
