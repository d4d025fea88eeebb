// The functions of OpenCL 3.0, as data. A test compares the host table with CL/cl.h.
#include "tools/coverage/coverage.hpp"

namespace coverage {

namespace {
constexpr std::string_view bindings_only_c = ""; // opencl.hpp of 2023 has no call for it
}

const std::vector<ApiGroup>& api_groups() {
  static const std::vector<ApiGroup> groups = {
      {"platform",
       {
           {"clGetPlatformIDs", "1.0", 2, "Platform::get",
            "cl :: Platform :: get ( | cl :: Platform :: getDefault ("},
           {"clGetPlatformInfo", "1.0", 2, "Platform::getInfo",
            "getInfo < CL_PLATFORM_* | getInfo ( CL_PLATFORM_*"},
           {"clUnloadPlatformCompiler", "1.2", 7, "Platform::unloadCompiler"},
           {"clUnloadCompiler", "1.0", 7, "cl::UnloadCompiler", "", "1.2",
            "clUnloadPlatformCompiler"},
       }},
      {"device",
       {
           {"clGetDeviceIDs", "1.0", 2, "Platform::getDevices"},
           {"clGetDeviceInfo", "1.0", 2, "Device::getInfo",
            "getInfo < CL_DEVICE_* | getInfo ( CL_DEVICE_* | getInfo < CL_DRIVER_VERSION"},
           {"clCreateSubDevices", "1.2", 2, "Device::createSubDevices"},
           {"clRetainDevice", "1.2", 2, "a copy of a cl::Device", "//clRetainDevice"},
           {"clReleaseDevice", "1.2", 2, "the end of a cl::Device", "//clReleaseDevice"},
           {"clGetHostTimer", "2.1", 5, "Device::getHostTimer"},
           {"clGetDeviceAndHostTimer", "2.1", 5, "Device::getDeviceAndHostTimer"},
           {"clSetDefaultDeviceCommandQueue", "2.1", 27, "DeviceCommandQueue::updateDefault"},
       }},
      {"context",
       {
           {"clCreateContext", "1.0", 3, "cl::Context(devices)", "new Context ("},
           {"clCreateContextFromType", "1.0", 3, "cl::Context(device_type)",
            "new Context ( CL_DEVICE_TYPE_* | cl :: Context :: getDefault ("},
           {"clRetainContext", "1.0", 3, "a copy of a cl::Context", "//clRetainContext"},
           {"clReleaseContext", "1.0", 1, "the end of a cl::Context", "//clReleaseContext"},
           {"clGetContextInfo", "1.0", 3, "Context::getInfo",
            "getInfo < CL_CONTEXT_* | getInfo ( CL_CONTEXT_*"},
           {"clSetContextDestructorCallback", "3.0", 3, bindings_only_c},
       }},
      {"queue",
       {
           {"clCreateCommandQueueWithProperties", "2.0", 3, "cl::CommandQueue(context, device)",
            "new CommandQueue ( | cl :: CommandQueue :: getDefault ("},
           {"clCreateCommandQueue", "1.0", 3, "cl::CommandQueue on OpenCL 1.x",
            "clCreateCommandQueue (", "2.0", "clCreateCommandQueueWithProperties"},
           {"clRetainCommandQueue", "1.0", 3, "a copy of a cl::CommandQueue",
            "//clRetainCommandQueue"},
           {"clReleaseCommandQueue", "1.0", 1, "the end of a cl::CommandQueue",
            "//clReleaseCommandQueue"},
           {"clGetCommandQueueInfo", "1.0", 3, "CommandQueue::getInfo",
            "getInfo < CL_QUEUE_* | getInfo ( CL_QUEUE_*"},
           {"clSetCommandQueueProperty", "1.0", 3, bindings_only_c, "", "1.1",
            "properties given when the queue is created"},
           {"clFlush", "1.0", 6, "CommandQueue::flush",
            "*queue* . flush ( | *queue* [ $ ] . flush ( | cl :: flush ("},
           {"clFinish", "1.0", 6, "CommandQueue::finish", ". finish ( | cl :: finish ("},
           {"clEnqueueMarkerWithWaitList", "1.2", 6, "CommandQueue::enqueueMarkerWithWaitList"},
           {"clEnqueueBarrierWithWaitList", "1.2", 6, "CommandQueue::enqueueBarrierWithWaitList"},
           {"clEnqueueMarker", "1.0", 6, "CommandQueue::enqueueMarker", "", "1.2",
            "clEnqueueMarkerWithWaitList"},
           {"clEnqueueBarrier", "1.0", 6, "CommandQueue::enqueueBarrier", "", "1.2",
            "clEnqueueBarrierWithWaitList"},
           {"clEnqueueWaitForEvents", "1.0", 6, "CommandQueue::enqueueWaitForEvents", "", "1.2",
            "clEnqueueBarrierWithWaitList"},
       }},
      {"buffer",
       {
           {"clCreateBuffer", "1.0", 4, "cl::Buffer(context, flags, size)", "new Buffer ("},
           {"clCreateBufferWithProperties", "3.0", 4, bindings_only_c},
           {"clCreateSubBuffer", "1.1", 4, "Buffer::createSubBuffer"},
           {"clRetainMemObject", "1.0", 4, "a copy of a cl::Buffer", "//clRetainMemObject"},
           {"clReleaseMemObject", "1.0", 1, "the end of a cl::Buffer", "//clReleaseMemObject"},
           {"clGetMemObjectInfo", "1.0", 4, "Memory::getInfo",
            "getInfo < CL_MEM_* | getInfo ( CL_MEM_*"},
           {"clSetMemObjectDestructorCallback", "1.1", 4, "Memory::setDestructorCallback"},
           {"clEnqueueReadBuffer", "1.0", 4, "CommandQueue::enqueueReadBuffer"},
           {"clEnqueueWriteBuffer", "1.0", 4, "CommandQueue::enqueueWriteBuffer"},
           {"clEnqueueReadBufferRect", "1.1", 4, "CommandQueue::enqueueReadBufferRect"},
           {"clEnqueueWriteBufferRect", "1.1", 4, "CommandQueue::enqueueWriteBufferRect"},
           {"clEnqueueCopyBuffer", "1.0", 4, "CommandQueue::enqueueCopyBuffer"},
           {"clEnqueueCopyBufferRect", "1.1", 4, "CommandQueue::enqueueCopyBufferRect"},
           {"clEnqueueFillBuffer", "1.2", 4, "CommandQueue::enqueueFillBuffer"},
           {"clEnqueueMapBuffer", "1.0", 4, "CommandQueue::enqueueMapBuffer",
            "enqueueMapBuffer ( | cl :: copy ("},
           {"clEnqueueUnmapMemObject", "1.0", 4, "CommandQueue::enqueueUnmapMemObject",
            "enqueueUnmapMemObject ( | cl :: copy ("},
           {"clEnqueueMigrateMemObjects", "1.2", 4, "CommandQueue::enqueueMigrateMemObjects"},
       }},
      {"event",
       {
           {"clWaitForEvents", "1.0", 5, "Event::wait",
            ". wait ( ) | waitForEvents ( | WaitForEvents ("},
           {"clGetEventInfo", "1.0", 5, "Event::getInfo",
            "getInfo < CL_EVENT_* | getInfo ( CL_EVENT_*"},
           {"clRetainEvent", "1.0", 5, "a copy of a cl::Event", "//clRetainEvent"},
           {"clReleaseEvent", "1.0", 5, "the end of a cl::Event", "//clReleaseEvent"},
           {"clCreateUserEvent", "1.1", 5, "cl::UserEvent(context)", "new UserEvent ("},
           {"clSetUserEventStatus", "1.1", 5, "UserEvent::setStatus"},
           {"clSetEventCallback", "1.1", 5, "Event::setCallback"},
           {"clGetEventProfilingInfo", "1.0", 5, "Event::getProfilingInfo",
            "getProfilingInfo < | getProfilingInfo ("},
       }},
      {"program",
       {
           {"clCreateProgramWithSource", "1.0", 7, "cl::Program(context, source)",
            "new Program ( | cl :: Program :: Sources"},
           {"clCreateProgramWithBinary", "1.0", 7, "cl::Program(context, devices, binaries)",
            "new Program ( $ , $ , *binar* | new Program ( $ , { $ } , *binar* | "
            "cl :: Program :: Binaries"},
           {"clCreateProgramWithBuiltInKernels", "1.2", 7, "cl::Program(context, devices, names)",
            "new Program ( $ , $ , *names* | new Program ( $ , { $ } , *names* | "
            "new Program ( $ , { $ } , \"\""},
           {"clCreateProgramWithIL", "2.1", 27, "cl::Program(context, il)",
            "new Program ( $ , il | new Program ( $ , *spirv*"},
           {"clRetainProgram", "1.0", 7, "a copy of a cl::Program", "//clRetainProgram"},
           {"clReleaseProgram", "1.0", 1, "the end of a cl::Program", "//clReleaseProgram"},
           {"clBuildProgram", "1.0", 7, "Program::build", ". build ("},
           {"clCompileProgram", "1.2", 7, "Program::compile", ". compile ("},
           {"clLinkProgram", "1.2", 7, "cl::linkProgram"},
           {"clGetProgramInfo", "1.0", 7, "Program::getInfo",
            "getInfo < CL_PROGRAM_* | getInfo ( CL_PROGRAM_*"},
           {"clGetProgramBuildInfo", "1.0", 7, "Program::getBuildInfo",
            "getBuildInfo < | getBuildInfo ("},
           {"clSetProgramSpecializationConstant", "2.2", 27, "Program::setSpecializationConstant"},
           {"clSetProgramReleaseCallback", "2.2", 27, "Program::setReleaseCallback", "", "3.0",
            "nothing: no device of OpenCL 3.0 calls it"},
       }},
      {"kernel",
       {
           {"clCreateKernel", "1.0", 8, "cl::Kernel(program, name)",
            "new Kernel ( | cl :: KernelFunctor <"},
           {"clCreateKernelsInProgram", "1.0", 8, "Program::createKernels"},
           {"clCloneKernel", "2.1", 8, "Kernel::clone", ". clone ("},
           {"clRetainKernel", "1.0", 8, "a copy of a cl::Kernel", "//clRetainKernel"},
           {"clReleaseKernel", "1.0", 1, "the end of a cl::Kernel", "//clReleaseKernel"},
           {"clSetKernelArg", "1.0", 8, "Kernel::setArg", "setArg ( | cl :: KernelFunctor <"},
           {"clGetKernelInfo", "1.0", 8, "Kernel::getInfo",
            "getInfo < CL_KERNEL_* | getInfo ( CL_KERNEL_*"},
           {"clGetKernelArgInfo", "1.2", 8, "Kernel::getArgInfo", "getArgInfo < | getArgInfo ("},
           {"clGetKernelWorkGroupInfo", "1.0", 8, "Kernel::getWorkGroupInfo",
            "getWorkGroupInfo < | getWorkGroupInfo ("},
           {"clGetKernelSubGroupInfo", "2.1", 27, "Kernel::getSubGroupInfo",
            "getSubGroupInfo < | getSubGroupInfo ("},
           {"clEnqueueNDRangeKernel", "1.0", 8, "CommandQueue::enqueueNDRangeKernel",
            "enqueueNDRangeKernel ( | cl :: KernelFunctor <"},
           {"clEnqueueNativeKernel", "1.0", 9, "CommandQueue::enqueueNativeKernel"},
           {"clEnqueueTask", "1.0", 8, "CommandQueue::enqueueTask", "", "2.0",
            "clEnqueueNDRangeKernel with one work-item"},
       }},
      {"image",
       {
           {"clCreateImage", "1.2", 17, "cl::Image2D(context, flags, format, ...)",
            "new Image1D ( | new Image1DBuffer ( | new Image1DArray ( | new Image2D ( | "
            "new Image2DArray ( | new Image3D ("},
           {"clCreateImageWithProperties", "3.0", 17, bindings_only_c},
           {"clCreateImage2D", "1.0", 17, "cl::Image2D on OpenCL 1.1", "clCreateImage2D (", "1.2",
            "clCreateImage"},
           {"clCreateImage3D", "1.0", 17, "cl::Image3D on OpenCL 1.1", "clCreateImage3D (", "1.2",
            "clCreateImage"},
           {"clGetSupportedImageFormats", "1.0", 17, "Context::getSupportedImageFormats"},
           {"clGetImageInfo", "1.0", 17, "Image::getImageInfo", "getImageInfo < | getImageInfo ("},
           {"clEnqueueReadImage", "1.0", 17, "CommandQueue::enqueueReadImage"},
           {"clEnqueueWriteImage", "1.0", 17, "CommandQueue::enqueueWriteImage"},
           {"clEnqueueFillImage", "1.2", 17, "CommandQueue::enqueueFillImage"},
           {"clEnqueueCopyImage", "1.0", 17, "CommandQueue::enqueueCopyImage"},
           {"clEnqueueCopyImageToBuffer", "1.0", 17, "CommandQueue::enqueueCopyImageToBuffer"},
           {"clEnqueueCopyBufferToImage", "1.0", 17, "CommandQueue::enqueueCopyBufferToImage"},
           {"clEnqueueMapImage", "1.0", 17, "CommandQueue::enqueueMapImage"},
       }},
      {"sampler",
       {
           {"clCreateSamplerWithProperties", "2.0", 17, "cl::Sampler(context, ...)",
            "new Sampler ("},
           {"clCreateSampler", "1.0", 17, "cl::Sampler on OpenCL 1.x", "clCreateSampler (", "2.0",
            "clCreateSamplerWithProperties"},
           {"clRetainSampler", "1.0", 17, "a copy of a cl::Sampler", "//clRetainSampler"},
           {"clReleaseSampler", "1.0", 17, "the end of a cl::Sampler", "//clReleaseSampler"},
           {"clGetSamplerInfo", "1.0", 17, "Sampler::getInfo",
            "getInfo < CL_SAMPLER_* | getInfo ( CL_SAMPLER_*"},
       }},
      {"shared virtual memory",
       {
           {"clSVMAlloc", "2.0", 27, "cl::SVMAllocator", "cl :: SVMAllocator | cl :: allocate_svm"},
           {"clSVMFree", "2.0", 27, "cl::SVMAllocator", "cl :: SVMAllocator | cl :: allocate_svm"},
           {"clSetKernelArgSVMPointer", "2.0", 27, "Kernel::setArg(i, svm_pointer)",
            "setArg ( $ , *svm*"},
           {"clSetKernelExecInfo", "2.0", 27, "Kernel::setSVMPointers",
            "setSVMPointers ( | enableFineGrainedSystemSVM ("},
           {"clEnqueueSVMFree", "2.0", 27, bindings_only_c},
           {"clEnqueueSVMMemcpy", "2.0", 27, bindings_only_c},
           {"clEnqueueSVMMemFill", "2.0", 27, bindings_only_c},
           {"clEnqueueSVMMap", "2.0", 27, "CommandQueue::enqueueMapSVM"},
           {"clEnqueueSVMUnmap", "2.0", 27, "CommandQueue::enqueueUnmapSVM"},
           {"clEnqueueSVMMigrateMem", "2.1", 27, "CommandQueue::enqueueMigrateSVM"},
       }},
      {"pipe",
       {
           {"clCreatePipe", "2.0", 27, "cl::Pipe(context, ...)", "new Pipe ("},
           {"clGetPipeInfo", "2.0", 27, "Pipe::getInfo",
            "getInfo < CL_PIPE_* | getInfo ( CL_PIPE_*"},
       }},
      {"extension",
       {
           {"clGetExtensionFunctionAddressForPlatform", "1.2", 25, bindings_only_c},
           {"clGetExtensionFunctionAddress", "1.0", 25, bindings_only_c, "", "1.2",
            "clGetExtensionFunctionAddressForPlatform"},
       }},
  };
  return groups;
}

const std::vector<KernelGroup>& kernel_groups() {
  static const std::vector<KernelGroup> groups = {
      {"work-item", "1.0", 12,
       "get_work_dim get_global_size get_global_id get_local_size get_local_id get_num_groups "
       "get_group_id get_global_offset@1.1 get_enqueued_local_size@2.0 get_global_linear_id@2.0 "
       "get_local_linear_id@2.0"},
      {"conversion", "1.0", 10, "convert_* as_*"},
      {"math", "1.0", 12,
       "acos acosh acospi asin asinh asinpi atan atan2 atanh atanpi atan2pi cbrt ceil copysign cos "
       "cosh cospi erfc erf exp exp2 exp10 expm1 fabs fdim floor fma fmax fmin fmod fract frexp "
       "hypot ilogb ldexp lgamma lgamma_r log log2 log10 log1p logb mad maxmag@1.1 minmag@1.1 modf "
       "nan nextafter pow pown powr remainder remquo rint rootn round rsqrt sin sincos sinh sinpi "
       "sqrt tan tanh tanpi tgamma trunc"},
      {"half-precision math", "1.0", 12,
       "half_cos half_divide half_exp half_exp2 half_exp10 half_log half_log2 half_log10 half_powr "
       "half_recip half_rsqrt half_sin half_sqrt half_tan"},
      {"native math", "1.0", 12,
       "native_cos native_divide native_exp native_exp2 native_exp10 native_log native_log2 "
       "native_log10 native_powr native_recip native_rsqrt native_sin native_sqrt native_tan"},
      {"integer", "1.0", 12,
       "abs abs_diff add_sat hadd rhadd clz ctz@2.0 mad_hi mad_sat mul_hi rotate sub_sat upsample "
       "popcount@1.2 mad24 mul24"},
      {"common (clamp, max and min also for integers)", "1.0", 12,
       "clamp max min degrees mix radians step smoothstep sign"},
      {"geometric", "1.0", 12,
       "cross dot distance length normalize fast_distance fast_length fast_normalize"},
      {"relational", "1.0", 12,
       "isequal isnotequal isgreater isgreaterequal isless islessequal islessgreater isfinite "
       "isinf isnan isnormal isordered isunordered signbit any all bitselect select:10"},
      {"vector load and store", "1.0", 12,
       "vload# vstore# vload_half:10 vload_half#:10 vstore_half:10 vstore_half#:10 "
       "vloada_half#:10 vstorea_half#:10"},
      {"vector", "1.1", 10, "vec_step:12 shuffle shuffle2"},
      {"synchronisation", "1.0", 11,
       "barrier work_group_barrier@2.0:27 atomic_work_item_fence@2.0:27"},
      {"memory fence", "1.0", 11, "mem_fence read_mem_fence write_mem_fence", "2.0",
       "atomic_work_item_fence"},
      {"async copy and prefetch", "1.0", 11,
       "async_work_group_copy async_work_group_strided_copy@1.1 wait_group_events prefetch"},
      {"atomic", "1.1", 12,
       "atomic_add atomic_sub atomic_xchg atomic_inc atomic_dec atomic_cmpxchg atomic_min "
       "atomic_max atomic_and atomic_or atomic_xor"},
      {"atomic of 64 bits (cl_khr_int64_base_atomics and extended)", "1.0", 12,
       "atom_add atom_sub atom_xchg atom_inc atom_dec atom_cmpxchg atom_min atom_max atom_and "
       "atom_or atom_xor"},
      {"printf", "1.2", 12, "printf"},
      {"image", "1.0", 17,
       "read_imagef read_imagei read_imageui write_imagef write_imagei write_imageui "
       "get_image_width get_image_height get_image_depth get_image_channel_data_type "
       "get_image_channel_order get_image_dim get_image_array_size@1.2"},
      {"atomic as in C11", "2.0", 27,
       "atomic_init atomic_store atomic_store_explicit atomic_load atomic_load_explicit "
       "atomic_exchange atomic_exchange_explicit atomic_compare_exchange_strong "
       "atomic_compare_exchange_strong_explicit atomic_compare_exchange_weak "
       "atomic_compare_exchange_weak_explicit atomic_fetch_add atomic_fetch_add_explicit "
       "atomic_fetch_sub atomic_fetch_sub_explicit atomic_fetch_or atomic_fetch_or_explicit "
       "atomic_fetch_xor atomic_fetch_xor_explicit atomic_fetch_and atomic_fetch_and_explicit "
       "atomic_fetch_min atomic_fetch_min_explicit atomic_fetch_max atomic_fetch_max_explicit "
       "atomic_flag_test_and_set atomic_flag_test_and_set_explicit atomic_flag_clear "
       "atomic_flag_clear_explicit"},
      {"work-group", "2.0", 27,
       "work_group_all work_group_any work_group_broadcast work_group_reduce_add "
       "work_group_reduce_min work_group_reduce_max work_group_scan_exclusive_add "
       "work_group_scan_exclusive_min work_group_scan_exclusive_max work_group_scan_inclusive_add "
       "work_group_scan_inclusive_min work_group_scan_inclusive_max"},
      {"sub-group", "2.1", 27,
       "get_sub_group_size get_max_sub_group_size get_num_sub_groups get_enqueued_num_sub_groups "
       "get_sub_group_id get_sub_group_local_id sub_group_barrier sub_group_all sub_group_any "
       "sub_group_broadcast sub_group_reduce_add sub_group_reduce_min sub_group_reduce_max "
       "sub_group_scan_exclusive_add sub_group_scan_exclusive_min sub_group_scan_exclusive_max "
       "sub_group_scan_inclusive_add sub_group_scan_inclusive_min sub_group_scan_inclusive_max"},
      {"address space", "2.0", 27, "to_global to_local to_private get_fence"},
      {"pipe", "2.0", 27,
       "read_pipe write_pipe reserve_read_pipe reserve_write_pipe commit_read_pipe "
       "commit_write_pipe is_valid_reserve_id work_group_reserve_read_pipe "
       "work_group_reserve_write_pipe work_group_commit_read_pipe work_group_commit_write_pipe "
       "get_pipe_num_packets get_pipe_max_packets"},
      {"enqueue from a kernel", "2.0", 27,
       "enqueue_kernel enqueue_marker get_kernel_work_group_size "
       "get_kernel_preferred_work_group_size_multiple retain_event release_event "
       "create_user_event is_valid_event set_user_event_status capture_event_profiling_info "
       "get_default_queue ndrange_1D ndrange_2D ndrange_3D"},
  };
  return groups;
}

} // namespace coverage
