// What compilers have made of kernels. The texts are made up, in the form of the tools that print such.

#include "harness/inspect/kernel_stats.hpp"

#include "tests/support/session.hpp"
#include "tests/support/support.hpp"

#include "common/kernel_io.hpp"

#include <cstdint>
#include <cstdlib>
#include <cstring>

using harness::InstructionCounts;
using tests::contains;

TEST_CASE("kernel stats: registers and spills of the compiler's log, kernel by kernel") {
  const auto reports = harness::parse_compiler_log(R"(ptxas info    : 0 bytes gmem
ptxas info    : Compiling entry function 'small' for 'sm_90'
ptxas info    : Function properties for small
ptxas         .     0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
ptxas info    : Used 14 registers, used 0 barriers
ptxas info    : Compiling entry function 'large' for 'sm_90'
ptxas info    : Function properties for large
ptxas         .     48 bytes stack frame, 44 bytes spill stores, 60 bytes spill loads
ptxas info    : Used 255 registers, used 1 barriers, 48 bytes cumulative stack size, 16640 bytes smem
)");
  REQUIRE(reports.size() == 2);
  CHECK(reports.at("small").registers == 14);
  CHECK(reports.at("small").spill_store_bytes == 0);
  CHECK(reports.at("small").local_bytes == 0);
  CHECK(reports.at("large").registers == 255);
  CHECK(reports.at("large").stack_bytes == 48);
  CHECK(reports.at("large").spill_store_bytes == 44);
  CHECK(reports.at("large").spill_load_bytes == 60);
  CHECK(reports.at("large").local_bytes == 16640);
  CHECK(harness::parse_compiler_log("").empty());
  CHECK(harness::parse_compiler_log("kernel.cl:3:5: warning: unused variable 'a'\n").empty());
}

TEST_CASE("kernel stats: what NVIDIA's compiler says of every kernel is not worth reading") {
  const std::string log = "\n(): Warning: Function scale is a kernel, so overriding noinline "
                          "attribute. The function may be inlined when called.\n"
                          "\nptxas info    : 0 bytes gmem\n\nkernel.cl:3:5: warning: unused\n";
  CHECK(harness::readable_log(log) ==
        "ptxas info    : 0 bytes gmem\n\nkernel.cl:3:5: warning: unused");
  CHECK(harness::readable_log("").empty());
}

TEST_CASE("kernel stats: the PTX in a binary ends before its zero byte") {
  const std::string ptx = "//\n\n.version 9.0\n.target sm_90\n.entry k()\n{\n\tret;\n}\n";
  const std::string binary = ptx + ".metadata_section {\n} // end of .metadata_section\n";
  CHECK(harness::ptx_of(binary + std::string(2, '\0')) == binary); // ptxas stumbles over a zero
  CHECK(harness::ptx_of("poclbin" + std::string(40, '\0')).empty());
  CHECK(harness::ptx_of("").empty());
}

TEST_CASE("kernel stats: PTX by kernel, class and loop") {
  const auto kernels = harness::count_ptx(R"(// a comment; with.ld.global in it
.version 8.0
.target sm_90
.entry first(
	.param .u64 .ptr .global .align 4 first_param_0
)
{
	.reg .pred 	%p<2>;
	.reg .f32 	%f<9>;

	ld.param.u64 	%rd1, [first_param_0];
	mov.u32 	%r1, %ctaid.x;
	mad.lo.s32 	%r2, %r1, 4, %r1;
$L__BB0_1:
	ld.global.nc.v4.f32 	{%f1, %f2, %f3, %f4}, [%rd1];
	st.shared.f32 	[%r2], %f1;
	bar.sync 	0;
	ld.shared.f32 	%f5, [%r2];
	fma.rn.f32 	%f6, %f5, %f5, %f6;
	fma.rn.f32 	%f7, %f5, %f5, %f7;
	// begin inline asm
	{ mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%f1}, {%r1}, {%r2}, {%f1}; }
	// end inline asm
	add.s32 	%r3, %r3, 1;
	setp.lt.s32 	%p1, %r3, 8;
	@%p1 bra 	$L__BB0_1;

	add.f32 	%f8, %f6, %f7;
	st.global.f32 	[%rd1], %f8;
	ret;
}
.entry second()
{
	tex.2d.v4.f32.s32 	{%f1, %f2, %f3, %f4}, [%rd1, {%r1, %r2}];
	ret;
}
)");
  REQUIRE(kernels.size() == 2);
  const InstructionCounts& loop = kernels.at("first").loop;
  CHECK(loop == InstructionCounts{{"instructions", 10},
                                  {"load global", 1},
                                  {"store local", 1},
                                  {"barrier", 1},
                                  {"load local", 1},
                                  {"fma", 2},
                                  {"matrix", 1},
                                  {"integer", 2},
                                  {"branch", 1}});
  const InstructionCounts& all = kernels.at("first").all;
  CHECK(all.at("instructions") == 16);
  CHECK(all.at("load argument") == 1);
  CHECK(all.at("move") == 1);
  CHECK(all.at("float") == 1);
  CHECK(all.at("store global") == 1);
  CHECK(all.at("integer") == 3);
  CHECK(kernels.at("second").all ==
        InstructionCounts{{"instructions", 2}, {"image", 1}, {"branch", 1}});
  CHECK(kernels.at("second").loop.empty());
}

