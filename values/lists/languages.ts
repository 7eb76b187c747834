// Lists the product's seven languages (docs/product.md#languages), their own names, and the language of
// each country. Everything that depends on a language is a Record of Language. The texts are in
// texts/<language>/. Pure.
import type { Country } from './calling-codes.ts'

export const languages = ['en', 'nl', 'fr', 'es', 'it', 'de', 'tr'] as const
export type Language = (typeof languages)[number]

export const defaultLanguage = 'en' satisfies Language

/** Returns an object with a value for each language, computed in the order of the list. */
export function inEachLanguage<Value>(
  valueIn: (language: Language) => Value,
): Record<Language, Value> {
  return {
    en: valueIn('en'),
    nl: valueIn('nl'),
    fr: valueIn('fr'),
    es: valueIn('es'),
    it: valueIn('it'),
    de: valueIn('de'),
    tr: valueIn('tr'),
  }
}

/** Names of the languages, each in its own language, so that users recognise theirs. */
export const languageNames: Readonly<Record<Language, string>> = {
  en: 'English',
  nl: 'Nederlands',
  fr: 'Français',
  es: 'Español',
  it: 'Italiano',
  de: 'Deutsch',
  tr: 'Türkçe',
}

/** Returns the language of a code, or undefined for a language that the product lacks. */
export function languageOf(code: string | undefined): Language | undefined {
  return languages.find((language) => language === code)
}

/** Reads a language from the database. Throws for any other code, which a constraint forbids. */
export function readLanguage(code: string): Language {
  const language = languageOf(code)
  if (language === undefined) throw new Error(`${code} is no language`)
  return language
}

/** The language of messages to a country (docs/product.md#calling-codes). */
export const countryLanguages = {
  US: 'en',
  NL: 'nl',
  FR: 'fr',
  ES: 'es',
  IT: 'it',
  GB: 'en',
  DE: 'de',
  TR: 'tr',
} as const satisfies Record<Country, Language>

/** The default country of the phone number field, by the page's language. Default GB. */
export const languageHomes = {
  en: 'GB',
  nl: 'NL',
  fr: 'FR',
  es: 'ES',
  it: 'IT',
  de: 'DE',
  tr: 'TR',
} as const satisfies Record<Language, Country>

/**
 * Returns the locale for numbers and dates of a user with this language and country. Without a country,
 * it is that of most readers of the language. English outside the US gets a British locale, because
 * `en` alone, or with a region that Intl does not know, would be American.
 */
export function localeOf(language: Language, country?: string): string {
  if (language === 'en') return country === 'US' ? 'en-US' : 'en-GB'
  return country === undefined ? language : `${language}-${country}`
}
