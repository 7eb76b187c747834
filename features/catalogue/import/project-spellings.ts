// Finds new projects whose id is another spelling of a known one: `GS 88001` and `88001` of `GS88001`.

import type { Db } from '#platform/database/database.ts'
import { projectSpellingOf } from '#providers/registries/projects/project-registry.ts'
import { projectKey } from './catalogue-files.ts'
import { findProjectsByDigits, type RegistryId } from './import-queries.ts'

/**
 * Returns the known id of each project whose id is another spelling of it, by `projectKey`. The first
 * spelling in the list counts as known.
 */
export async function findSpellings(
  tx: Db,
  ids: readonly RegistryId[],
): Promise<ReadonlyMap<string, string>> {
  const spelled = ids.map((id) => ({
    ...id,
    spelling: projectSpellingOf(id.registry, id.externalId),
  }))
  const known = new Map<string, string[]>()
  const spellingsOf = (registry: string, spelling: string): string[] => {
    const key = `${registry} ${spelling}`
    const spellings = known.get(key) ?? []
    known.set(key, spellings)
    return spellings
  }
  for (const { registry, external_id: id } of await findProjectsByDigits(tx, spelled)) {
    spellingsOf(registry, projectSpellingOf(registry, id)).push(id)
  }
  return new Map(
    spelled.flatMap((id) => {
      const spellings = spellingsOf(id.registry, id.spelling)
      if (spellings.length === 0) spellings.push(id.externalId)
      const [first = ''] = spellings
      return spellings.includes(id.externalId) ? [] : [[projectKey(id), first] as const]
    }),
  )
}

export function spellingFault(externalId: string, known: string): string {
  return `${externalId} is another spelling of project ${known}`
}
