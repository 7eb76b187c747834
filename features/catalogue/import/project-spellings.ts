// Finds new projects whose id is another spelling of a known one: `GS 88001` and `88001` of `GS88001`.

import type { Db } from '#platform/database/database.ts'
import { projectNumberOf } from '#providers/registries/projects/project-registry.ts'
import { projectKey } from './catalogue-files.ts'
import { findProjectsByNumber, type RegistryId } from './import-queries.ts'

/**
 * Returns the known id of each project whose id is another spelling of it, by `projectKey`. The first
 * spelling in the list counts as known.
 */
export async function findSpellings(
  tx: Db,
  ids: readonly RegistryId[],
): Promise<ReadonlyMap<string, string>> {
  const numbered = ids.flatMap((id) => {
    const number = projectNumberOf(id.registry, id.externalId)
    return number === null ? [] : [{ ...id, number }]
  })
  if (numbered.length === 0) return new Map()
  const known = new Map<string, string[]>()
  const spellingsOf = (registry: string, number: string | null): string[] => {
    const key = `${registry} ${number}`
    const spellings = known.get(key) ?? []
    known.set(key, spellings)
    return spellings
  }
  for (const { registry, external_id: id } of await findProjectsByNumber(tx, numbered)) {
    spellingsOf(registry, projectNumberOf(registry, id)).push(id)
  }
  return new Map(
    numbered.flatMap((id) => {
      const spellings = spellingsOf(id.registry, id.number)
      if (spellings.length === 0) spellings.push(id.externalId)
      const [first = ''] = spellings
      return spellings.includes(id.externalId) ? [] : [[projectKey(id), first] as const]
    }),
  )
}

export function spellingFault(externalId: string, known: string): string {
  return `${externalId} is another spelling of project ${known}`
}
