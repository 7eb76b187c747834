// Decides whether an imported project is listed, from its registry's status and its previous listing. An
// unknown status never changes a known project's listing. Pure.
import type { RegistryState } from '#providers/registries/projects/registry-status.ts'
import type { ProjectStatus } from '#values/lists/project-statuses.ts'

export type Listing = {
  readonly status: ProjectStatus
  /**
   * The registry's status that keeps the project out of all lists and off sale. Null for a listed one.
   */
  readonly unlistedStatus: string | null
}

/**
 * Returns the listing. A project that ended before its first import is stored unlisted, so that a later
 * file of batches finds its status.
 */
export function listingOf(state: RegistryState, known: Listing | undefined): Listing {
  switch (state.kind) {
    case 'known':
      return { status: state.status, unlistedStatus: null }
    case 'ended':
      return { status: known?.status ?? 'Listed', unlistedStatus: state.word }
    case 'unknown':
      return known ?? { status: 'Listed', unlistedStatus: state.word }
  }
}
