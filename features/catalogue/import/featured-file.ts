// Reads the CSV file of featured projects. A row has a country, a project's registry and id there, and the
// serial number of the preferred batch. Pages show the projects in the order of the rows.
import { z } from 'zod'
import {
  optionalColumn,
  registryCode,
  required,
  trimmed,
} from '#providers/registries/projects/registry-fields.ts'
import { readCsvRows } from '#providers/registries/tables/csv-rows.ts'
import type { FileSource } from '#providers/registries/tables/file-source.ts'
import { countryCodes } from '#values/lists/country-codes.ts'

const featuredRow = z
  .object({
    country: trimmed.refine(
      (code) => code === 'WW' || countryCodes.has(code),
      'is no country code, nor WW',
    ),
    registry: registryCode,
    external_id: required,
    preferred_serial_number: optionalColumn,
  })
  .transform((row) => ({
    country: row.country,
    registry: row.registry,
    externalId: row.external_id,
    preferredSerialNumber: row.preferred_serial_number,
  }))

export type FeaturedRow = z.output<typeof featuredRow>

export function readFeaturedFile(source: FileSource) {
  return readCsvRows(source, featuredRow)
}
