# The main loop of kernels/07_programs/axpy.cl, from the binary of PoCL 3.1 for an x86-64 processor with AVX-512:
#   objdump -d --no-show-raw-insn axpy.so
# [loop]
    1390:  vmovups -0xe0(%rax,%r10,4),%ymm1
    139a:  vmovups -0xc0(%rax,%r10,4),%ymm2
    13a4:  vmovups -0xa0(%rax,%r10,4),%ymm3
    13ae:  vmovups -0x80(%rax,%r10,4),%ymm4
    13b5:  vfmadd213ps -0xe0(%rsi,%r10,4),%ymm0,%ymm1
    13bf:  vfmadd213ps -0xc0(%rsi,%r10,4),%ymm0,%ymm2
    13c9:  vfmadd213ps -0xa0(%rsi,%r10,4),%ymm0,%ymm3
    13d3:  vfmadd213ps -0x80(%rsi,%r10,4),%ymm0,%ymm4
    13da:  vmovups %ymm1,-0xe0(%rsi,%r10,4)
    13e4:  vmovups %ymm2,-0xc0(%rsi,%r10,4)
    13ee:  vmovups %ymm3,-0xa0(%rsi,%r10,4)
    13f8:  vmovups %ymm4,-0x80(%rsi,%r10,4)
    13ff:  vmovups -0x60(%rax,%r10,4),%ymm1
    1406:  vmovups -0x40(%rax,%r10,4),%ymm2
    140d:  vmovups -0x20(%rax,%r10,4),%ymm3
    1414:  vmovups (%rax,%r10,4),%ymm4
    141a:  vfmadd213ps -0x60(%rsi,%r10,4),%ymm0,%ymm1
    1421:  vfmadd213ps -0x40(%rsi,%r10,4),%ymm0,%ymm2
    1428:  vfmadd213ps -0x20(%rsi,%r10,4),%ymm0,%ymm3
    142f:  vfmadd213ps (%rsi,%r10,4),%ymm0,%ymm4
    1435:  vmovups %ymm1,-0x60(%rsi,%r10,4)
    143c:  vmovups %ymm2,-0x40(%rsi,%r10,4)
    1443:  vmovups %ymm3,-0x20(%rsi,%r10,4)
    144a:  vmovups %ymm4,(%rsi,%r10,4)
    1450:  add    $0x40,%r10
    1454:  add    $0xfffffffffffffffe,%r14
    1458:  jne    1390 <_pocl_kernel_axpy_workgroup+0x110>
# [/loop]
