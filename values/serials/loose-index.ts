// Finds, among many serials that match no registry's grammar, one that may share units with another. A comparison
// with each of them would take minutes for some thousand serials of one registry.
import { type Claims, claimsOf, isWithin, type LooseSerial, type RestRange } from './loose-units.ts'
import { hasLostSeparators } from './number-readings.ts'
import { PlacedRanges } from './placed-ranges.ts'

type Numbers = readonly bigint[]

/** Ranges by the other numbers of their serials, in any order. */
class RangesByRest {
  readonly #ranges = new Map<string, PlacedRanges>()

  /** Returns true if the range is the first with these other numbers. */
  add(range: RestRange, place: number): boolean {
    const key = keyOf(range.rest)
    const known = this.#ranges.get(key)
    const ranges = known ?? new PlacedRanges()
    if (known === undefined) this.#ranges.set(key, ranges)
    ranges.add(range, place)
    return known === undefined
  }

  *placesWithEqualRest(range: RestRange): Generator<number> {
    yield* this.#ranges.get(keyOf(range.rest))?.placesThatMeet(range) ?? []
  }
}

/** Finds ranges whose other numbers are only a part of another's, too. */
class RangesByPartOfRest extends RangesByRest {
  /** Lists of other numbers by each of them, and by the greatest, which every wider list contains. */
  readonly #restsWith = new Map<bigint, Numbers[]>()
  readonly #restsUnder = new Map<bigint, Numbers[]>()
  readonly #rests: Numbers[] = []

  override add(range: RestRange, place: number): boolean {
    const { rest } = range
    const isNew = super.add(range, place)
    if (isNew) {
      this.#rests.push(rest)
      for (const number of new Set(rest)) push(this.#restsWith, number, rest)
      if (rest.length > 0) push(this.#restsUnder, greatestOf(rest), rest)
    }
    return isNew
  }

  /** Yields places whose other numbers are a part of the range's, or contain them. */
  *placesWithPartOfRest(range: RestRange): Generator<number> {
    for (const rest of [...this.#restsWithin(range.rest), ...this.#restsAround(range.rest)]) {
      yield* this.placesWithEqualRest({ ...range, rest })
    }
  }

  *#restsWithin(numbers: Numbers): Generator<Numbers> {
    yield []
    for (const number of new Set(numbers)) {
      for (const rest of this.#restsUnder.get(number) ?? []) if (isWithin(rest, numbers)) yield rest
    }
  }

  #restsAround(numbers: Numbers): Numbers[] {
    const lists = numbers.map((number) => this.#restsWith.get(number) ?? [])
    const shortest = lists.reduce(
      (one, other) => (other.length < one.length ? other : one),
      this.#rests,
    )
    return shortest.filter((rest) => isWithin(numbers, rest))
  }
}

/** Answers as looseSerialsOverlap does for each pair. */
export class LooseIndex<Item> {
  readonly #items: { readonly serial: LooseSerial; readonly item: Item }[] = []
  readonly #byDigits = new Map<string, number[]>()
  readonly #byNumbers = new Map<string, number[]>()
  readonly #stated = new RangesByPartOfRest()
  readonly #implied = new RangesByRest()
  readonly #single = new RangesByRest()

  add(serial: LooseSerial, item: Item): void {
    const place = this.#items.push({ serial, item }) - 1
    push(this.#byDigits, serial.digits, place)
    for (const { numbers, stated, implied, single } of claimsOf(serial)) {
      push(this.#byNumbers, keyOf(numbers), place)
      for (const range of stated) this.#stated.add(range, place)
      for (const range of implied) this.#implied.add(range, place)
      for (const range of single) this.#single.add(range, place)
    }
  }

  /** Returns the first added item that `isAnother` accepts and whose serial may share units with `serial`. */
  find(serial: LooseSerial, isAnother: (item: Item) => boolean = () => true): Item | undefined {
    let first = Number.POSITIVE_INFINITY
    for (const place of this.#placesOf(serial)) {
      const added = this.#items[place]
      if (place < first && added !== undefined && isAnother(added.item)) first = place
    }
    return this.#items[first]?.item
  }

  *#placesOf(serial: LooseSerial): Generator<number> {
    for (const place of this.#byDigits.get(serial.digits) ?? []) {
      const added = this.#items[place]
      if (added !== undefined && hasLostSeparators(serial, added.serial)) yield place
    }
    for (const claims of claimsOf(serial)) {
      yield* this.#byNumbers.get(keyOf(claims.numbers)) ?? []
      yield* this.#placesThatMeet(claims)
    }
  }

  *#placesThatMeet({ stated, implied, single }: Claims): Generator<number> {
    for (const range of stated) {
      yield* this.#stated.placesWithPartOfRest(range)
      yield* this.#implied.placesWithEqualRest(range)
    }
    for (const range of implied) yield* this.#stated.placesWithEqualRest(range)
    for (const range of single) yield* this.#single.placesWithEqualRest(range)
  }
}

/** Adds a value to the list of its key. */
export function push<Key, Value>(lists: Map<Key, Value[]>, key: Key, value: Value): void {
  const list = lists.get(key)
  if (list === undefined) lists.set(key, [value])
  else list.push(value)
}

function greatestOf(numbers: Numbers): bigint {
  // biome-ignore lint/complexity/useMathMinMax: Math.max takes no bigint
  return numbers.reduce((one, other) => (one > other ? one : other))
}

/** Returns one text for all orders of a list of numbers. */
function keyOf(numbers: Numbers): string {
  return numbers.toSorted((one, other) => (one < other ? -1 : Number(one > other))).join()
}
