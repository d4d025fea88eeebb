// node tests/browser.mjs DIRECTORY [--only GROUP,GROUP] [--times] [--shots DIRECTORY]: a built book in Chromium. Prints what it counted; the exit
// code says whether all is well. --times: a page has to be there in a second and the search in half of one, which a busy machine may miss.
import { AsyncLocalStorage } from 'node:async_hooks'
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { chromium } from 'playwright-core'
import { server } from '../tools/serve.mjs'

const directory = resolve(process.argv[2] ?? '../build/book')
const option = name => { const at = process.argv.indexOf(name); return at > 0 ? process.argv[at + 1] : undefined }
const times = process.argv.includes('--times')
const part = process.argv.includes('--part') // of a book built with --only
const executablePath = process.env.CHROMIUM ?? ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(path => { try { return readdirSync('/usr/bin').includes(path.split('/').at(-1)) } catch { return false } })
if (!executablePath) { console.log('skipped: Chromium is not here'); process.exit(77) }

const under = '/some/where/' // not the root: the book must work from any directory of a server
const serving = server(directory, { under })
await new Promise(done => serving.listen(0, '127.0.0.1', done))
const origin = `http://127.0.0.1:${serving.address().port}`
const at = path => origin + under + path.replace(/^\//, '')

const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--enable-unsafe-webgpu', '--use-webgpu-adapter=swiftshader', '--enable-features=Vulkan'] })
const patience = 120_000 // milliseconds, for what has to happen: how fast a machine is decides nothing
const counts = {}, failures = []
const count = (what, n = 1) => { counts[what] = (counts[what] ?? 0) + n }
const running = new AsyncLocalStorage() // the group whose checks these are: { name, pages }
const place = page => page.url().replace(origin + under, '') || 'a page that is not loaded'
/** A failure with its group and the pages that the group has open, or that page. */
function fail(text, page, group = running.getStore()) {
  const pages = (page ? [page] : group?.pages ?? []).map(place).filter(each => !text.includes(each))
  failures.push(text)
  console.log(`FAILED  ${[group?.name, ...pages, text].filter(Boolean).join(': ')}`)
}
const expect = (condition, text) => { count('expectations'); if (!condition) fail(text) }

/** A page that notes what goes wrong in it. */
async function open(path, settings = {}) {
  const group = running.getStore()
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...settings })
  context.setDefaultTimeout(patience)
  const page = await context.newPage(), wrong = text => fail(text, page, group)
  group.pages.push(page)
  page.bytes = page.pictures = 0
  page.on('console', message => { if (message.type() === 'error' || message.type() === 'warning' && /hydrat/i.test(message.text())) wrong(`console: ${message.text()} (${message.location().url})`) })
  page.on('pageerror', error => wrong(error.message))
  page.on('request', request => { count('requests'); if (!request.url().startsWith(origin) && !/^(data|blob):/.test(request.url())) wrong(`a request leaves the host: ${request.url()}`) })
  page.on('requestfailed', request => { if (!/ERR_ABORTED/.test(request.failure()?.errorText)) wrong(`${request.failure()?.errorText} for ${request.url()}`) })
  page.on('response', async response => { if (response.status() >= 400) wrong(`${response.status()} for ${response.url()}`) })
  const wire = await context.newCDPSession(page), pictures = new Set()
  await wire.send('Network.enable')
  wire.on('Network.responseReceived', ({ requestId, type }) => { if (type === 'Image') pictures.add(requestId) })
  wire.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => { page[pictures.has(requestId) ? 'pictures' : 'bytes'] += encodedDataLength })
  if (path) {
    await page.goto(at(path), { waitUntil: 'networkidle' })
    await page.waitForFunction(() => !document.querySelector('#app') || document.querySelector('#app').__vue_app__) // keys and switches work
  }
  return page
}
/** A figure whose program has been fetched, which happens when it comes into sight. */
async function moving(page, label) {
  const figure = `figure[aria-label^="${label}"]`
  await page.locator(figure).scrollIntoViewIfNeeded()
  await page.locator(`${figure}[data-moves]`).waitFor()
  return page.locator(figure)
}
function close(page) {
  const { pages } = running.getStore()
  pages.splice(pages.indexOf(page), 1)
  return page.context().close()
}

