// The pages that show the project's files: plain HTML, highlighted, with a number and an address for each line. They need no Vue, which
// would take most of the build's time for them. Runs as a worker: gets the list, answers with the files.
import { isMainThread, parentPort, workerData } from 'node:worker_threads'
import { posix } from 'node:path'
import { createHighlighter } from 'shiki'
import { colours, css, theme } from '../grammar/colours.mjs'
import opencl from '../grammar/opencl.mjs'
import { language, read } from './site.mjs'

const escape = text => text.replace(/[&<>"]/g, c => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c])
const largest = 60000 // characters; what is longer is a record, which nobody reads in colours

/** A relative link from one page of the book to another, so that sources need no base. */
export function relativeLink(from, to) {
  const link = posix.relative(from.endsWith('/') ? from : posix.dirname(from), to) || '.'
  return to.endsWith('/') ? `${link}/index.html` : link
}

export async function sourcePages(pages) {
  const highlighter = await createHighlighter({ themes: [theme], langs: [opencl, 'cpp', 'json', 'toml', 'bash', 'cmake', 'yaml', 'js', 'python', 'css', 'vue'] })
  const numbered = { name: 'book:lines', line(node, line) { node.properties.id = `L${line}` } }
  const done = pages.map(page => ({ page, body: page.entries ? listing(page) : code(page) }))
  function code({ path }) {
    const text = read(path), lang = text.length > largest ? 'text' : language(path).replace('txt', 'text')
    return highlighter.codeToHtml(text.replace(/\n$/, ''), {
      lang: highlighter.getLoadedLanguages().includes(lang) ? lang : 'text', theme: theme.name,
      transformers: text.length > largest ? [colours] : [colours, numbered],
    })
  }
  const files = done.map(({ page, body }) => ({ file: fileOf(page.route), html: frame(page, body) }))
  files.push({ file: 'source/source.css', html: `${style}\n${css}\n` })
  return files
}

const fileOf = route => (route.endsWith('/') ? `${route}index.html` : route).slice(1)

const listing = page => `<ul>${page.entries.map(({ name, route }) =>
  `<li>${route ? `<a href="${relativeLink(page.route, route)}">${escape(name)}</a>` : escape(name)}</li>`).join('')}</ul>`

function frame(page, body) {
  const to = route => relativeLink(page.route, route)
  const crumbs = page.crumbs.map(({ name, route }) => (route ? `<a href="${to(route)}">${escape(name)}</a>` : `<span>${escape(name)}</span>`)).join(' / ')
  const used = page.used.length ? `<p>Used in ${page.used.map(({ title, route }) => `<a href="${to(route)}">${escape(title)}</a>`).join(', ')}.</p>` : ''
  return `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${escape(page.path)} | OpenCL, step by step</title>
<link rel="icon" href="data:,"><link rel="stylesheet" href="${to('/source/source.css')}">
<script>(()=>{let k="vitepress-theme-appearance",d=document.documentElement,s=localStorage.getItem(k)||"auto";if(s==="dark"||s==="auto"&&matchMedia("(prefers-color-scheme: dark)").matches)d.classList.add("dark")})()</script>
</head><body><header><a href="${to('/')}">OpenCL, step by step</a>
${page.entries ? '' : '<button type="button" id="copy">Copy</button>'}<button type="button" id="theme">Dark or light</button></header>
<main><h1>${crumbs}</h1>${used}
${body}
</main>
<script>{const d=document.documentElement;document.getElementById("theme").onclick=()=>localStorage.setItem("vitepress-theme-appearance",d.classList.toggle("dark")?"dark":"light");
const c=document.getElementById("copy");if(c)c.onclick=()=>{const s=getSelection();s.selectAllChildren(document.querySelector("pre"));document.execCommand("copy");s.removeAllRanges();c.textContent="Copied"}}</script>
</body></html>
`
}

const style = `:root{--bg:#fff;--text:#1f2328;--soft:#f6f8fa;--edge:#d1d9e0;--link:#1d4ed8;--number:#59636e;--here:#fff3c4}
.dark{--bg:#1b1b1f;--text:#dfdfd6;--soft:#161618;--edge:#3d444d;--link:#93c5fd;--number:#9198a1;--here:#4a3c00}
*{box-sizing:border-box}body{margin:0;background:var(--bg);color:var(--text);font:16px/1.6 system-ui,-apple-system,'Segoe UI',Roboto,'Liberation Sans',Arial,sans-serif}
header{display:flex;gap:12px;padding:10px 20px;border-bottom:1px solid var(--edge);align-items:center}header a{margin-right:auto;font-weight:600}
a{color:var(--link)}button{padding:3px 10px;border:1px solid var(--edge);border-radius:6px;background:var(--soft);color:inherit;font:inherit;font-size:14px;cursor:pointer}
main{max-width:1100px;margin:0 auto;padding:20px}h1{font-size:20px;overflow-wrap:anywhere}li{line-height:1.9;overflow-wrap:anywhere}:focus-visible{outline:2px solid var(--link);outline-offset:2px}
pre{overflow-x:auto;padding:16px 0;border-radius:8px;background:var(--soft);font:13.5px/1.6 ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace;tab-size:2}
pre code{display:block;min-width:max-content;padding:0 16px;counter-reset:line;font:inherit}
.line{counter-increment:line}.line[id]::before{content:counter(line);display:inline-block;width:3.2em;margin-right:1.4em;text-align:right;color:var(--number);user-select:none}
.line:target{background:var(--here)}
@media(max-width:640px){main{padding:12px}.line[id]::before{width:2.4em;margin-right:.8em}}
@media print{header{display:none}pre{white-space:pre-wrap}}`

if (!isMainThread && parentPort) parentPort.postMessage(await sourcePages(workerData))
