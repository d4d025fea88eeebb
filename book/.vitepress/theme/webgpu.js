// The host side of a kernel in the page: the seven parts of lesson 1, in WebGPU's words.
let device

export const available = () => typeof navigator !== 'undefined' && 'gpu' in navigator

async function pick() {
  if (device) return device
  const adapter = await navigator.gpu.requestAdapter()
  if (!adapter) throw new Error('This browser has WebGPU, but finds no device for it.')
  device = await adapter.requestDevice()
  device.lost.then(() => { device = undefined })
  return device
}

/** Runs the first entry point of `code` once. Returns what it wrote; throws with the compiler's words. */
export async function run(code, { size, local, output }, input, step) {
  const gpu = await pick()
  gpu.pushErrorScope('validation')
  const module = gpu.createShaderModule({ code })
  const problems = (await module.getCompilationInfo()).messages.filter(message => message.type === 'error')
  if (problems.length) {
    await gpu.popErrorScope()
    throw new Error(problems.map(({ lineNum, linePos, message }) => `line ${lineNum}, column ${linePos}: ${message}`).join('\n'))
  }
  const buffer = (bytes, usage, data) => {
    const made = gpu.createBuffer({ size: Math.max(16, bytes), usage: usage | GPUBufferUsage.COPY_DST })
    if (data) gpu.queue.writeBuffer(made, 0, data)
    return made
  }
  const made = [
    buffer(4 * output, GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC),
    buffer(input?.byteLength ?? 16, GPUBufferUsage.STORAGE, input),
    buffer(16, GPUBufferUsage.UNIFORM, new Uint32Array([...size, step, 0])),
  ]
  const back = gpu.createBuffer({ size: Math.max(16, 4 * output), usage: GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST })
  try {
    const kinds = ['storage', 'read-only-storage', 'uniform']
    const layout = gpu.createBindGroupLayout({ entries: kinds.map((type, binding) => ({ binding, visibility: GPUShaderStage.COMPUTE, buffer: { type } })) })
    const pipeline = await gpu.createComputePipelineAsync({ layout: gpu.createPipelineLayout({ bindGroupLayouts: [layout] }), compute: { module } })
    const group = gpu.createBindGroup({ layout, entries: made.map((buffer, binding) => ({ binding, resource: { buffer } })) })
    const encoder = gpu.createCommandEncoder()
    const pass = encoder.beginComputePass()
    pass.setPipeline(pipeline)
    pass.setBindGroup(0, group)
    pass.dispatchWorkgroups(Math.ceil(size[0] / local[0]), Math.ceil(size[1] / local[1]))
    pass.end()
    encoder.copyBufferToBuffer(made[0], 0, back, 0, Math.max(16, 4 * output))
    gpu.queue.submit([encoder.finish()])
    await back.mapAsync(GPUMapMode.READ)
    return new Uint32Array(back.getMappedRange().slice(0, 4 * output))
  } finally {
    const error = await gpu.popErrorScope()
    for (const each of [...made, back]) each.destroy()
    if (error) throw new Error(error.message)
  }
}
