// A country's name as the person reads it. Apart from the numbers: the landing page needs it alone.
import { locale } from '#web/texts.ts'

/** A country's name in the person's language; the code itself where the browser knows none. */
export function formatCountry(code: string): string {
  try {
    return new Intl.DisplayNames(locale, { type: 'region' }).of(code) ?? code
  } catch {
    return code
  }
}
