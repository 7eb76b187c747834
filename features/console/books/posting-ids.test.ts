// Tests that the bounds of ids contain every posting of a period, whatever the number of postings is.
import { expect, it } from 'vitest'
import type { Db } from '#platform/database/database.ts'
import { idBoundsOf } from './posting-ids.ts'

const hourMs = 3_600_000
const began = Date.parse('2026-11-01T00:00:00Z')
/** A ledger with a posting each minute. The ids have gaps. */
const timeOf = (id: number) => began + id * 60_000

function ledgerOf(count: number): Db {
  const ids = Array.from({ length: count }, (_, at) => (at + 1) * 3)
  const run = async ({ name }: { readonly name: string }, values: readonly unknown[] = []) => {
    if (name.includes('last')) return [{ id: name.includes('money') ? (ids.at(-1) ?? 0) : 0 }]
    const id = name.includes('money') ? ids.find((each) => each >= Number(values[0])) : undefined
    return id === undefined ? [] : [{ id, created_at: new Date(timeOf(id)) }]
  }
  return { run } as unknown as Db
}

it.each([
  [0, 0, 1],
  [100, 0, 1],
  [5_000, 100, 200],
  [5_000, 0, 1],
  [5_000, 200, 400],
  [20_000, 500, 501],
])(
  '%i postings: those from hour %i to hour %i, with an hour on each side',
  async (count, from, to) => {
    const period = { since: new Date(began + from * hourMs), before: new Date(began + to * hourMs) }
    const { afterId, beforeId } = await idBoundsOf(ledgerOf(count), 'money', period)
    const [first, last] = [(from - 1) * 60, (to + 1) * 60]
    expect(afterId).toBeLessThan(Math.max(first, 1))
    expect(beforeId).toBeGreaterThan(Math.min(last, count * 3))
    // At most a search's rest is too many.
    expect(afterId).toBeGreaterThanOrEqual(Math.min(first, count * 3) - 520)
    if (count * 3 > last + 520) expect(beforeId).toBeLessThanOrEqual(last + 520)
    else expect(beforeId).toBe(Number.MAX_SAFE_INTEGER)
  },
)

it('Each ledger has ids of its own', async () => {
  const period = { since: new Date(began), before: new Date(began + hourMs) }
  expect(await idBoundsOf(ledgerOf(5_000), 'kilograms', period)).toEqual({
    ...{ afterId: 0, beforeId: Number.MAX_SAFE_INTEGER },
  })
})
