// The steps for tensor cores without the device: their kernels as C++ on threads, with an emulator in the place of the PTX. It
// proves what is easily wrong in them, places and waits, but not the text of the instructions, which only the assembler knows.

#include "common/files.hpp"
#include "common/kernel_io.hpp"
#include "harness/system/process.hpp"
#include "tests/support/support.hpp"

#include <fmt/format.h>

#include <regex>

namespace {

using tests::contains;

std::string replaced(const std::string& text, const std::string& pattern, const std::string& with) {
  return std::regex_replace(text, std::regex(pattern), with);
}

// A function of the kernel's with another body.
std::string with_body(const std::string& text, const std::string& function,
                      const std::string& body) {
  return replaced(text, "\\n([a-z0-9]+ " + function + "\\([^)]*\\)) \\{[^]*?\\n\\}",
                  "\ninline $1 { " + body + " }");
}

std::string region(const std::string& text, const std::string& name) {
  const auto begin = text.find("// [" + name + "]");
  const auto end = text.find("// [/" + name + "]");
  REQUIRE(begin < end);
  return text.substr(begin, end - begin);
}

std::string kernel_text(const std::string& file) {
  return common::read_text(common::find_kernel("15_matmul/" + file));
}

// A kernel, with what it shares with others in the place of the include. (The emulator has the rest of that file.)
std::string source_of(const std::string& file) {
  const std::string header = kernel_text("tensor_map.clh");
  std::string shared = "// tensor_map.clh\n#include \"wgmma.clh\"\n";
  for (const char* name : {"stage", "descriptor", "fetch", "multiply"})
    shared += region(header, name);
  return replaced(kernel_text(file + ".cl"), "#include \"tensor_map.clh\"", shared);
}

// OpenCL C that C++ understands, with the emulator's includes around it.
std::string as_cpp(const std::string& source, const std::string& function) {
  std::string text = source;
  const bool hopper = contains(text, "wgmma.clh"), mapped = contains(text, "tensor_map.clh");
  std::string prologue = fmt::format("#define REAL_LOCAL {:d}\n#define MMA_K {}\n", !hopper,
                                     contains(text, "m16n8k8") ? 8 : 16);
  if (contains(text, "#define TF32 1"))
    prologue += "#define TF32 1\n";
  text = replaced(text, "#define TF32 1\n", "");
  if (mapped) {
    prologue += "#define ROWS_OF_B 1\n";
    const std::string map =
        "#define SET_32(field, dimension, value) set_field(map, field, dimension, value)\n"
        "#define SET_64(field, dimension, value) set_field(map, field, dimension, value)\n"
        "#define SET_CONSTANT(field, number) set_field(map, field, \"\", number)\n"
        "#define RELEASE() release_maps()\n" +
        replaced(region(kernel_text("make_map.cl"), "make_map"), "kernel void", "inline void");
    text = replaced(text, "// tensor_map.clh", map);
    text = replaced(text, "// \\[pack\\][^]*?// \\[/pack\\]",
                    "inline uint pack(float low, float high) { return bfloat16_of(low) | "
                    "static_cast<uint>(bfloat16_of(high)) << 16; }");
  }
  if (hopper) {
    const std::string header = kernel_text("wgmma.clh");
    text =
        replaced(text, "#include \"wgmma.clh\"",
                 "#define INLINE inline\n#define wgmma wgmma_of<BN>\n" +
                     replaced(region(header, "descriptor") + region(header, "store"), "\\$", "$$"));
  }
  text = with_body(text, "tf32",
                   contains(text, "tf32(const float v)") ? "return as_uint(v);" : "return word;");
  text = with_body(text, "mma", "::mma(upper, lower, a, b, 0);");
  text = with_body(text, "pack", "return low >> 16 | high >> 16 << 16;");
  text = with_body(text, "load_a", "return ldmatrix(row);");
  text = with_body(text, "load_cores", "return ldmatrix(piece);");
  text = with_body(text, "copy",
                   contains(text, "const int inside)")
                       ? "start_copy(to, from, 4 * V, inside ? 4 * V : 0);"
                       : "start_copy(to, from, 16, 16);");
  text = with_body(text, "end_of_batch", "close_batch(here.copies);");
  text = with_body(text, "wait_for_batch", "finish(here.copies, STAGES - 2);");
  text = replaced(text, "\\((uint2|uint4|float2)\\)\\(", "make_$1(");
  text = replaced(text, "\\[1024\\]",
                  contains(text, "STORE_BYTES") ? "[STAGES * STAGE_BYTES + STORE_BYTES]"
                                                : "[STAGES * STAGE_BYTES]");
  text = replaced(text, "local ulong full\\[STAGES\\], empty\\[STAGES\\];",
                  "local ulong full[STAGES];\n  local ulong empty[STAGES];");
  text = replaced(
      text, "\\n( +)local (\\w+) (\\w+)((?:\\[[^\\]]*\\])+)[^;\\n]*;",
      fmt::format(
          "\n$1using array_of_$3 = $2$4;\n$1auto& $3 = local_array<array_of_$3>(__LINE__, {});",
          mapped ? 1024 : 128));
  text = replaced(text, "kernel __attribute__\\(\\(reqd_work_group_size[^\\n]*\\n", "void ");
  text = replaced(text, "#pragma unroll", "");
  text = replaced(text, "__attribute__\\(\\(always_inline\\)\\) void", "inline void");
  text = replaced(text, "\\b(global|local) ", "");
  return prologue + "#include \"tensor_emulator.hpp\"\n" + text +
         fmt::format("\n#define KERNEL {}\n#define PACKED {:d}\n#define PERSISTENT {:d}\n#define "
                     "OPERAND const {}\n#define PARTS {}\n#define MAPPED {:d}\n#define STORES "
                     "{:d}\n#define SHORT_RESULT {:d}\n",
                     function, contains(text, "tiles_along_k"), contains(text, "get_num_groups"),
                     contains(text, "const uchar* A") ? "uchar" : "uint4",
                     contains(text, "b_low") ? 2 : 1, mapped, contains(text, "c_map"),
                     contains(text, "uint pack(float low")) +
         "#define ITEMS_IN_GROUP (ITEMS)\n#include \"tensor_emulator_main.hpp\"\n";
}

struct Emulated {
  tests::TemporaryDirectory directory;
  bool mapped; // by tensor maps: K and N have to be multiples of 8
  harness::ProcessResult compiled;

