// What the product calls the state of a registry's project. The table is ours: the product has
// three words, the registries about a dozen. A status that is not in it is never guessed.
import { z } from 'zod'
import { type ProjectStatus, projectStatuses } from '#values/lists/project-statuses.ts'
import { trimmed } from './registry-fields.ts'

export const projectStatus = z.enum(projectStatuses)

/**
 * What a registry says of a project: one of our three words, `ended` where it no longer stands behind
 * the project (withdrawn, rejected, cancelled or the like), or a word that we do not know.
 */
export type RegistryState =
  | { readonly kind: 'known'; readonly status: ProjectStatus }
  | { readonly kind: 'ended' | 'unknown'; readonly word: string }

/**
 * Gold Standard publishes three states, by these names in its interface. Verra (VCS) has a longer
 * way: a project is listed while it is planned and audited, its design stands once its auditor has
 * passed it on for registration, and a registered project may issue credits.
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
 * Registries say it in many ways: `Rejected by Administrator`, `PROJECT_WITHDRAWN`, `On Hold`. A request
 * or a procedure that is still pending ends nothing.
 */
const endedWords =
  /\b(withdrawn|rejected|cancell?ed|inactive|not active|deactivated|terminated|revoked|de ?registered|de ?listed|decertified|suspended|on hold|discontinued|invalidated|annulled|denied|removed|excluded|lapsed|void(ed)?)\b/

export function registryStateOf(registryWord: string): RegistryState {
  const word = registryWord.trim()
  const compared = word.toLowerCase().replace(/[\s_-]+/g, ' ')
  const status = statusByRegistryWord.get(compared)
  if (status !== undefined) return { kind: 'known', status }
  return { kind: endedWords.test(compared) ? 'ended' : 'unknown', word }
}

/** A column that holds a registry's word. */
export const registryState = trimmed.transform(registryStateOf)