/** What the clipboard holds once it holds `want`, or after ten seconds: a page fills it after the click has returned. */
async function copied(page, want) {
  let got = ''
  for (let i = 0; i < 100 && got.trim() !== want.trim(); ++i) {
    if (i) await page.waitForTimeout(100)
    got = await page.evaluate(() => navigator.clipboard.readText())
  }
  return got
}

/** Looks at one file after the other, each in the tab of its settings. A tab keeps memory of all that it has shown, so it is exchanged now and then, and
    once more where it has crashed. */
async function through(files, settingsOf, look) {
  const tabs = new Map()
  const tab = async settings => {
    const key = JSON.stringify(settings), old = tabs.get(key)
    if (old && old.shown++ < 150) return old.page
    if (old) await close(old.page)
    const page = await open('', settings)
    tabs.set(key, { page, shown: 1 })
    return page
  }
  for (const file of files) {
    const settings = settingsOf(file)
    for (const again of [false, true]) {
      try {
        await look(await tab(settings), file)
        break
      } catch (error) {
        const says = `${file}: ${error.message.split('\n')[0]}`
        if (!browser.isConnected()) return fail(`${says}; the rest has not been looked at`)
        if (again || !/crash/i.test(says)) { fail(says); break }
        console.log(`  ${says}; once more in another tab`)
        tabs.get(JSON.stringify(settings)).shown = Infinity
      }
    }
  }
  for (const { page } of tabs.values()) await close(page)
}

const html = readdirSync(directory, { recursive: true }).filter(file => file.endsWith('.html') && file !== '404.html').map(file => file.replaceAll('\\', '/')).sort()
const lessons = html.filter(file => /^chapters\/\d\d_\w+\/index\.html$/.test(file))
if (!part && (lessons.length < 10 || html.length < 100)) fail(`only ${html.length} pages in ${directory}`)

