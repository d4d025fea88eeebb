import assert from 'node:assert/strict'
import test from 'node:test'
import { base, relocatePage, relocateScript } from '../tools/relocate.mjs'

const run = (code, at) => new Function('__bookBase', `${relocateScript(code, false)}`)(at)

test('strings, templates and nested ones get the base when they run', () => {
  assert.equal(run(`return "${base}a.svg"`, '/x/'), '/x/a.svg')
  assert.equal(run(`return '${base}a "q" ${base}b'`, '/x/'), '/x/a "q" /x/b')
  assert.equal(run(`const n="${base}n";return \`<a href="${base}p">\${n+\`${base}q\`}</a>\``, '/y/'), '<a href="/y/p">/y/n/y/q</a>')
  assert.equal(run(`return {base:"${base}"}.base`, '/'), '/')
  assert.equal(run('return 1', '/x/'), 1)
})

test('the base in a place where it cannot be computed is an error', () => {
  assert.throws(() => relocateScript(`import "${base}a.js"`), /module/)
  assert.throws(() => relocateScript(`({"${base}a":1})`), /property/)
})

test('attributes become relative, by the depth of the page', () => {
  const page = `<html><head></head><body><a href="${base}a/b.html">${base}</a><script src="${base}c.js"></script></body></html>`
  const two = relocatePage(page, 2)
  assert.match(two, /<a href="\.\.\/\.\.\/a\/b\.html">/)
  assert.match(two, /<script src="\.\.\/\.\.\/c\.js">/)
  assert.match(two, /new URL\("\.\.\/\.\.\/",location\.href\)/)
  assert.match(relocatePage(page, 0), /<a href="\.\/a\/b\.html">/)
})
