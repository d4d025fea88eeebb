import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'node:test'
import { fileURLToPath } from 'node:url'
import { server } from '../tools/serve.mjs'
import { giveWidth } from '../tools/terminal.mjs'

const tool = name => fileURLToPath(new URL(`../tools/${name}`, import.meta.url))
const listen = (serving, t) => {
  t.after(() => { serving.close(); serving.closeAllConnections() })
  return listening(serving)
}
const listening = serving => new Promise(done => serving.listen(0, '127.0.0.1', () => done(serving.address().port)))
const ask = (port, path, headers = {}, method = 'GET') => new Promise((done, fail) => request({ port, host: '127.0.0.1', path, method, headers }, answer => {
  let text = ''
  answer.setEncoding('utf8').on('data', part => (text += part)).on('end', () => done({ code: answer.statusCode, headers: answer.headers, text }))
}).on('error', fail).end())

function directory(use) {
  const place = mkdtempSync(join(tmpdir(), 'a book '))
  return Promise.resolve(use(place)).finally(() => rmSync(place, { recursive: true }))
}

test('a terminal without a width gets one, and no other stream does', () => {
  const streams = [{ isTTY: true, columns: 0 }, { isTTY: true, columns: 120 }, { columns: undefined }]
  giveWidth(streams)
  assert.deepEqual(streams.map(stream => stream.columns), [80, 120, undefined])
})

test('a book replaces no directory that is not a book, and says so before it builds', () => directory(place => {
  writeFileSync(join(place, 'letter.txt'), 'precious')
  const { status, stderr } = spawnSync(process.execPath, [tool('build.mjs'), '--out', place], { encoding: 'utf8' })
  assert.equal(status, 1)
  assert.match(stderr, /other files/)
  assert.deepEqual(readdirSync(place), ['letter.txt'])
  const file = spawnSync(process.execPath, [tool('build.mjs'), '--out', join(place, 'letter.txt')], { encoding: 'utf8' })
  assert.equal(file.status, 1)
  assert.match(file.stderr, /is a file/)
}))

test('a port that is taken is told, before the building and by the server', t => directory(async place => {
  const other = server(place), port = await listen(other, t)
  for (const words of [['build.mjs', '--out', join(place, 'new'), '--port', port], ['serve.mjs', place, '--port', port]]) {
    const { status, stderr } = spawnSync(process.execPath, [tool(words[0]), ...words.slice(1).map(String)], { encoding: 'utf8' })
    assert.equal(status, 1)
    assert.match(stderr, new RegExp(`[Pp]ort ${port} is taken`))
  }
  assert.deepEqual(readdirSync(place), [])
}))

test('the server shows the files of its directory, to this machine, and nothing else', t => directory(async place => {
  writeFileSync(join(place, 'secret.txt'), 'secret')
  const shown = join(place, 'shown')
  mkdirSync(join(shown, 'a'), { recursive: true })
  writeFileSync(join(shown, 'index.html'), '<html><body>home</body></html>')
  writeFileSync(join(shown, 'a', 'index.html'), 'page a')
  writeFileSync(join(place, 'progress.json'), '{"version":1,"exercises":{"x":{}}}')
  const serving = server(shown, { under: '/below/', progress: join(place, 'progress.json') }), port = await listen(serving, t)
  assert.match((await ask(port, '/below/')).text, /<html data-progress>.*home/)
  assert.equal((await ask(port, '/below/a')).headers.location, '/below/a/')
  assert.equal((await ask(port, '/below/a/?x#y')).text, 'page a')
  assert.match((await ask(port, '/below/progress.json')).text, /"x"/)
  assert.equal((await ask(port, '/below/', { 'accept-encoding': 'gzip' })).headers['content-encoding'], 'gzip')
  for (const path of ['/', '/below/no', '/below/../secret.txt', '/below/%2e%2e/secret.txt', '/below/..%2fsecret.txt', '/below/a/..%2f..%2fsecret.txt', '/%']) {
    const answer = await ask(port, path)
    assert.ok(answer.code >= 400, path)
    assert.doesNotMatch(answer.text, /secret/, path)
  }
  assert.equal((await ask(port, '/below/', { host: 'example.org' })).code, 403)
  assert.equal((await ask(port, '/below/', {}, 'POST')).code, 405)
}))