  Emulated(const std::string& file, const std::string& source)
      : mapped(contains(source, "tensor_map.clh")) {
    std::smatch name;
    REQUIRE(std::regex_search(source, name, std::regex("\\n(matmul_\\w+)\\(")));
    directory.write("kernel.cpp", as_cpp(source, name[1]));
    INFO(file);
    compiled = harness::run_process(
        {"c++", "-std=c++20", "-O1", "-w", "-fno-strict-aliasing",
         "-fno-delete-null-pointer-checks", "-pthread",
         "-I" + tests::source_root() + "/tests/support",
         "-I" + common::find_kernel("15_matmul/vector.clh").parent_path().string(),
         (directory.path / "kernel.cpp").string(), "-o", (directory.path / "kernel").string()});
    CHECK_MESSAGE(compiled.exit_code == 0, compiled.output);
  }
  harness::ProcessResult run(const std::string& m, const std::string& n, const std::string& k,
                             const std::string& groups) const {
    return harness::run_process({(directory.path / "kernel").string(), m, n, k, groups});
  }
};

} // namespace

TEST_CASE("15: the kernels for tensor cores multiply on an emulator" * tests::long_tier) {
  for (const std::string file :
       {"t1_tensor_cores", "t2_async_copies",    "t3_swizzles",        "t4_third_tile",
        "t5_ldmatrix",     "t6_bfloat16",        "t7_packed",          "t8_wgmma",
        "t9_bulk_copies",  "t10_wide_tiles",     "t11_stages",         "t12_fetcher",
        "t13_in_flight",   "t14_stripes",        "t15_persistent",     "t16_thick_stages",
        "t17_even_rounds", "t18_tf32",           "t19_three_products", "t20_tensor_maps",
        "t21_map_store",   "t22_bfloat16_result"}) {
    CAPTURE(file);
    const Emulated kernel(file, source_of(file));
    // The last number: so many work-groups, where they stay. One K makes more tiles than there are stages.
    using Size = std::array<std::string, 4>;
    const std::vector<Size> sizes = kernel.mapped ? std::vector<Size>{{"1", "8", "8", "1"},
                                                                      {"129", "264", "360", "1"},
                                                                      {"260", "136", "56", "2"}}
                                                  : std::vector<Size>{{"1", "1", "1", "1"},
                                                                      {"129", "257", "353", "1"},
                                                                      {"260", "140", "50", "2"},
                                                                      {"3", "5", "0", "1"}};
    for (const Size& size : sizes) {
      const auto result = kernel.run(size[0], size[1], size[2], size[3]);
      CAPTURE(size[0]);
      CHECK_MESSAGE(result.exit_code == 0, result.output);
    }
  }
}

