import assert from 'node:assert/strict'
import test from 'node:test'
import { access, bankTurns, columnWords, ids, orders, replay, roofline, rowWords, roundUp, tile } from '../.vitepress/theme/models.js'
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
