// node tools/build.mjs [--out DIRECTORY] [--port N] [--only 14,15]: the book as static files that work from any web server, below any path.
// --port: says at once when it is taken. --only: some chapters, for a quick look while writing; links to the others are dead.
import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname, join, resolve } from 'node:path'
import { Worker } from 'node:worker_threads'
import { book, pages as staged, projectFiles, read, root } from './site.mjs'
import { stage } from './stage.mjs'
import { base, relocate } from './relocate.mjs'
import { giveWidth } from './terminal.mjs'

const option = name => { const at = process.argv.indexOf(name); return at > 0 ? process.argv[at + 1] : undefined }
const out = resolve(option('--out') ?? join(root, 'build', 'book'))
const only = option('--only')?.split(',') ?? []
if (only.length) process.env.BOOK_ONLY = only
const started = Date.now()
const seconds = () => ((Date.now() - started) / 1000).toFixed(1)
const say = text => console.error(`${seconds().padStart(6)} s  ${text}`)

const stamp = '.book' // in a built book: what it was built from
const part = join(out, '.part') // the new book, until it is whole: a build that fails leaves the old one

// The packages whose code runs in the reader's browser.
const inPages = ['vitepress', 'vue', '@vue/shared', '@vueuse/core', '@vueuse/integrations', 'minisearch', 'mark.js', 'focus-trap', 'tabbable']

try {
  const port = Number(option('--port') ?? 0)
  if (port) await free(port)
  if (existsSync(out) && !statSync(out).isDirectory()) throw new Error(`${out} is a file: name a directory.`)
  if (existsSync(out) && readdirSync(out).length && !existsSync(join(out, stamp)) && !existsSync(part))
    throw new Error(`${out} has other files in it, which a book would replace: name an empty directory, or one that does not exist.`)
  const { pages, sources } = stage(say, only)
  const example = join(root, 'data/results/15_matmul_pocl.json') // what the roofline shows before the reader's own
  copyFileSync(example, join(book, '.vitepress/theme/example-bench.json'))
  const madeFrom = fingerprint(sources)
  if (existsSync(join(out, stamp)) && readFileSync(join(out, stamp), 'utf8') === madeFrom) say(`nothing has changed since the book in ${out} was built`)
  else {
    await build(sources)
    writeFileSync(join(part, stamp), madeFrom)
    for (const name of readdirSync(out)) if (join(out, name) !== part) rmSync(join(out, name), { recursive: true })
    for (const name of readdirSync(part)) renameSync(join(part, name), join(out, name))
    rmSync(part, { recursive: true })
    const files = readdirSync(out, { withFileTypes: true, recursive: true }).filter(entry => entry.isFile())
    const size = files.reduce((sum, entry) => sum + statSync(join(entry.parentPath ?? entry.path, entry.name)).size, 0)
    say(`${pages} pages and ${sources.length} source pages: ${files.length} files, ${(size / 1e6).toFixed(1)} MB in ${out}`)
  }
} catch (error) {
  console.error(`The book was not built: ${error?.message ?? error}`)
  if (process.env.BOOK_TRACE) console.error(error?.stack)
  process.exitCode = 1
}

async function build(sources) {
  rmSync(part, { recursive: true, force: true })
  mkdirSync(part, { recursive: true })
  process.env.BOOK_OUT = part
  process.env.BOOK_BASE = base
  giveWidth([process.stdout, process.stderr])
  const { build } = await import('vitepress')
  process.chdir(book)
  // The highlighter of the source pages works on the second core; they are written once VitePress has emptied the directory.
  const highlighting = new Promise((done, fail) => {
    const worker = new Worker(new URL('./sources.mjs', import.meta.url), { workerData: sources })
    worker.on('message', done).on('error', fail)
  })
  highlighting.catch(() => {}) // reported where it is awaited
  await build(book, { base, outDir: part })
  relocate(part)
  for (const { file, html } of await highlighting) {
    mkdirSync(dirname(join(part, file)), { recursive: true })
    writeFileSync(join(part, file), html)
  }
  const notices = inPages.map(name => {
    const directory = join(book, 'node_modules', name)
    return `${name}\n\n${readFileSync(join(directory, readdirSync(directory).find(file => /^licen[cs]e/i.test(file))), 'utf8').trim()}\n`
  })
  writeFileSync(join(part, 'licences.txt'), `The scripts of this book contain code of these packages.\n\n${notices.join('\n\n')}`)
}

/** Of everything that the book is made from. */
function fingerprint(sources) {
  const hash = createHash('sha256').update(JSON.stringify([base, process.version, only, sources]))
  for (const path of projectFiles().filter(path => path.startsWith('book/') && !path.startsWith('book/tests/'))) hash.update(path).update(read(path))
  for (const { path, entries } of sources) if (!entries) hash.update(read(path))
  for (const entry of readdirSync(staged, { withFileTypes: true, recursive: true }))
    if (entry.isFile()) hash.update(entry.name).update(readFileSync(join(entry.parentPath ?? entry.path, entry.name)))
  return hash.update(readFileSync(join(book, '.vitepress/theme/example-bench.json'))).digest('hex') + '\n'
}

function free(port) {
  return new Promise((done, fail) => {
    const trying = createServer()
    trying.on('error', () => fail(new Error(`port ${port} is taken by another program: name another one with --port, or leave --port out.`)))
    trying.listen(port, '127.0.0.1', () => trying.close(done))
  })
}
