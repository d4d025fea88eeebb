// node tools/build.mjs [--out DIRECTORY]: the whole book as static files that work from any web server, below any path.
import { mkdirSync, readdirSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { book, root } from './site.mjs'
import { stage } from './stage.mjs'
import { base, relocate } from './relocate.mjs'

const at = process.argv.indexOf('--out')
const out = resolve(at > 0 ? process.argv[at + 1] : join(root, 'build', 'book'))
const started = Date.now()
const seconds = () => ((Date.now() - started) / 1000).toFixed(1)
const say = text => console.error(`${seconds().padStart(6)} s  ${text}`)

try {
  const { pages } = stage(say)
  process.env.BOOK_OUT = out
  process.env.BOOK_BASE = base
  mkdirSync(out, { recursive: true })
  const { build } = await import('vitepress')
  process.chdir(book)
  await build(book, { base, outDir: out })
  say(`${pages} pages built`)
  relocate(out)
  const files = readdirSync(out, { withFileTypes: true, recursive: true }).filter(entry => entry.isFile())
  const size = files.reduce((sum, entry) => sum + statSync(join(entry.parentPath ?? entry.path, entry.name)).size, 0)
  say(`${files.length} files, ${(size / 1e6).toFixed(1)} MB in ${out}`)
} catch (error) {
  console.error(`The book was not built: ${error?.message ?? error}`)
  if (process.env.BOOK_TRACE) console.error(error?.stack)
  process.exitCode = 1
}
