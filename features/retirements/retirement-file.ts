// Declares the columns of an exported file, and parses the file that the registry returns with the last
// three columns filled in. The parser ignores unknown columns.
import { z } from 'zod'
import type { ExportedRow } from '#features/retirements/kept-exports.ts'
import { tonneKg } from '#features/retirements/place-ranges.ts'
import {
  column,
  optionalDay,
  positiveInteger,
  textUpTo,
} from '#providers/registries/projects/registry-fields.ts'
import { readCsvRows } from '#providers/registries/tables/csv-rows.ts'
import type { FileSource } from '#providers/registries/tables/file-source.ts'
import { beginsAsFormula } from '#values/text/csv-text.ts'
import { isPublicName } from '#values/text/picture-address.ts'
import { holdsUnseen } from '#values/text/unseen-characters.ts'

/** Returns a schema that trims a cell, and refuses invisible characters and more than `max` characters. */
const plainText = (max: number) =>
  column
    .refine((text) => !holdsUnseen(text), 'holds control characters or ones that no reader sees')
    .transform((text) => text.trim())
    .pipe(textUpTo(max))
const requiredText = (max: number) => plainText(max).pipe(z.string().min(1, 'is missing'))

const reference = requiredText(200).refine(
  (text) => !beginsAsFormula(text.normalize('NFKC')),
  'begins as a formula of a spreadsheet',
)
const httpsAddress = plainText(2_000).transform((text, context) => {
  if (text === '') return null
  if (isHttpsAddress(text)) return new URL(text).href
  context.addIssue('is not an https address')
  return z.NEVER
})

/**
 * Returns true for an https address of a public host name. Refuses a user name, a password, a port, and
 * characters that a browser would change.
 */
function isHttpsAddress(text: string): boolean {
  if (!/^https:\/\/[^\s"'<>\\^`{|}]+$/i.test(text)) return false
  const url = URL.parse(text)
  const isPlain = url?.protocol === 'https:' && url.username === '' && url.password === ''
  return isPlain && url.port === '' && isPublicName(url.hostname)
}

const row = z
  .object({
    registry: requiredText(20),
    project: requiredText(200),
    serial_number: requiredText(200),
    tonnes: plainText(20).pipe(positiveInteger),
    first_place: placeNumber(),
    last_place: placeNumber(),
    beneficiary: requiredText(500),
    reference,
    retired_on: plainText(40).pipe(optionalDay),
    url: httpsAddress,
  })
  .transform(({ serial_number: serial, retired_on: retiredOn, ...fields }, context) => {
    const { first_place: firstPlace, last_place: lastPlace, ...others } = fields
    const fault = placesFault(firstPlace, lastPlace, fields.tonnes)
    if (fault !== null) context.addIssue(fault)
    if (retiredOn === null) context.addIssue('retired_on: is missing')
    if (fault !== null || retiredOn === null) return z.NEVER
    return { ...others, serial, firstPlace, lastPlace, retiredOn }
  })
export type RetirementRow = z.output<typeof row>

function placeNumber() {
  return plainText(20).pipe(
    z
      .string()
      .regex(/^[1-9]\d{0,14}$/, 'is no whole number above 0')
      .transform(Number),
  )
}

/** Returns a fault if the places are not these whole tonnes, otherwise null. */
function placesFault(first: number, last: number, tonnes: number): string | null {
  if (first % tonneKg !== 1) return 'first_place: is not the first of a tonne, such as 1 or 1001'
  if (last % tonneKg !== 0 || last < first) {
    return 'last_place: is not the last of a tonne, such as 1000 or 2000'
  }
  const places = (last - first + 1) / tonneKg
  return places === tonnes ? null : `tonnes: places ${first} to ${last} are ${places} t`
}

/** Yields the rows of a registry's file, or the faults of each row. */
export function readRetirementFile(source: FileSource) {
  return readCsvRows(source, row)
}

/** Columns of an export. The registry fills in the last three. */
export const exportColumns = [
  'registry',
  'project',
  'serial_number',
  'tonnes',
  'first_place',
  'last_place',
  'beneficiary',
  'reference',
  'retired_on',
  'url',
] as const

/** Returns the cells of an exported row, in the order of `exportColumns`. */
export function fieldsOfExport(row: ExportedRow): (string | number)[] {
  const { registry, project, serial, tonnes, firstPlace, lastPlace, beneficiary } = row
  return [registry, project, serial, tonnes, firstPlace, lastPlace, beneficiary, '', '', '']
}
