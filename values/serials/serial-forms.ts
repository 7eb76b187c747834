// Defines the grammar of each registry's serial numbers: the shape of every field, with first and
// last unit. The migration 0059_read_serials_whole.sql has the same patterns for the database.
import type { Registry } from './registries.ts'

/** Units of the Clean Development Mechanism have serials of their own, at any registry. */
export type SerialRegistry = Registry | 'CDM'

/** Matches a number of at most 18 digits, leading zeros included, so that it fits into a bigint. */
const number = '[0-9]{1,18}'
const project = '(?<project>[0-9]{1,9})'
const country = '[A-Z]{2}'
const vintage = '(?<vintage>(?:19|20)[0-9]{2})'
/** The separator between the two ends of a range, in normal form. */
const to = '(?:-| ?(?:TO|THROUGH|THRU) ?)'
const range = `(?<first>${number})${to}(?<last>${number})`

/** Matches a day that exists, as Verra writes it: `31122024`. */
const leapYear = '(?:(?:19|20)(?:0[48]|[2468][048]|[13579][26])|2000)'
const day =
  '(?:(?:(?:0[1-9]|1[0-9]|2[0-8])(?:0[1-9]|1[0-2])|(?:29|30)(?:0[13-9]|1[0-2])|31(?:0[13578]|1[02]))' +
  `(?:19|20)[0-9]{2}|2902${leapYear})`
/**
 * Matches the end of a Verra serial: country, sectoral scope, project, first and last day of the
 * monitoring period, and 1 for units with a further certification, else 0.
 */
const verraEnd = `${country}-[0-9]{1,2}-${project}-(?<from>${day})-(?<through>${day})-[01]`

export type SerialForm = {
  readonly registry: SerialRegistry
  readonly pattern: RegExp
}

export const serialForms: readonly SerialForm[] = [
  {
    registry: 'GS',
    pattern: wholePattern(
      `GS1-1-${country}-GS${project}-[0-9]{1,2}-${vintage}-(?<block>${number})-${range}`,
    ),
  },
  {
    registry: 'VCS',
    pattern: wholePattern(`${number}-${range}-VCS-VCU-[0-9]{1,5}-VER-${verraEnd}`),
  },
  {
    /** Serials from before 2020, when the companies `MER` and `APX` kept Verra's registry. */
    registry: 'VCS',
    pattern: wholePattern(`${number}-${range}-VCU-[0-9]{3}-(?:MER|APX)-${verraEnd}`),
  },
  {
    registry: 'ACR',
    pattern: wholePattern(`ACR-${country}-${project}-${vintage}-(?<block>${number})-${range}`),
  },
  {
    /** A CAR serial contains the kind of project, its site and the state between project and vintage. */
    registry: 'CAR',
    pattern: wholePattern(
      `CAR-(?:1|ROC)-${country}-${project}-[0-9]{1,4}-[0-9]{1,6}-[A-Z]{2,3}-${vintage}-` +
        `(?<block>${number})-${range}`,
    ),
  },
  {
    /**
     * A CDM serial has two halves that differ only in the unit's number. Each half has country, unit
     * type (5 to 7 for certified reductions), number, two commitment periods, land use and project.
     */
    registry: 'CDM',
    pattern: wholePattern(
      `(?<series>${country})-(?<unit>[5-7])-(?<first>${number})(?<tail>-[12]-[12]-[0-6]-${project})` +
        `(?:-| (?:TO|THROUGH|THRU) )\\k<series>-\\k<unit>-(?<last>${number})\\k<tail>`,
    ),
  },
]

function wholePattern(pattern: string): RegExp {
  return new RegExp(`^${pattern}$`, 'd')
}

/** Grammar and example of each registry, shown to a user who corrects a file. */
const grammars = {
  ACR: 'ACR-COUNTRY-PROJECT-VINTAGE-BLOCK-FIRST to LAST (ACR-FR-1129-2025-2917-30932 to 35143)',
  CAR:
    'CAR-1-COUNTRY-PROJECT-TYPE-SITE-STATE-VINTAGE-BLOCK-FIRST to LAST ' +
    '(CAR-1-US-1335-31-983-KS-2025-9205-1 to 5000)',
  CDM:
    'COUNTRY-UNIT-FIRST-PERIOD-PERIOD-LAND-PROJECT - COUNTRY-UNIT-LAST-PERIOD-PERIOD-LAND-PROJECT ' +
    '(RW-5-1459975-2-2-0-7014 - RW-5-1460107-2-2-0-7014)',
  GS:
    'GS1-1-COUNTRY-GSPROJECT-TYPE-VINTAGE-BLOCK-FIRST-LAST ' +
    '(GS1-1-SO-GS12285-16-2022-29930-6499-42536)',
  VCS:
    'BLOCK-FIRST-LAST-VCS-VCU-BODY-VER-COUNTRY-SCOPE-PROJECT-DDMMYYYY-DDMMYYYY-0 or 1 ' +
    '(19318-938756291-938757241-VCS-VCU-1289-VER-KH-3-3052-01012024-31122024-1), formerly ' +
    'BLOCK-FIRST-LAST-VCU-BODY-MER-COUNTRY-SCOPE-PROJECT-DDMMYYYY-DDMMYYYY-0 or 1',
} as const satisfies Record<SerialRegistry, string>

/** The grammars that a registry's files may use. Gold Standard also holds units of the Mechanism (CDM). */
const grammarsInFilesOf = {
  ACR: ['ACR'],
  CAR: ['CAR'],
  CDM: ['CDM'],
  GS: ['GS', 'CDM'],
  VCS: ['VCS'],
} as const satisfies Record<SerialRegistry, readonly SerialRegistry[]>

export function isSerialRegistry(code: string): code is SerialRegistry {
  return Object.hasOwn(grammarsInFilesOf, code)
}

export function holdsSerialsOf(holder: SerialRegistry, registry: SerialRegistry): boolean {
  return grammarsInFilesOf[holder].some((each) => each === registry)
}

/** Returns a text that describes a registry's grammars: `GS writes …; for units of CDM, …`. */
export function grammarSentence(holder: SerialRegistry): string {
  const [own, ...others] = grammarsInFilesOf[holder]
  const ofOthers = others.map((other) => `; for units of ${other}, ${grammars[other]}`)
  return `${holder} writes ${grammars[own]}${ofOthers.join('')}`
}
