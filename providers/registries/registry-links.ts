// Where registries keep a project's page and documents. A link of a catalogue leads to one of these
// sites and nowhere else, whatever a file says (a file may have been tampered with).
import { isRegistry, type Registry, registries, registryTable } from '#values/registries.ts'

/** Where a registry keeps documents apart from a project's page; null where it does not. */
const documentsPages = {
  ACR: null,
  CAR: null,
  /** Under the project's public id. */
  GS: { id: /^GS\d+$/, page: 'https://assurance-platform.goldstandard.org/project-documents/' },
  VCS: null,
} as const satisfies Record<Registry, { readonly id: RegExp; readonly page: string } | null>

export function isRegistryAddress(address: string): boolean {
  const url = URL.canParse(address) ? new URL(address) : null
  if (url === null || url.protocol !== 'https:') return false
  return registries.some((registry) => {
    const { site } = registryTable[registry]
    return site !== null && `.${url.hostname}`.endsWith(`.${site}`)
  })
}

/** Null for a project without such a page, and for one whose id has another form. */
export function documentsAddress(registry: string, externalId: string): string | null {
  const documents = isRegistry(registry) ? documentsPages[registry] : null
  return documents?.id.test(externalId) ? `${documents.page}${externalId}` : null
}
