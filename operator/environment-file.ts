// Reads a settings file as systemd reads an EnvironmentFile, so that a command and the service
// agree: quotes, escapes, comments and continued lines.

export type EnvironmentFile = {
  readonly values: Readonly<Record<string, string>>
  /** One sentence for each assignment that systemd ignores. */
  readonly omitted: readonly string[]
}

const blanks = /^[ \t\n\r]+/
const comment = /^[#;](?:\\[^\n\r]|[^\\\n\r])*(\\?)/
const nameOfLine = /^([^=\n\r]*)(=?)/
const singleQuoted = /^[ \t]*'([^']*)(?:'|$)/
const doubleQuoted = /^[ \t]*"((?:\\.?|[^\\"])*)"?/s
/**
 * Matches an unquoted value to the end of the line. A backslash at the end continues it on the next
 * line.
 */
const unquoted = /^[ \t]*((?:\\.?|[^\\\n\r])*)/s
const withoutEndBlanks = /^(?:\\.?|[^\\])*?(?=[ \t]*$)/s
/** Names that systemd accepts. It ignores other assignments and logs that in the journal. */
const settingName = /^[A-Za-z_][A-Za-z0-9_]*$/
const controlCharacter = /(?![\t\n])(?=\p{ASCII})\p{Cc}/u

/**
 * Removes the backslashes that escape these characters or continue a line in double quotes. A backslash
 * before any other character stays.
 */
const unescapeQuoted = (text: string) => text.replaceAll(/\\(?:\n|$|(["\\`$]))/g, '$1')

/** Parses a settings file. Throws if versions of systemd would read the text differently. */
export function readEnvironmentFile(text: string): EnvironmentFile {
  const values: Record<string, string> = {}
  const omitted: string[] = []
  let rest = text
  const consume = (pattern: RegExp) => {
    const match = pattern.exec(rest)
    rest = rest.slice(match?.[0].length)
    return match
  }
  /**
   * Reads a value. It may begin with several quoted parts; after the first plain text, quotes are
   * literal.
   */
  function consumeValue(): string {
    const single = consume(singleQuoted)
    if (single !== null) return (single[1] ?? '') + consumeValue()
    const double = consume(doubleQuoted)
    if (double !== null) return unescapeQuoted(double[1] ?? '') + consumeValue()
    const [, line = ''] = consume(unquoted) ?? []
    return (withoutEndBlanks.exec(line)?.[0] ?? '').replaceAll(/\\(?:[\n\r]|(.?))/gs, '$1')
  }
  for (consume(blanks); rest !== ''; consume(blanks)) {
    const commentMatch = consume(comment)
    if (commentMatch?.[1] === '\\' && rest !== '') {
      throw new Error('A comment ends with a backslash: versions of systemd read that differently.')
    }
    if (commentMatch !== null) continue
    const [, name = '', equals] = consume(nameOfLine) ?? []
    if (equals !== '=') continue
    const key = name.replace(/[ \t]+$/, '')
    const value = consumeValue()
    if (settingName.test(key) && !controlCharacter.test(value)) values[key] = value
    else omitted.push(`"${key}" is no name of a setting, or its value is no text: it is left out.`)
  }
  return { values, omitted }
}
