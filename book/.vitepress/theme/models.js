// The arithmetic behind the figures, apart from their drawing so that the tests can check it.

const range = n => Array.from({ length: n }, (_, i) => i)
export const roundUp = (n, step) => Math.ceil(n / step) * step

/** A work-item's numbers in one dimension, as OpenCL defines them. */
export const ids = (index, local, offset, global) => ({
  global: index + offset, group: Math.floor(index / local), local: index % local, inside: index + offset < global,
})

/** A launch over n elements in one dimension, rounded up to whole groups, from `offset` on. */
export function launch(n, local, offset) {
  const global = roundUp(n, local)
  const items = range(global).map(index => {
    const { global: id, group, local: place, inside } = ids(index, local, offset, n)
    return { id, group, local: place, inside }
  })
  return { items, groups: global / local, end: offset + global, idle: items.filter(item => !item.inside).length, skipped: Math.min(offset, n) }
}

/** Work-groups handed to compute units, each to the one that is free first. `uneven`: some take two or three times as long. */
export function handOut(groups, units, uneven) {
  const free = range(units).map(() => 0)
  const runs = range(groups).map(group => {
    const unit = free.indexOf(Math.min(...free)), start = free[unit]
    free[unit] += uneven ? 1 + ((group * group + group) % 7 % 3) : 1
    return { group, unit, start, end: free[unit] }
  })
  const total = Math.max(...free)
  return { runs, total, busy: runs.reduce((sum, run) => sum + run.end - run.start, 0) / (units * total) }
}

/** What 32 neighbours fetch that read float number lane * stride + shift: their addresses, the sectors of 32 bytes, the share of bytes used. */
export function access(stride, shift, { lanes = 32, bytes = 4, sector = 32 } = {}) {
  const addresses = range(lanes).map(lane => (lane * stride + shift) * bytes)
  const sectors = [...new Set(addresses.flatMap(address => [Math.floor(address / sector), Math.floor((address + bytes - 1) / sector)]))].sort((a, b) => a - b)
  const used = new Set(addresses).size * bytes
  return { addresses, sectors, fetched: sectors.length * sector, used, share: used / (sectors.length * sector) }
}

/** The turns that 32 lanes need in local memory of 32 banks of 4 bytes: lanes that want the same word share a turn. */
export function bankTurns(words, banks = 32) {
  const wanted = range(banks).map(() => new Set())
  for (const word of words) wanted[((word % banks) + banks) % banks].add(word)
  return { wanted, turns: Math.max(...wanted.map(set => set.size)) }
}

/** Lanes that read down a column of a tile with `width` floats a row and `pad` more, or along a row with a stride. */
export const columnWords = (width, pad, lanes = 32) => range(lanes).map(lane => lane * (width + pad))
export const rowWords = (stride, lanes = 32) => range(lanes).map(lane => lane * stride)

/** A kernel like v9 of chapter 15 on a compute unit with these limits. */
export function tile({ BM, BN, BK, TM, TN }, unit) {
  const problems = []
  if (BM % TM) problems.push('BM must be a multiple of TM')
  if (BN % TN) problems.push('BN must be a multiple of TN')
  const items = (BM / TM) * (BN / TN)
  const local = 4 * BK * (BM + BN)
  if (items > unit.maxItems) problems.push(`${items} work-items, but a group may have ${unit.maxItems}`)
  if (local > unit.localGroup) problems.push(`${local} bytes of local memory, but a group may have ${unit.localGroup}`)
  // Sums, one column of A and one row of B in registers, and about 24 for addresses and counters.
  const registers = TM * TN + TM + TN + 24
  if (registers > unit.maxRegisters) problems.push(`about ${registers} registers for each work-item, but there are ${unit.maxRegisters}: the rest spills into memory`)
  const by = {
    'local memory': Math.floor(unit.localUnit / local),
    registers: Math.floor(unit.registers / (Math.min(registers, unit.maxRegisters) * items)),
    'work-items': Math.floor(unit.items / items),
    groups: unit.groups,
  }
  const groups = Math.max(0, Math.min(...Object.values(by)))
  return {
    problems, items, local, registers, by, groups, limit: Object.keys(by).find(key => by[key] === groups),
    occupancy: Math.min(1, (groups * items) / unit.items),
    localLoads: 1 / TM + 1 / TN, // for each multiply-add
    flopPerByte: (2 * BM * BN * BK) / (4 * BK * (BM + BN)), // global memory, caches left out
  }
}

