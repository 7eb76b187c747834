// Formats country names. It is separate from number-format.ts, because the landing page needs only this
// function.
import { locale } from '#web/texts.ts'

/** Returns a country's name in the page's language, or the code if the browser has no name. */
export function formatCountry(code: string): string {
  try {
    return new Intl.DisplayNames(locale, { type: 'region' }).of(code) ?? code
  } catch {
    return code
  }
}
