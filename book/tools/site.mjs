// Which files of the project become which pages of the book. Paths are relative to the project, with slashes.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
export const book = join(root, 'book')
export const pages = join(book, 'pages')

export const read = path => readFileSync(join(root, path), 'utf8')
export const isFile = path => existsSync(join(root, path)) && statSync(join(root, path)).isFile()
export const isDirectory = path => existsSync(join(root, path)) && statSync(join(root, path)).isDirectory()

/** All files of the project: what git tracks or would track; without git, what is below the directories of the project. */
let known
export function projectFiles() {
  return (known ??= listed())
}
export const forget = () => (known = undefined) // for those who watch the files change

function listed() {
  try {
    const list = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
      cwd: root, encoding: 'utf8', maxBuffer: 1 << 26, stdio: ['ignore', 'pipe', 'ignore'],
    }).split('\0').filter(path => path && isFile(path))
    if (list.length) return list.sort()
  } catch {} // an unpacked archive
  const found = []
  const walk = directory => {
    for (const entry of readdirSync(join(root, directory), { withFileTypes: true })) {
      const path = directory ? `${directory}/${entry.name}` : entry.name
      if (['.git', 'build', 'node_modules', 'mine', 'pages', '.cache'].includes(entry.name)) continue
      if (entry.isDirectory()) walk(path)
      else if (entry.isFile()) found.push(path)
    }
  }
  walk('')
  return found.sort()
}

/** The parts with their chapters: chapters/chapters.json, the only list. */
export const parts = () => JSON.parse(read('chapters/chapters.json'))
export const chapters = () => parts().flatMap(part => part.chapters)

/** The second way through the course: the chapters that come first on it. */
export const kernelsFirst = () =>
  chapters().filter(chapter => chapter.kernels_first).sort((one, other) => one.kernels_first - other.kernels_first)

/** The Markdown files that are pages as they are. Tasks and reasons of exercises become part of generated pages. */
export const isText = path =>
  path.endsWith('.md') && /^(chapters\/|data\/README|exercises\/\w+\.md$|[A-Z]+\.md$)/.test(path)

export const isExercise = path => /^(exercises|solutions)\/[^/]+\/[^/]+(\/|$)/.test(path)

/** A page's path below pages/, as VitePress wants it: no directory may begin with a dot. */
export const pageFile = route => (route.endsWith('/') ? `${route}index.md` : route.replace(/\.html$/, '.md')).slice(1)
const visible = path => path.replace(/(^|\/)\./g, '$1dot-')

/** The page that shows a file or directory of the project, for instance /chapters/15_matmul/; '' where there is none. */
export function route(path) {
  path = posix.normalize(path).replace(/\/$/, '')
  if (path === '.' || path === 'README.md') return '/'
  if (path.startsWith('..')) return ''
  if (isText(path)) return !isFile(path) ? '' : '/' + path.replace(/README\.md$/, '').replace(/\.md$/, '.html')
  const [top, chapter, exercise] = path.split('/')
  if ((top === 'exercises' || top === 'solutions') && chapter && (exercise || !isFile(path))) return !isFile(path) && !isDirectory(path) ? '' : `/exercises/${[chapter, exercise].filter(Boolean).join('/')}/`
  if (isDirectory(path)) return isFile(`${path}/README.md`) && isText(`${path}/README.md`) ? `/${path}/` : `/source/${visible(path)}/`
  return isFile(path) ? `/source/${visible(path)}.html` : ''
}

/** The address of a heading, as a forge makes it. (Second ones get -1, -2: markdown-it-anchor does that.) */
export const slug = heading =>
  heading.trim().toLowerCase().replace(/[^\p{L}\p{M}\p{N}\p{Pc} -]/gu, '').replaceAll(' ', '-')

/** The name of a fence's language for a file. */
export function language(path) {
  const ending = posix.extname(path).slice(1)
  const known = {
    cl: 'opencl', clh: 'opencl', cpp: 'cpp', hpp: 'cpp', h: 'c', c: 'c', json: 'json', toml: 'toml', txt: 'txt', md: 'md',
    sh: 'bash', cmake: 'cmake', yml: 'yaml', yaml: 'yaml', mjs: 'js', js: 'js', vue: 'vue', py: 'python', css: 'css',
  }
  if (posix.basename(path) === 'CMakeLists.txt') return 'cmake'
  return known[ending] ?? (ending === '' && isFile(path) && read(path).startsWith('#!') ? 'bash' : 'txt')
}

/** A fence that no line of `text` can close. */
export function fence(text, info) {
  const longest = Math.max(2, ...[...text.matchAll(/^\s*(`+)/gm)].map(match => match[1].length))
  const marks = '`'.repeat(longest + 1)
  return `${marks}${info}\n${text.replace(/\n*$/, '\n')}${marks}\n`
}
