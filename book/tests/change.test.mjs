import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'node:test'
import { change, folded, marks, region } from '../tools/change.mjs'
import { projectFiles, read } from '../tools/site.mjs'

const apply = edits => ({
  before: edits.filter(edit => edit.kind !== 'add').map(edit => edit.text),
  after: edits.filter(edit => edit.kind !== 'del').map(edit => edit.text),
})

test('the edits lead from the one text to the other, also from and to nothing', () => {
  for (const [before, after] of [[[], []], [['a'], []], [[], ['a', 'b']], [['a', 'b', 'c'], ['a', 'x', 'c', 'd']], [['a', 'a'], ['a']]])
    assert.deepEqual(apply(change(before, after)), { before, after })
  assert.equal(marks(change(['a', 'b', 'c'], ['a', 'x', 'c'])), 'sdas')
})

test('as many lines change as diff says, for every two steps that follow one another', t => {
  const directory = mkdtempSync(join(tmpdir(), 'book'))
  t.after(() => rmSync(directory, { recursive: true }))
  const steps = projectFiles().filter(path => /^kernels\/1[567]_\w+\/[vctr]\d+\w*\.cl$/.test(path))
  assert.ok(steps.length > 50)
  for (let i = 1; i < steps.length; ++i) {
    const [before, after] = [steps[i - 1], steps[i]].map(path => region(read(path)))
    const names = ['before', 'after'].map(name => join(directory, name))
    writeFileSync(names[0], before.join('\n') + '\n')
    writeFileSync(names[1], after.join('\n') + '\n')
    let said = ''
    try { execFileSync('diff', ['--minimal', ...names]) } catch (error) { said = String(error.stdout) }
    const count = sign => said.split('\n').filter(line => line.startsWith(sign)).length
    const edits = change(before, after)
    assert.deepEqual(apply(edits), { before, after })
    assert.equal(edits.filter(edit => edit.kind === 'add').length, count('>'), steps[i])
    assert.equal(edits.filter(edit => edit.kind === 'del').length, count('<'), steps[i])
  }
})

test('what is far from a change is folded, but a single line is not', () => {
  const same = 'abcdefghi'.split('')
  assert.equal(marks(folded(change(same, [...same, 'x']))), 'fssa')
  assert.equal(marks(folded(change(['a', 'b', 'c'], ['a', 'b', 'c', 'x']))), 'sssa')
  assert.equal(folded(change(same, [...same, 'x']))[0].count, 7)
})

test('a region is what is between its comments; without a name, what follows the contract', () => {
  const text = '// v1: contract\n//\n\n// [kernel]\nint a;\n// [inner]\nint b;\n// [/inner]\n// [/kernel]\n'
  assert.deepEqual(region(text, 'kernel'), ['int a;', 'int b;'])
  assert.deepEqual(region(text, 'inner'), ['int b;'])
  assert.deepEqual(region('// head\nint a;\n'), ['int a;'])
})
