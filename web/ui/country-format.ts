// Names countries in the reader's language. It is separate from the number formats, because the
// landing page needs only this.
import { locale } from '#web/texts.ts'

/** A country's name in the reader's language; the code itself if the browser has no name. */
export function formatCountry(code: string): string {
  try {
    return new Intl.DisplayNames(locale, { type: 'region' }).of(code) ?? code
  } catch {
    return code
  }
}
