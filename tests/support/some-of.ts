// Journeys that repeat one walk for each of a list: `npm test` takes some of the list, others each time,
// and JOURNEYS=all takes the whole. JOURNEY_SEED repeats a choice; playwright.config.ts sets it.
import { randomFrom } from '#tests/support/random.ts'

/** `count` items in their order, chosen alike in every process of one run. */
export function someOf<Item>(items: readonly Item[], count: number): readonly Item[] {
  if (process.env.JOURNEYS === 'all') return items
  const random = randomFrom(Number(process.env.JOURNEY_SEED))
  const drawn = items.map((item, place) => ({ item, place, lot: random.next() }))
  const chosen = drawn.sort((one, other) => one.lot - other.lot).slice(0, count)
  return chosen.sort((one, other) => one.place - other.place).map(({ item }) => item)
}
