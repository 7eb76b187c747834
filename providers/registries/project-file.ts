// The registries' project files, and the catalogue's own in the same columns, as typed rows. What
// the file does not say stays null; nothing is looked up or made up.
import { z } from 'zod'
import { readCsvRows } from '#providers/registries/csv-rows.ts'
import type { FileSource } from '#providers/registries/file-source.ts'
import { registryState } from '#providers/registries/project-status.ts'
import {
  absent,
  countryCode,
  countryOf,
  goals,
  httpsAddress,
  keptText,
  optional,
  optionalDay,
  optionalInteger,
  projectTypes,
  registryAddress,
  registryCode,
  required,
  trimmed,
} from '#providers/registries/registry-fields.ts'
import { documentsAddress } from '#providers/registries/registry-links.ts'

const projectRow = z
  .object({
    registry: registryCode,
    registry_name: required.pipe(z.string().max(100)),
    external_id: required.pipe(z.string().max(100)),
    external_url: registryAddress,
    name: required.pipe(z.string().max(300)),
    developer: optional,
    country: trimmed,
    country_code: countryCode,
    status: registryState,
    project_type: projectTypes,
    methodology: optional,
    size: optional,
    estimated_annual_credits: optionalInteger,
    crediting_period_start: optionalDay,
    crediting_period_end: optionalDay,
    sdgs: goals,
    as_of: absent,
    /** Ours, not the registries': only the catalogue's own files have these two. */
    description: z.string().default('').pipe(keptText),
    image_url: z.string().default('').pipe(httpsAddress),
  })
  .refine((row) => (row.country === '') === (row.country_code === ''), {
    path: ['country_code'],
    message: 'and country must both be there or both be empty',
  })
  .transform((row) => ({
    registry: row.registry,
    registryName: row.registry_name,
    externalId: row.external_id,
    externalUrl: row.external_url,
    documentsUrl: documentsAddress(row.registry, row.external_id),
    name: row.name,
    description: row.description,
    imageUrl: row.image_url,
    country: countryOf(row),
    developer: row.developer,
    state: row.status,
    projectTypes: row.project_type,
    sdgs: row.sdgs,
    methodology: row.methodology,
    size: row.size,
    estimatedAnnualTonnes: row.estimated_annual_credits,
    creditingPeriodStart: row.crediting_period_start,
    creditingPeriodEnd: row.crediting_period_end,
    asOf: row.as_of,
  }))

export type RegistryProject = z.output<typeof projectRow>

export function readProjectFile(source: FileSource) {
  return readCsvRows(source, projectRow)
}
