// Returns the initials of a name on a leaderboard. Pure.
import { locale } from '#web/texts.ts'

/**
 * Returns at most two initials of words that begin with a letter: AL for `Ada L`, M for `Member 1234`.
 */
export function initialsOf(name: string): string {
  const letters = name.match(/(?<![\p{L}\p{N}'’])\p{L}/gu) ?? []
  return letters.slice(0, 2).join('').toLocaleUpperCase(locale)
}
