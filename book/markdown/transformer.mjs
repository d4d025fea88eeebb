// A transformer for Shiki: gives lines the classes that their letter in the fence's attribute `marks:sadf` asks for.
const classes = { a: ['diff', 'add'], d: ['diff', 'remove'], f: ['fold'] }

export const marked = {
  name: 'book:marks',
  line(node, line) {
    const letters = /marks:([sadf]+)/.exec(this.options.meta?.__raw ?? '')?.[1]
    const wanted = letters && classes[letters[line - 1]]
    if (wanted) this.addClassToHast(node, wanted)
  },
  code(node) {
    if (/marks:/.test(this.options.meta?.__raw ?? '')) this.addClassToHast(this.pre, 'has-diff')
  },
}
