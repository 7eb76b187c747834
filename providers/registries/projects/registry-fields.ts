// Defines the columns that both kinds of registry file share. Each converts a cell to a validated value.
// Surplus whitespace is removed; otherwise a text keeps the registry's spelling.
import { z } from 'zod'
import { pictureAddress } from '#providers/registries/project-picture-address.ts'
import { dayOf } from '#providers/registries/tables/day-of.ts'
import { projectTypesOf } from './project-types.ts'
import { isRegistryAddress } from './registry-links.ts'

/** A required column. A file without it gets the same fault as an empty cell. */
export const column = z.string('is missing')
/** Removes invisible characters, such as direction marks, since they can falsify a text. */
const visible = (text: string) => text.normalize('NFC').replace(/\p{Cf}/gu, '')
export const trimmed = column.transform((text) =>
  visible(text)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim(),
)
/** Parses a text that may have several lines. */
export const multilineText = column.transform((text) =>
  visible(text)
    .replace(/[^\P{Cc}\n]+/gu, ' ')
    .trim(),
)
export const required = trimmed.pipe(z.string().min(1, 'is missing'))
/** A text of at most `max` characters, with a fault in words. */
export const textUpTo = (max: number) => z.string().max(max, `is longer than ${max} characters`)
/** A name that people see. A text such as `{}` or `-` is none. */
export const shownText = (max: number) =>
  required.pipe(textUpTo(max).regex(/\p{L}/u, 'has no letter'))
export const optional = trimmed.transform((text) => (text === '' ? null : text))
/** Parses a column that a file may lack. */
export const optionalColumn = trimmed.optional().transform((text) => text || null)

export const registryCode = required.pipe(textUpTo(20))

/** Parses the address of a project's picture. */
export const httpsAddress = optional.transform((text, context) => {
  if (text === null) return null
  const read = pictureAddress(text)
  if ('href' in read) return read.href
  context.addIssue(read.fault)
  return z.NEVER
})

/** Parses the address of a project's page, which must be on the site of a registry. */
export const registryAddress = optional.pipe(
  z
    .string()
    .refine(isRegistryAddress, 'is not on the site of a registry that we know')
    .transform((text) => new URL(text).href)
    .nullable(),
)

export const projectTypes = column.transform((text, context) => {
  const types = projectTypesOf(text)
  if (types !== null && types.length > 0) return types
  context.addIssue('is no list of project types')
  return z.NEVER
})

/** Matches digits in groups of three, as in spreadsheets. A single group after a point may be decimals. */
const groupedDigits = /^\d{1,3}(?:(?:[,'’_ ]\d{3})+|(?:\.\d{3}){2,})$/

/** Returns a parser of whole numbers with at most `digits` digits. Other texts get the message `fault`. */
function wholeNumberParser(digits: number, fault: string) {
  return (text: string, context: z.RefinementCtx): number => {
    if (/^\d+$/.test(text) && text.length <= digits) return Number(text)
    const plain = text.replace(/\D/g, '')
    context.addIssue(
      groupedDigits.test(text) ? `${text} has thousands separators, write it as ${plain}` : fault,
    )
    return z.NEVER
  }
}

const readPositive = wholeNumberParser(9, 'is no whole number above 0')
export const positiveInteger = trimmed.transform((text, context) =>
  readPositive(/^0/.test(text) ? '' : text, context),
)

const readWhole = wholeNumberParser(12, 'is no whole number')
export const optionalInteger = trimmed.transform((text, context) =>
  text === '' ? null : readWhole(text, context),
)

/** Parses a day in ISO or American order, with or without a time; null if the cell is empty. */
export const optionalDay = optional.transform((text, context) => {
  const day = text === null ? null : dayOf(text)
  if (day !== undefined) return day
  context.addIssue('is no day such as 2026-04-13 or 4/13/2026')
  return z.NEVER
})

/** Parses the numbers of goals, from `[3, 13]` or `03: Good Health; 13: Climate Action`. */
export const goals = z
  .string()
  .optional()
  .transform((text = '', context) => {
    const entries = text.replace(/^\[|\]$/g, '').split(text.startsWith('[') ? ',' : ';')
    // A second number in an entry is another goal, behind an unknown separator.
    const numbers = entries
      .filter((entry) => entry.trim() !== '')
      .map((entry) => Number(/^\s*(\d+)\D*$/.exec(entry)?.[1]))
    if (numbers.every((goal) => goal >= 1 && goal <= 17))
      return [...new Set(numbers)].sort(byNumber)
    context.addIssue('is no list of goals from 1 to 17')
    return z.NEVER
  })

function byNumber(a: number, b: number): number {
  return a - b
}

export const countryCode = trimmed.pipe(z.string().regex(/^([A-Z]{2})?$/, 'is no country code'))
