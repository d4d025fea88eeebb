// Makes a built book work below any path. VitePress bakes the base into pages, scripts and style sheets; we build with an improbable one and
// replace it here: in a page's attributes by a relative path, since each page knows its depth; in style sheets by a relative path as well;
// in scripts by a variable that the first line of each page sets from the page's own address.
import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { parseAst } from 'vite'

export const base = '/-book-base-/'
const variable = '__bookBase'

/** A script in which each string that contains the base computes it when it runs. */
export function relocateScript(code, isModule = true) {
  if (!code.includes(base)) return code
  const edits = [] // [from, to, before, after]
  const wrap = node => edits.push([node.start, node.end, '(', `).replaceAll(${JSON.stringify(base)},${variable})`])
  const visit = (node, parent, key) => {
    if (!node || typeof node.type !== 'string') return
    if (node.type === 'Literal' && typeof node.value === 'string' && node.value.includes(base)) {
      if (/^(Import|Export)/.test(parent.type) && key === 'source') throw new Error(`an import from ${node.value}: the base may be in no module's name`)
      if (parent.type === 'Property' && key === 'key' && !parent.computed) throw new Error(`a property's name with the base: ${node.value.slice(0, 80)}`)
      return wrap(node)
    }
    if (node.type === 'TemplateLiteral' && node.quasis.some(part => part.value.cooked?.includes(base))) {
      if (parent.type === 'TaggedTemplateExpression') throw new Error('a tagged template with the base')
      wrap(node)
    }
    for (const [name, child] of Object.entries(node))
      if (Array.isArray(child)) for (const each of child) visit(each, node, name)
      else if (child && typeof child === 'object' && name !== 'value') visit(child, node, name)
      else if (child && typeof child === 'object') visit(child, node, name)
  }
  visit(parseAst(code, { allowReturnOutsideFunction: !isModule }), { type: 'Program' }, '')
  // From the end; where one is inside another, both insert at their own places.
  const inserts = edits.flatMap(([from, to, before, after]) => [[from, before, 0], [to, after, 1]]).sort((a, b) => b[0] - a[0] || b[2] - a[2])
  for (const [at, text] of inserts) code = code.slice(0, at) + text + code.slice(at)
  return code
}

/** A page `depth` directories below the book's root. */
export function relocatePage(html, depth) {
  const up = '../'.repeat(depth) || './'
  html = html.replace(/(<script\b[^>]*>)([^]*?)(<\/script>)/g, (all, open, code, close) => open.replaceAll(base, up) + (code ? relocateScript(code) : '') + close)
  html = html.replace(/<(?!script\b)[a-z][^<>]*>/g, tag => tag.replaceAll(base, up))
  // Vue keeps the links of the frame when it goes to another page: they must not be relative then.
  const set = `<script>window.${variable}=new URL(${JSON.stringify(up)},location.href).pathname</script>`
  const fix = '<script>for(const a of document.querySelectorAll("a[href],img[src]")){const n=a.href===undefined?"src":"href",v=a.getAttribute(n);' +
    'if(!/^([a-z]+:|\\/|#)/.test(v)){const u=new URL(v,location.href);a.setAttribute(n,u.pathname+u.search+u.hash)}}</script>'
  return html.replace('<head>', `<head>${set}`).replace('</body>', `${fix}</body>`)
}

const notFound = `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>Not in the book</title>
<link rel="icon" href="data:,"><style>body{font:16px/1.6 system-ui,sans-serif;max-width:40em;margin:4em auto;padding:0 1em}@media(prefers-color-scheme:dark){body{background:#1b1b1f;color:#dfdfd6}}</style></head>
<body><h1>This page is not in the book</h1><p>Go back, and use the search (Ctrl-K) or the list of lessons.</p></body></html>
`

export function relocate(directory) {
  let changed = 0
  for (const entry of readdirSync(directory, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile() || !/\.(html|js|css|json)$/.test(entry.name)) continue
    const file = join(entry.parentPath ?? entry.path, entry.name)
    const before = readFileSync(file, 'utf8')
    const depth = relative(directory, dirname(file)).split(/[\\/]/).filter(Boolean).length
    let after = before
    // The page "not found" is shown for any address: it can have no relative links, and so needs none of the book's files.
    if (entry.name === '404.html') after = notFound
    else if (entry.name.endsWith('.html')) after = relocatePage(before, depth)
    else if (entry.name.endsWith('.js')) after = relocateScript(before)
    else if (entry.name.endsWith('.css')) after = before.replaceAll(base, '../'.repeat(depth) || './')
    if (after !== before) writeFileSync(file, after), ++changed
  }
  return changed
}
