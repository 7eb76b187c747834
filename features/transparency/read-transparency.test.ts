// Tests the cache of the public figures: how long an answer is kept, how many are, and that
// failures are not.
import { expect, it } from 'vitest'
import { createTransparency } from '#features/transparency/read-transparency.ts'
import type { Db } from '#platform/database/database.ts'

let nowMs = 0
let fails = false
/** Statements that were run; a read has three. */
let ran = 0
const db: Db = {
  run: async () => {
    ran += 1
    if (fails) throw new Error('the database is away')
    return []
  },
}
const readings = () => ran / 3

it('one read serves all callers for two seconds, and each page has its own', async () => {
  const read = createTransparency(db, { clock: () => nowMs, retirementDays: 90 })
  await Promise.all([read(1), read(1), read(2)])
  nowMs += 1_999
  expect(await read(1)).toMatchObject({ page: 1, pageCount: 1, asOf: new Date(0) })
  expect(readings()).toBe(2)
  nowMs += 1
  expect(await read(1)).toMatchObject({ asOf: new Date(2_000) })
  expect(readings()).toBe(3)
})

it('a failure is returned to its callers and not kept', async () => {
  const read = createTransparency(db, { clock: () => nowMs, retirementDays: 90 })
  fails = true
  await expect(read(1)).rejects.toThrow('away')
  fails = false
  expect(await read(1)).toMatchObject({ page: 1 })
})

it('at most fifty pages are kept, however many are requested', async () => {
  const read = createTransparency(db, { clock: () => nowMs, retirementDays: 90 })
  for (let page = 1; page <= 51; page += 1) await read(page)
  const before = readings()
  await read(51)
  await read(2)
  expect(readings()).toBe(before)
  await read(1)
  expect(readings()).toBe(before + 1)
})

it('of the fifty, the least recently requested one is dropped first', async () => {
  const read = createTransparency(db, { clock: () => nowMs, retirementDays: 90 })
  for (let page = 1; page <= 50; page += 1) await read(page)
  nowMs += 2_000
  await read(1)
  await read(51)
  const before = readings()
  await read(1)
  expect(readings()).toBe(before)
})
