// The doctor: what OpenCL finds on this machine, link by link of the chain program -> loader ->
// registered driver -> platform -> device -> kernel, and how to mend the first one that is broken.

#include "common/device.hpp"
#include "common/error.hpp"
#include "common/files.hpp"
#include "common/kernel_io.hpp"
#include "common/launch.hpp"
#include "common/timing.hpp"
#include "common/verify.hpp"
#include "harness/lab/loader.hpp"
#include "harness/lab/session.hpp"
#include "harness/system/process.hpp"
#include "harness/system/report.hpp"
#include "harness/system/temporary.hpp"
#include "harness/system/text.hpp"
#include "tools/learn/learn.hpp"
#include "tools/learn/packages.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <set>

#ifndef _WIN32
#include <dlfcn.h>
#include <grp.h>
#include <sys/stat.h>
#include <unistd.h>
extern char** environ;
#endif

namespace learn {
namespace {

// What the examination has found out so far.
struct Findings {
  std::vector<std::string> mend;    ///< without these nothing works
  std::vector<std::string> improve; ///< it works without these
  std::set<cl_uint> gpu_vendors;    ///< of devices that OpenCL offers, as PCI numbers
  std::set<cl_uint>
      explained; ///< vendors with a driver here, of which it was said why it has no device
  std::vector<std::string> loaded; ///< libraries of drivers
  int devices = 0;
  int healthy = 0;
};
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Findings, mend, improve, gpu_vendors, explained, loaded, devices,
                                   healthy)

// A driver that crashes or hangs must not take the doctor with it: drivers are examined in a child process. There this is
// the file that says what it does, and in the end, as JSON, what it has found; elsewhere it is empty.
std::string note;

// Says what is done next, and gives it two minutes.
void doing(const std::string& what) {
  if (!note.empty())
    common::write_text(note, what);
#ifndef _WIN32
  alarm(120);
#endif
}

void title(const char* text) {
  fmt::print("\n{}\n", text);
  std::fflush(stdout); // if a driver crashes next, this has been said
}

void line(const char* mark, const std::string& text) {
  fmt::print("  {:<4}{}\n", mark, text);
  std::fflush(stdout);
}

std::string first_line(const std::string& text) {
  return text.substr(0, text.find('\n'));
}

// "libpocl" of "/usr/lib/libpocl.so.2.10.0"
std::string library_stem(const fs::path& library) {
  const std::string name = library.filename().string();
  return name.substr(0, name.find(".so"));
}

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "";
}

// ---- the loader ----

void examine_loader() {
  title("Loader: the library that passes each call on to a driver");
  const std::string file = harness::loader_library();
  line("ok", file.empty() ? "linked; this system does not tell which file" : file);
}

// ---- the environment ----

struct Variable {
  const char* name;
  const char* meaning;
};

constexpr std::array variables{
    Variable{"OCL_ICD_VENDORS", "the loader looks here, and not in /etc/OpenCL/vendors"},
    Variable{"OPENCL_VENDOR_PATH",
             "the loader ocl-icd looks here; others do not ask this variable"},
    Variable{"OCL_ICD_FILENAMES", "drivers for the loader of Khronos, besides the registered ones"},
    Variable{"OPENCL_LAYERS", "libraries between program and loader"},
    Variable{"OCL_DEVICE", "the device that programs of this project take without --device"},
    Variable{"OCL_KERNEL_PATH", "where programs of this project look for kernels first"},
    Variable{"CUDA_VISIBLE_DEVICES", "hides NVIDIA devices that are not named"},
    Variable{"ROCR_VISIBLE_DEVICES", "hides AMD devices that are not named"},
    Variable{"GPU_DEVICE_ORDINAL", "hides AMD devices that are not named"},
    Variable{"ONEAPI_DEVICE_SELECTOR", "hides Intel devices that are not named"}};

void examine_environment() {
  title("Environment variables that matter");
  bool any = false;
  for (const Variable& variable : variables)
    if (const std::string value = environment(variable.name); !value.empty()) {
      line("", fmt::format("{}={}   ({})", variable.name, value, variable.meaning));
      any = true;
    }
#ifndef _WIN32
  for (char** entry = environ; *entry; ++entry)
    if (const std::string text = *entry; text.rfind("POCL_", 0) == 0) {
      line("", text + "   (for PoCL)");
      any = true;
    }
#endif
  if (!any)
    line("ok", "none is set: the defaults apply");
}

// ---- the hardware ----

// The directory with /dev, /proc and /sys in it: a made-up one in tests.
std::string machine;

