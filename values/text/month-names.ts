// Names of months in the product's languages, whole and shortened. Pure.
import { languages } from '#values/lists/languages.ts'
import { fold } from './fold.ts'

/** Names with their month's number, from 1, without a final dot. British English shortens September to Sept. */
const numberedNames = [...languages, 'en-GB'].flatMap((language) =>
  (['long', 'short'] as const).flatMap((style) => {
    const format = new Intl.DateTimeFormat(language, { month: style, timeZone: 'UTC' })
    return Array.from({ length: 12 }, (_, index): [string, number] => {
      const name = format.format(Date.UTC(2026, index, 15))
      return [name.replace(/\.$/, ''), index + 1]
    })
  }),
)

/** Names that spreadsheets and people write, and Intl does not. */
const otherNames: [string, number][] = [
  ['Mrz', 3],
  ['Maerz', 3],
  ['Sep', 9],
  ['Set', 9],
  ['setiembre', 9],
]
const allNames = [...numberedNames, ...otherNames]

/** Number of a month, from 1, by its folded name, such as `mar` and `marz`. */
export const monthByName: ReadonlyMap<string, number> = new Map(
  allNames.map(([name, month]) => [fold(name), month]),
)

const spellings = new Set(allNames.flatMap(([name]) => [name.toLowerCase(), fold(name)]))
const longestFirst = [...spellings].sort((one, other) => other.length - one.length)

/** Alternatives of a pattern: the names in lower case, also folded, without a final dot. */
export const monthAlternatives = longestFirst.join('|')
