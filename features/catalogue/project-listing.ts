// Decides whether a project of a file is listed, from its registry's status and its known listing.
// Pure. An unknown status never changes what is for sale.
import type { RegistryState } from '#providers/registries/projects/registry-status.ts'
import type { ProjectStatus } from '#values/lists/project-statuses.ts'

export type Listing = {
  readonly status: ProjectStatus
  /**
   * The registry's status that keeps it out of all lists and off sale, or null for a listed one.
   */
  readonly unlistedStatus: string | null
}

/**
 * Returns the listing. A project that ended before its first import is stored too, in no list,
 * because a later file of batches must find its status.
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
