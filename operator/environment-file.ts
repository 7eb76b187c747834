// Reads a settings file as systemd reads an EnvironmentFile, so that a command and the service
// agree: quotes, escapes, comments and continued lines.

export type EnvironmentFile = {
  readonly values: Readonly<Record<string, string>>
  /** Lines that systemd leaves out, each as a sentence. */
  readonly omitted: readonly string[]
}

const blanks = /^[ \t\n\r]+/
const comment = /^[#;](?:\\[^\n\r]|[^\\\n\r])*(\\?)/
const nameOfLine = /^([^=\n\r]*)(=?)/
const singleQuoted = /^[ \t]*'([^']*)(?:'|$)/
const doubleQuoted = /^[ \t]*"((?:\\.?|[^\\"])*)"?/s
/** To the end of the line, or of the last line that a backslash continues. */
const plain = /^[ \t]*((?:\\.?|[^\\\n\r])*)/s
const withoutEndBlanks = /^(?:\\.?|[^\\])*?(?=[ \t]*$)/s
/** Systemd drops other assignments and says so in the journal. */
const settingName = /^[A-Za-z_][A-Za-z0-9_]*$/
const controlCharacter = /(?![\t\n])(?=\p{ASCII})\p{Cc}/u

/** In double quotes a backslash escapes these and continues a line; before any other character it stays. */
const unescapeQuoted = (text: string) => text.replaceAll(/\\(?:\n|$|(["\\`$]))/g, '$1')

/** Throws a sentence where versions of systemd read the text differently. */
export function readEnvironmentFile(text: string): EnvironmentFile {
  const values: Record<string, string> = {}
  const omitted: string[] = []
  let rest = text
  const take = (pattern: RegExp) => {
    const found = pattern.exec(rest)
    rest = rest.slice(found?.[0].length)
    return found
  }
  /** Quoted parts may follow each other; once plain text begins, quotes are text. */
  function takeValue(): string {
    const single = take(singleQuoted)
    if (single !== null) return (single[1] ?? '') + takeValue()
    const double = take(doubleQuoted)
    if (double !== null) return unescapeQuoted(double[1] ?? '') + takeValue()
    const [, line = ''] = take(plain) ?? []
    return (withoutEndBlanks.exec(line)?.[0] ?? '').replaceAll(/\\(?:[\n\r]|(.?))/gs, '$1')
  }
  for (take(blanks); rest !== ''; take(blanks)) {
    const note = take(comment)
    if (note?.[1] === '\\' && rest !== '') {
      throw new Error('A comment ends with a backslash: versions of systemd read that differently.')
    }
    if (note !== null) continue
    const [, name = '', equals] = take(nameOfLine) ?? []
    if (equals !== '=') continue
    const key = name.replace(/[ \t]+$/, '')
    const value = takeValue()
    if (settingName.test(key) && !controlCharacter.test(value)) values[key] = value
    else omitted.push(`"${key}" is no name of a setting, or its value is no text: it is left out.`)
  }
  return { values, omitted }
}
