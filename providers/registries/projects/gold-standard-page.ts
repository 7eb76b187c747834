// Reads a page of Gold Standard's public API, `GET /projects?page=1&size=150`, which is an array of
// projects. The rows have the same type as those of a project file.
import { z } from 'zod'
import type { FileSource } from '#providers/registries/tables/file-source.ts'
import { readJsonRows } from '#providers/registries/tables/json-rows.ts'
import { countryFault, countryOf } from './project-country.ts'
import type { RegistryProject } from './project-file.ts'
import {
  countryCode,
  multilineText,
  optionalDay,
  projectTypes,
  required,
  textUpTo,
  trimmed,
} from './registry-fields.ts'
import { documentsAddress } from './registry-links.ts'
import { registryState } from './registry-status.ts'

const registry = 'GS'
/** URL prefix of a project's page. The project's id in the API follows it. */
const pageAddress = 'https://registry.goldstandard.org/projects/details/'

const optional = trimmed.nullish().transform((text) => text || null)
const day = z
  .string()
  .nullish()
  .transform((text) => text ?? '')
  .pipe(optionalDay)

/** Reads the number of `Goal 13: Climate Action`. */
const goal = z
  .object({ name: z.string().regex(/^Goal (1[0-7]|[1-9]): /, 'is none of the 17 goals') })
  .transform(({ name }) => Number.parseInt(name.slice('Goal '.length), 10))

type EntryCountry = {
  readonly country?: string | null | undefined
  readonly country_code?: string | null | undefined
}
const countryColumns = ({ country, country_code }: EntryCountry) => ({
  country: country ?? '',
  country_code: country_code ?? '',
})

const entry = z
  .object({
    id: z.string().regex(/^\d{1,12}$/, 'is no id in digits'),
    sustaincert_id: z.number().int().positive(),
    name: required.pipe(textUpTo(300)),
    description: multilineText.nullish(),
    status: registryState,
    type: projectTypes,
    size: optional,
    methodology: optional,
    project_developer: optional,
    country: trimmed.nullish(),
    country_code: countryCode.nullish(),
    estimated_annual_credits: z.number().int().nonnegative().nullish(),
    crediting_period_start_date: day,
    crediting_period_end_date: day,
    sustainable_development_goals: z.array(goal),
    updated_at: z.iso.datetime({ offset: true }).nullish(),
  })
  .refine(
    ({ country, country_code }) =>
      country === 'International' || (country || null) === null || (country_code || null) !== null,
    { path: ['country_code'], message: 'is missing beside the country' },
  )
  .superRefine((project, context) => {
    const fault = countryFault(countryColumns(project))
    if (fault !== null) context.addIssue(fault)
  })
  .transform((project): RegistryProject => {
    const externalId = `GS${project.sustaincert_id}`
    return {
      registry,
      registryName: 'Gold Standard',
      externalId,
      externalUrl: `${pageAddress}${project.id}`,
      documentsUrl: documentsAddress(registry, externalId),
      name: project.name,
      description: project.description ?? '',
      imageUrl: null,
      country: countryOf(countryColumns(project)).country,
      unknownCountry: countryOf(countryColumns(project)).unknown,
      developer: project.project_developer,
      state: project.status,
      projectTypes: project.type,
      sdgs: [...new Set(project.sustainable_development_goals)].sort((a, b) => a - b),
      methodology: project.methodology,
      size: project.size,
      estimatedAnnualTonnes: project.estimated_annual_credits ?? null,
      creditingPeriodStart: project.crediting_period_start_date,
      creditingPeriodEnd: project.crediting_period_end_date,
      asOf: project.updated_at?.slice(0, 10) ?? null,
    }
  })

export function readGoldStandardPage(source: FileSource) {
  return readJsonRows(source, entry)
}
