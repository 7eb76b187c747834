// Where a project of a file stands in the catalogue, by its registry's word and by what is known of it
// already. Pure. A word that we do not know never changes what is for sale.
import type { RegistryState } from '#providers/registries/projects/project-status.ts'
import type { ProjectStatus } from '#values/lists/project-statuses.ts'

export type Listing = {
  readonly status: ProjectStatus
  /** The registry's word that keeps it out of all lists and off sale, or null for a listed one. */
  readonly unlistedStatus: string | null
}

/**
 * A project that ended before we heard of it is kept too, in no list: a later file that names it, such as
 * one of batches, must find what its registry said.
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
