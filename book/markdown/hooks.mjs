// What markdown-it has to know about the lessons: their links, the comments above their code, and the book's own comments.
import { posix } from 'node:path'
import { isFile, language, read, route, projectFiles } from '../tools/site.mjs'
import { change, folded, marks, region } from '../tools/change.mjs'
import { figures, runs } from './names.mjs'

const external = /^[a-z][a-z0-9+.-]*:|^\/\/|^#|^\//i

/** Where a link in the page `from` (a path of the project) leads in the book. Throws where the project has no such file. */
export function target(href, from) {
  if (external.test(href)) return href
  const [, path, hash] = /^([^#]*)(#.*)?$/.exec(href)
  const page = route(posix.join(posix.dirname(from), decodeURIComponent(path)))
  if (!page) throw new Error(`${from}: the link ${href} leads nowhere`)
  return page + (hash ?? '')
}

// Source pages are plain files beside VitePress' own: its router must leave them alone, and so adds no base.
function lead(link, href) {
  if (href.startsWith('/source/')) {
    link.attrSet('target', '_self')
    href = (process.env.BOOK_BASE ?? '/') + href.slice(1)
  }
  link.attrSet('href', href)
}

/** The file of a step, for instance of v7 in kernels/15_matmul. */
export function stepFile(stem, id) {
  const found = projectFiles().filter(path => path.startsWith(`kernels/${stem}/${id}_`) && path.endsWith('.cl'))
  if (found.length !== 1) throw new Error(`kernels/${stem} has ${found.length} files for the step ${id}`)
  return found[0]
}

const comment = /^<!--\s*(code|book|output|example):?\s*(.*?)\s*-->\s*$/
const escape = text => text.replace(/[&<>"]/g, c => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c])

export function bookHooks(md) {
  // Vue must not take {{ }} in a text for one of its own expressions. (In fences VitePress sees to that.)
  md.renderer.rules.code_inline = (tokens, i) => `<code v-pre>${escape(tokens[i].content)}</code>`
  md.renderer.rules.text = (tokens, i) => escape(tokens[i].content).replaceAll('{{', '&#123;&#123;')

  md.core.ruler.push('book', state => {
    const from = state.env.relativePath ?? 'README.md'
    const html = content => Object.assign(new state.Token('html_block', '', 0), { content })
    const title = (path, name = '') => { // a line above a block of code, with a link to the whole file
      const open = new state.Token('link_open', 'a', 1), text = new state.Token('text', '', 0)
      lead(open, route(path))
      text.content = path + (name ? ` · ${name}` : '')
      const inline = new state.Token('inline', '', 0)
      inline.content = text.content
      inline.children = [open, text, new state.Token('link_close', 'a', -1)]
      return [html('<div class="code-title">'), inline, html('</div>\n')]
    }
    const out = []
    let code = null, steps = null, output = false
    const alone = () => { // no code of the step follows: the whole of both files, and first of all their difference
      if (steps) out.push(...stepChange(null, steps, from, html, state))
      steps = null
    }
    for (const token of [...state.tokens, null]) {
      if (!token) {
        alone()
        break
      }
      if (token.type === 'inline') {
        alone()
        for (const child of token.children ?? []) {
          if (child.type === 'link_open') lead(child, target(child.attrGet('href'), from))
        }
        out.push(token)
        continue
      }
      const found = token.type === 'html_block' && comment.exec(token.content.trim())
      if (found) {
        const [, kind, rest] = found
        if (kind === 'code') {
          const [path, name] = rest.split(/\s+/)[0].split('#')
          code = { path, name }
          if (steps && !path.startsWith(`kernels/${from.split('/')[1]}/${steps[1]}_`)) alone()
        } else if (kind === 'output') output = true
        else if (kind === 'book') {
          const [verb, ...words] = rest.split(/\s+/)
          alone()
          if (verb === 'change' && words.length === 2) steps = words
          else if (verb === 'figure' && figures[words[0]]) out.push(html(`<${figures[words[0]]} />\n`))
          else if (verb === 'run' && runs.has(words[0])) out.push(html(`<RunKernel name="${words[0]}" />\n`))
          else throw new Error(`${from}: the book does not know "${rest}"`)
        }
        continue // a comment is of no use in a page
      }
      if (!code) alone()
      if (token.type !== 'fence') {
        out.push(token)
        continue
      }
      if (token.info.trim() === 'c' && (code ? language(code.path) === 'opencl' : looksLikeOpenCL(token.content))) token.info = 'opencl'
      const known = code && isFile(code.path)
      if (known) out.push(...title(code.path, code.name))
      if (output) out.push(html('<div class="output">\n'), token, html('</div>\n'))
      else if (steps && known) out.push(...stepChange(token, steps, from, html, state, code.name))
      else out.push(token)
      code = steps = null
      output = false
    }
    state.tokens = out
  })
}

/** A step's code twice: whole, with the changed lines marked; and only the change. `token`: the lesson's own block, which shows the region `name`. */
function stepChange(token, [before, after], from, html, state, name) {
  const stem = from.split('/')[1]
  const old = region(read(stepFile(stem, before)), name)
  const now = token ? token.content.replace(/\n$/, '').split('\n') : region(read(stepFile(stem, after)))
  const edits = change(old, now)
  const added = edits.filter(edit => edit.kind === 'add').length, removed = edits.filter(edit => edit.kind === 'del').length
  const short = folded(edits)
  const fence = (text, marked) => Object.assign(new state.Token('fence', 'code', 0), { markup: '```', content: text + '\n', info: `opencl marks:${marks(marked)}` })
  // Plain HTML, which the style sheet switches: as a component, the code would be in the page's script as well.
  const group = `change-${(state.env.changes = (state.env.changes ?? 0) + 1)}`
  const choice = (view, text) => `<label><input type="radio" name="${group}" value="${view}"${(view === 'change') === !token ? ' checked' : ''}> ${text}</label>`
  return [
    html(`<div class="step-change${token ? '' : ' short'}">\n<fieldset><legend>${before} → ${after}: <ins>${lines(added)} new</ins>, <del>${removed} gone</del></legend>` +
      `${choice('whole', token ? 'the whole code' : 'the whole file')}${choice('change', 'only the change')}</fieldset>\n<div class="whole">\n`),
    fence(now.join('\n'), edits.filter(edit => edit.kind !== 'del')),
    html('</div>\n<div class="change">\n'),
    fence(short.map(edit => (edit.kind === 'fold' ? `// ${edit.count} lines as before` : edit.text)).join('\n'), short),
    html('</div>\n</div>\n'),
  ]
}
const lines = n => `${n} ${n === 1 ? 'line' : 'lines'}`

export const looksLikeOpenCL = text =>
  /\b(?:__)?kernel\s+(?:void|__attribute__)|\bget_(?:global|local|group)_|\b(?:__)?(?:global|local|constant)\s+(?:const\s+)?\w+\s*\*?|\bconvert_|\b(?:float|int|uint|uchar)(?:2|4|8|16)\b|\bbarrier\(CLK/.test(text)