fs::path here(const char* path) {
  return machine + path;
}

struct Vendor {
  cl_uint pci;
  const char* name;
  const char* library; ///< the driver's OpenCL library, which may be there and not registered
  const char* advice;
};

constexpr cl_uint nvidia = 0x10de, amd = 0x1002, intel = 0x8086;

constexpr std::array vendors{
    Vendor{nvidia, "NVIDIA", "libnvidia-opencl.so.1",
           "the OpenCL part of its driver (Debian: sudo apt install nvidia-opencl-icd; Ubuntu: "
           "libnvidia-compute-NNN for your driver's number; container: start it with --gpus all "
           "and NVIDIA_DRIVER_CAPABILITIES=compute,utility)"},
    Vendor{amd, "AMD", "libamdocl64.so",
           "ROCm's OpenCL (package rocm-opencl-runtime or rocm-opencl-icd) or Mesa's (Debian, "
           "Ubuntu: sudo apt install mesa-opencl-icd)"},
    Vendor{intel, "Intel", "libigdrcl.so",
           "Intel's compute runtime (Debian, Ubuntu: sudo apt install intel-opencl-icd; Fedora, "
           "Arch: intel-compute-runtime)"}};

std::string word_in(const fs::path& file) {
  std::ifstream stream(file);
  std::string word;
  stream >> word;
  return word;
}

cl_uint hexadecimal(const std::string& text) {
  return static_cast<cl_uint>(std::strtoul(text.c_str(), nullptr, 16));
}

// The vendors of the display and compute devices that Linux knows: on the PCI bus, as graphics
// cards, and as device files (all that a container may see).
std::set<cl_uint> hardware_vendors() {
  constexpr cl_uint display = 0x03;
  constexpr cl_uint accelerator = 0x12;
  std::set<cl_uint> result;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(here("/sys/bus/pci/devices"), error)) {
    const cl_uint kind = hexadecimal(word_in(entry.path() / "class")) >> 16;
    if (kind == display || kind == accelerator)
      result.insert(hexadecimal(word_in(entry.path() / "vendor")));
  }
  for (const auto& entry : fs::directory_iterator(here("/sys/class/drm"), error))
    result.insert(hexadecimal(word_in(entry.path() / "device" / "vendor")));
  if (fs::exists(here("/dev/nvidia0"), error) ||
      fs::exists(here("/proc/driver/nvidia/version"), error))
    result.insert(nvidia);
  if (fs::exists(here("/dev/kfd"), error))
    result.insert(amd);
  return result;
}

// ---- drivers without a device ----

// Why a driver offers no device, and what helps; for GPUs of which vendors it is.
struct Trouble {
  std::string why, cure;
  std::set<cl_uint> vendors{};
};

// What keeps this user from the device files in /dev and its `directory` whose names begin with `name`; empty if one of
// them can be opened.
Trouble trouble_with(const std::string& directory, const std::string& name,
                     const std::string& load) {
  std::error_code error;
  std::string closed, group = "render";
  for (const auto& entry : fs::directory_iterator(here(directory.c_str()), error)) {
    if (!entry.path().filename().string().starts_with(name))
      continue;
    const fs::path file = entry.path();
#ifndef _WIN32
    // Whoever may do everything may open what is open to nobody: the tests do that.
    const bool to_somebody = (entry.status().permissions() & fs::perms(0666)) != fs::perms::none;
    if (to_somebody && access(file.c_str(), R_OK | W_OK) == 0)
      return {};
    struct stat about {};
    if (stat(file.c_str(), &about) == 0)
      if (const struct group* owner = getgrgid(about.st_gid))
        group = owner->gr_name;
#endif
    closed = file.string().substr(machine.size());
  }
  if (closed.empty())
    return {fmt::format("there is no {}/{}*", directory, name), load};
  return {fmt::format("you may not open {}, which belongs to the group {}", closed, group),
          fmt::format("sudo usermod -a -G {} $USER, and log in again",
                      group == "root" ? "render" : group)};
}

