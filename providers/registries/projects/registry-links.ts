// Builds the URLs of a project's page and documents at its registry. A link in a file must lead to a
// registry's site, because the file may have been tampered with.
import { isRegistry, type Registry, registries, registryTable } from '#values/serials/registries.ts'

/**
 * URL prefix of a project's public page, and the part of the project id to append to it. The URLs of
 * Gold Standard's pages contain an id of its API, so its link is a search for the public id.
 */
const publicPages = {
  ACR: { id: /^ACR(\d+)$/, page: 'https://acr2.apx.com/mymodule/reg/prjView.asp?id1=' },
  CAR: { id: /^CAR(\d+)$/, page: 'https://thereserve2.apx.com/mymodule/reg/prjView.asp?id1=' },
  GS: { id: /^(GS\d+)$/, page: 'https://registry.goldstandard.org/projects?q=' },
  VCS: { id: /^VCS(\d+)$/, page: 'https://registry.verra.org/app/projectDetail/VCS/' },
} as const satisfies Record<Registry, { readonly id: RegExp; readonly page: string }>

/** URL prefix of a project's documents; null for registries that list them on the project's page. */
const documentsPages = {
  ACR: null,
  CAR: null,
  /** The project's public id follows the prefix. */
  GS: { id: /^GS\d+$/, page: 'https://assurance-platform.goldstandard.org/project-documents/' },
  VCS: null,
} as const satisfies Record<Registry, { readonly id: RegExp; readonly page: string } | null>

/** Returns the registry on whose site an https address is; null for any other text. */
export function registryOfAddress(address: string): Registry | null {
  // The parser drops control characters, and reads backslashes and missing slashes as slashes.
  if (!/^https:\/\/[^\s\p{C}"'<>\\]+$/iu.test(address) || !URL.canParse(address)) return null
  const url = new URL(address)
  if (url.username !== '' || url.password !== '' || url.port !== '') return null
  const found = registries.find((registry) => {
    const { site } = registryTable[registry]
    return site !== null && `.${url.hostname}`.endsWith(`.${site}`)
  })
  return found ?? null
}

export function isRegistryAddress(address: string): boolean {
  return registryOfAddress(address) !== null
}

/**
 * Returns the URL of a project's public page, for a file that contains none. Returns null if the registry
 * is unknown or the id has another format.
 */
export function publicPageAddress(registry: string, externalId: string): string | null {
  if (!isRegistry(registry)) return null
  const { id, page } = publicPages[registry]
  const name = id.exec(externalId)?.[1]
  return name === undefined ? null : `${page}${name}`
}

/** Returns the URL of a project's documents; null if there is none or the id has another format. */
export function documentsAddress(registry: string, externalId: string): string | null {
  const documents = isRegistry(registry) ? documentsPages[registry] : null
  return documents?.id.test(externalId) ? `${documents.page}${externalId}` : null
}
