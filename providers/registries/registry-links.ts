// Where registries keep a project's page and documents. A link of a catalogue leads to one of these
// sites and nowhere else, whatever a file says (a file may have been tampered with).

/** The sites themselves and everything below them. */
const registryDomains = ['goldstandard.org', 'verra.org'] as const

export function isRegistryAddress(address: string): boolean {
  const url = URL.canParse(address) ? new URL(address) : null
  if (url === null || url.protocol !== 'https:') return false
  return registryDomains.some((domain) => `.${url.hostname}`.endsWith(`.${domain}`))
}

/** Gold Standard keeps documents apart from a project's page, under the project's public id. */
export function documentsAddress(registry: string, externalId: string): string | null {
  if (registry !== 'GS' || !/^GS\d+$/.test(externalId)) return null
  return `https://assurance-platform.goldstandard.org/project-documents/${externalId}`
}
