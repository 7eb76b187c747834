// Defines the facts of a project for the demonstration: the registry's data about it, and its batches.

import type { RegistryProject } from '#providers/registries/projects/project-file.ts'
import { publicPageAddress } from '#providers/registries/projects/registry-links.ts'
import type { RegistryBatch } from '#providers/registries/tables/batch-file.ts'
import type { ProjectStatus } from '#values/lists/project-statuses.ts'
import { registryNameOf } from '#values/serials/registries.ts'

export type ProjectFacts = Omit<RegistryProject, 'state'> & {
  readonly status: ProjectStatus
  readonly batches: readonly RegistryBatch[]
}

/** Readable names of countries whose registry name is inverted for sorting or very long. */
const readableNames: Readonly<Record<string, string>> = {
  BO: 'Bolivia',
  CD: 'DR Congo',
  CG: 'Republic of the Congo',
  CI: "Côte d'Ivoire",
  KR: 'South Korea',
  LA: 'Laos',
  MK: 'North Macedonia',
  RU: 'Russia',
  TW: 'Taiwan',
  TZ: 'Tanzania',
  VN: 'Vietnam',
}

export function readableCountry({ country }: Pick<ProjectFacts, 'country'>): string {
  return readableNames[country.code] ?? country.name
}

/**
 * Returns the facts of a project that only the batches' file names. Credits were issued for it, so its
 * registry has verified it. Other missing facts stay empty.
 */
export function projectOfBatches(
  batches: readonly [RegistryBatch, ...RegistryBatch[]],
): ProjectFacts {
  const [first] = batches
  return {
    registry: first.registry,
    registryName: registryNameOf(first.registry),
    externalId: first.externalProjectId,
    externalUrl:
      first.registry === 'VCS' ? publicPageAddress('VCS', first.externalProjectId) : null,
    documentsUrl: null,
    name: first.projectName ?? first.externalProjectId,
    description: '',
    imageUrl: null,
    country: first.country,
    unknownCountry: first.unknownCountry,
    developer: first.developer,
    status: 'Verified',
    projectTypes: first.projectTypes,
    sdgs: [],
    methodology: null,
    size: null,
    estimatedAnnualTonnes: null,
    creditingPeriodStart: null,
    creditingPeriodEnd: null,
    asOf: null,
    batches,
  }
}

/** Returns a number from 0 to below `count`, always the same for a text, so that runs are repeatable. */
export function pickNumber(text: string, count: number): number {
  let hash = 2_166_136_261
  for (const character of text) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16_777_619)
  }
  return ((hash ^ (hash >>> 15)) >>> 0) % count
}
