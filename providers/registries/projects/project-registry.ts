// Reads a project's id: its registry by the prefix that registries put before their numbers, and the number.
import { type Registry, registries } from '#values/serials/registries.ts'

/** Returns `GS` for `GS11236` and `gs-11236`; null for an id without a registry's prefix. */
export function projectRegistryOf(externalId: string): Registry | null {
  const id = externalId.normalize('NFKC').toUpperCase()
  return (
    registries.find((registry) => new RegExp(`^${registry}[\\s_#:-]*\\d+$`).test(id.trim())) ?? null
  )
}

/** Registries whose projects have a number, which may have the registry's code before it. */
const numberedRegistries: readonly string[] = [...registries, 'CDM']

/**
 * Returns the number in the id of a project of a numbered registry: `88001` for `GS88001`, `gs-088001` and
 * `88001`; null for any other id.
 */
export function projectNumberOf(registry: string, externalId: string): string | null {
  if (!numberedRegistries.includes(registry)) return null
  const id = externalId.normalize('NFKC').toUpperCase().trim()
  return new RegExp(`^(?:${registry}[\\s_#:-]*)?0*(\\d+)$`).exec(id)?.[1] ?? null
}

/**
 * Returns one text for all spellings of a project's id: its number, or else its words and numbers without
 * leading zeros, such as `BCR CO 1` for `bcr-co-01`.
 */
export function projectSpellingOf(registry: string, externalId: string): string {
  const number = projectNumberOf(registry, externalId)
  if (number !== null) return number
  const parts =
    externalId
      .normalize('NFKC')
      .toUpperCase()
      .match(/\p{L}+|\p{N}+/gu) ?? []
  return parts.map((part) => part.replace(/^0+(?=\d)/, '')).join(' ')
}
