// Lessons, exercises and sources as Markdown below book/pages, from where VitePress takes them. Only what changed is written anew.
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { chapters, fence, isDirectory, isFile, isText, language, pageFile, pages, projectFiles, read, root, route } from './site.mjs'
import { toml } from './toml.mjs'

/** All links of a Markdown text that stay in the project, with the files that its code comments name; as paths. */
export function references(text, from) {
  const found = new Set()
  const plain = text.replace(/^(`{3,}|~{3,}).*?^\1`*\s*$/gms, '').replace(/`[^`\n]*`(?!\])/g, code => (code.includes('](') ? '' : code))
  for (const [, href] of plain.matchAll(/\]\(\s*<?([^()\s<>]*(?:\([^()\s]*\)[^()\s<>]*)*)>?(?:\s+"[^"]*")?\s*\)/g))
    if (!/^[a-z][a-z0-9+.-]*:|^#|^$/i.test(href)) found.add(posix.normalize(posix.join(posix.dirname(from), decodeURIComponent(href.split('#')[0]))))
  for (const [, path] of text.matchAll(/^<!-- code: ([^\s#]+)/gm)) found.add(path)
  return [...found].map(path => path.replace(/\/$/, ''))
}

const picture = /\.(svg|png|jpe?g|gif|webp)$/i
const frontmatter = fields => `---\n${Object.entries(fields).map(([key, value]) => `${key}: ${JSON.stringify(value)}`).join('\n')}\n---\n\n`
const title = (text, fallback) => /^# (.*)$/m.exec(text)?.[1].trim() ?? fallback
const link = (path, text) => `[${text}](${route(path)})`

export function stage(log = () => {}) {
  const files = projectFiles()
  const texts = files.filter(isText)
  const wanted = new Map() // page file -> content, or the project's file to copy
  const put = (path, content) => wanted.set(path, { content })

  // What the pages refer to, and who refers to it.
  const usedIn = new Map()
  const refer = (path, page) => usedIn.set(path, (usedIn.get(path) ?? new Set()).add(page))
  const tasks = files.filter(path => /^exercises\/[^/]+\/[^/]+\/task\.md$/.test(path))
  for (const path of [...texts, ...tasks, ...files.filter(path => /^solutions\/.*why\.md$/.test(path))])
    for (const reference of references(read(path), path)) refer(reference, path)

  for (const path of texts) {
    put(pageFile(route(path)), read(path))
  }
  for (const path of files) if (picture.test(path) && /^(chapters|data|exercises)\//.test(path) && usedIn.has(path)) wanted.set(path, { copy: path })

  exercisePages(tasks, put)
  sourcePages(files, usedIn, put)
  write(wanted, log)
  return { pages: [...wanted.keys()].filter(path => path.endsWith('.md')).length }
}

// --- exercises --------------------------------------------------------------------------------------------------------

const kinds = {
  kernel: 'write a kernel', host: 'write C++', 'find-bug': 'find the mistake', faster: 'same result, smaller budget', predict: 'predict, then measure',
}

export function exercises() {
  return projectFiles().filter(path => /^exercises\/[^/]+\/[^/]+\/exercise\.toml$/.test(path)).map(path => {
    const directory = dirname(path)
    return { ...toml(read(path)), directory, chapter: directory.split('/')[1] }
  })
}

function exercisePages(tasks, put) {
  const all = exercises()
  const titles = new Map(chapters().map(chapter => [chapter.stem, `${chapter.stem.slice(0, 2)} · ${chapter.title}`]))
  for (const [at, exercise] of all.entries()) {
    const neighbour = step => {
      const other = all[at + step]
      return other ? { text: other.title, link: route(other.directory) } : false
    }
    const solution = exercise.directory.replace('exercises', 'solutions')
    const starter = projectFiles().find(path => path.startsWith(`${exercise.directory}/exercise.`) && !path.endsWith('.toml'))
    const solved = projectFiles().find(path => path.startsWith(`${solution}/exercise.`))
    const task = read(`${exercise.directory}/task.md`)
    const head = { id: exercise.id, kind: kinds[exercise.kind] ?? exercise.kind, stars: exercise.stars, minutes: exercise.minutes }
    const text = [
      frontmatter({ title: exercise.title, exercise: head, prev: neighbour(-1), next: neighbour(1) }),
      `${/^# .*$/m.exec(task)?.[0] ?? `# ${exercise.title}`}\n\n<ExerciseHead />\n\nFrom ${link(`chapters/${exercise.chapter}`, titles.get(exercise.chapter))}.\n`,
      task.replace(/^# .*\n/, ''),
      `\n## Your file\n\n\`./learn exercise ${exercise.id}\` makes \`mine/${exercise.chapter}/${exercise.id}${posix.extname(starter)}\` from this starter, ` +
        'shows it here or in your editor, and checks it at each save.\n',
      fence(read(starter), language(starter)),
      '\n## Hints\n',
      ...exercise.hints.map((hint, i) => `\n<details><summary>Hint ${i + 1} of ${exercise.hints.length}</summary>\n\n${plain(hint)}\n\n</details>\n`),
      '\n## Solution\n\n<details><summary>Our solution, and why</summary>\n\n',
      solved ? fence(read(solved), language(solved)) : '',
      '\n', isFile(`${solution}/why.md`) ? read(`${solution}/why.md`).replace(/^# .*\n/, '') : '',
      '\n</details>\n',
    ]
    put(pageFile(route(exercise.directory)), text.join('\n'))
  }
  for (const chapter of chapters()) {
    const own = all.filter(exercise => exercise.chapter === chapter.stem)
    if (!own.length) continue
    put(pageFile(`/exercises/${chapter.stem}/`), frontmatter({ title: `Exercises ${titles.get(chapter.stem)}`, prev: false, next: false }) +
      `# Exercises of ${link(`chapters/${chapter.stem}`, titles.get(chapter.stem))}\n\n<ExerciseList :list='${JSON.stringify(own.map(
        ({ id, title, kind, stars, minutes, directory }) => ({ id, title, kind: kinds[kind] ?? kind, stars, minutes, route: route(directory) })))
        .replaceAll("'", '&#39;')}' />\n`)
  }
}

// A hint is plain text, in which only backticks mean something.
const plain = text => text.split(/(`[^`]*`)/).map((part, i) => (i % 2 ? part : part.replace(/[\\*_[\]<>#|~]/g, '\\$&'))).join('')

// --- sources ----------------------------------------------------------------------------------------------------------

function sourcePages(files, usedIn, put) {
  const shown = new Set(files.filter(path => /^(kernels|common)\//.test(path) && !picture.test(path)))
  const listed = new Set()
  for (const path of usedIn.keys()) {
    if (!route(path).startsWith('/source/')) continue
    if (isDirectory(path)) listed.add(path)
    else if (!picture.test(path)) shown.add(path)
  }
  for (const path of [...shown, ...listed]) for (let up = dirname(path); up !== '.'; up = dirname(up)) if (route(up).startsWith('/source/')) listed.add(up)

  const crumbs = path => {
    const names = path.split('/')
    return names.map((name, i) => {
      const prefix = names.slice(0, i + 1).join('/')
      return i + 1 < names.length && (listed.has(prefix) || !route(prefix).startsWith('/source/')) ? `[${name}](${route(prefix)})` : name
    }).join(' / ')
  }
  const used = path => {
    const pages = [...(usedIn.get(path) ?? [])].filter(page => route(page)).sort()
    return pages.length ? `Used in ${pages.map(page => link(page, title(read(page), page))).join(', ')}.\n\n` : ''
  }
  const fields = path => ({ title: path, source: true, search: false, aside: false, prev: false, next: false })
  for (const path of shown) {
    const text = read(path)
    const info = text.length > 60000 ? 'txt' : language(path) + (text.length < 200000 ? ':line-numbers' : '')
    put(pageFile(route(path)), `${frontmatter(fields(path))}# ${posix.basename(path)}\n\n${crumbs(path)}\n\n${used(path)}${fence(text, info)}`)
  }
  for (const path of listed) {
    const inside = new Map()
    for (const file of files) {
      if (!file.startsWith(`${path}/`)) continue
      const name = file.slice(path.length + 1).split('/')[0]
      const child = `${path}/${name}`
      inside.set(name + (isDirectory(child) ? '/' : ''), shown.has(child) || listed.has(child) || (route(child) && !route(child).startsWith('/source/')) ? route(child) : '')
    }
    const rows = [...inside].map(([name, to]) => (to ? `- [${name}](${to})` : `- ${name}`)).join('\n')
    put(pageFile(route(path)), `${frontmatter(fields(path))}# ${path}\n\n${crumbs(path)}\n\n${used(path)}${rows}\n`)
  }
}

// --- writing ----------------------------------------------------------------------------------------------------------

function write(wanted, log) {
  const there = []
  const walk = directory => {
    if (!existsSync(join(pages, directory))) return
    for (const entry of readdirSync(join(pages, directory), { withFileTypes: true })) {
      const path = directory ? `${directory}/${entry.name}` : entry.name
      if (entry.isDirectory()) walk(path)
      else there.push(path)
    }
  }
  walk('')
  for (const path of there) if (!wanted.has(path)) rmSync(join(pages, path))
  let written = 0
  for (const [path, { content, copy }] of wanted) {
    const to = join(pages, path)
    mkdirSync(dirname(to), { recursive: true })
    if (copy) {
      const from = statSync(join(root, copy))
      if (existsSync(to) && statSync(to).size === from.size && statSync(to).mtimeMs >= from.mtimeMs) continue
      cpSync(join(root, copy), to)
      utimesSync(to, from.atime, from.mtime)
    } else {
      if (existsSync(to) && readFileSync(to, 'utf8') === content) continue
      writeFileSync(to, content)
    }
    ++written
  }
  log(`${wanted.size} files staged, ${written} of them new or changed`)
}