Trouble trouble_of_rusticl() {
  const std::set<cl_uint> seen = hardware_vendors();
  const std::string fitting = seen.count(amd)      ? "radeonsi"
                              : seen.count(intel)  ? "iris"
                              : seen.count(nvidia) ? "nouveau"
                                                   : "llvmpipe"; // the CPU
  const std::string cure = "export RUSTICL_ENABLE=" + fitting,
                    value = environment("RUSTICL_ENABLE");
  if (value.empty())
    return {
        "RUSTICL_ENABLE, which must name one of Mesa's drivers, is not set", cure, {amd, intel}};
  if (Trouble closed = trouble_with("/dev/dri", "renderD",
                                    "sudo modprobe amdgpu (or i915, xe, nouveau; container: start "
                                    "it with --device /dev/dri)");
      fitting != "llvmpipe" && !closed.why.empty()) {
    closed.vendors = {amd, intel};
    return closed;
  }
  return {fmt::format("RUSTICL_ENABLE={}: no GPU here is one for that driver", value),
          value == fitting ? "update Mesa: it does not know this GPU" : cure,
          {amd, intel}};
}

// `driver`: the name of its platform, or its library.
Trouble why_no_device(const std::string& driver) {
  struct Kind {
    std::vector<std::string_view>
        words; // one of them is in the name of the platform or the library
    std::set<cl_uint> vendors;
    std::vector<std::pair<const char*, const char*>> files; // what begins so, in which directory
    const char* load;
  };
  static const std::vector<Kind> kinds{
      {{"nvidia"},
       {nvidia},
       {{"/dev", "nvidia"}},
       "sudo modprobe nvidia (container: start it with --gpus all)"},
      {{"amd"},
       {amd},
       {{"/dev", "kfd"}, {"/dev/dri", "renderD"}},
       "sudo modprobe amdgpu (container: start it with --device /dev/kfd --device /dev/dri)"},
      {{"igdrcl", "graphics"}, // "Intel(R) OpenCL Graphics"
       {intel},
       {{"/dev/dri", "renderD"}},
       "sudo modprobe i915 (for new GPUs: xe; container: start it with --device /dev/dri)"},
      {{"clover", "mesa"},
       {amd},
       {{"/dev/dri", "renderD"}},
       "sudo modprobe amdgpu (container: start it with --device /dev/dri)"}};
  std::string name = fs::path(driver).filename().string();
  std::transform(name.begin(), name.end(), name.begin(),
                 [](unsigned char c) { return std::tolower(c); });
  if (name.find("rusticl") != name.npos)
    return trouble_of_rusticl();
  for (const Kind& kind : kinds) {
    if (std::none_of(kind.words.begin(), kind.words.end(),
                     [&](std::string_view word) { return name.find(word) != name.npos; }))
      continue;
    for (const auto& [directory, file] : kind.files)
      if (Trouble trouble = trouble_with(directory, file, kind.load); !trouble.why.empty()) {
        trouble.vendors = kind.vendors;
        return trouble;
      }
    return {"its driver finds no GPU that it supports", "update that driver", kind.vendors};
  }
  return {"its driver finds no device that it supports", "update that driver"};
}

// ---- the registered drivers ----

// Why a library cannot be loaded; empty if it can.
std::string load_problem([[maybe_unused]] const std::string& library) {
#ifndef _WIN32
  // It stays loaded: where another driver holds LLVM, PoCL 3.1 registers its options there a second
  // time when it is loaded a second time, and LLVM ends the process.
  if (dlopen(library.c_str(), RTLD_LAZY | RTLD_LOCAL) != nullptr)
    return {};
  const char* reason = dlerror();
  return reason ? reason : "for no reason that the system gives";
#else
  return {};
#endif
}

std::string driver_advice() {
  for (const Package& package : packages())
    if (package.what == "PoCL")
      return fmt::format("install a driver; one that runs on any CPU: {}",
                         install_command(package));
  return "install a driver, for instance PoCL, which runs on any CPU";
}

