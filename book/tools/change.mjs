// What changes from one step to the next, computed from the two files.

/** The lines between the comments [region] and [/region]; without such comments, what follows the contract at the head. */
export function region(text, name) {
  const lines = text.replace(/\n$/, '').split('\n')
  const marker = mark => lines.findIndex(line => new RegExp(`^\\s*(//|#|/\\*|--)\\s*\\[${mark}\\]\\s*(\\*/)?\\s*$`).test(line))
  if (name) {
    const begin = marker(name), end = marker('/' + name)
    if (begin >= 0 && end > begin) return withoutMarkers(lines.slice(begin + 1, end))
  }
  let head = 0
  while (head < lines.length && (/^\s*\/\//.test(lines[head]) || lines[head].trim() === '')) ++head
  return withoutMarkers(lines.slice(head))
}
const withoutMarkers = lines => lines.filter(line => !/^\s*\/\/\s*\[\/?[\w-]+\]\s*$/.test(line))

/** The shortest edit from `before` to `after`: a list of {kind: 'same' | 'add' | 'del', text, line}; line counts in `after`. */
export function change(before, after) {
  const n = before.length, m = after.length
  const longest = Array.from({ length: n + 1 }, () => new Uint16Array(m + 1)) // of a common subsequence, from i and j on
  for (let i = n - 1; i >= 0; --i)
    for (let j = m - 1; j >= 0; --j)
      longest[i][j] = before[i] === after[j] ? longest[i + 1][j + 1] + 1 : Math.max(longest[i + 1][j], longest[i][j + 1])
  const edits = []
  let i = 0, j = 0
  while (i < n || j < m) {
    if (i < n && j < m && before[i] === after[j]) edits.push({ kind: 'same', text: after[j], line: ++j }), ++i
    else if (i < n && (j === m || longest[i + 1][j] >= longest[i][j + 1])) edits.push({ kind: 'del', text: before[i++], line: j })
    else edits.push({ kind: 'add', text: after[j], line: ++j })
  }
  return edits
}

/** Only the change: `context` lines around each edit; what is left out becomes one {kind: 'fold', count}. */
export function folded(edits, context = 2) {
  const near = edits.map((_, at) => edits.slice(Math.max(0, at - context), at + context + 1).some(edit => edit.kind !== 'same'))
  const result = []
  for (let at = 0; at < edits.length; ++at) {
    if (near[at]) { result.push(edits[at]); continue }
    let count = 0
    while (at < edits.length && !near[at]) ++count, ++at
    --at
    if (count === 1) result.push(edits[at]) // a fold would take the same place
    else result.push({ kind: 'fold', count, text: '' })
  }
  return result
}

/** One letter for each line, for the highlighter: s same, a added, d deleted, f folded. */
export const marks = edits => edits.map(edit => edit.kind[0]).join('')
