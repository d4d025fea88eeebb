// A layer: a library that the loader puts between a program and its drivers. All OpenCL calls of the program pass
// through it, and the program need not be changed:
//
//   OPENCL_LAYERS=learn_layer.so OCL_TRACE=1 program                  writes each call and how long it took
//   OPENCL_LAYERS=learn_layer.so OCL_LEAKS=1 program                  says at the end what was not released
//   OPENCL_LAYERS=learn_layer.so OCL_HIDE=cl_khr_fp64,... program     tells the program that these are missing
//   OCL_LAYER_LOG=FILE                                                writes to this file, not to stderr
//
// [includes]
#include "layer.hpp"

#include <chrono>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iostream>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
// [/includes]

namespace {

// [state]
bool wanted(const char* name) {
  const char* const value = std::getenv(name);
  return value && *value;
}

struct Object {
  std::string creator;
  int references = 1; ///< that the program holds
};

struct State {
  const bool trace = wanted("OCL_TRACE"), leaks = wanted("OCL_LEAKS");
  std::ofstream file;
  cl_icd_dispatch shown{}; ///< the functions of the driver, but for the few that hide something
  cl_icd_dispatch table{}; ///< wrappers around them: what the loader gets
  std::mutex mutex;        ///< for all that follows
  std::map<const void*, std::string> names; ///< of handles: "memory#2"
  std::map<std::string, int> numbers;       ///< the last number of each kind
  std::map<const void*, Object> alive;      ///< what the program has created and not released
  std::size_t created = 0;
};
State& state = *new State; // never destroyed: a program may call OpenCL until its very end

void write(const std::string& line) { // at once, so that threads do not mix their lines
  if (wanted("OCL_LAYER_LOG") && !state.file.is_open())
    state.file.open(std::getenv("OCL_LAYER_LOG"), std::ios::app);
  (state.file.is_open() ? state.file : std::cerr) << line << std::flush;
}
// [/state]

// [in-words]
template <typename T>
constexpr const char* kind_of = nullptr; // a type that is no handle
// clang-format off
template <> constexpr const char* kind_of<cl_platform_id> = "platform";
template <> constexpr const char* kind_of<cl_device_id> = "device";
template <> constexpr const char* kind_of<cl_context> = "context";
template <> constexpr const char* kind_of<cl_command_queue> = "queue";
template <> constexpr const char* kind_of<cl_mem> = "memory";
template <> constexpr const char* kind_of<cl_sampler> = "sampler";
template <> constexpr const char* kind_of<cl_program> = "program";
template <> constexpr const char* kind_of<cl_kernel> = "kernel";
template <> constexpr const char* kind_of<cl_event> = "event";
// clang-format on

// Addresses differ from run to run, so handles get numbers.
std::string name_of(const void* handle, const std::string& kind) {
  std::string& name = state.names[handle];
  if (name.rfind(kind + '#', 0) != 0) // new, or an address that is used again
    name = kind + '#' + std::to_string(++state.numbers[kind]);
  return name;
}

// An argument or a result as text.
template <typename T>
std::string in_words(T value) {
  if constexpr (std::is_arithmetic_v<T>) {
    return std::to_string(value);
  } else {
    if (!value)
      return "NULL";
    if constexpr (kind_of<T> != nullptr)
      return name_of(value, kind_of<T>);
    else if constexpr (std::is_same_v<T, const char*>)
      return '"' + std::string(value) + '"';
    else if constexpr (std::is_same_v<T, const size_t*>)
      return '{' + std::to_string(*value) + "...}";
    else
      return "pointer";
  }
}

const char* error_name(cl_int code) {
  switch (code) {
#define CODE(name)                                                                                 \
  case name:                                                                                       \
    return #name;
#include "errors.inc"
#undef CODE
  default:
    return "an error of an extension";
  }
}
// [/in-words]

// [wrapper]
constexpr std::string_view function_names[] = {
#define FUNCTION(name) #name,
#include "functions.inc"
#undef FUNCTION
};
enum Index : std::size_t {
#define FUNCTION(name) index_of_##name,
#include "functions.inc"
#undef FUNCTION
};

template <typename Handle>
void born(Handle handle, std::string_view creator) {
  state.names.erase(handle); // an object before may have had this address
  state.alive[handle] = {std::string(creator)};
  ++state.created;
}

void change_references(const void* handle, int change) {
  const auto found = state.alive.find(handle);
  if (found == state.alive.end() || (found->second.references += change) > 0)
    return;
  state.alive.erase(found);
}

// Called in place of one function of the table: does it, and notes what it did.
template <auto member, std::size_t index>
struct Wrapper;
template <typename Result, typename... Arguments,
          Result (CL_API_CALL* cl_icd_dispatch::*member)(Arguments...), std::size_t index>
struct Wrapper<member, index> {
  static constexpr std::string_view name = function_names[index];
  using Clock = std::chrono::steady_clock;

