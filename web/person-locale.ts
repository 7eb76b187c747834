// In which language this bundle speaks, and how its reader writes numbers and dates.

/** The language of this bundle: the build fixes it, and `<html lang>` says the same. */
export const locale: string = import.meta.env.VITE_LOCALE ?? 'en'

/** The browser's own region of the page's language (en-GB), else the language alone. */
export function personLocale(): string {
  if (import.meta.env.SSR) return locale
  return navigator.languages.find((tag) => tag.split('-')[0] === locale) ?? locale
}
