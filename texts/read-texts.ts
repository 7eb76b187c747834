// Reads the texts of a language from its JSON files. It must never pass on a text of an unknown
// shape: whatever is neither a sentence nor plural forms is refused with its file and key.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Language } from '#values/languages.ts'
import type { Message, PluralForms } from './message.ts'

export const textsFolder = import.meta.dirname

/** A message and the file that it stands in, like `gifts.json`. */
export type FiledMessage = { readonly message: Message; readonly file: string }
export type Texts = ReadonlyMap<string, FiledMessage>

const keyPattern = /^[a-z][a-z\d]*(_[a-z\d]+)*$/

/** All texts of one language by key. Throws a sentence that names file, key and language. */
export function readTexts(language: Language, folder: string = textsFolder): Texts {
  const texts = new Map<string, FiledMessage>()
  for (const file of readdirSync(join(folder, language)).sort()) {
    for (const [key, message] of entriesOf(folder, language, file)) {
      const fault = (what: string) => new Error(`texts/${language}/${file}: ${key} ${what}.`)
      if (!keyPattern.test(key)) throw fault(`is no key for a text (${language})`)
      if (texts.has(key)) throw fault(`stands twice in ${language}`)
      if (!isMessage(message)) throw fault(`is neither a sentence nor plural forms (${language})`)
      texts.set(key, { message, file })
    }
  }
  return texts
}

function entriesOf(folder: string, language: Language, file: string): [string, unknown][] {
  const source = readFileSync(join(folder, language, file), 'utf8')
  try {
    const content: unknown = JSON.parse(source)
    return Object.entries(content ?? {})
  } catch (error) {
    throw new Error(`texts/${language}/${file}: is no JSON.`, { cause: error })
  }
}

function isMessage(value: unknown): value is Message {
  return typeof value === 'string' || isPluralForms(value)
}

function isPluralForms(value: unknown): value is PluralForms {
  if (typeof value !== 'object' || value === null) return false
  return 'plural' in value && Object.values(value).every((form) => typeof form === 'string')
}