  static Result CL_API_CALL call(Arguments... arguments) {
    std::string line(name);
    {
      const std::lock_guard lock(state.mutex);
      std::string comma = "(";
      if (state.trace)
        ((line += comma + in_words(arguments), comma = ", "), ...);
      // Before the call: after it another thread may have an object at the same address.
      if constexpr (name.starts_with("clRelease"))
        change_references(std::get<0>(std::tuple(arguments...)), -1);
    }
    const auto start = Clock::now();
    if constexpr (std::is_void_v<Result>) {
      (state.shown.*member)(arguments...);
      finish(line + ')', start);
    } else {
      const Result result = (state.shown.*member)(arguments...);
      const auto end = Clock::now();
      const std::lock_guard lock(state.mutex);
      note_objects(result, std::tuple(arguments...));
      if constexpr (std::is_same_v<Result, cl_int>)
        line += std::string(") = ") + error_name(result);
      else
        line += ") = " + in_words(result);
      finish(line, start, end);
      return result;
    }
  }

  // What the program owns after the call and did not own before.
  template <typename Outcome, typename Tuple>
  static void note_objects(Outcome result, const Tuple& arguments) {
    if constexpr (name.starts_with("clRetain"))
      change_references(std::get<0>(arguments), 1);
    else if constexpr (kind_of<Outcome> != nullptr) // clCreate..., clLinkProgram, clCloneKernel
      result ? born(result, name) : void();
    else if constexpr (index == index_of_clCreateKernelsInProgram)
      note_list(result, std::get<1>(arguments), std::get<2>(arguments));
    else if constexpr (index == index_of_clCreateSubDevices)
      note_list(result, std::get<2>(arguments), std::get<3>(arguments));
    if constexpr (name.starts_with("clEnqueue"))
      std::apply([](auto... each) { (note_event(each), ...); }, arguments);
  }
  template <typename Handle>
  static void note_list(cl_int result, cl_uint count, const Handle* list) {
    for (cl_uint i = 0; result == CL_SUCCESS && list && i < count && list[i]; ++i)
      born(list[i], name);
  }
  template <typename T>
  static void note_event(T argument) {
    if constexpr (std::is_same_v<T, cl_event*>) // not those to wait for: they are const
      if (argument && *argument)
        born(*argument, name);
  }

  static void finish(const std::string& line, Clock::time_point start,
                     Clock::time_point end = Clock::now()) {
    if (state.trace)
      write(line + "  " +
            std::to_string(
                std::chrono::duration_cast<std::chrono::microseconds>(end - start).count()) +
            " us\n");
  }
};
// [/wrapper]

// [at-exit]
// Runs after the destructors of all objects in the program: also those of objects that were made before the first call
// of OpenCL, which is when this library is loaded.
__attribute__((destructor)) void report_leaks() {
  if (!state.leaks)
    return;
  std::map<std::string, int> groups; // the same creator, the same number of references
  for (const auto& [handle, object] : state.alive)
    ++groups["from " + object.creator + ", references: " + std::to_string(object.references)];
  write("leaks: " + std::to_string(state.alive.size()) + " of " + std::to_string(state.created) +
        " objects were not released\n");
  for (const auto& [what, count] : groups)
    write("  " + std::to_string(count) + ' ' + what + '\n');
}
// [/at-exit]

} // namespace

namespace layer {

cl_icd_dispatch next{};

cl_int reply(const std::vector<char>& answer, size_t room, void* value, size_t* length) {
  if (length)
    *length = answer.size();
  if (value && room < answer.size())
    return CL_INVALID_VALUE;
  if (value && !answer.empty())
    std::memcpy(value, answer.data(), answer.size());
  return CL_SUCCESS;
}

} // namespace layer

// [entry]
// The two functions that the loader looks for.
cl_int CL_API_CALL clGetLayerInfo(cl_layer_info info, size_t room, void* value, size_t* length) {
  const cl_layer_api_version version = CL_LAYER_API_VERSION_100;
  const auto* const bytes = reinterpret_cast<const char*>(&version);
  const std::string name = "learn_layer";
  if (info == CL_LAYER_API_VERSION)
    return layer::reply({bytes, bytes + sizeof version}, room, value, length);
  if (info == CL_LAYER_NAME)
    return layer::reply({name.c_str(), name.c_str() + name.size() + 1}, room, value, length);
  return CL_INVALID_VALUE;
}

cl_int CL_API_CALL clInitLayer(cl_uint entries, const cl_icd_dispatch* target,
                               cl_uint* entries_returned, const cl_icd_dispatch** returned) {
  constexpr cl_uint all = sizeof(cl_icd_dispatch) / sizeof(void*);
  if (!target || !entries_returned || !returned || entries < all)
    return CL_INVALID_VALUE;
  layer::next = state.shown = state.table = *target;
  layer::hide_in(state.shown);
#define FUNCTION(name)                                                                             \
  if (state.shown.name)                                                                            \
    state.table.name = Wrapper<&cl_icd_dispatch::name, index_of_##name>::call;
#include "functions.inc"
#undef FUNCTION
  *entries_returned = all;
  *returned = &state.table;
  return CL_SUCCESS;
}
// [/entry]
