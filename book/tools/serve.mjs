// node tools/serve.mjs DIRECTORY [--port N] [--under /PATH/] [--progress FILE]: static files on 127.0.0.1, compressed.
import { createReadStream, existsSync, readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import { extname, join, normalize, resolve, sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createGzip } from 'node:zlib'

const types = {
  '.html': 'text/html; charset=utf-8', '.js': 'text/javascript', '.css': 'text/css', '.json': 'application/json', '.svg': 'image/svg+xml',
  '.png': 'image/png', '.jpg': 'image/jpeg', '.woff2': 'font/woff2', '.wgsl': 'text/plain; charset=utf-8', '.txt': 'text/plain; charset=utf-8',
}

export function server(directory, { under = '/', progress } = {}) {
  const top = resolve(directory)
  return createServer((request, response) => {
    const fail = (code, text) => response.writeHead(code, { 'content-type': 'text/plain; charset=utf-8' }).end(text + '\n')
    // Another page in the same browser must not reach this server by a name of its own (DNS rebinding).
    if (!/^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/.test(request.headers.host ?? '')) return fail(403, 'This server only answers to 127.0.0.1.')
    if (request.method !== 'GET' && request.method !== 'HEAD') return fail(405, 'This server only reads.')
    let path
    try { path = decodeURIComponent(new URL(request.url, 'http://host').pathname) } catch { return fail(400, 'That is no address.') }
    if (!path.startsWith(under)) return fail(404, 'Nothing is here.')
    path = path.slice(under.length)
    if (path === 'progress.json' && progress) {
      if (!existsSync(progress)) return response.writeHead(200, { 'content-type': types['.json'] }).end('{"version":1,"exercises":{}}')
      return response.writeHead(200, { 'content-type': types['.json'], 'cache-control': 'no-store' }).end(readFileSync(progress))
    }
    let file = normalize(join(top, path))
    if (file !== top && !file.startsWith(top + sep)) return fail(404, 'Nothing is here.')
    let code = 200
    if (existsSync(file) && statSync(file).isDirectory()) {
      if (path && !path.endsWith('/')) return response.writeHead(301, { location: `${under}${path}/` }).end()
      file = join(file, 'index.html')
    }
    if (!existsSync(file)) {
      code = 404
      file = join(top, '404.html')
      if (!existsSync(file)) return fail(404, 'Nothing is here.')
    }
    const kind = extname(file)
    const header = { 'content-type': types[kind] ?? 'application/octet-stream', 'x-content-type-options': 'nosniff',
      'cache-control': /\/assets\//.test(path) ? 'max-age=31536000, immutable' : 'no-cache' }
    const small = /\.(html|js|css|json|svg|txt|wgsl)$/.test(kind) && /\bgzip\b/.test(request.headers['accept-encoding'] ?? '')
    if (small) header['content-encoding'] = 'gzip'
    response.writeHead(code, header)
    if (request.method === 'HEAD') return response.end()
    if (kind === '.html' && progress) { // tells the page that it may ask for the reader's progress
      const html = readFileSync(file, 'utf8').replace('<html', '<html data-progress')
      const out = small ? createGzip() : response
      if (small) out.pipe(response)
      return out.end(html)
    }
    const stream = createReadStream(file)
    stream.on('error', () => response.destroy())
    small ? stream.pipe(createGzip()).pipe(response) : stream.pipe(response)
  })
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const option = (name, fallback) => { const at = process.argv.indexOf(name); return at > 0 ? process.argv[at + 1] : fallback }
  const under = option('--under', '/'), port = Number(option('--port', 0))
  const serving = server(process.argv[2] ?? '.', { under, progress: option('--progress') })
  serving.on('error', error => {
    console.error(error.code === 'EADDRINUSE' ? `Port ${port} is taken by another program: name another one with --port, or leave --port out.` : error.message)
    process.exitCode = 1
  })
  serving.listen(port, '127.0.0.1', () => console.log(`The book is at http://127.0.0.1:${serving.address().port}${under} (Ctrl-C ends it)`))
}
