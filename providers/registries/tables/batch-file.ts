// Reads the registries' files of issued credits, and the catalogue's own in the same columns, as
// typed rows. A batch without a price, which registries never state, can be read but not offered.
import { z } from 'zod'
import { countryFault, countryOf } from '#providers/registries/projects/project-country.ts'
import {
  column,
  countryCode,
  goals,
  optionalColumn,
  optionalDay,
  optionalInteger,
  positiveInteger,
  projectTypes,
  registryCode,
  required,
  textUpTo,
  trimmed,
} from '#providers/registries/projects/registry-fields.ts'
import { isKnownColumn } from '#providers/registries/units/batch-columns.ts'
import { unitFactsOf } from '#providers/registries/units/unit-facts.ts'
import { readCsvRows } from './csv-rows.ts'
import type { FileSource } from './file-source.ts'

const kgPerTonne = 1_000

/** A price with at most 6 decimals, converted to whole micros without rounding. */
export const priceMicros = z
  .string()
  .transform((text, context) => {
    if (/^\d{1,6}(\.\d{1,6})?$/.test(text)) {
      const [units = '', decimals = ''] = text.split('.')
      return Number(units + decimals.padEnd(6, '0'))
    }
    const hasDecimalComma = /^\d{1,6},\d{1,6}$/.test(text)
    context.addIssue(
      hasDecimalComma
        ? `${text} has a decimal comma, write it as ${text.replace(',', '.')}`
        : 'is no price with at most 6 decimals',
    )
    return z.NEVER
  })
  .pipe(z.number().positive('must be above 0'))
export const currencyCode = z.string().regex(/^[A-Z]{3}$/, 'is no currency code')

/** Returns an optional column: undefined if the file lacks it, null for an empty cell. */
function optionalCell<Output>(value: z.ZodType<Output, string>) {
  const cell = trimmed.transform((text) => (text === '' ? null : text))
  return cell.pipe(value.nullable()).optional()
}

/** The serial as the registry wrote it. Invisible characters stay, because its parser refuses them. */
const serialText = column
  .transform((text) => text.replace(/[\s\p{Cc}]+/gu, ' ').trim())
  .pipe(textUpTo(200).min(1, 'is missing'))

const batchRow = z
  .object({
    registry: registryCode,
    external_project_id: required,
    /**
     * Columns that a registry repeats from the project. The catalogue's own file leaves them out.
     */
    project_name: optionalColumn,
    developer: optionalColumn,
    country: trimmed.default(''),
    country_code: z.string().default('').pipe(countryCode),
    project_type: projectTypes.optional(),
    methodology: optionalColumn,
    vintage_year: required.pipe(
      z
        .string()
        .regex(/^(19|20)\d\d$/, 'is no year')
        .transform(Number),
    ),
    serial_number: serialText,
    quantity_tco2e: positiveInteger,
    quantity_kg: optionalInteger.optional(),
    /** The status is absent if the file has no such column. An empty cell is an unknown status. */
    status: trimmed.optional(),
    issuance_date: optionalDay,
    sdgs: goals,
    /** Columns that only the catalogue's own files have. */
    name: optionalColumn,
    price_per_kg: optionalCell(priceMicros),
    currency: optionalCell(currencyCode),
  })
  // Keeps all other columns. Registries spell those about the kind and the use of a unit in many ways
  // (unit-facts.ts).
  .loose()
  .superRefine((row, context) => {
    const contradiction = countryFault(row)
    if (contradiction !== null) context.addIssue(contradiction)
    if (!Number.isSafeInteger(row.quantity_tco2e)) return
    const kg = row.quantity_tco2e * kgPerTonne
    if (Number.isSafeInteger(row.quantity_kg) && row.quantity_kg !== kg) {
      context.addIssue(`quantity_kg: ${row.quantity_kg} is not ${kg}`)
    }
  })
  .transform((row) => ({
    registry: row.registry,
    externalProjectId: row.external_project_id,
    projectName: row.project_name,
    developer: row.developer,
    country: countryOf(row).country,
    unknownCountry: countryOf(row).unknown,
    projectTypes: row.project_type ?? [],
    methodology: row.methodology,
    vintageYear: row.vintage_year,
    serialNumber: row.serial_number,
    quantityTonnes: row.quantity_tco2e,
    quantityKg: row.quantity_tco2e * kgPerTonne,
    /** The registry's own word for the block's state; null for a file that has no such column. */
    statusWord: row.status ?? null,
    issuedOn: row.issuance_date,
    sdgs: row.sdgs,
    name: row.name,
    priceMicros: row.price_per_kg,
    currency: row.currency,
    unit: unitFactsOf(row),
  }))

export type RegistryBatch = z.output<typeof batchRow>

/** Reads a file. A column that is not known must be in `ignored`, or the file is refused. */
export function readBatchFile(source: FileSource, ignored: readonly string[] = []) {
  return readCsvRows(source, batchRow, { isKnown: isKnownColumn, ignored })
}