void examine_registrations(Findings& findings) {
  const fs::path place = harness::vendors_directory();
  const char* variable = !environment("OCL_ICD_VENDORS").empty()      ? "OCL_ICD_VENDORS"
                         : !environment("OPENCL_VENDOR_PATH").empty() ? "OPENCL_VENDOR_PATH"
                                                                      : nullptr;
  title("Drivers that have registered with the loader");
  std::error_code error;
  std::vector<harness::Registration> drivers = harness::registered_drivers();
  if (variable && !fs::exists(place, error) && place.has_parent_path()) {
    line("NO",
         fmt::format("{} does not exist, but {} sends the loader there", place.string(), variable));
    findings.mend.push_back(fmt::format("unset {}", variable));
    return;
  }
  if (variable && !fs::is_directory(place, error) && place.extension() != ".icd")
    drivers = {{variable, place.string(), false}}; // the loader ocl-icd takes a library as well

  for (const harness::Registration& driver : drivers) {
    doing(fmt::format("loading {}, which {} names", driver.library, driver.file));
    const std::string problem =
        driver.library.empty() ? "the file names no library" : load_problem(driver.library);
    line(problem.empty() ? "ok" : "NO",
         fmt::format("{} names {}{}", driver.file,
                     driver.library.empty() ? "nothing" : driver.library,
                     problem.empty() ? ", which loads" : fmt::format("\n      {}", problem)));
    if (problem.empty())
      findings.loaded.push_back(driver.library);
    std::error_code error;
    if (!problem.empty() && driver.library.find("nvidia") != std::string::npos &&
        fs::exists(here("/dev/nvidiactl"),
                   error)) { // the GPU is there, and its driver's part for OpenCL is not
      findings.improve.push_back(
          "NVIDIA's GPU without its library for OpenCL: in a container, start that with --gpus all "
          "and NVIDIA_DRIVER_CAPABILITIES=compute,utility; else install the driver's OpenCL part");
      findings.explained.insert(nvidia);
    } else if (!problem.empty()) {
      findings.improve.push_back(fmt::format("{} names a driver that does not load: install that "
                                             "driver again, or remove the file",
                                             driver.file));
    }
  }
  if (drivers.empty())
    line("NO", fmt::format("there is no .icd file in {}", place.string()));
  if (!findings.loaded.empty())
    return;
  if (variable)
    findings.mend.push_back(fmt::format("unset {}", variable));
  findings.mend.push_back(driver_advice());
}

// ---- platforms and devices ----

// Runs a kernel with one right answer. Empty if that is what came out.
std::string kernel_problem(const cl::Device& device) {
  try {
    constexpr int count = 1000;
    constexpr int factor = 7;
    std::vector<int> in(count);
    std::vector<int> want(count);
    for (int i = 0; i < count; ++i) {
      in[i] = i * i % 101;
      want[i] = factor * in[i] + i;
    }
    const harness::Session session(device);
    const cl::Program program =
        common::build_kernel_file(session.context, device, "common/doctor.cl");
    cl::Kernel kernel(program, "doctor");
    const cl::Buffer from(session.context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR,
                          count * sizeof(int), in.data());
    const cl::Buffer to(session.context, CL_MEM_WRITE_ONLY, count * sizeof(int));
    common::set_args(kernel, from, to, factor, count);
    const cl::NDRange local = common::fit_local_size(device, kernel, {64});
    common::launch(session.queue, kernel, common::round_up(cl::NDRange(count), local), local);
    std::vector<int> got(count);
    session.queue.enqueueReadBuffer(to, CL_TRUE, 0, count * sizeof(int), got.data());
    const common::Comparison comparison = common::compare(got, want);
    return comparison.passed() ? std::string{} : "wrong results: " + comparison.summary();
  } catch (const cl::Error& e) {
    return common::explain(e, device);
  } catch (const std::exception& e) {
    return e.what();
  }
}

void examine_device(std::size_t index, const cl::Device& device, Findings& findings) {
  line("", fmt::format("testing device {}: {}", index, common::describe(device)));
  doing(fmt::format("running a kernel on device {}", index));
  const common::Stopwatch watch;
  const std::string problem = kernel_problem(device);
  ++findings.devices;
  if (device.getInfo<CL_DEVICE_TYPE>() & CL_DEVICE_TYPE_GPU)
    findings.gpu_vendors.insert(device.getInfo<CL_DEVICE_VENDOR_ID>());
  if (problem.empty()) {
    ++findings.healthy;
    line("ok", fmt::format("compiled and ran a kernel, results right ({})",
                           harness::duration_text(watch.milliseconds())));
    return;
  }
  line("NO", problem);
  findings.improve.push_back(fmt::format(
      "device {} fails: update its driver, or choose another one with OCL_DEVICE", index));
}

