// The binaries of PoCL: files in its cache, shared libraries among them.

#include "harness/inspect/listing.hpp"

#include "common/files.hpp"
#include "harness/system/temporary.hpp"
#include "harness/system/text.hpp"

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <regex>

namespace harness {
using namespace common;

std::vector<PoclVariant> pocl_variants(std::string_view binary) {
  // Each file is there with the length of its path and the path, the length of its content and the content. An ELF
  // file's header says where its table of sections is, which is its end.
  constexpr std::string_view magic("\x7f"
                                   "ELF\x02",
                                   5);
  std::vector<PoclVariant> variants;
  if (!contains(binary.substr(0, 64), "poclbin"))
    return variants;
  const auto read = [&]<typename T>(std::size_t place, T value) {
    if (place + sizeof(T) <= binary.size())
      std::memcpy(&value, &binary[place], sizeof(T));
    return value;
  };
  for (std::size_t begin = 0; (begin = binary.find(magic, begin)) != binary.npos;) {
    const std::size_t size =
        read(begin + 40, std::uint64_t{0}) +
        std::size_t{read(begin + 58, std::uint16_t{0})} * read(begin + 60, std::uint16_t{0});
    const std::string_view before = binary.substr(0, begin);
    const std::size_t end = before.rfind(".so");
    const std::size_t path = end == before.npos ? before.npos : before.rfind('\0', end);
    if (size < 64 || size > binary.size() - begin || path == before.npos || begin - end > 16) {
      begin += magic.size();
      continue;
    }
    PoclVariant variant;
    variant.file = before.substr(path + 1, end + 3 - path - 1);
    variant.kernel = std::filesystem::path(variant.file).stem();
    variant.code = binary.substr(begin, size);
    variants.push_back(std::move(variant));
    begin += size;
  }
  return variants;
}

std::string listing::loaded_libraries() {
  std::ifstream maps("/proc/self/maps");
  return {std::istreambuf_iterator<char>(maps), {}};
}

nlohmann::json listing::pocl_listings(const std::string& name, const std::string& binary,
                                      const std::string& loaded, nlohmann::json& notes) {
  std::vector<PoclVariant> variants = pocl_variants(binary);
  std::erase_if(variants, [&](const PoclVariant& each) { return each.kernel != name; });
  // Where the kernel has been launched: what was launched, not what is left from other runs. The binary begins with
  // the program's directory in the cache.
  static const std::regex form("[A-P]{2}/[A-P]{30,40}");
  std::smatch directory;
  const std::string head = binary.substr(0, 4096);
  if (std::regex_search(head, directory, form)) {
    const auto is_loaded = [&](const PoclVariant& each) {
      return contains(loaded, directory.str() + each.file);
    };
    if (std::any_of(variants.begin(), variants.end(), is_loaded))
      std::erase_if(variants, [&](const PoclVariant& each) { return !is_loaded(each); });
  }
  nlohmann::json listings = nlohmann::json::array();
  for (const PoclVariant& variant : variants) {
    const TemporaryDirectory place;
    const std::string file = place.path / "kernel.so";
    write_text(file, variant.code);
    const std::string listing = output_of({"objdump", "-d", "--no-show-raw-insn", file}, notes);
    const unsigned machine =
        static_cast<unsigned char>(variant.code[18]); // e_machine of the ELF header
    CountedFunctions functions;
    if (machine == 62)
      functions = count_x86(listing);
    else if (machine == 183)
      functions = count_aarch64(listing);
    else
      notes.push_back("the instructions of this processor are not known to this program");
    // "/scale/64-1-1-goffs0/scale.so"; 0 stands for any size
    const std::string size = std::filesystem::path(variant.file).parent_path().filename();
    static const std::regex numbers(R"((\d+)-(\d+)-(\d+).*)");
    std::smatch local;
    std::string of = size;
    if (std::regex_match(size, local, numbers))
      of = local[1] == "0"
               ? "any work-group"
               : fmt::format("work-group {}x{}x{}", local[1].str(), local[2].str(), local[3].str());
    for (const auto& [function, code] : functions)
      if (function == "_pocl_kernel_" + name + "_workgroup")
        listings.push_back(counted_json(of, code));
  }
  return listings;
}

} // namespace harness
