import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitepress'
import { colours, css, theme } from '../grammar/colours.mjs'
import opencl from '../grammar/opencl.mjs'
import { bookHooks } from '../markdown/hooks.mjs'
import { marked } from '../markdown/transformer.mjs'
import { isFile, isText, parts, kernelsFirst, projectFiles, read, route, slug } from '../tools/site.mjs'

const here = dirname(fileURLToPath(import.meta.url))

// A chapter's pages in their order: the lesson, its further pages, what its lab says, its exercises.
function pagesOf({ stem }) {
  const own = projectFiles().filter(path => isText(path) && path.startsWith(`chapters/${stem}/`) && !path.endsWith('README.md'))
  const heading = path => {
    const name = /^# (.*)$/m.exec(read(path))[1].replace(/^\d+ · (.*, page \d+: )?/, ''), page = /\/(\d)_[^/]*$/.exec(path)
    return (page ? `${page[1]} · ` : '') + name[0].toUpperCase() + name.slice(1)
  }
  return [
    ...own.map(path => ({ text: heading(path), link: route(path) })),
    ...(isFile(`chapters/${stem}/lab/README.md`) ? [{ text: 'Lab', link: `/chapters/${stem}/lab/` }] : []),
    ...(projectFiles().some(path => path.startsWith(`exercises/${stem}/`)) ? [{ text: 'Exercises', link: `/exercises/${stem}/` }] : []),
  ]
}

const sidebar = [
  { text: 'Kernels first', collapsed: true, items: [
    ...kernelsFirst().map(({ stem, title }) => ({ text: `${stem.slice(0, 2)} ${title}`, link: `/chapters/${stem}/` })),
    { text: 'then the rest, by number', link: '/#two-ways-through-the-course' },
  ] },
  ...parts().map(({ part, chapters }) => ({
    text: part,
    items: chapters.map(chapter =>
      isFile(`chapters/${chapter.stem}/README.md`)
        ? { text: `${chapter.stem.slice(0, 2)} ${chapter.title}`, link: `/chapters/${chapter.stem}/`, collapsed: true, items: pagesOf(chapter) }
        : { text: `${chapter.stem.slice(0, 2)} ${chapter.title} (to come)` }),
  })),
  { text: 'Around the lessons', items: [
    { text: 'Cheat sheet', link: '/chapters/cheat_sheet.html' }, { text: 'Glossary', link: '/chapters/glossary.html' },
    { text: 'Exercises', link: '/exercises/' }, { text: 'Figures and kernels to play with', link: '/figures.html' }, { text: 'Data and results', link: '/data/' }, { text: 'Kernels', link: '/source/kernels/', target: '_self' },
    { text: 'The library', link: '/source/common/', target: '_self' }, { text: 'How to contribute', link: '/CONTRIBUTING.html' }, { text: 'What is new', link: '/CHANGELOG.html' },
  ] },
]

export default defineConfig({
  title: 'OpenCL, step by step',
  description: 'Learn OpenCL by building, running, breaking and improving real programs.',
  lang: 'en',
  srcDir: './pages',
  outDir: process.env.BOOK_OUT,
  base: process.env.BOOK_BASE ?? '/',
  ignoreDeadLinks: Boolean(process.env.BOOK_ONLY),
  cleanUrls: false, // a plain server maps no /a to /a.html
  metaChunk: true, // the map of all pages once, not in each page
  router: { prefetchLinks: false },
  head: [['style', {}, css], ['link', { rel: 'icon', href: 'data:image/svg+xml,' + encodeURIComponent(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path fill="#2563eb" d="M0 0h2v2H0zM3 0h2v2H3zM6 0h2v2H6zM0 3h2v2H0zM6 3h2v2H6zM0 6h2v2H0zM3 6h2v2H3zM6 6h2v2H6z"/><path fill="#ea580c" d="M3 3h2v2H3z"/></svg>') }]],
  markdown: {
    languages: [opencl],
    theme,
    codeTransformers: [marked, colours],
    anchor: { slugify: slug },
    config: bookHooks,
    image: { lazyLoading: true },
  },
  vite: {
    publicDir: join(here, '..', 'public'),
    build: { assetsInlineLimit: 0, chunkSizeWarningLimit: 4096 },
    logLevel: 'warn',
  },
  themeConfig: {
    search: { provider: 'local', options: { detailedView: false, _render: searchable, miniSearch: { searchOptions: {
      combineWith: 'AND', fuzzy: 0.2, prefix: true, boost: { title: 4, text: 2, titles: 1 },
      boostDocument: id => (/\/lab\//.test(id) ? 0.6 : /\/exercises\//.test(id) ? 0.3 : 1), // what a lesson teaches comes first
    } } } },
    nav: [{ text: 'Lessons', link: '/' }, { text: 'Exercises', link: '/exercises/' }, { text: 'Kernels', link: '/source/kernels/', target: '_self' }],
    sidebar,
    outline: { level: [2, 3], label: 'On this page' },
    externalLinkIcon: false,
    docFooter: { prev: 'Before', next: 'Next' },
  },
})

// The text for the search: without what is new in each version, without solutions, and without colours, which nobody searches for.
async function searchable(text, env, md) {
  if (/^(CHANGELOG|CONTRIBUTING)\.md$/.test(env.relativePath)) return ''
  text = text.replace(/^## Solution$[^]*/m, '')
  const { highlight } = md.options
  md.options.highlight = code => `<pre>${md.utils.escapeHtml(code)}</pre>`
  try {
    const html = await md.render(text, env)
    return env.frontmatter?.search === false ? '' : html
  } finally {
    md.options.highlight = highlight
  }
}