void examine_devices(const std::string& selector, Findings& findings) {
  title("Platforms and devices");
  doing("asking all drivers for their platforms");
  const std::vector<cl::Platform> found = harness::platforms_here();
  using harness::LoaderInfo, harness::loader_info;
  if (const std::string about = loader_info(LoaderInfo::name); !about.empty())
    line("ok", fmt::format("asked through {} {} ({})", about, loader_info(LoaderInfo::version),
                           loader_info(LoaderInfo::opencl_version)));
  const auto explain_trouble = [&](const std::string& what, const std::string& driver) {
    const Trouble trouble = why_no_device(driver);
    line("NO", fmt::format("{}\n      no device: {}\n      {}", what, trouble.why, trouble.cure));
    findings.improve.push_back(fmt::format("{}: {}", driver, trouble.cure));
    findings.explained.insert(trouble.vendors.begin(), trouble.vendors.end());
  };
  std::set<std::string> offering; // the libraries whose platforms are there
  for (const cl::Platform& platform : found) {
    const std::string name = platform.getInfo<CL_PLATFORM_NAME>().c_str(),
                      library = harness::driver_library(platform);
    const std::string what = fmt::format("platform {}: {}\n      {}", name,
                                         platform.getInfo<CL_PLATFORM_VERSION>().c_str(), library);
    offering.insert(library_stem(library));
    doing(fmt::format("asking the platform {} for its devices", name));
    std::vector<cl::Device> devices;
    try {
      cl::Platform(platform).getDevices(CL_DEVICE_TYPE_ALL, &devices);
    } catch (const cl::Error& e) {
      if (e.err() != CL_DEVICE_NOT_FOUND) {
        line("NO", fmt::format("{}\n      {}", what, common::explain(e)));
        continue;
      }
    }
    if (devices.empty() && name != "Portable Computing Language") // of which more below
      explain_trouble(what, name);
    else
      line("ok", fmt::format("{}, {} {}", what, devices.size(),
                             devices.size() == 1 ? "device" : "devices"));
  }
  // Some drivers offer not even a platform where they have no device.
  if (found.size() < findings.loaded.size())
    for (const std::string& library : findings.loaded)
      if (offering.count(library_stem(library)) == 0)
        explain_trouble(fmt::format("driver {}, which offers no platform", library), library);
  if (const std::string place = environment("OCL_ICD_VENDORS");
      found.empty() && findings.mend.empty() && !place.empty() && !place.ends_with('/'))
    findings.mend.push_back(
        "let OCL_ICD_VENDORS name a directory, with a slash at its end: only some "
        "loaders do without the slash, or take a file");
  try {
    for (const cl::Platform& platform : found)
      if (platform.getInfo<CL_PLATFORM_NAME>() == "Portable Computing Language")
        common::require_pocl_cache();
  } catch (const common::Error& e) {
    line("NO", e.what());
    findings.mend.push_back(e.what());
    return;
  }
  doing("asking the platforms for their devices");
  std::vector<cl::Device> devices;
  try {
    devices = common::all_devices();
  } catch (const common::Error& e) {
    line("NO", first_line(e.what()));
    return;
  }
  for (std::size_t i = 0; i < devices.size(); ++i)
    examine_device(i, devices[i], findings);
  try {
    const cl::Device chosen = common::pick_device(selector);
    const auto position = std::find_if(devices.begin(), devices.end(),
                                       [&](const cl::Device& d) { return d() == chosen(); });
    const std::string wanted = environment("OCL_DEVICE");
    line("ok", fmt::format("programs take device {}: {}", position - devices.begin(),
                           !selector.empty()      ? fmt::format("--device {} says so", selector)
                           : !wanted.empty()      ? fmt::format("OCL_DEVICE={} says so", wanted)
                           : devices.size() == 1U ? "it is the only one"
                                                  : "GPU before accelerator before CPU, then the "
                                                    "most compute units times clock"));
  } catch (const common::Error& e) {
    line("NO", e.what());
    findings.mend.push_back(selector.empty() ? "unset OCL_DEVICE, or set it to one of the devices"
                                             : "name another device with --device");
    findings.healthy = 0;
  }
}

// ---- hardware without a driver ----

void examine_hardware(Findings& findings) {
  title("GPUs that the system sees");
  const std::set<cl_uint> seen = hardware_vendors();
  bool any = false;
  for (const Vendor& vendor : vendors) {
    if (seen.count(vendor.pci) == 0)
      continue;
    any = true;
    if (findings.gpu_vendors.count(vendor.pci) > 0) {
      line("ok", fmt::format("{}, usable through OpenCL", vendor.name));
      continue;
    }
    line("--", fmt::format("{}, but no OpenCL platform offers it", vendor.name));
    if (findings.explained.count(vendor.pci) > 0) // its driver is here
      continue;
    const bool unregistered =
        load_problem(vendor.library).empty() && environment("OCL_ICD_VENDORS").empty();
    findings.improve.push_back(
        unregistered
            ? fmt::format("register the driver of the {0} GPU: sudo mkdir -p /etc/OpenCL/vendors "
                          "&& echo {1} | sudo tee /etc/OpenCL/vendors/{2}.icd",
                          vendor.name, vendor.library,
                          fs::path(vendor.library).stem().stem().string())
            : fmt::format("for the {} GPU, install {}", vendor.name, vendor.advice));
  }
  if (!any)
    line("--", "none; the CPU is enough for every lesson");
}

