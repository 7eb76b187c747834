// In which language this bundle speaks, and how its reader writes numbers and dates.
import { defaultLanguage, type Language } from '#values/lists/languages.ts'

declare global {
  interface ImportMetaEnv {
    /** Put in by the build (vite.config.ts); tests run without one. */
    readonly VITE_LOCALE?: Language
  }
}

/** The language of this bundle: the build fixes it, and `<html lang>` says the same. */
export const locale: Language = import.meta.env.VITE_LOCALE ?? defaultLanguage

/** The browser's own region of the page's language (en-GB), else the language alone. */
export function personLocale(): string {
  if (import.meta.env.SSR) return locale
  return navigator.languages.find((tag) => tag.split('-')[0] === locale) ?? locale
}
