// The seven languages of the product (contract 9): their own names, and which one a country speaks
// with us. Pure data; the words themselves stand in texts/<language>/.

export const languages = ['en', 'nl', 'fr', 'es', 'it', 'de', 'tr'] as const
export type Language = (typeof languages)[number]

export const defaultLanguage = 'en' satisfies Language

/** Each in its own words, so that whoever looks for theirs finds it. */
export const languageNames: Readonly<Record<Language, string>> = {
  en: 'English',
  nl: 'Nederlands',
  fr: 'Français',
  es: 'Español',
  it: 'Italiano',
  de: 'Deutsch',
  tr: 'Türkçe',
}

/** The language of that code, or undefined where the product does not speak it. */
export function languageOf(code: string | undefined): Language | undefined {
  return languages.find((language) => language === code)
}

/** What a country of the calling-code table is written to in: NL is nl, GB and US are en. */
export function languageOfCountry(country: string): Language {
  return languageOf(country.toLowerCase()) ?? defaultLanguage
}

/**
 * How a person of that country writes numbers and dates in that language. English outside the US is
 * written as in Britain: `en` alone, and a region that Intl does not know, would be American.
 */
export function localeOf(language: Language, country: string): string {
  if (language === 'en') return country === 'US' ? 'en-US' : 'en-GB'
  return `${language}-${country}`
}
