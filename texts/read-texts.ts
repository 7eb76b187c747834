// Reads the texts of a language from its JSON files, and the texts of lists (texts/lists). A list has
// one file for all languages: `silver` of `leagues.json` is the text `leagues_silver`. A value that is
// neither a text nor plural forms throws an error with its file and key.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { inEachLanguage, type Language, languageOf } from '#values/lists/languages.ts'
import type { Message, PluralForms } from './message.ts'

export const textsFolder = import.meta.dirname

/** A message and its file, like `gifts.json`, of any language. */
export type FiledMessage = { readonly message: Message; readonly file: string }
export type Texts = ReadonlyMap<string, FiledMessage>

const keyPattern = /^[a-z][a-z\d]*(_[a-z\d]+)*$/

/**
 * Returns the texts of one language by key, including those of lists. Throws an error that names file, key
 * and language.
 */
export function readTexts(language: Language, folder: string = textsFolder): Texts {
  const texts = new Map<string, FiledMessage>()
  for (const file of readdirSync(join(folder, language)).sort()) {
    for (const [key, message] of entriesOf(join(folder, language, file), `${language}/${file}`)) {
      const fault = (problem: string) => new Error(`texts/${language}/${file}: ${key} ${problem}.`)
      if (!keyPattern.test(key)) throw fault(`is no key for a text (${language})`)
      if (texts.has(key)) throw fault(`stands twice in ${language}`)
      if (!isMessage(message)) throw fault(`is neither a sentence nor plural forms (${language})`)
      texts.set(key, { message, file })
    }
  }
  for (const [list, members] of readLists(folder)) {
    for (const [member, words] of members) {
      const key = listKey(list, member)
      if (texts.has(key)) throw new Error(`texts/lists/${list}.json: ${key} stands twice.`)
      texts.set(key, { message: words[language], file: `../lists/${list}.json` })
    }
  }
  return texts
}

/** Returns the entries of a JSON file. `name` is the file's name in error messages. */
function entriesOf(path: string, name: string): [string, unknown][] {
  try {
    const content: unknown = JSON.parse(readFileSync(path, 'utf8'))
    return Object.entries(content ?? {})
  } catch (error) {
    throw new Error(`texts/${name}: is no JSON.`, { cause: error })
  }
}

/** Texts by list, member and language. */
type Lists = ReadonlyMap<string, ReadonlyMap<string, Record<Language, string>>>

/** Returns the key of the text of a list's member. */
export const listKey = (list: string, member: string) => `${list}_${member}`

/** Reads the lists. Throws an error that names the file and the member. */
export function readLists(folder: string = textsFolder): Lists {
  const folderOfLists = join(folder, 'lists')
  if (!existsSync(folderOfLists)) return new Map()
  return new Map(
    readdirSync(folderOfLists)
      .sort()
      .map((file) => [file.replace(/\.json$/, ''), readMembers(join(folderOfLists, file), file)]),
  )
}

function readMembers(path: string, file: string): Map<string, Record<Language, string>> {
  const members = entriesOf(path, `lists/${file}`).map(([member, words]) => {
    const fault = (problem: string) => new Error(`texts/lists/${file}: ${member} ${problem}.`)
    if (!keyPattern.test(member)) throw fault('is no key for a text')
    const byKey = new Map(Object.entries(words ?? {}))
    const unknownCode = [...byKey.keys()].find((code) => languageOf(code) === undefined)
    if (unknownCode !== undefined)
      throw fault(`has words in "${unknownCode}", which is no language`)
    const inLanguages = inEachLanguage((language) => {
      const word: unknown = byKey.get(language)
      if (typeof word !== 'string') throw fault(`is missing (${language})`)
      return word
    })
    return [member, inLanguages] as const
  })
  return new Map(members)
}

function isMessage(value: unknown): value is Message {
  return typeof value === 'string' || isPluralForms(value)
}

function isPluralForms(value: unknown): value is PluralForms {
  if (typeof value !== 'object' || value === null) return false
  return 'plural' in value && Object.values(value).every((form) => typeof form === 'string')
}
