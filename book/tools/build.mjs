// node tools/build.mjs [--out DIRECTORY] [--only 14,15]: the book as static files that work from any web server, below any path.
// --only: some chapters, for a quick look while writing; links to the others are dead.
import { copyFileSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { Worker } from 'node:worker_threads'
import { book, root } from './site.mjs'
import { stage } from './stage.mjs'
import { base, relocate } from './relocate.mjs'

const option = name => { const at = process.argv.indexOf(name); return at > 0 ? process.argv[at + 1] : undefined }
const out = resolve(option('--out') ?? join(root, 'build', 'book'))
const only = option('--only')?.split(',') ?? []
if (only.length) process.env.BOOK_ONLY = only
const started = Date.now()
const seconds = () => ((Date.now() - started) / 1000).toFixed(1)
const say = text => console.error(`${seconds().padStart(6)} s  ${text}`)

try {
  const { pages, sources } = stage(say, only)
  const example = join(root, 'data/results/15_matmul_pocl.json') // what the roofline shows before the reader's own
  copyFileSync(example, join(book, '.vitepress/theme/example-bench.json'))
  process.env.BOOK_OUT = out
  process.env.BOOK_BASE = base
  mkdirSync(out, { recursive: true })
  const { build } = await import('vitepress')
  process.chdir(book)
  rmSync(join(out, 'source'), { recursive: true, force: true })
  // The highlighter of the source pages works on the second core; they are written once VitePress has emptied the directory.
  const highlighting = new Promise((done, fail) => {
    const worker = new Worker(new URL('./sources.mjs', import.meta.url), { workerData: sources })
    worker.on('message', done).on('error', fail)
  })
  highlighting.catch(() => {}) // reported where it is awaited
  await build(book, { base, outDir: out })
  say(`${pages} pages built`)
  relocate(out)
  for (const { file, html } of await highlighting) {
    mkdirSync(dirname(join(out, file)), { recursive: true })
    writeFileSync(join(out, file), html)
  }
  say(`${sources.length} source pages written`)
  const files = readdirSync(out, { withFileTypes: true, recursive: true }).filter(entry => entry.isFile())
  const size = files.reduce((sum, entry) => sum + statSync(join(entry.parentPath ?? entry.path, entry.name)).size, 0)
  say(`${files.length} files, ${(size / 1e6).toFixed(1)} MB in ${out}`)
} catch (error) {
  console.error(`The book was not built: ${error?.message ?? error}`)
  if (process.env.BOOK_TRACE) console.error(error?.stack)
  process.exitCode = 1
}
