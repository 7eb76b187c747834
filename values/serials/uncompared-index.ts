// Finds, among serials of registries without a grammar, one of the same registry that may share units. A registry
// is the same if its name or the first word of its serials is.
import { skeleton } from '#values/text/look-alikes.ts'
import { LooseIndex } from './loose-index.ts'
import type { LooseSerial } from './loose-units.ts'

export type UncomparedSerial = {
  readonly registry: string
  readonly serialNumber: string
  readonly loose: LooseSerial
}

/** Words of a registry's name that another spelling of it may lack. */
const generalWord = /\b(?:the|registry|register|registries|standard|carbon|program|programme)\b/giu

export class UncomparedIndex<Item> {
  readonly #byKey = new Map<string, LooseIndex<Item>>()

  add(serial: UncomparedSerial, item: Item): void {
    for (const key of keysOf(serial)) {
      const index = this.#byKey.get(key) ?? new LooseIndex<Item>()
      this.#byKey.set(key, index)
      index.add(serial.loose, item)
    }
  }

  /** Returns an added item that `isAnother` accepts and whose serial may share units. */
  find(serial: UncomparedSerial, isAnother?: (item: Item) => boolean): Item | undefined {
    for (const key of keysOf(serial)) {
      const found = this.#byKey.get(key)?.find(serial.loose, isAnother)
      if (found !== undefined) return found
    }
    return undefined
  }
}

/** Returns what a serial shares with the others of its registry: the registry's name and its first word. */
function keysOf({ registry, serialNumber }: UncomparedSerial): string[] {
  const name = skeleton(registry.replace(generalWord, ' '))
  const names = [name === '' ? skeleton(registry) : name]
  const firstWord = /^\P{L}*(\p{L}{2,})/u.exec(serialNumber.normalize('NFKC'))?.[1]
  return [...new Set(firstWord === undefined ? names : [...names, skeleton(firstWord)])]
}
