// Finds the registry of a project's id by the prefix that registries put before their numbers.
import { type Registry, registries } from '#values/serials/registries.ts'

/** Returns `GS` for `GS11236` and `gs-11236`; null for an id without a registry's prefix. */
export function projectRegistryOf(externalId: string): Registry | null {
  const id = externalId.normalize('NFKC').toUpperCase()
  return (
    registries.find((registry) => new RegExp(`^${registry}[\\s_#:-]*\\d+$`).test(id.trim())) ?? null
  )
}
