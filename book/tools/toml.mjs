// The part of TOML that the descriptions of exercises use: KEY = a string, a number, true or false, or a list of those.
export function toml(text) {
  const result = {}
  const lines = text.split('\n')
  for (let at = 0; at < lines.length; ++at) {
    const line = lines[at]
    if (/^\s*(#|$)/.test(line)) continue
    const found = /^([A-Za-z_][\w-]*)\s*=\s*(.*)$/.exec(line)
    if (!found) throw new Error(`line ${at + 1} is not KEY = VALUE: ${line}`)
    let value = found[2]
    while (value.startsWith('[') && !closes(value)) {
      if (++at === lines.length) throw new Error(`the list ${found[1]} does not end`)
      value += '\n' + lines[at]
    }
    result[found[1]] = JSON.parse(value.replace(/\s+#[^"\]]*$/, '').replace(/,\s*\]$/, ']'))
  }
  return result
}

// Whether the list that `text` begins with ends in it: brackets in strings do not count.
function closes(text) {
  const bare = text.replace(/"(?:[^"\\]|\\.)*"/g, '""')
  return bare.trimEnd().endsWith(']') && bare.split('[').length === bare.split(']').length
}