// ---- what lessons and tests can use besides ----

void examine_options() {
  title("Optional: used where it is there");
  for (const Package& package : packages()) {
    if (package.need == "build" || package.need == "run")
      continue;
    const std::string place = find_package(package);
    const std::string more =
        place.empty() ? fmt::format("not here. It {}: {}", package.why, install_command(package))
                      : place;
    line(place.empty() ? "--" : "ok", fmt::format("{:<11} {}", package.what, more));
  }
}

bool pocl_is_missing(const Findings& findings) {
  return std::none_of(
      findings.loaded.begin(), findings.loaded.end(),
      [](const std::string& library) { return library_stem(library) == "libpocl"; });
}

Findings examine_drivers(const std::string& selector) {
  Findings findings;
  try {
    examine_registrations(findings);
    examine_devices(selector, findings);
  } catch (const cl::Error& e) {
    line("NO", common::explain(e));
  } catch (const std::exception& e) {
    line("NO", e.what());
  }
  return findings;
}

Findings examine_drivers_apart(const std::string& selector) {
  const harness::TemporaryDirectory directory;
  const std::string file = (directory.path / "note").string();
  common::write_text(file, "it started");
  std::vector<std::string> command{common::own_executable().string(), "doctor", "--note", file};
  for (const auto& [option, value] : {std::pair("--device", selector), {"--machine", machine}})
    if (!value.empty())
      command.insert(command.end(), {option, value});
  const int code = run_here(command);
  const std::string said = common::read_text(file);
  if (const Json document = Json::parse(said, nullptr, false); document.is_object())
    return document.get<Findings>();

  constexpr int out_of_time = 128 + 14; // SIGALRM
  const std::string what = fmt::format("a driver {} while {}",
                                       code == out_of_time ? "came to no end"
                                       : code > 128 ? fmt::format("crashed (signal {})", code - 128)
                                                    : "ended the process",
                                       said);
  line("NO", what);
  Findings findings;
  findings.mend.push_back(
      what +
      "; install that driver again, or take its .icd file away (to try one alone, copy "
      "its .icd file into a directory of its own: OCL_ICD_VENDORS=DIRECTORY/ ./learn doctor)");
  std::error_code error;
  if (!fs::exists("/sys/devices/system/cpu", error))
    findings.mend.push_back("mount -t sysfs sys /sys (PoCL reads there what the processor is like, "
                            "and this system has nothing there)");
  return findings;
}

int examine(const std::string& selector) {
  fmt::print("What OpenCL finds on this machine\n");
  examine_loader();
  examine_environment();
  Findings findings = examine_drivers_apart(selector);
  examine_hardware(findings);
  examine_options();

  title("Verdict");
  const bool works = findings.healthy > 0;
  if (works)
    fmt::print("  OpenCL works here: {} of {} {} gave right results.\n", findings.healthy,
               findings.devices, findings.devices == 1 ? "device" : "devices");
  else
    fmt::print("  OpenCL does not work here yet. To mend it:\n");
  if (!works && findings.mend.empty() && pocl_is_missing(findings))
    findings.mend.push_back((findings.improve.empty() ? "" : "to use the CPU meanwhile, ") +
                            driver_advice());
  if (works && !findings.improve.empty())
    fmt::print("  It could do more:\n");
  for (const std::string& advice : findings.improve)
    fmt::print("  * {}\n", advice);
  for (const std::string& advice : findings.mend)
    fmt::print("  * {}\n", advice);
  return works ? common::exit_passed : common::exit_failed;
}

} // namespace

int doctor(const Arguments& arguments) {
  CLI::App app{"What OpenCL finds on this machine, and how to mend what is missing. Ends with 0 if "
               "a device works.",
               "learn doctor"};
  std::string selector;
  app.add_option("--device", selector, "say what this choice of a device leads to");
  app.add_option("--machine", machine, "where /dev, /proc and /sys are, for tests")->group("");
  app.add_option("--note", note, "for the child process")->group("");
  parse(app, arguments);
  if (!note.empty()) {
    common::write_text(note, Json(examine_drivers(selector)).dump());
    std::fflush(nullptr);
    std::_Exit(common::exit_passed); // without the drivers' clean-up, which may crash as well
  }
  return examine(selector);
}

} // namespace learn
