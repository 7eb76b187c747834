// What the product calls the state of a registry's project. The table is ours: the product has
// three words, the registries about a dozen. A status that is not in it is never guessed.
import { z } from 'zod'
import { trimmed } from '#providers/registries/registry-fields.ts'

export const projectStatus = z.enum(['Verified', 'Certified Design', 'Listed'])
export type ProjectStatus = z.output<typeof projectStatus>

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
const statusByRegistryWord: Readonly<Record<string, ProjectStatus>> = {
  verified: 'Verified',
  'certified design': 'Certified Design',
  listed: 'Listed',
  gold_standard_certified_project: 'Verified',
  gold_standard_certified_design: 'Certified Design',
  'under development': 'Listed',
  'under validation': 'Listed',
  'registration requested': 'Certified Design',
  'registration and verification approval requested': 'Certified Design',
  registered: 'Verified',
  'crediting period renewal requested': 'Verified',
  'crediting period renewal and verification approval requested': 'Verified',
  'units transferred from approved ghg program': 'Verified',
}

/** Registries say it in many ways: `Rejected by Administrator`, `Registration revoked`, `On Hold`. */
const endedWords =
  /\b(withdrawn|rejected|cancell?ed|inactive|terminated|revoked|de-?registered|de-?listed|suspended|on hold|discontinued|invalidated|denied|void(ed)?)\b/

export function registryStateOf(registryWord: string): RegistryState {
  const word = registryWord.trim()
  const compared = word.toLowerCase().replace(/\s+/g, ' ')
  const status = statusByRegistryWord[compared]
  if (status !== undefined) return { kind: 'known', status }
  return { kind: endedWords.test(compared) ? 'ended' : 'unknown', word }
}

/** A column that holds a registry's word. */
export const registryState = trimmed.transform(registryStateOf)
