// Holds the language of this bundle, and the locale for numbers and dates.
import { defaultLanguage, type Language } from '#values/lists/languages.ts'

declare global {
  interface ImportMetaEnv {
    /** Set by the build (vite.config.ts); tests run without it. */
    readonly VITE_LOCALE?: Language
  }
}

/** The language of this bundle: the build sets it, and `<html lang>` is the same. */
export const locale: Language = import.meta.env.VITE_LOCALE ?? defaultLanguage

/** Returns the browser's locale for the page's language (en-GB), or the language alone (en). */
export function personLocale(): string {
  if (import.meta.env.SSR) return locale
  return navigator.languages.find((tag) => tag.split('-')[0] === locale && isLocale(tag)) ?? locale
}

/** Returns false for a tag on which Intl throws, such as `en-US@posix`, which some systems list. */
function isLocale(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length > 0
  } catch {
    return false
  }
}
