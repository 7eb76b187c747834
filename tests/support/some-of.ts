// Chooses the journeys that `npm test` walks: a different part each time, because all of them take
// long. `npm test` sets JOURNEYS=some; without it all are walked. JOURNEY_SEED repeats a choice;
// playwright.config.ts sets it, so that every process of one run chooses alike.
import { randomFrom } from '#tests/support/random.ts'

export const walksAll = process.env.JOURNEYS !== 'some'

/** A number from 0 to 1 that belongs to this name and this run. */
function lotOf(name: string): number {
  let seed = Number(process.env.JOURNEY_SEED)
  for (const letter of name) seed = (Math.imul(seed, 31) + letter.charCodeAt(0)) | 0
  return randomFrom(seed >>> 0).next()
}

/** Whether this run walks a journey: those tagged @always, and an eighth of the others. */
export function isWalked(title: string, tags: readonly string[]): boolean {
  return walksAll || tags.includes('@always') || lotOf(title) < 1 / 8
}

/** `count` items in their order, or all of them. Choices of different names are independent. */
export function someOf<Item>(items: readonly Item[], count: number, name: string): readonly Item[] {
  if (walksAll) return items
  const drawn = items.map((item, place) => ({ item, place, lot: lotOf(`${name} ${place}`) }))
  const chosen = drawn.sort((one, other) => one.lot - other.lot).slice(0, count)
  return chosen.sort((one, other) => one.place - other.place).map(({ item }) => item)
}
