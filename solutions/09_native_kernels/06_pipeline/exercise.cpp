#include "exercise.hpp"

#include "common/launch.hpp"

#include <algorithm>
#include <set>
#include <sstream>
#include <stdexcept>

namespace {

struct Command {
  std::string word; ///< load, save, or the kernel's name
  std::string written;
  std::vector<std::string> read;
  std::size_t number = 0; ///< of the array
  cl::Kernel kernel;
};

std::size_t number_in(const std::string& word) {
  if (word.empty() || word.size() > 9 || word.find_first_not_of("0123456789") != std::string::npos)
    throw std::invalid_argument("'" + word + "' is no number");
  return std::stoul(word);
}

cl::Kernel kernel_in(const cl::Program& program, const std::string& name) {
  try {
    return cl::Kernel(program, name.c_str());
  } catch (const cl::Error&) {
    throw std::invalid_argument("there is no kernel '" + name + "'");
  }
}

Command parsed(const std::vector<std::string>& words, const cl::Program& program,
               std::size_t inputs) {
  const auto need = [&](std::size_t count) {
    if (words.size() != count)
      throw std::invalid_argument("'" + words[0] + "' needs " + std::to_string(count - 1) +
                                  " words after it");
  };
  Command command;
  command.word = words[0];
  if (words[0] == "load" || words[0] == "save") {
    need(3);
    command.number = number_in(words[2]);
    if (words[0] == "save")
      command.read = {words[1]};
    else
      command.written = words[1];
    if (words[0] == "load" && command.number >= inputs)
      throw std::invalid_argument("there is no input " + words[2]);
    return command;
  }
  command.kernel = kernel_in(program, words[0]);
  need(command.kernel.getInfo<CL_KERNEL_NUM_ARGS>());
  command.written = words[1];
  command.read.assign(words.begin() + 2, words.end());
  return command;
}

std::vector<Command> commands_of(const std::string& description, const cl::Program& program,
                                 std::size_t inputs) {
  std::vector<Command> commands;
  std::set<std::string> written;
  std::set<std::size_t> saved;
  std::istringstream lines(description);
  int number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    std::istringstream stream(line);
    std::vector<std::string> words;
    for (std::string word; stream >> word;)
      words.push_back(word);
    if (words.empty() || words[0][0] == '#')
      continue;
    try {
      const Command command = parsed(words, program, inputs);
      for (const std::string& name : command.read)
        if (written.count(name) == 0)
          throw std::invalid_argument("nothing has been written to '" + name + "'");
      if (command.word == "save" && !saved.insert(command.number).second)
        throw std::invalid_argument("output " + words[2] + " is saved twice");
      written.insert(command.written);
      commands.push_back(command);
    } catch (const std::invalid_argument& problem) {
      throw std::invalid_argument("line " + std::to_string(number) + ": " + problem.what());
    }
  }
  return commands;
}

struct Data {
  cl::Buffer buffer;
  std::vector<cl::Event> writer;  ///< the last one, or none
  std::vector<cl::Event> readers; ///< since then
};

} // namespace

std::map<std::size_t, Numbers> run_pipeline(const cl::Context& context, const cl::Device& device,
                                            const cl::Program& program,
                                            const std::string& description,
                                            const std::vector<Numbers>& inputs) {
  std::vector<Command> commands = commands_of(description, program, inputs.size());
  if (commands.empty())
    return {};
  const std::size_t n = inputs.at(0).size(), bytes = n * sizeof(float);
  const cl::CommandQueue queue(context, device,
                               device.getInfo<CL_DEVICE_QUEUE_PROPERTIES>() &
                                   CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  std::map<std::string, Data> data;
  std::map<std::size_t, Numbers> outputs;
  for (Command& command : commands) {
    std::vector<cl::Event> before;
    const auto add = [&](const std::vector<cl::Event>& events) {
      before.insert(before.end(), events.begin(), events.end());
    };
    const std::set<std::string> read(command.read.begin(), command.read.end());
    for (const std::string& name : read)
      add(data.at(name).writer);
    if (!command.written.empty()) {
      Data& target = data[command.written];
      if (target.buffer() == nullptr)
        target.buffer = cl::Buffer(context, CL_MEM_READ_WRITE, bytes);
      if (read.count(command.written) == 0)
        add(target.writer);
      add(target.readers);
    }
    cl::Event done;
    if (command.word == "load") {
      queue.enqueueWriteBuffer(data.at(command.written).buffer, CL_FALSE, 0, bytes,
                               inputs[command.number].data(), &before, &done);
    } else if (command.word == "save") {
      Numbers& output = outputs[command.number];
      output.resize(n);
      queue.enqueueReadBuffer(data.at(command.read[0]).buffer, CL_FALSE, 0, bytes, output.data(),
                              &before, &done);
    } else {
      cl_uint argument = 0;
      command.kernel.setArg(argument++, data.at(command.written).buffer);
      for (const std::string& name : command.read)
        command.kernel.setArg(argument++, data.at(name).buffer);
      command.kernel.setArg(argument, static_cast<cl_uint>(n));
      const cl::NDRange local = common::fit_local_size(device, command.kernel, cl::NDRange(64));
      queue.enqueueNDRangeKernel(command.kernel, cl::NullRange,
                                 common::round_up(cl::NDRange(n), local), local, &before, &done);
    }
    for (const std::string& name : read)
      data.at(name).readers.push_back(done);
    if (!command.written.empty()) {
      data.at(command.written).writer = {done};
      data.at(command.written).readers.clear();
    }
  }
  queue.finish();
  return outputs;
}
