// What registries are called in full, where a file gives only their short code.

const registryNames: Readonly<Record<string, string>> = {
  ACR: 'American Carbon Registry',
  CAR: 'Climate Action Reserve',
  GS: 'Gold Standard',
  VCS: 'Verra VCS',
}

/** The code itself for a registry that is not known. */
export function registryNameOf(code: string): string {
  return registryNames[code] ?? code
}
