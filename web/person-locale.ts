// Determines the language of this bundle, and the locale for numbers and dates.
import { defaultLanguage, type Language } from '#values/lists/languages.ts'

declare global {
  interface ImportMetaEnv {
    /** The build sets it (vite.config.ts). It is undefined in tests. */
    readonly VITE_LOCALE?: Language
  }
}

/** Language of this bundle, equal to `<html lang>`. */
export const locale: Language = import.meta.env.VITE_LOCALE ?? defaultLanguage

/**
 * Returns the user's first locale in the page's language, such as en-GB, otherwise the language, such as en.
 */
export function personLocale(): string {
  if (import.meta.env.SSR) return locale
  return navigator.languages.find((tag) => tag.split('-')[0] === locale && isLocale(tag)) ?? locale
}

/** The locale of dates, where it differs from `personLocale` (web/app/date-locale.ts). */
export const dates: { locale?: string | undefined } = {}

/** Returns false for a tag with which Intl throws, such as `en-US@posix`, which some systems list. */
function isLocale(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length > 0
  } catch {
    return false
  }
}