TEST_CASE("kernel stats: machine code of NVIDIA, as cuobjdump prints it") {
  const auto kernels = harness::count_sass(R"(
Fatbin elf code:
	code for sm_90
		Function : tile
	.headerflags	@"EF_CUDA_SM90"
        /*0000*/                   LDC R1, c[0x0][0x28] ;                   /* 0x00000a00ff017b82 */
                                                                            /* 0x000fc00000000800 */
        /*0010*/                   S2R R0, SR_TID.X ;                       /* 0x0000000000007919 */
        /*0018*/                   HFMA2.MMA R0, -RZ, RZ, 0, 0 ;            /* 0x00000000ff007435 */
        /*0020*/                   LDG.E.CONSTANT R4, desc[UR4][R2.64] ;    /* 0x0000000402047981 */
        /*0030*/                   STS [R0], R4 ;                           /* 0x0000000400007388 */
        /*0040*/                   BAR.SYNC.DEFER_BLOCKING 0x0 ;            /* 0x0000000000007b1d */
        /*0050*/                   LDS.128 R8, [R0] ;                       /* 0x0000000000087984 */
        /*0060*/                   FFMA R5, R8, R9, R5 ;                    /* 0x0000000908057223 */
        /*0070*/                   FFMA R6, R10, R11, R6 ;                  /* 0x0000000b0a067223 */
        /*0080*/                   IMAD.MOV.U32 R7, RZ, RZ, R5 ;            /* 0x000000ffff077224 */
        /*0090*/                   IADD3 R0, R0, 0x10, RZ ;                 /* 0x0000001000007810 */
        /*00a0*/              @!P0 BRA 0x20 ;                               /* 0xfffffffc00788947 */
        /*00b0*/              @P1  STL [R1], R7 ;                           /* 0x0000000701007387 */
        /*00c0*/                   STG.E desc[UR4][R2.64], R5 ;             /* 0x0000000502007986 */
        /*00d0*/                   EXIT ;                                   /* 0x000000000000794d */
        /*00e0*/                   BRA 0xe0;                                /* 0xfffffffc00fc7947 */
        /*00f0*/                   NOP;                                     /* 0x0000000000007918 */
)");
  REQUIRE(kernels.size() == 1);
  CHECK(kernels.at("tile").loop == InstructionCounts{{"instructions", 9},
                                                     {"load global", 1},
                                                     {"store local", 1},
                                                     {"barrier", 1},
                                                     {"load local", 1},
                                                     {"fma", 2},
                                                     {"move", 1},
                                                     {"integer", 1},
                                                     {"branch", 1}});
  CHECK(kernels.at("tile").all.at("instructions") == 16); // padding is none
  CHECK(kernels.at("tile").all.at("fma") == 2);
  CHECK(kernels.at("tile").all.at("move") == 3); // S2R, HFMA2 of nothing but a constant, IMAD.MOV
  CHECK(kernels.at("tile").all.at("store private") == 1);
}