/** Two work-items that each load, add 1 and store. The number that is there at the end, for an order like [0, 0, 1, 1, 0, 1]. */
export function replay(order, start = 0) {
  const register = [null, null], next = [0, 0], log = []
  let memory = start
  for (const who of order) {
    const step = next[who]++
    if (step === 0) register[who] = memory
    else if (step === 1) register[who] += 1
    else memory = register[who]
    log.push({ who, step: ['load', 'add', 'store'][step], memory, register: [...register] })
  }
  return { memory, log }
}
export function orders(a = 3, b = 3) {
  if (a === 0) return [range(b).map(() => 1)]
  if (b === 0) return [range(a).map(() => 0)]
  return [...orders(a - 1, b).map(rest => [0, ...rest]), ...orders(a, b - 1).map(rest => [1, ...rest])]
}

/** The points of a bench's roofline: one for each step and peer at the largest size. Throws, with a sentence, where there is nothing to draw. */
export function roofline(bench) {
  const ceilings = bench?.ceilings
  if (!ceilings || !(ceilings.copy_gbps > 0) || !(ceilings.fma_gflops > 0)) throw new Error('This JSON has no ceilings: it is not what ./learn bench writes.')
  const cost = (bench.rows ?? []).filter(row => row.flop > 0 && row.bytes > 0)
  if (!cost.length) throw new Error('No row of this JSON says how many FLOP and bytes its problem has.')
  const largest = cost.reduce((best, row) => (row.flop > best.flop ? row : best)).size
  const problem = cost.find(row => row.size === largest)
  const point = (row, peer) => ({
    name: peer ? row.name : row.step, gflops: row.gflops, x: (row.flop || problem.flop) / (row.bytes || problem.bytes), peer, ms: row.median_ms,
  })
  const points = [
    ...(bench.rows ?? []).filter(row => row.size === largest && row.status === 'verified' && row.gflops > 0).map(row => point(row, false)),
    ...(bench.peers ?? []).filter(row => row.size === largest && row.gflops > 0).map(row => point(row, true)),
  ]
  return {
    points, size: largest, device: bench.device?.name ?? 'unknown device', copy: ceilings.copy_gbps, fma: ceilings.fma_gflops,
    ridge: ceilings.fma_gflops / ceilings.copy_gbps, roof: x => Math.min(ceilings.fma_gflops, ceilings.copy_gbps * x),
  }
}

/** The rounds of a scan: 'rounds', in which each item adds what is `reach` places to its left, or 'tree', up and down again. */
export function scan(values, way) {
  const n = values.length, plan = []
  if (way === 'rounds')
    for (let reach = 1; reach < n; reach *= 2) plan.push({ reach, items: range(n).filter(i => i >= reach) })
  else {
    for (let reach = 1; reach < n; reach *= 2) plan.push({ reach, items: range(n).filter(i => (i + 1) % (2 * reach) === 0) })
    for (let reach = n / 4; reach >= 1; reach /= 2) plan.push({ reach, items: range(n).filter(i => i >= 2 * reach && (i + 1) % (2 * reach) === reach) })
  }
  let now = values
  return plan.map(({ reach, items }) => {
    const before = now
    now = before.map((value, i) => (items.includes(i) ? value + before[i - reach] : value))
    return { reach, adds: items.map(to => ({ from: to - reach, to })), values: now }
  })
}

/** A Fourier transform of `n` numbers (a power of two): the columns of values, and the butterflies between them. */
export function butterflies(signal) {
  const n = signal.length, bits = Math.log2(n)
  const reversed = i => range(bits).reduce((sum, bit) => sum | (((i >> bit) & 1) << (bits - 1 - bit)), 0)
  const columns = [range(n).map(i => ({ re: signal[reversed(i)], im: 0 }))], stages = []
  for (let half = 1; half < n; half *= 2) {
    const before = columns.at(-1), after = [...before]
    const pairs = range(n).filter(i => (i & half) === 0).map(a => ({ a, b: a + half, k: (a % half) * (n / (2 * half)) }))
    for (const { a, b, k } of pairs) {
      const angle = (-2 * Math.PI * k) / n, x = before[a], y = before[b]
      const turned = { re: y.re * Math.cos(angle) - y.im * Math.sin(angle), im: y.re * Math.sin(angle) + y.im * Math.cos(angle) }
      after[a] = { re: x.re + turned.re, im: x.im + turned.im }
      after[b] = { re: x.re - turned.re, im: x.im - turned.im }
    }
    columns.push(after)
    stages.push(pairs)
  }
  return { order: range(n).map(reversed), columns, stages }
}