TEST_CASE("15: the emulator notices mistakes of the kernels for tensor cores" * tests::long_tier) {
  struct Mistake {
    const char *file, *what, *instead;
  };
  for (const Mistake& mistake :
       {Mistake{"t3_swizzles", "k4 = k0 ^ 4", "k4 = k0 + 4"},
        Mistake{"t2_async_copies", "barrier(CLK_LOCAL_MEM_FENCE);", ""},
        Mistake{"t5_ldmatrix", "lane / 16 * 4", "lane / 16 * 8"},
        Mistake{"t8_wgmma", "wait_for_products(0);", "wait_for_products(1);"},
        Mistake{"t9_bulk_copies", "await(full + now, parity);", ""},
        Mistake{"t10_wide_tiles", "stage + 16 * row0", "stage"},
        Mistake{"t12_fetcher", "await(empty + now, parity ^ 1);", ""},
        Mistake{"t13_in_flight", "if (item % 32 == 0 && k > 0)", "if (item % 32 == 0)"},
        Mistake{"t14_stripes", "in_stripe % height", "in_stripe % STRIPE"},
        Mistake{"t15_persistent", "stage + A_BYTES, k > 0", "stage + A_BYTES, 1"},
        Mistake{"t19_three_products", "wgmma(sum[i], a_low, b_high, 1);", ""},
        Mistake{"t19_three_products", "k % CHUNK > 0", "k > 0"},
        Mistake{"t20_tensor_maps", "acquire(b_map);", ""},
        Mistake{"t20_tensor_maps", "b_tile + 128 * k", "b_tile + 64 * k"},
        Mistake{"t20_tensor_maps", "128 * 64 * i + 2 * k, 0)", "128 * 64 * i + k, 0)"},
        Mistake{"t20_tensor_maps", "* k, BOX_BYTES)", "* k, BOX_BYTES / 2)"},
        Mistake{"t20_tensor_maps", "col + 64 * i, k, full", "k, col + 64 * i, full"},
        Mistake{"t21_map_store", "wait_for_stores(1);", "wait_for_stores(9);"},
        Mistake{"t21_map_store", "wait_for_stores(0);", "wait_for_stores(9);"},
        Mistake{"t21_map_store", "publish();\n      meet", "meet"},
        Mistake{"t21_map_store", "meet(item / 128);\n      if", "if"},
        Mistake{"t21_map_store", "(piece ^ row % 8)", "piece"},
        Mistake{"t22_bfloat16_result", "wait_for_stores(1);\n      meet(item / 128);",
                "wait_for_stores(1);"},
        Mistake{"t22_bfloat16_result", "pack(sum[4 * j], sum[4 * j + 1])",
                "pack(sum[4 * j + 1], sum[4 * j])"}}) {
    const std::string file = mistake.file;
    CAPTURE(file);
    std::string source = source_of(mistake.file);
    const auto at = source.find(mistake.what);
    REQUIRE(at != std::string::npos);
    source.replace(at, std::string(mistake.what).size(), mistake.instead);
    const Emulated kernel(mistake.file, source);
    bool noticed = false; // a missing wait does no harm in some orders of the emulator's threads
    for (int attempt = 0; attempt < 10 && !noticed; ++attempt)
      noticed = (kernel.mapped ? kernel.run("129", "264", "360", "1")
                               : kernel.run("129", "257", "353", "1"))
                    .exit_code != 0;
    CHECK(noticed);
  }
}