const groups = {
  // Every page: no error, all pictures loaded and described, all links and anchors lead somewhere, nothing wider than a telephone. Most of
  // the source files without scripts: their pages are made alike, and scripts take their time. Two go through them, side by side.
  async pages() {
    const known = new Map(), links = []
    let slowest = [0, '']
    const narrow = { viewport: { width: 360, height: 740 } }, some = new Set(html.filter((file, i) => !file.startsWith('source/') || i % 12 === 0))
    const look = async (page, file) => {
      const began = performance.now()
      await page.goto(at(file), { waitUntil: 'load' })
      const took = performance.now() - began
      if (took > slowest[0]) slowest = [took, file]
      const seen = await page.evaluate(() => ({
        ids: [...document.querySelectorAll('[id]')].map(each => each.id),
        links: [...document.querySelectorAll('a[href]')].map(each => each.href),
        images: [...document.images].map(each => ({ src: each.src, alt: each.alt, lazy: each.loading === 'lazy', loaded: each.complete && each.naturalWidth > 0 })),
        title: document.title, heading: document.querySelectorAll('h1').length, wide: document.documentElement.scrollWidth,
      }))
      count('pages')
      known.set(file, new Set(seen.ids))
      for (const link of seen.links) if (link.startsWith(origin)) links.push([file, link])
      if (seen.heading !== 1) fail(`${file}: ${seen.heading} first headings`)
      for (const image of seen.images) {
        count('images')
        if (!image.alt) fail(`${file}: the picture ${image.src} has no description`)
        if (!image.lazy && !image.loaded) fail(`${file}: the picture ${image.src} is not there`)
        links.push([file, image.src])
      }
      if (!some.has(file)) return
      count('narrow pages')
      if (seen.wide > 360) {
        const who = await page.evaluate(() => [...document.querySelectorAll('main *')].filter(each => each.getBoundingClientRect().right > 361 && !each.closest('pre,table')).slice(0, 3).map(each => `${each.tagName}.${each.className}`))
        fail(`${file} is ${seen.wide} wide at 360: ${who}`)
      }
    }
    const parts = times ? [html] : [0, 1].map(odd => html.filter((file, i) => i % 2 === odd))
    await Promise.all(parts.map(files => through(files, file => some.has(file) ? narrow : { javaScriptEnabled: false }, look)))
    const there = new Set(readdirSync(directory, { recursive: true }).map(path => path.replaceAll('\\', '/')))
    for (const [file, link] of links) {
      count('links')
      const url = new URL(link)
      if (url.protocol === 'data:') continue
      let path = decodeURIComponent(url.pathname)
      if (!path.startsWith(under)) { fail(`${file}: ${link} leaves the book`); continue }
      path = path.slice(under.length)
      if (path === '' || path.endsWith('/')) path += 'index.html'
      if (!there.has(path)) fail(`${file}: ${link} leads nowhere`)
      else if (url.hash.length > 1 && known.has(path) && !known.get(path).has(decodeURIComponent(url.hash.slice(1))) && !/^#L\d+$/.test(url.hash)) fail(`${file}: no anchor ${link}`)
    }
    console.log(`  slowest page: ${slowest[1]}, ${slowest[0].toFixed(0)} ms`)
    if (times) expect(slowest[0] < 1000, `${slowest[1]} took ${slowest[0].toFixed(0)} ms`)
  },

  async firstLoad() {
    for (const file of [lessons[0], 'chapters/14_how_devices_run_kernels/index.html', 'chapters/15_matmul/index.html', 'chapters/15_matmul/3_vectors_and_copies.html', 'figures.html', 'index.html']) {
      if (part && !html.includes(file)) continue
      const page = await open(file)
      await page.waitForTimeout(200)
      const kilobytes = page.bytes / 1000
      console.log(`  first load of ${file}: ${kilobytes.toFixed(0)} KB compressed, and ${(page.pictures / 1000).toFixed(0)} KB of pictures`)
      expect(kilobytes <= 150, `the first load of ${file} is ${kilobytes.toFixed(0)} KB`)
      await close(page)
    }
  },

  async search() {
    const page = await open('chapters/15_matmul/index.html')
    const wanted = {
      'bank conflict': /14_how|15_matmul/, 'double buffering': /15_matmul/, barrier: /11_address|12_built|13_test/, clCreateBuffer: /04_buffers|01_hello/, sampler: /17_images/,
      'out-of-order queue': /06_synch|03_contexts/, coalescing: /14_how|15_matmul/, profiling: /05_events/, binaries: /07_programs/, 'native kernel': /09_native/, atomic_inc: /12_built|13_test/, roofline: /14_how/,
    }
    let slowest = [0, '']
    for (const [at, [words, place]] of Object.entries(wanted).entries()) {
      await page.keyboard.press('Control+k')
      await page.fill('#localsearch-input', '')
      await page.waitForSelector('#localsearch-list a', { state: 'detached' }) // of the search before
      const began = performance.now()
      await page.fill('#localsearch-input', words)
      await page.waitForSelector('#localsearch-list a').catch(() => fail(`search finds nothing for "${words}"`))
      const took = performance.now() - began
      if (at > 0 && took > slowest[0]) slowest = [took, words] // the first one fetches the index
      const found = await page.$$eval('#localsearch-list a', all => all.map(each => each.href))
      count('searches')
      expect(found.slice(0, 5).some(link => place.test(link)), `search for "${words}" has no ${place} among the first five, but ${found.slice(0, 5)}`)
      await page.keyboard.press('Escape')
    }
    console.log(`  slowest search: "${slowest[1]}", ${slowest[0].toFixed(0)} ms`)
    if (times) expect(slowest[0] < 500, `search for "${slowest[1]}" took ${slowest[0].toFixed(0)} ms`)
    await close(page)
  },

  async themes() {
    for (const file of ['chapters/15_matmul/index.html', 'source/kernels/15_matmul/v7_local_tiles.cl.html']) {
      const page = await open(file, { colorScheme: 'light' })
      const dark = () => page.evaluate(() => document.documentElement.classList.contains('dark'))
      expect(!(await dark()), `${file} begins light where the system is light`)
      await page.evaluate(() => (document.querySelector('#theme') ?? document.querySelector('.VPSwitchAppearance')).click())
      await page.waitForFunction(() => document.documentElement.classList.contains('dark'), null).catch(() => fail(`${file}: the switch does not make it dark`))
      await page.reload({ waitUntil: 'load' })
      expect(await dark(), `${file} stays dark`)
      await close(page)
    }
  },

  async contrast() {
    for (const scheme of ['light', 'dark'])
      for (const file of ['index.html', 'chapters/15_matmul/2_registers.html', 'chapters/14_how_devices_run_kernels/index.html', 'exercises/15_matmul/05_two_by_two/index.html', 'source/kernels/15_matmul/v7_local_tiles.cl.html']) {
        const page = await open(file, { colorScheme: scheme })
        const low = await page.evaluate(() => {
          const parse = text => { const found = text.match(/[\d.]+/g)?.map(Number); return found && { r: found[0], g: found[1], b: found[2], a: found[3] ?? 1 } }
          const luminance = ({ r, g, b }) => [r, g, b].map(v => (v /= 255) <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4).reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0)
          const over = (top, below) => ({ r: top.r * top.a + below.r * (1 - top.a), g: top.g * top.a + below.g * (1 - top.a), b: top.b * top.a + below.b * (1 - top.a), a: 1 })
          const behind = element => {
            const layers = []
            for (let up = element; up; up = up.parentElement) { const colour = parse(getComputedStyle(up).backgroundColor); if (colour?.a > 0) layers.push(colour); if (colour?.a === 1) break }
            return layers.reverse().reduce((below, top) => over(top, below), { r: 255, g: 255, b: 255, a: 1 })
          }
          const result = new Map()
          const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
          let n = 0
          while (walker.nextNode()) {
            const text = walker.currentNode, element = text.parentElement
            if (!text.data.trim() || !element.checkVisibility?.({ opacityProperty: true, visibilityProperty: true }) || element.closest('svg,script,style,.visually-hidden,button:disabled,.VPNavScreen')) continue
            ++n
            const style = getComputedStyle(element), back = behind(element), colour = over(parse(style.color), back)
            const [high, low] = [luminance(colour), luminance(back)].sort((a, b) => b - a), ratio = (high + 0.05) / (low + 0.05)
            const large = parseFloat(style.fontSize) >= 24 || (parseFloat(style.fontSize) >= 18.6 && style.fontWeight >= 700)
            if (ratio < (large ? 3 : 4.5)) result.set(`${style.color} on ${JSON.stringify(back)}`, `${ratio.toFixed(2)} "${text.data.trim().slice(0, 30)}" in ${element.className || element.tagName}`)
          }
          return { n, low: [...result.values()] }
        })
        const inks = await page.evaluate(() => [...document.querySelectorAll('pre.shiki')].map(pre => new Set([...pre.querySelectorAll('.line > span')].map(each => getComputedStyle(each).color)).size))
        if (inks.length) expect(Math.max(...inks) >= 5, `${file}, ${scheme}: its code has ${Math.max(...inks)} colours`)
        count('texts with enough contrast', low.n - low.low.length)
        for (const each of low.low) fail(`${file}, ${scheme}: contrast ${each}`)
        await close(page)
      }
  },

  async keyboard() {
    const page = await open('chapters/15_matmul/2_registers.html')
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => /skip/i.test(document.activeElement.textContent)), 'the first Tab reaches the skip link')
    const seen = new Set()
    let invisible = 0
    for (let i = 0; i < 120; ++i) {
      await page.keyboard.press('Tab')
      const state = await page.evaluate(() => { const e = document.activeElement, s = getComputedStyle(e); return { page: e === document.body, what: `${e.outerHTML.slice(0, 90)} ${e.textContent.slice(0, 20)}`, ring: s.outlineStyle !== 'none' || s.boxShadow !== 'none' } })
      seen.add(state.what)
      if (!state.ring && !state.page) { ++invisible; console.log(`  no ring: ${state.what}`) }
    }
    expect(seen.size > 40, `120 Tabs reach only ${seen.size} elements`)
    expect(invisible === 0, `${invisible} of 120 focused elements show no ring`)
    await page.focus('.step-change input')
    await page.keyboard.press('ArrowRight')
    expect(await page.evaluate(() => document.querySelector('.step-change .change').checkVisibility()), 'an arrow key switches to the change')
    await page.keyboard.press('Control+k')
    await page.fill('#localsearch-input', 'barrier')
    await page.waitForSelector('#localsearch-list a')
    await page.keyboard.press('Enter')
    await page.waitForURL(url => !url.pathname.includes('2_registers')).catch(() => fail('Enter does not open the first result'))
    await close(page)
  },

  async walk() { // from page to page without loading anew, as a reader does: links of the frame must still be right
    const page = await open('index.html')
    await page.click('.VPSidebar a[href*="15_matmul"]:visible') // the list of those who begin with kernels is folded
    await page.waitForURL(/15_matmul/)
    await page.click('.vp-doc a[href*="2_registers"]')
    await page.waitForURL(/2_registers/)
    await page.waitForSelector('h1:text("registers")').catch(() => {})
    expect(await page.textContent('h1').then(text => /registers/.test(text)), 'page 2 of chapter 15 has its heading')
    await page.click('.code-title a')
    await page.waitForURL(/\/source\/kernels\//)
    await page.click('main p a')
    await page.waitForURL(/chapters\//)
    await page.click('.VPNavBarTitle a')
    await page.waitForURL(at(''))
    count('steps of a walk', 5)
    await close(page)
  },

  async figures() {
    const page = await open('chapters/14_how_devices_run_kernels/index.html')
    const sectors = await moving(page, 'Addresses and sectors'), says = () => sectors.locator('.says').textContent()
    const before = await says()
    await sectors.locator('button:text("every eighth")').click()
    expect((await says()) !== before && /32 sectors/.test(await says()), 'the sectors follow the stride')
    await (await moving(page, 'Roofline')).locator('input[type=file]').setInputFiles({ name: 'x.json', mimeType: 'application/json', buffer: Buffer.from('{}') })
    await page.waitForFunction(() => /no ceilings/.test(document.querySelector('figure[aria-label="Roofline"]').textContent), null).catch(() => fail('a wrong file is not refused in words'))
    count('expectations')
    await close(page)
    const race = await open('chapters/12_built_in_functions/index.html')
    const replay = await moving(race, 'A data race')
    for (const who of [0, 1, 0, 1, 0, 1]) await replay.locator(`button:text("work-item ${who}")`).click()
    expect(/One addition is lost/.test(await replay.locator('.says').textContent()), 'an alternating order loses an addition')
    await close(race)
    const all = await open('figures.html')
    const figure = name => moving(all, name)
    const set = async (name, label, value) => (await figure(name)).locator(`label:has-text("${label}") input[type=range]`).fill(String(value))
    await set('A scan, round by round', 'rounds', 3)
    const sums = await (await figure('A scan, round by round')).locator('svg').getAttribute('aria-label')
    expect(/3, 4, 11, 11, 15, 16, 22, 25$/.test(sums), `the scan ends with ${sums}`)
    await set('The butterflies of a Fourier transform', 'periods', 2)
    const spectrum = await (await figure('The butterflies of a Fourier transform')).locator('svg text').allTextContents()
    expect(spectrum.includes('X[2] = 4.00') && spectrum.includes('X[6] = 4.00') && spectrum.includes('X[1] = 0.00'), `a wave of two periods: ${spectrum.slice(8)}`)
    await set('Work-groups: local size and offset', 'local size', 7)
    expect(/Global size 21: 3 groups of 7\. 1 work-item finds/.test(await (await figure('Work-groups: local size and offset')).locator('.says').textContent()), 'the global size follows the local size')
    await set('Work-groups: local size and offset', 'offset', 3)
    expect(/4 work-items find no element, and no work-item computes the first 3/.test(await (await figure('Work-groups: local size and offset')).locator('.says').textContent()), 'an offset leaves the first elements out')
    await set('Work-groups handed to compute units', 'compute units', 7)
    await (await figure('Work-groups handed to compute units')).locator('button:text("Play")').click()
    await all.waitForFunction(() => /14 of 14 groups/.test(document.querySelector('figure[aria-label="Work-groups handed to compute units"] svg').getAttribute('aria-label'))).catch(() => fail('the groups are not all handed out'))
    count('expectations')
    const before2 = await (await figure('Banks of local memory')).locator('.says').textContent()
    await set('Banks of local memory', 'pad', 1)
    expect(/32 turns/.test(before2) && /one turn/.test(await (await figure('Banks of local memory')).locator('.says').textContent()), 'a pad of one float ends the bank conflicts')
    await (await figure('Tile size, local memory and occupancy')).locator('select').first().selectOption('256')
    expect(/\d+ bytes/.test(await (await figure('Tile size, local memory and occupancy')).textContent()), 'the tile size says its local memory')
    count('figures', await all.locator('figure').count())
    expect(await all.locator('figure').count() === 20, `${await all.locator('figure').count()} figures on their page, not 20`)
    await close(all)
  },

  async webgpu() {
    const empty = await open('source/kernels/15_matmul/v7_local_tiles.cl.html')
    const sources = readdirSync(new URL('../wgsl/', import.meta.url)).map(file => [file, readFileSync(new URL(`../wgsl/${file}`, import.meta.url), 'utf8')])
    const words = await empty.evaluate(async sources => {
      const device = await (await navigator.gpu?.requestAdapter())?.requestDevice()
      if (!device) return null
      return Promise.all(sources.map(async ([file, code]) => [file, (await device.createShaderModule({ code }).getCompilationInfo()).messages.map(each => each.message)]))
    }, sources)
    await close(empty)
    for (const [file, messages] of words ?? []) { count('WGSL files'); expect(!messages.length, `${file}: ${messages}`) }
    const page = await open('figures.html')
    if (!(await page.evaluate(async () => Boolean(navigator.gpu && (await navigator.gpu.requestAdapter()))))) { console.log('  skipped: this Chromium has no WebGPU device'); return close(page) }
    for (const file of readdirSync(new URL('../wgsl/', import.meta.url))) {
      const name = file.replace('.wgsl', ''), figure = await moving(page, `A kernel to edit and run: ${name}`)
      const over = () => figure.locator('.wrong, .says[aria-live]:has-text("ms")').first().waitFor()
      await figure.locator('button').first().click()
      await over()
      const wrong = await figure.locator('.wrong').allTextContents()
      if (name === 'race') console.log(`  the race: ${wrong[0] ?? 'went well this time'}`)
      else expect(wrong.length === 0, `${name}: ${wrong}`)
      if (await figure.locator('canvas').count()) {
        const colours = await figure.locator('canvas').evaluate(canvas => new Set(new Uint32Array(canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data.buffer)).size)
        expect(colours > 1, `${name}: its picture has ${colours} colour`)
      }
      await figure.locator('textarea').fill('@compute fn broken(')
      await figure.locator('button').first().click()
      await figure.locator('.wrong').waitFor()
      expect(/line 1/.test(await figure.locator('.wrong').textContent()), `${name}: the compiler's words name the line`)
      count('kernels run in the page')
    }
    await close(page)
  },

  // What ./learn exercise has noted shows on the exercise's page and in its chapter's list; a dropped file does the same elsewhere.
  async progress() {
    const name = html.find(file => /^exercises\/15_matmul\/\d\d_/.test(file)), id = await open(name).then(async page => { const id = await page.textContent('.exercise-head code'); await close(page); return id })
    const file = join(mkdtempSync(join(tmpdir(), 'book-')), 'progress.json'), noted = JSON.stringify({ version: 1, exercises: { [id]: { passed: '2026-01-02', hints: 1 } } })
    writeFileSync(file, noted)
    const reader = server(directory, { progress: file })
    await new Promise(done => reader.listen(0, '127.0.0.1', done))
    const page = await browser.newPage(), group = running.getStore()
    page.setDefaultTimeout(patience)
    page.on('console', message => { if (message.type() === 'error') fail(`with progress: ${message.text()}`, page, group) })
    await page.goto(`http://127.0.0.1:${reader.address().port}/${name}`)
    await page.waitForSelector('.exercise-head .passed').catch(() => {})
    expect(/2026-01-02/.test(await page.textContent('.exercise-head')), `${id} is not shown as done`)
    await page.close()
    reader.close()
    rmSync(join(file, '..'), { recursive: true })
    const list = await open('exercises/15_matmul/index.html')
    expect(!/ done\./.test(await list.textContent('main')), 'without a file, nothing is done')
    for (const [content, says] of [['[', /no JSON/], ['{}', /no progress file/], [noted, /1 of \d+ done/]]) {
      await list.setInputFiles('.take-progress input', { name: 'progress.json', mimeType: 'application/json', buffer: Buffer.from(content) })
      await list.waitForFunction(says => new RegExp(says).test(document.querySelector('main').textContent), says.source).catch(() => fail(`the dropped file ${content} does not lead to ${says}`))
    }
    count('looks at the progress', 5)
    await close(list)
  },

  async copying() {
    const page = await open('chapters/15_matmul/2_registers.html', { permissions: ['clipboard-read', 'clipboard-write'] })
    const without = await page.$$eval('div[class*="language-"]', all => all.filter(each => !each.querySelector('button.copy')).length)
    expect(without === 0, `${without} blocks of code have no button that copies them`)
    const block = page.locator('.step-change .whole div[class*="language-"]').first()
    await block.hover()
    await block.locator('button.copy').click()
    const want = await block.locator('code').evaluate(each => each.textContent), got = await copied(page, want)
    expect(got.trim() === want.trim(), `copied: ${got.slice(0, 60)}`)
    await close(page)
    const source = await open('source/kernels/15_matmul/v7_local_tiles.cl.html', { permissions: ['clipboard-read', 'clipboard-write'] })
    await source.click('#copy')
    const file = readFileSync(new URL('../../kernels/15_matmul/v7_local_tiles.cl', import.meta.url), 'utf8')
    expect((await copied(source, file)).trim() === file.trim(), 'a source page copies its file')
    count('copies', 2)
    await close(source)
  },

  async print() {
    const page = await open('chapters/15_matmul/2_registers.html')
    await page.emulateMedia({ media: 'print' })
    const shown = await page.evaluate(() => ['.VPNav', '.VPSidebar', '.VPDocAside', '.step-change .change'].filter(each => document.querySelector(each)?.checkVisibility()))
    expect(shown.length === 0, `printed: ${shown}`)
    await close(page)
  },

  async shots() {
    const to = option('--shots')
    if (!to) return
    mkdirSync(to, { recursive: true })
    for (const scheme of ['light', 'dark'])
      for (const [name, file, what] of [['home', 'index.html'], ['lesson', 'chapters/15_matmul/index.html'], ['change', 'chapters/15_matmul/2_registers.html', '.step-change'], ['short', 'chapters/15_matmul/3_vectors_and_copies.html', '.step-change'],
        ['figures', 'chapters/14_how_devices_run_kernels/index.html', '.figure'], ['index', 'chapters/08_kernels_and_ndranges/index.html', '.figure'], ['race', 'chapters/12_built_in_functions/index.html', '.figure'], ['tile', 'chapters/15_matmul/2_registers.html', '.figure'],
        ['exercise', 'exercises/15_matmul/05_two_by_two/index.html'], ['list', 'exercises/15_matmul/index.html'], ['source', 'source/kernels/15_matmul/v7_local_tiles.cl.html'], ['run', 'chapters/01_hello_opencl/index.html', '.run-kernel'], ['play', 'figures.html', 'figure[aria-label^="A scan"]'], ['fft', 'figures.html', 'figure[aria-label^="The butter"]'], ['roofline', 'figures.html', 'figure[aria-label="Roofline"]'], ['convolution', 'chapters/16_convolution/index.html']]) {
        if (part && !html.includes(file)) continue
        const page = await open(file, { colorScheme: scheme })
        if (what) await page.locator(what).first().scrollIntoViewIfNeeded()
        await page.waitForTimeout(300)
        await page.screenshot({ path: join(to, `${name}-${scheme}.png`) })
        await page.setViewportSize({ width: 360, height: 740 })
        await page.waitForTimeout(700) // until the sidebar has slid out
        if (what) await page.locator(what).first().scrollIntoViewIfNeeded()
        await page.screenshot({ path: join(to, `${name}-${scheme}-360.png`) })
        count('screenshots', 2)
        await close(page)
      }
  },
}

const only = option('--only')
const chosen = Object.entries(groups).filter(([name]) => !only || only.split(',').includes(name))
async function check([name, group]) {
  const began = performance.now(), state = { name, pages: [] }
  await running.run(state, async () => {
    try { await group() } catch (error) { fail(error.message.split('\n').slice(0, 6).join(' | ')) }
    for (const page of [...state.pages]) await close(page).catch(() => {}) // what a failure has left
  })
  console.log(`${name}: ${((performance.now() - began) / 1000).toFixed(1)} s`)
}
for (const each of chosen) await check(each)
await browser.close()
serving.close()
console.log(Object.entries(counts).map(([what, n]) => `${n} ${what}`).join(', '))
console.log(`${failures.length} failures`)
process.exitCode = failures.length ? 1 : 0
