// Where a project of a file stands in the catalogue, by its registry's word and by what is known of it
// already. Pure. A word that we do not know never changes what is for sale.
import type { ProjectStatus, RegistryState } from '#providers/registries/project-status.ts'

export type Listing = {
  readonly status: ProjectStatus
  /** The registry's word that keeps it out of all lists and off sale, or null for a listed one. */
  readonly unlistedStatus: string | null
}

/** Null for a project that ended before we heard of it: there is nothing to add. */
export function listingOf(state: RegistryState, known: Listing | undefined): Listing | null {
  switch (state.kind) {
    case 'known':
      return { status: state.status, unlistedStatus: null }
    case 'ended':
      return known === undefined ? null : { status: known.status, unlistedStatus: state.word }
    case 'unknown':
      return known ?? { status: 'Listed', unlistedStatus: state.word }
  }
}
