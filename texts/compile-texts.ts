// Compiles texts/<language>/*.json into typed functions for the browser. Each message is a separate module,
// so that a chunk contains only its own messages. Each language is a folder. Each list (texts/lists) becomes
// an object of its members' functions, and all texts become the types of text-in.ts. No file may be written
// if a text, a value or a plural form is missing.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { defaultLanguage, inEachLanguage, languages } from '#values/lists/languages.ts'
import { findFaults, type ValueKinds, valueKinds } from './check-texts.ts'
import type { Message } from './message.ts'
import { listKey, readLists, readTexts, textsFolder } from './read-texts.ts'

type Files = ReadonlyMap<string, string>

/** Compiles all languages below `folder` into its `.compiled`. Throws an error with a line for each fault. */
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
    const listModules = lists.entries().map(([list, members]) => {
      return [`${list}.ts`, listModuleOf(list, [...members.keys()])] as const
    })
    const names = [...texts[language].keys(), ...lists.keys()]
    const index = names.map((name) => `export { ${name} } from './${name}.ts'\n`)
    const all = [...modules, ...listModules, ['index.ts', index.join('')] as const]
    writeFiles(join(output, language), new Map(all))
  }
  const types = texts[defaultLanguage].entries().map(([key, { message }]) => {
    return `  readonly ${key}: ${typeOf(valueKinds(message))}\n`
  })
  const typesSource = `export type MessageValues = {\n${[...types].join('')}}\n`
  writeFiles(join(output, 'types'), new Map([['message-values.ts', typesSource]]))
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

/**
 * Writes changed files and removes files that are not in `files`. Unchanged files are not written,
 * because watchers would react.
 */
function writeFiles(folder: string, files: Files): void {
  mkdirSync(folder, { recursive: true })
  const existing = new Set(readdirSync(folder))
  for (const name of existing.difference(files)) rmSync(join(folder, name))
  for (const [name, content] of files) {
    const path = join(folder, name)
    if (!existing.has(name) || readFileSync(path, 'utf8') !== content) writeFileSync(path, content)
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
