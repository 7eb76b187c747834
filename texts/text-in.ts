// Returns a text in the language of its reader, for the server's messages: SMS and wallet passes.
// It fills in messages by the same rules as the browser's functions.
import type { Language } from '#values/lists/languages.ts'
import type { MessageValues } from './.compiled/types/message-values.ts'
import { fill } from './message.ts'
import { readTexts, type Texts } from './read-texts.ts'

export type MessageKey = keyof MessageValues

type Arguments<Key extends MessageKey> = keyof MessageValues[Key] extends never
  ? [values?: undefined]
  : [values: MessageValues[Key]]

/** Read at the first text of a language, so that a command without texts reads none. */
const known = new Map<Language, Texts>()

/** All of a language, read once. */
export function textsOf(language: Language): Texts {
  const texts = known.get(language) ?? readTexts(language)
  known.set(language, texts)
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
