// The fields that both kinds of registry file share, each as text in and a checked value out.
// Stray blanks go; what is left is the registry's own spelling.
import { z } from 'zod'
import { dayOf } from '#providers/registries/day-of.ts'
import { projectTypesOf } from '#providers/registries/project-types.ts'
import { isRegistryAddress } from '#providers/registries/registry-links.ts'

export const internationalCountry = 'XZ'
/**
 * For the few rows in which a registry states no country: ISO 3166 leaves `ZZ` to its users, and
 * Unicode's regions use it for an unknown one.
 */
const unstatedCountry = { code: 'ZZ', name: 'Not stated' }

/** Every column of a file. Absent altogether, it is missing like an empty one. */
export const column = z.string('is missing')
/** Invisible signs, those that turn the writing direction among them, would let a text lie. */
const visible = (text: string) => text.normalize('NFC').replace(/\p{Cf}/gu, '')
export const trimmed = column.transform((text) =>
  visible(text)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim(),
)
/** A text of several lines. */
export const keptText = column.transform((text) =>
  visible(text)
    .replace(/[^\P{Cc}\n]+/gu, ' ')
    .trim(),
)
export const required = trimmed.pipe(z.string().min(1, 'is missing'))
export const optional = trimmed.transform((text) => (text === '' ? null : text))
/** A column that a file may leave out altogether. */
export const absent = trimmed.optional().transform((text) => text || null)

export const registryCode = required.pipe(z.string().max(20))

export const httpsAddress = optional.pipe(
  z.url({ protocol: /^https$/, message: 'is not an https address' }).nullable(),
)

/** Only a registry's own site is linked to. */
export const registryAddress = optional.pipe(
  z.string().refine(isRegistryAddress, 'is not on the site of a registry that we know').nullable(),
)

export const projectTypes = column.transform((text, context) => {
  const types = projectTypesOf(text)
  if (types !== null && types.length > 0) return types
  context.addIssue('is no list of project types')
  return z.NEVER
})

export const positiveInteger = trimmed.pipe(
  z
    .string()
    .regex(/^[1-9]\d{0,8}$/, 'is no whole number above 0')
    .transform(Number),
)

export const optionalInteger = trimmed.pipe(
  z
    .string()
    .regex(/^\d{0,12}$/, 'is no whole number')
    .transform((text) => (text === '' ? null : Number(text))),
)

/** Registries write days in ISO's order or the American one, with or without a time. */
export const optionalDay = optional.transform((text, context) => {
  const day = text === null ? null : dayOf(text)
  if (day !== undefined) return day
  context.addIssue('is no day such as 2026-04-13 or 4/13/2026')
  return z.NEVER
})

/** The goals' numbers out of `[3, 13]` or `03: Good Health; 13: Climate Action`. */
export const goals = z
  .string()
  .optional()
  .transform((text = '', context) => {
    const entries = text.replace(/^\[|\]$/g, '').split(text.startsWith('[') ? ',' : ';')
    const numbers = entries
      .filter((entry) => entry.trim() !== '')
      .map((e) => Number.parseInt(e, 10))
    if (numbers.every((goal) => goal >= 1 && goal <= 17))
      return [...new Set(numbers)].sort(byNumber)
    context.addIssue('is no list of goals from 1 to 17')
    return z.NEVER
  })

function byNumber(a: number, b: number): number {
  return a - b
}

type CountryFields = { readonly country: string; readonly country_code: string }

/** Gold Standard writes `International` with the code WW or XZ; the product's code is XZ. */
export function countryOf({ country, country_code }: CountryFields): {
  code: string
  name: string
} {
  if (country === '' && country_code === '') return unstatedCountry
  if (country === 'International') return { code: internationalCountry, name: country }
  return { code: country_code, name: country }
}

export const countryCode = trimmed.pipe(z.string().regex(/^([A-Z]{2})?$/, 'is no country code'))
