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

export function stage(log = () => {}, only = []) { // only: the numbers of chapters, for a quick look
  const files = projectFiles()
  const here = path => !only.length || only.includes(/^(?:chapters|exercises|solutions)\/(\d\d)_/.exec(path)?.[1] ?? '')
  const texts = files.filter(path => isText(path) && (here(path) || path === 'README.md'))
  const wanted = new Map() // page file -> content, or the project's file to copy
  const put = (path, content) => wanted.set(path, { content })

  // What the pages refer to, and who refers to it.
  const usedIn = new Map()
  const refer = (path, page) => usedIn.set(path, (usedIn.get(path) ?? new Set()).add(page))
  const tasks = files.filter(path => /^exercises\/[^/]+\/[^/]+\/task\.md$/.test(path) && here(path))
  for (const path of [...texts, ...tasks, ...files.filter(path => /^solutions\/.*why\.md$/.test(path) && here(path))])
    for (const reference of references(read(path), path)) refer(reference, path)

  for (const path of texts) {
    put(pageFile(route(path)), read(path))
  }
  for (const path of files) if (picture.test(path) && /^(chapters|data|exercises)\//.test(path) && usedIn.has(path)) wanted.set(path, { copy: path })

  put('figures.md', frontmatter({ search: false, prev: false, next: false }) + read('book/figures.md').replaceAll('](../', '](')) // the page is one directory higher
  exercisePages(here, put)
  write(wanted, log)
  return { pages: [...wanted.keys()].filter(path => path.endsWith('.md')).length, sources: sourcePages(files, usedIn, only.length > 0) }
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

function exercisePages(here, put) {
  const all = exercises().filter(exercise => here(exercise.directory))
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
      `# Exercises of ${titles.get(chapter.stem)}\n\nThe lesson they belong to: ${link(`chapters/${chapter.stem}`, titles.get(chapter.stem))}.\n\n<ExerciseList :list='${JSON.stringify(own.map(
        ({ id, title, kind, stars, minutes, directory }) => ({ id, title, kind: kinds[kind] ?? kind, stars, minutes, route: route(directory) })))
        .replaceAll("'", '&#39;')}' />\n`)
  }
}

// A hint is plain text, in which only backticks mean something.
const plain = text => text.split(/(`[^`]*`)/).map((part, i) => (i % 2 ? part : part.replace(/[\\*_[\]<>#|~]/g, '\\$&'))).join('')

// --- sources ----------------------------------------------------------------------------------------------------------

/** The pages of sources, for tools/sources.mjs: files to show and directories to list, each with the pages that refer to it. */
function sourcePages(files, usedIn, few) {
  const shown = new Set(files.filter(path => !few && /^(kernels|common)\//.test(path) && !picture.test(path)))
  const listed = new Set()
  for (const path of usedIn.keys()) {
    if (!route(path).startsWith('/source/')) continue
    if (isDirectory(path)) listed.add(path)
    else if (!picture.test(path)) shown.add(path)
  }
  for (const path of [...shown, ...listed]) for (let up = dirname(path); up !== '.'; up = dirname(up)) if (route(up).startsWith('/source/')) listed.add(up)
  const pageOf = path => (shown.has(path) || listed.has(path) || !route(path).startsWith('/source/') ? route(path) : '')
  const result = []
  for (const path of [...shown, ...listed].sort()) {
    const names = path.split('/')
    const page = {
      path, route: route(path),
      crumbs: names.map((name, i) => ({ name, route: i + 1 < names.length ? pageOf(names.slice(0, i + 1).join('/')) : '' })),
      used: [...(usedIn.get(path) ?? [])].filter(text => route(text)).sort().map(text => ({ title: title(read(text), text), route: route(text) })),
    }
    if (listed.has(path)) {
      const inside = new Map()
      for (const file of files) {
        if (!file.startsWith(`${path}/`)) continue
        const name = file.slice(path.length + 1).split('/')[0], child = `${path}/${name}`
        inside.set(name + (isDirectory(child) ? '/' : ''), pageOf(child))
      }
      page.entries = [...inside].map(([name, to]) => ({ name, route: to }))
    }
    result.push(page)
  }
  return result
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
      if (existsSync(to) && statSync(to).size === from.size && Math.ceil(statSync(to).mtimeMs) >= Math.floor(from.mtimeMs)) continue
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
