// Compares the names of uncompared registries for audits: with each other, and with those whose serials are compared.
// The importer's readers (resembled-registry.ts, uncompared-index.ts) must not be used here.

type RegistrySerial = { readonly registry: string; readonly serial: string }

/** Maps digits and capitals that look like a Latin letter to that letter. */
const latinLetterOf: Readonly<Record<string, string>> = {
  ...{ '0': 'O', '1': 'I', '3': 'E', '4': 'A', '5': 'S', '8': 'B', L: 'I' },
  ...{ А: 'A', В: 'B', Е: 'E', М: 'M', О: 'O', Р: 'P', С: 'C', Т: 'T', Ѕ: 'S', Ԍ: 'G', Ѵ: 'V' },
  ...{ Α: 'A', Ε: 'E', Μ: 'M', Ν: 'N', Ο: 'O', Ρ: 'P', Τ: 'T', І: 'I', Г: 'R', Д: 'D', Ι: 'I' },
}
const codes = ['VCS', 'GS', 'ACR', 'CAR', 'CDM', 'VCU'].map(lettersOf)
const names = [
  ...['VERRA', 'VERIFIED CARBON', 'GOLD STANDARD', 'AMERICAN CARBON', 'CLIMATE ACTION'],
  ...['CLIMATE RESERVE', 'CLEAN DEVELOPMENT', 'UNFCCC'],
].map(lettersOf)

function lettersOf(name: string): string {
  const letters = Array.from(
    name.normalize('NFKD').toUpperCase(),
    (sign) => latinLetterOf[sign] ?? sign,
  )
  return letters.join('').replace(/[^A-Z]/g, '')
}

/** Returns the letters of a registry's name, and those that its serials begin with, if they are two or more. */
export function registryKeysOf({ registry, serial }: RegistrySerial): string[] {
  const words = registry.split(/[^\p{L}\p{N}]+/u)
  const telling = words.filter((word) => !generalWords.has(word.toLowerCase()))
  const name = lettersOf((telling.length > 0 ? telling : words).join(''))
  const prefix = serial.normalize('NFKC').match(/\p{L}+/u)?.[0] ?? ''
  return prefix.length < 2 ? [name] : [name, `${lettersOf(prefix)} serials`]
}

const generalWords = new Set([
  'the',
  'registry',
  'register',
  'registries',
  'standard',
  'carbon',
  'program',
  'programme',
])

/** Returns why an audit suspects a registry's name, or null. */
export function registryReason({ registry }: Pick<RegistrySerial, 'registry'>): string | null {
  const letters = [registry, ...registry.split(/[^\p{L}\p{N}]+/u)].map(lettersOf)
  const isAlike = letters.some((word) => codes.includes(word))
  const isNamed = names.some((name) => letters[0]?.includes(name))
  return isAlike || isNamed ? 'its registry is named like one whose serials are compared' : null
}
