// Finds the registry with compared serials that another spelling of its code or name means.
import { isSerialRegistry, type SerialRegistry } from '#values/serial-forms.ts'

/** Beginnings of registries' names, in capitals without blanks. */
const nameParts: readonly (readonly [string, SerialRegistry])[] = [
  ['AMERICANCARBON', 'ACR'],
  ['CLIMATEACTION', 'CAR'],
  ['CLEANDEVELOPMENT', 'CDM'],
  ['UNFCCC', 'CDM'],
  ['GOLDSTANDARD', 'GS'],
  ['VERIFIEDCARBON', 'VCS'],
  ['VERRA', 'VCS'],
]

/** Cyrillic and Greek capitals that look like a Latin one. */
const lookAlikes: Readonly<Record<string, string>> = {
  ...{ А: 'A', В: 'B', Е: 'E', М: 'M', О: 'O', Р: 'P', С: 'C', Т: 'T', Ѕ: 'S', Ԍ: 'G' },
  ...{ Α: 'A', Ε: 'E', Μ: 'M', Ν: 'N', Ο: 'O', Ρ: 'P', Τ: 'T' },
}

/** `VCS` of `V.C.S.`, `vcs2` and `Verra`; null for a name that resembles none. */
export function resembledRegistry(name: string): SerialRegistry | null {
  const plain = name
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .toUpperCase()
    .replace(/[^A-Z0-9]/gu, (sign) => lookAlikes[sign] ?? ' ')
  const letters = plain.replace(/[^A-Z]/g, '')
  const words = [letters, ...plain.split(' ').map((word) => word.replace(/[0-9]+$/, ''))]
  const code = words.find(isSerialRegistry)
  return code ?? nameParts.find(([part]) => letters.includes(part))?.[1] ?? null
}
