// Determines the language of the offline verifier, which its reader chooses, and the locale for numbers and dates. The
// file has it in place of web/person-locale.ts.
import { defaultLanguage, type Language, languageOf } from '#values/lists/languages.ts'

export { defaultLanguage as locale }

/** The locale of dates is that of the language. */
export const dates: { locale?: string | undefined } = {}

const chosen = { language: browserLanguage() }

/** Returns the first of the browser's languages that the product has. */
function browserLanguage(): Language {
  const known = navigator.languages.flatMap((tag) => languageOf(tag.split('-')[0]) ?? [])
  return known[0] ?? defaultLanguage
}

export function chosenLanguage(): Language {
  return chosen.language
}

export function chooseLanguage(language: Language): void {
  chosen.language = language
}

/** Returns the user's first locale in the chosen language, otherwise the language. */
export function personLocale(): string {
  const { language } = chosen
  return (
    navigator.languages.find((tag) => tag.split('-')[0] === language && isLocale(tag)) ?? language
  )
}

/** Returns false for a tag with which Intl throws. */
function isLocale(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length > 0
  } catch {
    return false
  }
}
