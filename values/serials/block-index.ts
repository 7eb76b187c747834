// Finds, among many serials that match no registry's grammar, one that may contain a compared block. A comparison
// with each of them would take minutes for some thousand serials.
import { push } from './loose-index.ts'
import { blockFinder, type LooseSerial, longNumber, rangesOf, readingsOf } from './loose-units.ts'
import { PlacedRanges } from './placed-ranges.ts'
import type { Serial } from './serials.ts'

/** Number of digits of the smallest unit number that is looked for in serials that lost their separators. */
const soughtDigits = String(longNumber).length

/** Answers as blockFinder does for each serial. */
export class BlockIndex<Item> {
  readonly #leastFirst: bigint
  readonly #items: { readonly item: Item; readonly contains: (block: Serial) => boolean }[] = []
  readonly #byNumber = new Map<bigint, number[]>()
  readonly #byDigits = new Map<string, number[]>()
  readonly #ranges = new PlacedRanges()

  /** `leastFirst` is that of blockFinder. */
  constructor(leastFirst = 0n) {
    this.#leastFirst = leastFirst
  }

  add(serial: LooseSerial, item: Item): void {
    const place = this.#items.push({ item, contains: blockFinder(serial, this.#leastFirst) }) - 1
    for (const number of new Set(serial.readings.flat())) push(this.#byNumber, number, place)
    const { digits } = serial
    const windows = Array.from({ length: Math.max(0, digits.length - soughtDigits + 1) }, (_, at) =>
      digits.slice(at, at + soughtDigits),
    )
    for (const window of new Set(windows)) push(this.#byDigits, window, place)
    for (const range of readingsOf(serial).flatMap(rangesOf)) this.#ranges.add(range, place)
  }

  /** Returns the first added item that `isAnother` accepts and whose serial may contain the block. */
  find(block: Serial, isAnother: (item: Item) => boolean = () => true): Item | undefined {
    const places = [...new Set(this.#placesOf(block))].toSorted((one, other) => one - other)
    for (const place of places) {
      const added = this.#items[place]
      if (added !== undefined && isAnother(added.item) && added.contains(block)) return added.item
    }
    return undefined
  }

  *#placesOf({ trunk, tonnes }: Serial): Generator<number> {
    if (tonnes === null) return
    const { first } = tonnes
    yield* this.#byNumber.get(first) ?? []
    yield* this.#byDigits.get(String(first).slice(0, soughtDigits)) ?? []
    const [, series = ''] = trunk.split('-')
    if (/^[0-9]+$/.test(series)) yield* this.#byNumber.get(BigInt(series)) ?? []
    else yield* this.#ranges.placesThatMeet(tonnes)
  }
}
