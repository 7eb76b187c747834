// Lists the registries whose files and links the product knows, by the code of their files.
// Everything that depends on a registry is a Record of Registry. A file of another registry can be
// imported too, with the facts of the file alone.

export const registries = ['ACR', 'CAR', 'GS', 'VCS'] as const
export type Registry = (typeof registries)[number]

type RegistryFacts = {
  /** The full name of the registry, as in the API. */
  readonly name: string
  /** Host that a catalogue's links may lead to, with its subdomains; null accepts no link. */
  readonly site: string | null
}

export const registryTable = {
  ACR: { name: 'American Carbon Registry', site: null },
  CAR: { name: 'Climate Action Reserve', site: null },
  GS: { name: 'Gold Standard', site: 'goldstandard.org' },
  VCS: { name: 'Verra VCS', site: 'verra.org' },
} as const satisfies Record<Registry, RegistryFacts>

export function isRegistry(code: string): code is Registry {
  return registries.some((registry) => registry === code)
}

/** Returns the full name of a registry; the code itself for an unknown one. */
export function registryNameOf(code: string): string {
  return isRegistry(code) ? registryTable[code].name : code
}
