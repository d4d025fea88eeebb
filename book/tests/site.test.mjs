import assert from 'node:assert/strict'
import test from 'node:test'
import { fence, language, pageFile, projectFiles, read, route, slug } from '../tools/site.mjs'
import { exercises, references } from '../tools/stage.mjs'
import { relativeLink } from '../tools/sources.mjs'
import { target } from '../markdown/hooks.mjs'
import { toml } from '../tools/toml.mjs'

test('every file and directory of the project has one page', () => {
  assert.equal(route('README.md'), '/')
  assert.equal(route('.'), '/')
  assert.equal(route('chapters/15_matmul/README.md'), '/chapters/15_matmul/')
  assert.equal(route('chapters/15_matmul/'), '/chapters/15_matmul/')
  assert.equal(route('chapters/15_matmul/2_registers.md'), '/chapters/15_matmul/2_registers.html')
  assert.equal(route('exercises/15_matmul/05_two_by_two/task.md'), '/exercises/15_matmul/05_two_by_two/')
  assert.equal(route('solutions/15_matmul/05_two_by_two/why.md'), '/exercises/15_matmul/05_two_by_two/')
  assert.equal(route('kernels/15_matmul/v1_naive.cl'), '/source/kernels/15_matmul/v1_naive.cl.html')
  assert.equal(route('kernels/15_matmul'), '/source/kernels/15_matmul/')
  assert.equal(route('exercises/concepts.toml'), '/source/exercises/concepts.toml.html')
  assert.equal(route('exercises/15_matmul'), '/exercises/15_matmul/')
  assert.equal(route('.clangd'), '/source/dot-clangd.html')
  assert.equal(route('no/such/file'), '')
  assert.equal(route('../outside'), '')
  assert.equal(pageFile('/a/b/'), 'a/b/index.md')
  assert.equal(pageFile('/a/b.html'), 'a/b.md')
})

test('links of a lesson lead to pages, those to nowhere are errors', () => {
  const from = 'chapters/16_convolution/index.md'
  assert.equal(target('../15_matmul/README.md#tuning', from), '/chapters/15_matmul/#tuning')
  assert.equal(target('lab/README.md', from), '/chapters/16_convolution/lab/')
  assert.equal(target('../../kernels/16_convolution', from), '/source/kernels/16_convolution/')
  assert.equal(target('https://registry.khronos.org/', from), 'https://registry.khronos.org/')
  assert.equal(target('#here', from), '#here')
  assert.throws(() => target('../nowhere.md', from), /leads nowhere/)
})

test('anchors are those of a forge', () => {
  assert.equal(slug('Is local memory equally fast for all?'), 'is-local-memory-equally-fast-for-all')
  assert.equal(slug('v8, v9: written out'), 'v8-v9-written-out')
  assert.equal(slug('clBuildProgram & C++ — größer'), 'clbuildprogram--c--größer')
})

test('references are found in texts and code comments, but not in code', () => {
  assert.deepEqual(references('[a](../b.md#c) [w](https://x.y) ![i](p.svg)\n<!-- code: kernels/k.cl#r -->\n```cpp\n[](int i)\n```\n', 'd/e.md').sort(),
    ['b.md', 'd/p.svg', 'kernels/k.cl'])
})

test('relative links between sources and pages', () => {
  assert.equal(relativeLink('/source/kernels/a/b.cl.html', '/chapters/a/'), '../../../chapters/a/index.html')
  assert.equal(relativeLink('/source/kernels/a/', '/source/kernels/a/b.cl.html'), 'b.cl.html')
  assert.equal(relativeLink('/source/kernels/a/', '/'), '../../../index.html')
})

test('every description of an exercise can be read, and has three hints', () => {
  const all = exercises()
  assert.equal(all.length, projectFiles().filter(path => path.endsWith('/exercise.toml')).length)
  for (const exercise of all) {
    assert.equal(exercise.hints.length, 3, exercise.id)
    assert.match(exercise.id, /^[a-z0-9-]+$/)
    assert.ok(exercise.stars >= 1 && exercise.stars <= 3)
  }
  assert.deepEqual(toml('a = "x [y]" # c\nb = [\n  "p, ]",\n  "q",\n]\nn = 3\n'), { a: 'x [y]', b: ['p, ]', 'q'], n: 3 })
  assert.throws(() => toml('nonsense'), /line 1/)
})

test('a fence is longer than any in its text', () => assert.equal(fence('a\n````\nb', 'x'), '`````x\na\n````\nb\n`````\n'))
test('languages', () => {
  assert.equal(language('kernels/15_matmul/vector.clh'), 'opencl')
  assert.equal(language('chapters/CMakeLists.txt'), 'cmake')
  assert.equal(language('learn'), 'bash')
})

test('the lock file is whole for every system, and names no host', () => {
  const { packages } = JSON.parse(read('book/package-lock.json'))
  const missing = Object.values(packages).flatMap(each => Object.keys(each.optionalDependencies ?? {})).filter(name => !packages[`node_modules/${name}`])
  assert.deepEqual(missing, []) // npm ci stops where the package of any other system is not in the list
  for (const [name, { version, integrity, license, resolved }] of Object.entries(packages)) {
    assert.equal(resolved, undefined, name)
    if (name) assert.ok(version && /^sha512-/.test(integrity), `${name} is not pinned`)
    if (name) assert.match(license, /^(MIT|ISC|Apache-2.0|BSD-[23]-Clause|MIT OR Apache-2.0|CC0-1.0|0BSD)$/, `${name}: a licence to look at`)
  }
})
