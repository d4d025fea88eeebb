import assert from 'node:assert/strict'
import test from 'node:test'
import { createMarkdownRenderer } from 'vitepress'
import { colours, css, theme } from '../grammar/colours.mjs'
import opencl from '../grammar/opencl.mjs'
import { bookHooks, looksLikeOpenCL } from '../markdown/hooks.mjs'
import { marked } from '../markdown/transformer.mjs'
import { slug } from '../tools/site.mjs'

const md = await createMarkdownRenderer('.', { config: bookHooks, languages: [opencl], codeTransformers: [marked, colours], theme, anchor: { slugify: slug } }, '/', console)
const render = (text, relativePath = 'chapters/15_matmul/index.md') => md.render(text, { path: '/x.md', relativePath, cleanUrls: false })

test('braces in inline code and in prose are no expressions of Vue', async () => {
  assert.match(await render('`float2 a = {{1, 2}};`'), /<code v-pre>float2 a = \{\{1, 2\}\};<\/code>/)
  assert.doesNotMatch(await render('an array {{1, 2}} of arrays'), /\{\{/)
})

test('code from a kernel is OpenCL C, with a link to its file', async () => {
  const html = await render('<!-- code: kernels/15_matmul/v1_naive.cl#kernel -->\n```c\nkernel void f(global float4* a) { a[get_global_id(0)].x = 1; }\n```\n')
  assert.match(html, /language-opencl/)
  assert.match(html, /href="\/source\/kernels\/15_matmul\/v1_naive\.cl\.html"/)
  assert.match(html, />v1_naive|v1_naive\.cl/)
  const colour = word => new RegExp(`class="(c\\d+)">\\s*${word}\\b`).exec(html)?.[1]
  for (const word of ['kernel', 'global', 'float4', 'get_global_id']) assert.ok(colour(word), `${word} has no colour of its own in ${html}`)
  assert.equal(colour('kernel'), colour('global'))
  assert.notEqual(colour('float4'), colour('get_global_id'))
  for (const mode of [':not(.dark)', '.dark']) assert.ok(css.includes(`html${mode} .shiki .${colour('kernel')}{color:#`), `${mode}: no colour for ${colour('kernel')}`)
})

test('C stays C', () => {
  assert.equal(looksLikeOpenCL('int main(void) { return 0; }'), false)
  assert.equal(looksLikeOpenCL('kernel void f(global int* a) {}'), true)
})

test('a change of steps: whole and only the change', async () => {
  const html = await render('<!-- book: change v1 v2 -->\n')
  assert.match(html, /<legend>v1 → v2: <ins>\d+ lines? new<\/ins>, <del>\d+ gone<\/del><\/legend>/)
  assert.match(html, /value="change" checked/) // the lesson shows none of this code, so the change comes first
  assert.match(html, /class="line diff add"/)
  assert.match(html, /class="line diff remove"/)
  await assert.rejects(async () => render('<!-- book: change v1 v99 -->\n'), /0 files for the step v99/)
  await assert.rejects(async () => render('<!-- book: dance -->\n'), /does not know "dance"/)
  await assert.rejects(async () => render('<!-- book: figure nothing -->\n'), /does not know/)
})

test('a figure becomes its component, other comments vanish', async () => {
  assert.match(await render('<!-- book: figure banks -->\n'), /<LocalBanks \/>/)
  assert.doesNotMatch(await render('<!-- something -->\n\nText'), /LocalBanks/)
})
