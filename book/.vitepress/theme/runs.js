// The kernels that run in the page: what the page gives them, and what it shows. `check` gets input and output and returns '' or what is wrong.
const wgsl = import.meta.glob('../../wgsl/*.wgsl', { query: '?raw', import: 'default' })
export const source = name => wgsl[`../../wgsl/${name}.wgsl`]()

const count = 4096
const numbers = () => Uint32Array.from({ length: count }, (_, i) => (Math.imul(i, 2654435761) >>> 20) % 97)
const compare = (want, got) => {
  const at = want.findIndex((value, i) => value !== got[i])
  return at < 0 ? '' : `Element ${at} should be ${want[at]}, but is ${got[at]}.`
}
const groups = (values, of) => Array.from({ length: values.length / 64 }, (_, group) => of(values.slice(64 * group, 64 * group + 64)))
/** A picture to work on: a sunset over the sea, one word for each pixel. */
const sunset = (width, height) => Uint32Array.from({ length: width * height }, (_, i) => {
  const x = (i % width) / height - width / height / 2, y = Math.floor(i / width) / height, sun = Math.hypot(x, y - 0.45)
  const wave = y > 0.6 ? 30 * Math.sin(90 * y + 14 * Math.sin(9 * x)) : 0, glow = Math.max(0, 1 - 1.6 * sun)
  const colour = sun < 0.13 && y < 0.6 ? [255, 236, 170] : y < 0.6 ? [90 + 160 * glow, 70 + 100 * glow, 120 + 20 * glow] : [40 + 150 * glow + wave, 60 + 70 * glow + wave, 110 + wave]
  return colour.reduce((word, part, c) => word + Math.max(0, Math.min(255, Math.round(part))) * 256 ** c, 255 * 256 ** 3)
})
const bytes = word => [0, 8, 16, 24].map(shift => (word >>> shift) & 255)
const word = ([red, green, blue, alpha]) => ((red | green << 8 | blue << 16 | alpha << 24) >>> 0)
const changes = [([r, g, b]) => [g, b, r], p => p.map(c => (c > 127 ? 255 : 0)), p => p.map(c => (c * 3 >> 1) & 255), p => p.map(c => Math.min(255, c * 3 >> 1))]
const linear = { size: [count, 1], local: [64, 1], input: numbers, show: 'numbers' }

export const runs = {
  waves: { twin: 'kernels/01_hello_opencl/picture.cl', size: [384, 256], local: [8, 8], output: 384 * 256, show: 'pixels',
    differs: 'WGSL has no 8-bit type, so a pixel is packed into one word; and width and height come from a uniform buffer, since a kernel has no arguments.' },
  grey: {
    twin: 'kernels/04_buffers/grey.cl', size: [384, 256], local: [8, 8], output: 384 * 256, show: 'pixels', input: () => sunset(384, 256),
    differs: 'WGSL has no 8-bit type, so a pixel is one word, and shifts take it apart; and the result goes into a second buffer.',
    check: (all, got) => compare(all.map(each => { const [red, green, blue, alpha] = bytes(each), luma = (54 * red + 183 * green + 19 * blue) >> 8; return word([luma, luma, luma, alpha]) }), got),
  },
  panels: {
    twin: 'kernels/10_types_and_operators/panels.cl', size: [384, 256], local: [8, 8], output: 384 * 256, show: 'pixels', input: () => sunset(192, 128),
    differs: 'WGSL has vectors of 32-bit numbers only, no conversions that saturate, and comparisons that give bools.',
    check: (all, got) => compare(got.map((_, i) => {
      const x = i % 384, y = Math.floor(i / 384), p = bytes(all[(y % 128) * 192 + (x % 192)])
      return word([...changes[2 * Math.floor(y / 128) + Math.floor(x / 192)](p.slice(0, 3)), p[3]])
    }), got),
  },
  life: {
    twin: 'kernels/08_kernels_and_ndranges/life.cl', size: [96, 64], local: [8, 8], output: 96 * 64, show: 'cells', steps: true,
    differs: 'There a cell is a byte, and all generations are kept in one buffer; here two buffers of words are exchanged after each step.',
    input: () => Uint32Array.from({ length: 96 * 64 }, (_, i) => (Math.imul(i + 7, 2246822519) >>> 28 < 5 ? 1 : 0)),
  },
  race: { ...linear, twin: 'kernels/13_testing_and_debugging/lost_updates_broken.cl', output: 1,
    differs: 'WGSL has no plain access to a variable that is atomic elsewhere, so the race is an atomic load followed by an atomic store.', check: (all, got) => compare([all.filter(n => n % 2 === 0).length], got) },
  reverse: { ...linear, twin: 'kernels/13_testing_and_debugging/reverse.cl', output: count,
    differs: 'Local memory has a fixed size in WGSL (var<workgroup>), as has the work-group; in OpenCL the host chooses both at the launch.', check: (all, got) => compare(groups([...all], group => group.reverse()).flat(), got) },
  reduction: { ...linear, twin: 'kernels/13_testing_and_debugging/sums.cl', output: count / 64,
    differs: 'There halve() is one level of the tree, launched once for each; here a work-group climbs all six levels in local memory, with a barrier between them.', check: (all, got) => compare(groups([...all], group => group.reduce((a, b) => a + b)), got) },
  scan: { ...linear, output: count,
    differs: 'In OpenCL C, workgroupBarrier() is barrier(CLK_LOCAL_MEM_FENCE).', check: (all, got) => compare(groups([...all], group => { let sum = 0; return group.map(n => (sum += n)) }).flat(), got) },
  histogram: { ...linear, output: 16,
    differs: 'In OpenCL C, atomicAdd() is atomic_add(), and local memory has to be set to zero first.', check: (all, got) => compare(Array.from({ length: 16 }, (_, bin) => all.filter(n => n % 16 === bin).length), got) },
  nbody: {
    size: [512, 1], local: [64, 1], output: 4 * 512, show: 'bodies', steps: true,
    differs: 'In OpenCL C, inverseSqrt() is rsqrt(), vec4f is float4, and vec2f is float2.',
    input: () => new Uint32Array(Float32Array.from({ length: 4 * 512 }, (_, i) => {
      const angle = 2.4 * (i >> 2), far = 0.8 * Math.sqrt(((i >> 2) + 0.5) / 512)
      return [far * Math.cos(angle), far * Math.sin(angle), -0.8 * far * Math.sin(angle), 0.8 * far * Math.cos(angle)][i & 3]
    }).buffer),
  },
}
