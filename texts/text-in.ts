// Returns texts in the language of their reader, for the server's messages: SMS and wallet passes. Values are
// filled in by the same rules as in the browser.
import type { Language } from '#values/lists/languages.ts'
import type { MessageValues } from './.compiled/types/message-values.ts'
import { fill } from './message.ts'
import { readTexts, type Texts } from './read-texts.ts'

export type MessageKey = keyof MessageValues

type Arguments<Key extends MessageKey> = keyof MessageValues[Key] extends never
  ? [values?: undefined]
  : [values: MessageValues[Key]]

/** Cache of the texts. A language is read at its first text, so that a command without texts reads none. */
const textsByLanguage = new Map<Language, Texts>()

/** Returns all texts of a language. Reads them once. */
export function textsOf(language: Language): Texts {
  const texts = textsByLanguage.get(language) ?? readTexts(language)
  textsByLanguage.set(language, texts)
  return texts
}

export function textIn<Key extends MessageKey>(
  language: Language,
  key: Key,
  ...[values]: Arguments<Key>
): string {
  const filed = textsOf(language).get(key)
  if (filed === undefined) throw new Error(`texts/${language}: ${key} is missing.`)
  return fill(filed.message, values ?? {}, language)
}
