// Makes the addresses of a project's page and documents at its registry. A link of a file must lead
// to a registry's site, since the file may have been tampered with.
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

/** Where a registry keeps documents apart from a project's page; null where it does not. */
const documentsPages = {
  ACR: null,
  CAR: null,
  /** Under the project's public id. */
  GS: { id: /^GS\d+$/, page: 'https://assurance-platform.goldstandard.org/project-documents/' },
  VCS: null,
} as const satisfies Record<Registry, { readonly id: RegExp; readonly page: string } | null>

/** The registry on whose site an https address is; null for every other text. */
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
 * The page of a project that its file gives no address for. Null where the registry is not known, or the
 * id has another form.
 */
export function publicPageAddress(registry: string, externalId: string): string | null {
  if (!isRegistry(registry)) return null
  const { id, page } = publicPages[registry]
  const name = id.exec(externalId)?.[1]
  return name === undefined ? null : `${page}${name}`
}

/** Null for a project without such a page, and for one whose id has another form. */
export function documentsAddress(registry: string, externalId: string): string | null {
  const documents = isRegistry(registry) ? documentsPages[registry] : null
  return documents?.id.test(externalId) ? `${documents.page}${externalId}` : null
}
