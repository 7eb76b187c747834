// Maps a registry's word for a project's state, of which there are about a dozen, to the product's
// three. An unknown word is never guessed.
import { z } from 'zod'
import { type ProjectStatus, projectStatuses } from '#values/lists/project-statuses.ts'
import { trimmed } from './registry-fields.ts'

export const projectStatus = z.enum(projectStatuses)

/**
 * The state of a project at its registry: one of our three, `ended` for a project that its registry
 * no longer supports (withdrawn, rejected, cancelled or the like), or an unknown word.
 */
export type RegistryState =
  | { readonly kind: 'known'; readonly status: ProjectStatus }
  | { readonly kind: 'ended' | 'unknown'; readonly word: string }

/**
 * Statuses by the words of registries. The first three are those of Gold Standard's API. Verra (VCS) has
 * more: it plans and audits a project (Listed), has its audited design (Certified Design), or has
 * registered it, so that it may issue credits (Verified).
 */
const statusByRegistryWord: ReadonlyMap<string, ProjectStatus> = new Map(
  Object.entries({
    verified: 'Verified',
    'certified design': 'Certified Design',
    listed: 'Listed',
    'gold standard certified project': 'Verified',
    'gold standard certified design': 'Certified Design',
    'under development': 'Listed',
    'under validation': 'Listed',
    'registration requested': 'Certified Design',
    'registration and verification approval requested': 'Certified Design',
    registered: 'Verified',
    'crediting period renewal requested': 'Verified',
    'crediting period renewal and verification approval requested': 'Verified',
    'units transferred from approved ghg program': 'Verified',
  }),
)

/**
 * Words of ended projects in registries' spellings: `Rejected by Administrator`,
 * `PROJECT_WITHDRAWN`, `On Hold`. A pending request or procedure ends no project.
 */
const endedWords =
  /\b(withdrawn|rejected|cancell?ed|inactive|not active|deactivated|terminated|revoked|de ?registered|de ?listed|decertified|suspended|on hold|discontinued|invalidated|annulled|denied|removed|excluded|lapsed|void(ed)?)\b/

export function registryStateOf(registryWord: string): RegistryState {
  const word = registryWord.trim()
  const normalisedWord = word.toLowerCase().replace(/[\s_-]+/g, ' ')
  const status = statusByRegistryWord.get(normalisedWord)
  if (status !== undefined) return { kind: 'known', status }
  return { kind: endedWords.test(normalisedWord) ? 'ended' : 'unknown', word }
}

/** Parses a registry's word for the state of a project. */
export const registryState = trimmed.transform(registryStateOf)
