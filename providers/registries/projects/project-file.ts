// Reads the registries' project files, and the catalogue's own in the same columns, as typed rows.
// A missing value stays null.
import { z } from 'zod'
import { readCsvRows } from '#providers/registries/tables/csv-rows.ts'
import type { FileSource } from '#providers/registries/tables/file-source.ts'
import { isRegistry, registries, registryTable } from '#values/serials/registries.ts'
import { countryFault, countryOf } from './project-country.ts'
import { projectRegistryOf } from './project-registry.ts'
import {
  countryCode,
  goals,
  httpsAddress,
  multilineText,
  optional,
  optionalColumn,
  optionalDay,
  optionalInteger,
  projectTypes,
  registryAddress,
  registryCode,
  required,
  shownText,
  textUpTo,
  trimmed,
} from './registry-fields.ts'
import { documentsAddress, registryOfAddress } from './registry-links.ts'
import { registryState } from './registry-status.ts'

const projectRow = z
  .object({
    registry: registryCode,
    registry_name: shownText(100),
    external_id: required.pipe(textUpTo(100)),
    external_url: registryAddress,
    name: shownText(300),
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
    as_of: optionalColumn,
    /** These columns exist only in the catalogue's own files. */
    description: z.string().default('').pipe(multilineText),
    image_url: z.string().default('').pipe(httpsAddress),
  })
  .refine((row) => (row.country === '') === (row.country_code === ''), {
    path: ['country_code'],
    message: 'and country must both be there or both be empty',
  })
  .superRefine((row, context) => {
    for (const fault of contradictions(row)) context.addIssue(fault)
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
    country: countryOf(row).country,
    unknownCountry: countryOf(row).unknown,
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

type ProjectCells = {
  readonly registry: string
  readonly registry_name: string
  readonly external_id: string
  readonly external_url: string | null
  readonly country: string
  readonly country_code: string
  readonly crediting_period_start: string | null
  readonly crediting_period_end: string | null
}

/** Returns contradictions between two cells of a row. */
function contradictions(row: ProjectCells): string[] {
  const { registry, crediting_period_start: start, crediting_period_end: end } = row
  const owner = projectRegistryOf(row.external_id)
  const namesake = registries.find((each) => registryTable[each].name === row.registry_name)
  const site = row.external_url === null ? null : registryOfAddress(row.external_url)
  return [
    countryFault(row),
    owner === null || owner === registry
      ? null
      : `external_id: ${row.external_id} is a project of ${owner}, and the row is of ${registry}`,
    namesake === undefined || namesake === registry
      ? null
      : `registry_name: ${row.registry_name} is ${namesake}, and the row is of ${registry}`,
    site === null || !isRegistry(registry) || site === registry
      ? null
      : `external_url: is on the site of ${site}, and the row is of ${registry}`,
    start === null || end === null || start <= end
      ? null
      : `crediting_period_end: ${end} is before the start, ${start}`,
  ].filter((fault) => fault !== null)
}

export type RegistryProject = z.output<typeof projectRow>

export function readProjectFile(source: FileSource) {
  return readCsvRows(source, projectRow)
}
