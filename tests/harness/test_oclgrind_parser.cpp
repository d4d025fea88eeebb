// Reading what Oclgrind prints. The texts are Oclgrind 21.10's own; real runs are in tests/oclgrind.

#include "harness/inspect/oclgrind.hpp"

#include "tests/support/support.hpp"

using tests::contains;

TEST_CASE("oclgrind parser: instructions and bytes by kernel and address space") {
  const auto kernels = harness::parse_instruction_counts(R"(a program's own line
Instructions executed for kernel 'copy_tile':
           1,088 - br
           1,024 - load global (4,096 bytes)
             512 - store local (2,048 bytes)
             256 - load local (1,024 bytes)
             128 - load constant (512 bytes)
              64 - store private (256 bytes)
              64 - load private (256 bytes)
              32 - store global (128 bytes)
              16 - call _Z13get_global_idj()
              16 - call llvm.fmuladd.f32()

Instructions executed for kernel 'other':
               7 - load global (28 bytes)
)");
  REQUIRE(kernels.size() == 2);
  const harness::AccessCounts& tile = kernels.at("copy_tile");
  CHECK(tile.global_loads.instructions == 1024);
  CHECK(tile.global_loads.bytes == 4096);
  CHECK(tile.global_stores.instructions == 32);
  CHECK(tile.global_stores.bytes == 128);
  CHECK(tile.constant_loads.instructions == 128);
  CHECK(tile.local_loads.instructions == 256);
  CHECK(tile.local_loads.bytes == 1024);
  CHECK(tile.local_stores.instructions == 512);
  CHECK(tile.local_stores.bytes == 2048);
  CHECK(kernels.at("other").global_loads.instructions == 7);
  CHECK(kernels.at("other").global_stores.instructions == 0);
}

TEST_CASE("oclgrind parser: a kernel that runs twice is summed up") {
  const auto kernels = harness::parse_instruction_counts(
      "Instructions executed for kernel 'k':\n  5 - load global (20 bytes)\n\n"
      "Instructions executed for kernel 'k':\n  6 - load global (24 bytes)\n");
  CHECK(kernels.at("k").global_loads.instructions == 11);
  CHECK(kernels.at("k").global_loads.bytes == 44);
}

TEST_CASE("oclgrind parser: vloadn and vstoren are calls that access memory") {
  const auto kernels = harness::parse_instruction_counts(
      "Instructions executed for kernel 'k':\n"
      "  10 - call _Z6vload4mPU3AS1Kf()\n"      // 4 floats, global
      "   3 - call _Z6vload8mPU3AS1Kh()\n"      // 8 uchars, global
      "   2 - call _Z7vload16mPU3AS2Kd()\n"     // 16 doubles, constant
      "   5 - call _Z6vload2mPU3AS3Ks()\n"      // 2 shorts, local
      "   7 - call _Z6vload3mPKf()\n"           // private
      "   4 - call _Z7vstore4Dv4_fmPU3AS1f()\n" // 4 floats, global
      "   6 - call _Z7vstore2Dv2_imPU3AS3i()\n" // 2 ints, local
      "   1 - load global (4 bytes)\n");
  const harness::AccessCounts& k = kernels.at("k");
  CHECK(k.global_loads.instructions == 14);
  CHECK(k.global_loads.bytes == 10 * 16 + 3 * 8 + 4);
  CHECK(k.constant_loads.instructions == 2);
  CHECK(k.constant_loads.bytes == 2 * 128);
  CHECK(k.local_loads.instructions == 5);
  CHECK(k.local_loads.bytes == 5 * 4);
  CHECK(k.global_stores.instructions == 4);
  CHECK(k.global_stores.bytes == 4 * 16);
  CHECK(k.local_stores.instructions == 6);
  CHECK(k.local_stores.bytes == 6 * 8);
}

TEST_CASE("oclgrind parser: reads of images are calls") {
  const auto kernels = harness::parse_instruction_counts(
      "Instructions executed for kernel 'k':\n"
      "  1,024 - call _Z11read_imagef14ocl_image2d_ro11ocl_samplerDv2_f()\n"
      "      6 - call _Z12read_imageui14ocl_image2d_roDv2_i()\n"
      "      5 - call _Z12write_imagef14ocl_image2d_woDv2_iDv4_f()\n"
      "      7 - call _Z15get_image_width14ocl_image2d_ro()\n");
  CHECK(kernels.at("k").image_reads.instructions == 1030);
}

TEST_CASE(
    "oclgrind parser: what the program prints may be of any length, and need not end its line") {
  for (const char filling : {' ', '1', '\'', 'x'}) {
    const std::string much(300000, filling);
    const auto kernels = harness::parse_instruction_counts(
        much + "\n" + much +
        "Instructions executed for kernel 'f':\n  7 - load global (28 bytes)\n" + much);
    CHECK(kernels.at("f").global_loads.bytes == 28);
  }
}

TEST_CASE("oclgrind parser: no kernel, no counts") {
  CHECK(harness::parse_instruction_counts("").empty());
  CHECK(harness::parse_instruction_counts("  5 - load global (20 bytes)\n").empty());
}

TEST_CASE("oclgrind parser: findings begin at the margin, their details are indented") {
  const auto findings = harness::parse_findings(R"(
Read-write data race at local memory address 0x1000000000000
	Kernel: triple
	
	First entity:  Global(1,0,0) Local(1,0,0) Group(0,0,0)
	  %1 = load float, float addrspace(3)* %arrayidx13, align 4, !dbg !49
	At line 23 (column 22) of input.cl:
	  const float left = shared[l > 0 ? l - 1 : 0];
	
	Second entity: Global(0,0,0) Local(0,0,0) Group(0,0,0)
	  store float %0, float addrspace(3)* %arrayidx5, align 4, !dbg !46
	At line 22 (column 13) of input.cl:
	  shared[l] = i < n ? in[i] : 0.0f;
	

Invalid read of size 4 at global memory address 0x1000000000014
	Kernel: triple
	Entity: Global(4,0,0) Local(4,0,0) Group(0,0,0)
	  %1 = load float, float addrspace(1)* %arrayidx5, align 4, !dbg !42
	At line 56 (column 7) of input.cl:
	  if (in[i + 1] > 1e30f)
	
)");
  REQUIRE(findings.size() == 2);
  CHECK(findings[0].rfind("Read-write data race", 0) == 0);
  CHECK(contains(findings[0], "At line 22"));
  CHECK_FALSE(contains(findings[0], "Invalid read"));
  CHECK(findings[1].rfind("Invalid read of size 4", 0) == 0);
  CHECK(contains(findings[1], "At line 56"));
  CHECK(harness::parse_findings("").empty());
  CHECK(harness::parse_findings("\n \n\t\n").empty());
}

TEST_CASE("oclgrind parser: a report is clean only with nothing to complain about") {
  harness::OclgrindReport report;
  CHECK(report.clean());
  report.findings = {"Invalid read"};
  CHECK_FALSE(report.clean());
  report.findings.clear();
  report.exit_code = 1;
  CHECK_FALSE(report.clean());
  report.exit_code = 0;
  report.timed_out = true;
  CHECK_FALSE(report.clean());
}
