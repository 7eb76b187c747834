// What the product calls the state of a registry's project. The table is ours: the product has
// three words, the registries about a dozen. A status that is not in it is never guessed.

import { z } from 'zod'

export type ProjectStatus = 'Verified' | 'Certified Design' | 'Listed'

/**
 * Gold Standard publishes three states, by these names in its interface. Verra (VCS) has a longer
 * way: a project is listed while it is planned and audited, its design stands once its auditor has
 * passed it on for registration, and a registered project may issue credits. Null is a project that
 * its registry no longer runs: it is not offered.
 */
const statusByRegistryWord: Readonly<Record<string, ProjectStatus | null>> = {
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
  withdrawn: null,
  'rejected by administrator': null,
}

/** Null where the project is not offered, undefined where the registry's word is unknown. */
export function projectStatusOf(registryWord: string): ProjectStatus | null | undefined {
  return statusByRegistryWord[registryWord.trim().toLowerCase()]
}

/** A column that holds a registry's word. */
export const projectStatus = z.string('is missing').transform((word, context) => {
  const known = projectStatusOf(word)
  if (known !== undefined) return known
  context.addIssue(`"${word}" is no status that we know`)
  return z.NEVER
})
