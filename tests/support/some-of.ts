// Chooses the journeys that `npm test` walks: a different part each time, because all of them take
// long. `npm test` sets JOURNEYS=some; without it, a run walks all journeys. JOURNEY_SEED repeats a
// choice. playwright.config.ts sets it, so that every process of a run chooses the same journeys.
import { lowestLots, randomFrom } from '#tests/support/random.ts'

export const walksAll = process.env.JOURNEYS !== 'some'

/** Returns a random number from 0 to 1 that depends only on the name and the run's seed. */
function drawLot(name: string): number {
  let seed = Number(process.env.JOURNEY_SEED)
  for (const letter of name) seed = (Math.imul(seed, 31) + letter.charCodeAt(0)) | 0
  return randomFrom(seed >>> 0).next()
}

/** Returns true if this run walks the journey. A partial run walks @always and an eighth of the others. */
export function isWalked(title: string, tags: readonly string[]): boolean {
  return walksAll || tags.includes('@always') || drawLot(title) < 1 / 8
}

/**
 * Returns `count` random items in their original order; all items in a full run. Choices with different
 * names are independent.
 */
export function someOf<Item>(items: readonly Item[], count: number, name: string): readonly Item[] {
  return walksAll ? items : lowestLots(items, count, (place) => drawLot(`${name} ${place}`))
}
