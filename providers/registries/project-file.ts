// The registries' project files, and the catalogue's own in the same columns, as typed rows. What
// the file does not say stays null; nothing is looked up or made up.
import { z } from 'zod'
import { type CsvSource, readCsvRows } from '#providers/registries/csv-rows.ts'
import { projectStatusOf } from '#providers/registries/project-status.ts'
import {
  absent,
  column,
  countryCode,
  countryOf,
  goals,
  httpsAddress,
  optional,
  optionalDay,
  optionalInteger,
  projectTypes,
  registryCode,
  required,
  trimmed,
} from '#providers/registries/registry-fields.ts'

const status = column.transform((word, context) => {
  const known = projectStatusOf(word)
  if (known !== undefined) return known
  context.addIssue(`"${word}" is no status that we know`)
  return z.NEVER
})

const projectRow = z
  .object({
    registry: registryCode,
    registry_name: required.pipe(z.string().max(100)),
    external_id: required.pipe(z.string().max(100)),
    external_url: httpsAddress,
    name: required.pipe(z.string().max(300)),
    developer: optional,
    country: trimmed,
    country_code: countryCode,
    status,
    project_type: projectTypes,
    methodology: optional,
    size: optional,
    estimated_annual_credits: optionalInteger,
    crediting_period_start: optionalDay,
    crediting_period_end: optionalDay,
    sdgs: goals,
    as_of: absent,
    /** Ours, not the registries': only the catalogue's own files have these two. */
    description: column.default('').transform((text) => text.trim()),
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
    name: row.name,
    description: row.description,
    imageUrl: row.image_url,
    country: countryOf(row),
    developer: row.developer,
    /** Null for a project that its registry no longer runs. */
    status: row.status,
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

export function readProjectFile(source: CsvSource) {
  return readCsvRows(source, projectRow)
}
