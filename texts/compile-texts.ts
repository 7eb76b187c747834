// Compiles texts/<language>/*.json into typed functions for the browser. Each message is a module
// of its own, so that a chunk contains only its own messages, and each language a folder. Each list
// of words (texts/lists) becomes an object of its members' functions, and all texts become the
// types of text-in.ts. It must not write any file where a text, a value or a plural form is
// missing.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { defaultLanguage, inEachLanguage, languages } from '#values/lists/languages.ts'
import { findFaults, type ValueKinds, valueKinds } from './check-texts.ts'
import type { Message } from './message.ts'
import { listKey, readLists, readTexts, textsFolder } from './read-texts.ts'

type Files = ReadonlyMap<string, string>

/** Throws one sentence a fault. Reads all languages below `folder`, writes to its `.compiled`. */
export function compileTexts(folder: string = textsFolder): void {
  const texts = inEachLanguage((language) => readTexts(language, folder))
  const faults = findFaults(texts)
  if (faults.length > 0) throw new Error(faults.join('\n'))
  const output = join(folder, '.compiled')
  const lists = readLists(folder)
  for (const language of languages) {
    const modules = texts[language].entries().map(([key, { message }]) => {
      return [`${key}.ts`, moduleOf(key, message)] as const
    })
    const ofLists = lists.entries().map(([list, members]) => {
      return [`${list}.ts`, listModuleOf(list, [...members.keys()])] as const
    })
    const names = [...texts[language].keys(), ...lists.keys()]
    const index = names.map((name) => `export { ${name} } from './${name}.ts'\n`)
    const all = [...modules, ...ofLists, ['index.ts', index.join('')] as const]
    writeFiles(join(output, language), new Map(all))
  }
  const types = texts[defaultLanguage].entries().map(([key, { message }]) => {
    return `  readonly ${key}: ${typeOf(valueKinds(message))}\n`
  })
  const declared = `export type MessageValues = {\n${[...types].join('')}}\n`
  writeFiles(join(output, 'types'), new Map([['message-values.ts', declared]]))
}

function moduleOf(key: string, message: Message): string {
  const kinds = valueKinds(message)
  const text = JSON.stringify(message)
  if (kinds.size === 0) return `export const ${key} = (): string => ${text}\n`
  return `import { fill } from '#texts/message.ts'
import { personLocale } from '#web/person-locale.ts'
const message = ${text}
export const ${key} = (values: ${typeOf(kinds)}): string => fill(message, values, personLocale())
`
}

/** Returns the module of a list, such as `texts.leagues.silver()`, whose texts a caller selects by member. */
function listModuleOf(list: string, members: readonly string[]): string {
  const keys = members.map((member) => listKey(list, member))
  const imports = keys.map((key) => `import { ${key} } from './${key}.ts'\n`)
  const entries = members.map((member) => `  ${member}: ${listKey(list, member)},\n`)
  return `${imports.join('')}export const ${list} = {\n${entries.join('')}} as const\n`
}

function typeOf(kinds: ValueKinds): string {
  if (kinds.size === 0) return 'Record<never, never>'
  const members = kinds.entries().map(([name, kind]) => `readonly ${name}: ${kind}`)
  return `{ ${[...members].join('; ')} }`
}

/** Leaves unchanged files alone, so that a watcher sees only real changes. */
function writeFiles(folder: string, files: Files): void {
  mkdirSync(folder, { recursive: true })
  const before = new Set(readdirSync(folder))
  for (const name of before.difference(files)) rmSync(join(folder, name))
  for (const [name, content] of files) {
    const path = join(folder, name)
    if (!before.has(name) || readFileSync(path, 'utf8') !== content) writeFileSync(path, content)
  }
}

if (import.meta.main) {
  try {
    compileTexts()
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}
