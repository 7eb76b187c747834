// Checks that every language has each text, with the same values and all plural forms of the language. Pure.
// Each fault names the file, the key and the language.
import { posix } from 'node:path'
import { defaultLanguage, type Language, languages } from '#values/lists/languages.ts'
import { type Message, placeholderPattern } from './message.ts'
import type { FiledMessage, Texts } from './read-texts.ts'

export type TextsByLanguage = Readonly<Record<Language, Texts>>

/** Kinds of a message's values: `number` for the value that selects the plural form, else `string`. */
export type ValueKinds = ReadonlyMap<string, 'number' | 'string'>

export function valueKinds(message: Message): ValueKinds {
  const kinds = new Map<string, 'number' | 'string'>()
  for (const text of formsOf(message).values()) {
    for (const name of placeholdersIn(text)) kinds.set(name, 'string')
  }
  if (typeof message !== 'string') kinds.set(message.plural, 'number')
  return kinds
}

/** Returns the faults of all languages, compared with English. */
export function findFaults(texts: TextsByLanguage): string[] {
  const english = texts[defaultLanguage]
  return languages.flatMap((language) => {
    const missing = english.entries().flatMap(([key, { file }]) => {
      return texts[language].has(key) ? [] : [`${pathOf(language, file)}: ${key} is missing`]
    })
    const otherFaults = texts[language].entries().flatMap(([key, filed]) => {
      const faults = faultsOf(filed, english.get(key), language)
      return faults.map((fault) => `${pathOf(language, filed.file)}: ${key} ${fault}`)
    })
    return [...missing, ...otherFaults].map((fault) => `${fault} (${language}).`)
  })
}

/** Returns the path of a file: `texts/nl/gifts.json`, or `texts/lists/leagues.json` for a list. */
const pathOf = (language: Language, file: string) => posix.join('texts', language, file)

function faultsOf(
  { message }: FiledMessage,
  english: FiledMessage | undefined,
  language: Language,
) {
  if (english === undefined) return [`stands here but not in ${defaultLanguage}`]
  const forms = formsOf(message)
  return [
    ...writingFaults(forms),
    ...pluralFaults(message, english.message, language),
    ...valueFaults(message, english.message),
  ]
}

function* writingFaults(forms: ReadonlyMap<string, string>) {
  for (const text of forms.values()) {
    if (text === '') yield 'is empty'
    else if (text !== text.trim()) yield 'begins or ends with a blank'
    if (/[{}]/.test(text.replace(placeholderPattern, '')))
      yield 'has a brace that encloses no value'
  }
}

function* pluralFaults(message: Message, english: Message, language: Language) {
  const [own, wanted] = [selectorOf(message), selectorOf(english)]
  if (own !== wanted) {
    if (wanted === undefined) yield `has plural forms, but ${defaultLanguage} has none`
    else if (own === undefined) yield `needs plural forms for {${wanted}}`
    else yield `counts {${own}}, but ${defaultLanguage} counts {${wanted}}`
  }
  if (typeof message === 'string') return
  const categories = new Intl.PluralRules(language).resolvedOptions().pluralCategories
  const forms = new Set(formsOf(message).keys())
  for (const category of categories) {
    if (!forms.has(category)) yield `misses the plural form "${category}"`
  }
  for (const form of forms) {
    const isKnown = categories.some((category) => category === form)
    if (!isKnown) yield `has "${form}", which is no plural form of the language`
  }
}

/** Yields missing and unknown values. A form may omit the number itself ("one kilogram"). */
function* valueFaults(message: Message, english: Message) {
  const expectedNames = new Set(valueKinds(english).keys())
  const selector = selectorOf(message)
  for (const text of formsOf(message).values()) {
    const placeholders = placeholdersIn(text)
    for (const name of expectedNames.difference(placeholders)) {
      if (name !== selector) yield `misses the value {${name}}`
    }
    for (const name of placeholders.difference(expectedNames)) {
      yield `has the value {${name}}, which ${defaultLanguage} does not have`
    }
  }
}

const selectorOf = (message: Message) => (typeof message === 'string' ? undefined : message.plural)

const placeholdersIn = (text: string) =>
  new Set([...text.matchAll(placeholderPattern)].map(([, name]) => name ?? ''))

/** Returns the forms of a message by plural category. A message without plural forms has one form. */
export function formsOf(message: Message): ReadonlyMap<string, string> {
  if (typeof message === 'string') return new Map([['other', message]])
  const { plural: _, ...forms } = message
  return new Map(Object.entries(forms))
}
