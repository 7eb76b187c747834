// Reads a project's id: its registry by the prefix that registries put before their numbers, and the number.
import { isRegistry, type Registry, registries } from '#values/serials/registries.ts'

/** Returns `GS` for `GS11236` and `gs-11236`; null for an id without a registry's prefix. */
export function projectRegistryOf(externalId: string): Registry | null {
  const id = externalId.normalize('NFKC').toUpperCase()
  return (
    registries.find((registry) => new RegExp(`^${registry}[\\s_#:-]*\\d+$`).test(id.trim())) ?? null
  )
}

/**
 * Returns the number in the id of a project of a compared registry: `88001` for `GS88001`, `gs-088001` and
 * `88001`; null for any other id.
 */
export function projectNumberOf(registry: string, externalId: string): string | null {
  if (!isRegistry(registry)) return null
  const id = externalId.normalize('NFKC').toUpperCase().trim()
  return new RegExp(`^(?:${registry}[\\s_#:-]*)?0*(\\d+)$`).exec(id)?.[1] ?? null
}