TEST_CASE("kernel stats: x86-64 by the width of the registers, memory operands and the stack") {
  const auto functions = harness::count_x86(R"(
kernel.so:     file format elf64-x86-64

Disassembly of section .text:

0000000000001000 <helper>:
    1000:	vmulps %xmm1,%xmm0,%xmm0
    1004:	ret

0000000000001280 <_pocl_kernel_k_workgroup>:
    1280:	push   %rbp
    1281:	call   1000 <helper>
    1286:	call   30 <fmaf@plt>
    1290:	vmovups -0xe0(%rax,%r10,4),%zmm1
    1296:	vfmadd213ps -0xe0(%rsi,%r10,4),%zmm0,%zmm1
    129c:	vfmadd231ps %zmm2,%zmm3,%zmm4
    12a2:	vbroadcastss 0x40(%rsp),%zmm5
    12a8:	vaddps %ymm1,%ymm2,%ymm3
    12ae:	vmovups %zmm1,(%rsi,%r10,4)
    12b4:	vmovaps %zmm1,0x80(%rsp)
    12ba:	vgatherdps (%rax,%zmm1,4),%zmm6{%k1}
    12c0:	vpermt2ps %zmm1,%zmm2,%zmm3
    12c6:	add    $0x40,%r10
    12ca:	jne    1290 <_pocl_kernel_k_workgroup+0x10>
    12d0:	vmovss (%rdx,%rbp,4),%xmm1
    12d5:	vfmadd213ss (%rbx,%rbp,4),%xmm0,%xmm1
    12db:	mov    0x18(%rsp),%rax
    12e3:	jne    12d0 <_pocl_kernel_k_workgroup+0x50>
    12e8:	ret
    12f0:	nopl   0x0(%rax,%rax,1)
)");
  REQUIRE(functions.contains("_pocl_kernel_k_workgroup"));
  const auto& code = functions.at("_pocl_kernel_k_workgroup");
  CHECK(code.loop == InstructionCounts{{"instructions", 11},
                                       {"fma zmm", 2},
                                       {"load zmm", 2}, // one of them in a multiply-add
                                       {"store zmm", 1},
                                       {"stack zmm", 2},
                                       {"gather zmm", 1},
                                       {"shuffle zmm", 1},
                                       {"arithmetic ymm", 1},
                                       {"integer", 1},
                                       {"branch", 1}});
  CHECK(code.all.at("arithmetic xmm") == 1); // of the function that it calls
  CHECK(code.all.at("fma one value") == 1);
  CHECK(code.all.at("load one value") == 2);
  CHECK(code.all.at("stack integer") == 1);
  CHECK(code.all.at("instructions") == 21);
}

