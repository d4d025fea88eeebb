import assert from 'node:assert/strict'
import test from 'node:test'
import { access, bankTurns, butterflies, columnWords, handOut, ids, launch, orders, replay, roofline, rowWords, roundUp, scan, tile } from '../.vitepress/theme/models.js'
import { read } from '../tools/site.mjs'

test('sectors', () => {
  const sectors = (stride, shift) => access(stride, shift).sectors.length
  assert.equal(sectors(1, 0), 4)
  assert.equal(sectors(1, 1), 5)
  assert.equal(sectors(2, 0), 8)
  assert.equal(sectors(8, 0), 32)
  assert.equal(sectors(16, 0), 32)
  assert.equal(sectors(0, 3), 1)
  assert.equal(access(1, 0).share, 1)
  assert.equal(access(8, 0).share, 1 / 8)
})

test('banks', () => {
  assert.equal(bankTurns(columnWords(32, 0)).turns, 32)
  assert.equal(bankTurns(columnWords(32, 1)).turns, 1)
  assert.equal(bankTurns(columnWords(16, 0)).turns, 16)
  assert.equal(bankTurns(rowWords(1)).turns, 1)
  assert.equal(bankTurns(rowWords(2)).turns, 2)
  assert.equal(bankTurns(rowWords(0)).turns, 1) // all want the same word
  assert.equal(bankTurns(rowWords(33)).turns, 1)
})

test('index space', () => {
  assert.equal(roundUp(13, 4), 16)
  assert.deepEqual(ids(5, 4, 10, 20), { global: 15, group: 1, local: 1, inside: true })
})

test('a launch: what lesson 1 says of 1000 elements', () => {
  const { items, groups, idle, skipped, end } = launch(1000, 64, 0)
  assert.deepEqual([items.length, groups, idle, skipped, end], [1024, 16, 24, 0, 1024])
  assert.deepEqual(items[983], { id: 983, group: 15, local: 23, inside: true })
  assert.equal(items[1000].inside, false)
  const later = launch(20, 8, 3)
  assert.deepEqual([later.items[0].id, later.items[8].group, later.end, later.idle, later.skipped], [3, 1, 27, 7, 3])
  assert.equal(launch(4, 8, 10).skipped, 4)
})

test('groups are handed to compute units: one at a time for each, in order, none left out', () => {
  for (const uneven of [false, true])
    for (const [groups, units] of [[1, 1], [14, 4], [40, 8], [3, 8]]) {
      const { runs, total, busy } = handOut(groups, units, uneven)
      assert.equal(runs.length, groups)
      for (let unit = 0; unit < units; ++unit) {
        const own = runs.filter(run => run.unit === unit)
        own.slice(1).forEach((run, i) => assert.equal(run.start, own[i].end))
      }
      assert.ok(runs.every((run, i) => i === 0 || run.start >= runs[i - 1].start), 'handed out in order')
      assert.equal(total, Math.max(...runs.map(run => run.end)))
      assert.ok(busy > 0 && busy <= 1)
    }
  assert.equal(handOut(16, 4, false).total, 4)
  assert.equal(handOut(17, 4, false).total, 5)
  assert.equal(handOut(16, 4, false).busy, 1)
  assert.equal(handOut(3, 8, false).busy, 3 / 8)
  assert.ok(handOut(14, 4, true).busy < 1)
})

test('tiles: what a lesson says of v9', () => {
  const unit = { localGroup: 49152, localUnit: 232448, registers: 65536, maxRegisters: 255, items: 2048, groups: 32, maxItems: 1024 }
  const v9 = tile({ BM: 128, BN: 128, BK: 16, TM: 16, TN: 8 }, unit)
  assert.equal(v9.items, 128)
  assert.equal(v9.local, 16384)
  assert.equal(v9.localLoads, 1 / 16 + 1 / 8)
  assert.deepEqual(v9.problems, [])
  assert.ok(tile({ BM: 256, BN: 256, BK: 64, TM: 1, TN: 1 }, unit).problems.length >= 2)
  assert.equal(tile({ BM: 256, BN: 256, BK: 64, TM: 1, TN: 1 }, unit).groups, 0)
})

test('a race: 20 orders, of which 2 are right', () => {
  assert.equal(orders().length, 20)
  assert.equal(orders().filter(order => replay(order).memory === 2).length, 2)
  assert.deepEqual(new Set(orders().map(order => replay(order).memory)), new Set([1, 2]))
})

test('the roofline of every recorded bench, and a sentence for what is none', () => {
  for (const file of ['15_matmul_pocl', '15_matmul_h200', '16_convolution_pocl', '16_convolution_h200']) {
    const plot = roofline(JSON.parse(read(`data/results/${file}.json`)))
    assert.ok(plot.points.length > 10, file)
    for (const point of plot.points) assert.ok(point.x > 0 && point.gflops > 0, `${file} ${point.name}`)
  }
  assert.throws(() => roofline({}), /no ceilings/)
  assert.throws(() => roofline(null), /no ceilings/)
  assert.throws(() => roofline({ ceilings: { copy_gbps: 1, fma_gflops: 1 }, rows: [] }), /FLOP/)
})

test('a scan gives the running sums both ways, with the additions that are known for each', () => {
  for (const n of [4, 8, 16, 32]) {
    const values = Array.from({ length: n }, (_, i) => (7 * i + 3) % 11), sums = values.map((_, i) => values.slice(0, i + 1).reduce((a, b) => a + b))
    const adds = way => scan(values, way).reduce((sum, round) => sum + round.adds.length, 0), bits = Math.log2(n)
    for (const way of ['rounds', 'tree']) assert.deepEqual(scan(values, way).at(-1).values, sums, `${way} ${n}`)
    assert.equal(scan(values, 'rounds').length, bits)
    assert.equal(scan(values, 'tree').length, 2 * bits - 1)
    assert.equal(adds('rounds'), n * bits - n + 1)
    assert.equal(adds('tree'), 2 * n - 2 - bits)
  }
})

test('the butterflies give the transform as it is defined', () => {
  for (const n of [2, 4, 8, 16]) {
    const signal = Array.from({ length: n }, (_, i) => Math.sin(1 + i * i))
    const { columns, stages } = butterflies(signal)
    assert.equal(stages.flat().length, (n / 2) * Math.log2(n))
    for (const [k, got] of columns.at(-1).entries()) {
      const want = { re: 0, im: 0 }
      signal.forEach((value, i) => { want.re += value * Math.cos((2 * Math.PI * k * i) / n); want.im -= value * Math.sin((2 * Math.PI * k * i) / n) })
      assert.ok(Math.hypot(got.re - want.re, got.im - want.im) < 1e-12 * n, `X[${k}] of ${n}`)
    }
  }
})
