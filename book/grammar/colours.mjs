// The colours of code, light and dark, in one pass of the highlighter. GitHub's two high-contrast themes have the same rules and differ only in
// their colours: we join them to one theme whose "colours" are numbers, and turn each into a class that has a colour in either mode.
import light from '@shikijs/themes/github-light-high-contrast'
import dark from '@shikijs/themes/github-dark-high-contrast'

const pairs = []
const number = (one, other) => {
  if (!one) return undefined
  const pair = `${one} ${other}`
  if (!pairs.includes(pair)) pairs.push(pair)
  return `#1000${String(pairs.indexOf(pair)).padStart(2, '0')}`
}
const plain = number(light.colors['editor.foreground'], dark.colors['editor.foreground'])

export const theme = {
  name: 'book', type: 'light', colors: { 'editor.foreground': plain, 'editor.background': '#ffffff' },
  tokenColors: light.tokenColors.map((rule, i) => {
    const other = dark.tokenColors[i]
    if (JSON.stringify(rule.scope) !== JSON.stringify(other.scope)) throw new Error(`the light and the dark theme differ in rule ${i}`)
    return { ...rule, settings: { ...rule.settings, background: undefined, foreground: number(rule.settings.foreground, other.settings.foreground) } }
  }),
}

export const colours = {
  name: 'book:colours',
  preprocess(code, options) { options.tokenizeTimeLimit = 0 }, // else a line that takes half a second, on a busy machine, stays grey
  tokens: lines => lines.flat().forEach(token => {
    if (token.color && token.color !== plain) token.htmlAttrs = { class: `c${Number(token.color.slice(-2))}` }
    token.htmlStyle = {}
  }),
  pre(node) { delete node.properties.style },
}

export const css = pairs.map((pair, i) => `html:not(.dark) .shiki .c${i}{color:${pair.split(' ')[0]}}html.dark .shiki .c${i}{color:${pair.split(' ')[1]}}`).join('\n')
