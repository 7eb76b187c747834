// Reads a settings file as systemd reads an EnvironmentFile, so that a command and the service
// agree: quotes, escapes, comments and continued lines by systemd's own states.

export type EnvironmentFile = {
  readonly values: Readonly<Record<string, string>>
  /** Lines that systemd leaves out, each as a sentence. */
  readonly omitted: readonly string[]
}

type State = {
  readonly text: string
  at: number
}

const whitespace = ' \t\n\r'
const lineEnds = '\n\r'
/** In double quotes a backslash escapes these; before any other character it stays. */
const escapable = '"\\`$'

const isOneOf = (characters: string, character: string) =>
  character !== '' && characters.includes(character)

/** Throws a sentence where versions of systemd read the text differently. */
export function readEnvironmentFile(text: string): EnvironmentFile {
  const values: Record<string, string> = {}
  const omitted: string[] = []
  const state = { text, at: 0 }
  for (;;) {
    skip(state, whitespace)
    const first = peek(state)
    if (first === '') return { values, omitted }
    if (isOneOf('#;', first)) {
      skipComment(state)
      continue
    }
    const name = readName(state)
    if (name === null) continue
    const value = readValue(state)
    if (isAssignable(name, value)) values[name] = value
    else omitted.push(`"${name}" is no name of a setting, or its value is no text: it is left out.`)
  }
}

const peek = ({ text, at }: State) => text.charAt(at)

function take(state: State): string {
  const character = peek(state)
  state.at += 1
  return character
}

function skip(state: State, characters: string): void {
  while (isOneOf(characters, peek(state))) state.at += 1
}

function skipComment(state: State): void {
  for (let before = ''; ; ) {
    const character = take(state)
    if (character === '') return
    if (isOneOf(lineEnds, character)) {
      if (before !== '\\') return
      throw new Error('A comment ends with a backslash: versions of systemd read that differently.')
    }
    before = before === '\\' ? '' : character
  }
}

/** Null where the line has no `=`. */
function readName(state: State): string | null {
  let name = ''
  for (;;) {
    const character = take(state)
    if (character === '' || isOneOf(lineEnds, character)) return null
    if (character === '=') return trimEnd(name)
    name += character
  }
}

/** Quoted parts may follow each other; once plain text begins, quotes are text. */
function readValue(state: State): string {
  let value = ''
  for (;;) {
    skip(state, ' \t')
    const character = peek(state)
    if (character === '' || isOneOf(lineEnds, character)) return value
    if (character === "'" || character === '"') {
      state.at += 1
      value += character === '"' ? readDoubleQuoted(state) : readSingleQuoted(state)
    } else {
      return readPlain(state, value)
    }
  }
}

function readSingleQuoted(state: State): string {
  const end = state.text.indexOf("'", state.at)
  const last = end < 0 ? state.text.length : end
  const value = state.text.slice(state.at, last)
  state.at = last + 1
  return value
}

function readDoubleQuoted(state: State): string {
  let value = ''
  for (;;) {
    const character = take(state)
    if (character === '' || character === '"') return value
    if (character !== '\\') {
      value += character
      continue
    }
    const escaped = take(state)
    if (isOneOf(escapable, escaped)) value += escaped
    else if (escaped !== '\n' && escaped !== '') value += `\\${escaped}`
  }
}

/** To the end of the line, or of the last line that a backslash continues. */
function readPlain(state: State, quoted: string): string {
  let value = quoted
  /** Start of the blanks at the end; -1 where the last character is no blank, or is escaped. */
  let blanksFrom = -1
  for (;;) {
    const character = take(state)
    if (character === '' || isOneOf(lineEnds, character)) {
      return blanksFrom < 0 ? value : value.slice(0, blanksFrom)
    }
    if (character === '\\') {
      const escaped = take(state)
      if (!isOneOf(lineEnds, escaped)) value += escaped
      blanksFrom = -1
      continue
    }
    if (!isOneOf(whitespace, character)) blanksFrom = -1
    else if (blanksFrom < 0) blanksFrom = value.length
    value += character
  }
}

function trimEnd(name: string): string {
  return name.replace(/[ \t]+$/, '')
}

/** Systemd drops other assignments and says so in the journal. */
function isAssignable(name: string, value: string): boolean {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(name) && !hasControls(value)
}

const hasControls = (value: string) =>
  [...value].some((character) => {
    const code = character.codePointAt(0) ?? 0
    return (code < 0x20 && !isOneOf('\t\n', character)) || code === 0x7f
  })
