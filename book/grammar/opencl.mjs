// OpenCL C for Shiki: its own grammar of C, and injected into it the words that OpenCL C adds.
import c from 'shiki/langs/c.mjs'

const types = 'bool|half|uchar|ushort|uint|ulong|float|double|char|short|int|long'
const widths = '2|3|4|8|16'

const patterns = [
  {
    name: 'storage.modifier.address-space.opencl',
    match: '\\b(?:__)?(?:kernel|global|local|constant|private|generic|read_only|write_only|read_write)\\b',
  },
  { name: 'storage.type.vector.opencl', match: `\\b(?:${types})(?:${widths})\\b` },
  {
    name: 'storage.type.opencl',
    match:
      '\\b(?:uchar|ushort|uint|ulong|half|bool|size_t|ptrdiff_t|intptr_t|uintptr_t|event_t|sampler_t|queue_t|ndrange_t|clk_event_t|pipe|' +
      'image1d_t|image1d_array_t|image1d_buffer_t|image2d_t|image2d_array_t|image3d_t|' +
      'atomic_(?:int|uint|long|ulong|float|double|flag)|memory_order|memory_scope|reserve_id_t)\\b',
  },
  {
    name: 'support.function.work-item.opencl',
    match:
      '\\b(?:get_(?:global|local|group|num|work|enqueued|sub)_[a-z_]+|barrier|work_group_barrier|mem_fence|read_mem_fence|write_mem_fence|' +
      'work_group_[a-z_]+|sub_group_[a-z_]+|async_work_group_(?:strided_)?copy|wait_group_events|prefetch)\\b(?=\\s*\\()',
  },
  {
    name: 'support.function.conversion.opencl',
    match: `\\b(?:convert_(?:${types})(?:${widths})?(?:_sat)?(?:_rt[ezpn])?|as_(?:${types})(?:${widths})?)\\b(?=\\s*\\()`,
  },
  {
    name: 'support.function.builtin.opencl',
    match:
      '\\b(?:vloada?(?:_half)?(?:2|3|4|8|16)?|vstorea?(?:_half)?(?:2|3|4|8|16)?(?:_rt[ezpn])?|read_image(?:f|i|ui|h)|write_image(?:f|i|ui|h)|get_image_[a-z_]+|' +
      '(?:atomic|atom)_[a-z_]+|(?:native|half)_[a-z0-9]+|shuffle2?|vec_step|printf|' +
      'mad|fma|mad24|mul24|mad_hi|mul_hi|mad_sat|add_sat|sub_sat|hadd|rhadd|rotate|clz|ctz|popcount|upsample|abs_diff|abs|' +
      'fabs|fmin|fmax|min|max|clamp|mix|step|smoothstep|sign|degrees|radians|dot|cross|distance|length|normalize|fast_[a-z]+|' +
      'sqrt|rsqrt|cbrt|exp|exp2|exp10|expm1|log|log2|log10|log1p|pow|pown|powr|rootn|hypot|' +
      'sin|cos|tan|asin|acos|atan|atan2|sinh|cosh|tanh|sinpi|cospi|tanpi|sincos|' +
      'floor|ceil|round|rint|trunc|fract|fmod|remainder|modf|frexp|ldexp|ilogb|logb|copysign|fdim|nextafter|nan|maxmag|minmag|' +
      'isnan|isinf|isfinite|isnormal|isequal|isless|isgreater|signbit|any|all|select|bitselect)\\b(?=\\s*\\()',
  },
  {
    name: 'constant.language.opencl',
    match:
      '\\b(?:CLK_[A-Z0-9_]+|M_[A-Z0-9_]+?(?:_[FH])?|(?:FLT|DBL|HALF|INT|UINT|LONG|ULONG|CHAR|UCHAR|SHRT|USHRT)_[A-Z0-9_]+|MAXFLOAT|HUGE_VALF?|INFINITY|NAN|' +
      '__OPENCL_(?:C_)?VERSION__|__IMAGE_SUPPORT__|__ENDIAN_LITTLE__|cl_khr_[a-z0-9_]+)\\b',
  },
  // The parts of a vector: v.x, v.s0, v.lo
  {
    match: '(?<=[\\w\\])])(\\.)([xyzw]{1,4}|[rgba]{1,4}|s[0-9a-fA-F]{1,16}|lo|hi|odd|even)\\b(?!\\s*\\()',
    captures: { 1: { name: 'punctuation.separator.dot-access.opencl' }, 2: { name: 'variable.other.property.vector.opencl' } },
  },
]

const own = structuredClone(c.find(grammar => grammar.name === 'c'))
own.name = 'opencl'
own.displayName = 'OpenCL C'
own.scopeName = 'source.opencl'
own.aliases = ['cl', 'clh']
own.injections = { 'L:source.opencl -comment -string -meta.preprocessor.include': { patterns } }

export default own
