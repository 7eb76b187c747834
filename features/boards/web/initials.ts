// Computes the initials of a shown name. Pure.
import { locale } from '#web/texts.ts'

/**
 * Returns at most two initials, of words that begin with a letter: `Ada L` is AL, `Member 1234` is
 * M.
 */
export function initialsOf(name: string): string {
  const letters = name.match(/(?<![\p{L}\p{N}'’])\p{L}/gu) ?? []
  return letters.slice(0, 2).join('').toLocaleUpperCase(locale)
}