TEST_CASE("kernel stats: AArch64") {
  const auto functions = harness::count_aarch64(R"(
0000000000000650 <_pocl_kernel_k_workgroup>:
     650:	ldr	q0, [x1], #16
     654:	ldp	q1, q2, [sp, #32]
     658:	fmla	v3.4s, v0.4s, v1.s[0]
     65c:	fadd	v4.4s, v3.4s, v0.4s
     660:	str	q3, [x2], #16
     664:	subs	x0, x0, #0x4
     668:	b.ne	650 <_pocl_kernel_k_workgroup>  // b.any
     66c:	fmadd	s0, s1, s2, s3
     670:	ret
)");
  const auto& code = functions.at("_pocl_kernel_k_workgroup");
  CHECK(code.loop == InstructionCounts{{"instructions", 7},
                                       {"load neon", 1},
                                       {"stack neon", 1},
                                       {"fma neon", 1},
                                       {"arithmetic neon", 1},
                                       {"store neon", 1},
                                       {"integer", 1},
                                       {"branch", 1}});
  CHECK(code.all.at("fma one value") == 1);
}

TEST_CASE("kernel stats: a frame that is found by another register than the stack pointer") {
  const auto functions = harness::count_x86(R"(
0000000000001000 <framed>:
    1000:	push   %rbp
    1001:	mov    %rsp,%rbp
    1004:	vmovups -0x40(%rbp),%ymm0
    100a:	mov    -0x8(%rbp,%rax,8),%rcx
    1010:	ret

0000000000001100 <unframed>:
    1100:	vmovups -0x40(%rbp),%ymm0
    1106:	ret
)");
  CHECK(functions.at("framed").all.at("stack ymm") == 1);
  CHECK(functions.at("framed").all.at("stack integer") == 1);
  CHECK(functions.at("unframed").all.at("load ymm") == 1);
  CHECK(functions.at("unframed").all.count("stack ymm") == 0);
}

namespace {

// An ELF file of `size` bytes, as far as its reader looks: 64 bytes of header, one section header at the end.
std::string elf(std::size_t size, char filling) {
  std::string file(size, filling);
  std::memcpy(file.data(),
              "\x7f"
              "ELF\x02",
              5);
  const std::uint64_t table = size - 64;
  const std::uint16_t entry = 64, entries = 1;
  std::memcpy(&file[40], &table, sizeof(table));
  std::memcpy(&file[58], &entry, sizeof(entry));
  std::memcpy(&file[60], &entries, sizeof(entries));
  return file;
}

} // namespace

TEST_CASE("kernel stats: the machine code in a binary of PoCL") {
  const std::string one = elf(300, 'x'), two = elf(200, 'y');
  const std::string lengths(8, '\1');
  const std::string binary = "poclbin" + std::string(40, '\0') + lengths +
                             std::string("\0\0/scale/0-0-0/scale.so", 23) + lengths + one +
                             "some bytes" + std::string(4, '\0') + "/scale/16-4-1-goffs0/scale.so" +
                             lengths + two + "the end";
  const auto variants = harness::pocl_variants(binary);
  REQUIRE(variants.size() == 2);
  CHECK(variants[0].kernel == "scale");
  CHECK(variants[0].file == "/scale/0-0-0/scale.so");
  CHECK(variants[0].code == one);
  CHECK(variants[1].file == "/scale/16-4-1-goffs0/scale.so");
  CHECK(variants[1].code == two);
  CHECK(harness::pocl_variants("something else").empty());
  for (std::size_t length = 0; length < binary.size();
       ++length) // cut anywhere: fewer, and no crash
    CHECK(harness::pocl_variants(binary.substr(0, length)).size() <= 2);
}

TEST_CASE("kernel stats: of a kernel that was built here") {
  const auto session = tests::new_session();
  const cl::Kernel kernel(common::build_kernel_file(session.context, session.device,
                                                    "07_programs/axpy.cl",
                                                    harness::talkative(session.device)),
                          "axpy");
  const auto stats = harness::kernel_stats(kernel, session.device);
  CHECK(stats.at("name") == "axpy");
  CHECK(stats.at("work_group_size").get<int>() >= 1);
  const std::string text = harness::stats_text(stats);
  CAPTURE(text);
  CHECK(contains(text, "kernel axpy\n"));
  CHECK(contains(text, "largest work-group"));
  if (stats.at("listings").empty()) {
    CHECK_FALSE(stats.at("notes").empty()); // never silently
    SKIP_TEST(stats.at("notes")[0].get<std::string>());
  }
  int multiply_adds = 0; // on every processor with an instruction for them
  for (const auto& [name, number] : stats.at("listings")[0].at("all").items())
    if (name.rfind("fma", 0) == 0 || name.rfind("arithmetic", 0) == 0)
      multiply_adds += number.get<int>();
  // Without optimisation PoCL leaves them in a function that the listing does not follow.
  const char* const flags = std::getenv("POCL_EXTRA_BUILD_FLAGS");
  if (flags == nullptr || !contains(flags, "-cl-opt-disable"))
    CHECK(multiply_adds > 0);
  CHECK(contains(text, "all kinds"));
}

TEST_CASE("kernel stats: of PoCL, the variant for the work-group size of the launch") {
  const auto session = tests::new_session();
  const cl::Program program = common::build_source(
      session.context, session.device, "kernel void once(global float* a) { a[0] = 3; }\n");
  cl::Kernel kernel(program, "once");
  const cl::Buffer buffer(session.context, CL_MEM_READ_WRITE, sizeof(float));
  kernel.setArg(0, buffer);
  session.queue.enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange(1), cl::NDRange(1));
  session.queue.finish();
  const auto stats = harness::kernel_stats(kernel, session.device);
  if (stats.at("listings").empty() || stats.at("listings")[0].at("of") == "PTX")
    SKIP_TEST("the device is not PoCL, or objdump is missing");
  REQUIRE(stats.at("listings").size() == 1);
  CHECK(stats.at("listings")[0].at("of") == "work-group 1x1x1");
}
