// Decides whether an imported project is listed, from its registry's status and its previous listing. An
// unknown status never changes the listing of a project in the catalogue. Pure.
import type { RegistryState } from '#providers/registries/projects/registry-status.ts'
import type { ProjectStatus } from '#values/lists/project-statuses.ts'

export type Listing = {
  readonly status: ProjectStatus
  /**
   * The registry's status because of which the project is neither listed nor sold. Null for a listed project.
   */
  readonly unlistedStatus: string | null
}

/**
 * Returns the listing. `previous` is undefined for a project that the catalogue lacks. A project that ended
 * before its first import is stored unlisted, so that a later batch file finds its status.
 */
export function listingOf(state: RegistryState, previous: Listing | undefined): Listing {
  switch (state.kind) {
    case 'known':
      return { status: state.status, unlistedStatus: null }
    case 'ended':
      return { status: previous?.status ?? 'Listed', unlistedStatus: state.word }
    case 'unknown':
      return previous ?? { status: 'Listed', unlistedStatus: state.word }
  }
}
