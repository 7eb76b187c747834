// Parses whole numbers as users type them: with digits of every script, and groups of thousands.
import { asciiDigits } from '#values/text/digits.ts'
import { groupSeparator } from '../number-format.ts'

/**
 * Parses a whole number. Groups of thousands may be separated by a space, an apostrophe, or the user's
 * `separator`: a comma or a point. Returns null for any other text, such as `1.5`.
 */
export function readWholeNumber(text: string, separator = groupSeparator()): number | null {
  const trimmed = plainFigures(text)
  const groups = trimmed
    .split(/['’٬\s]/)
    .join(separator)
    .split(separator)
  const isGrouped = groups.length > 1 && groups.every(isGroup)
  if (!isGrouped && !/^\d{1,9}$/.test(trimmed)) return null
  return Number(groups.join(''))
}

/** Converts digits of any script, and full-width points and commas, to ASCII. */
export function plainFigures(text: string): string {
  return asciiDigits(text.trim()).replaceAll('．', '.').replaceAll('，', ',')
}

function isGroup(digits: string, index: number): boolean {
  return (index === 0 ? /^\d{1,3}$/ : /^\d{3}$/).test(digits)
}
