// Tests the age of the oldest due tonne, from a purchase, the operator's share or a replacement,
// and the promised day of its retirement.
import { register } from 'prom-client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { replaceBatch } from '#features/purchases/replace/replace-batch.ts'
import { fillAll } from '#features/retirements/export-due.ts'
import { readNextRetirement, watchRetirements } from '#features/retirements/next-retirement.ts'
import { Person } from '#tests/support/people/person.ts'
import {
  backdate,
  dueOf,
  issueTonnes,
  recordRows,
  retiredRow,
  startRetirementApp,
  unaudited,
} from '#tests/support/people/retirements.ts'
import type { TestApp } from '#tests/support/test-app.ts'

let test: TestApp
let buyer: Person
beforeAll(async () => {
  test = await startRetirementApp()
  buyer = await new Person(test.url).signIn()
})
// Without a check of the ledger, because sales are moved to other weeks.
afterAll(() => test.close())

const db = () => test.services.db
const next = (retirementDays: number, now = new Date()) =>
  readNextRetirement(db(), { retirementDays, now })
const figure = async (name: string) =>
  (await register.getSingleMetric(name)?.get())?.values[0]?.value

async function boughtAt(batch: Parameters<Person['buyByCard']>[0], kg: number, moment: string) {
  const txId = await buyer.buyByCard(batch, kg)
  await backdate(db(), new Date(moment), txId)
}

it('counts from the sale of the last kilogram of the oldest whole tonne', async () => {
  const batch = await issueTonnes(db(), 5)
  await boughtAt(batch, 600, '2026-05-01T10:00:00Z')
  expect(await next(90)).toBeNull()
  await watchRetirements(db(), 90)
  expect(await figure('retirements_due_tonnes')).toBe(0)
  expect(await figure('retirements_due_oldest_seconds')).toBe(0)
  expect(await figure('retirements_allowed_seconds')).toBe(90 * 86_400)

  await boughtAt(batch, 400, '2026-06-01T10:00:00Z')
  await boughtAt(batch, 1_500, '2026-07-01T10:00:00Z')
  const dueSince = new Date('2026-06-01T10:00:00Z')
  expect(await next(90, new Date('2026-08-30T23:59:00Z'))).toEqual({
    dueSince,
    by: '2026-08-30',
    isOverdue: false,
  })
  expect(await next(90, new Date('2026-08-31T00:00:00Z'))).toMatchObject({ isOverdue: true })
  expect(await next(30)).toMatchObject({ by: '2026-07-01' })
  await watchRetirements(db(), 30)
  expect(await figure('retirements_due_tonnes')).toBe(2)
  expect(await figure('retirements_due_oldest_seconds')).toBeCloseTo(
    (Date.now() - dueSince.getTime()) / 1_000,
    -1,
  )

  await recordRows(db(), [retiredRow(batch.part(1, 1), 1, 'R-NEXT-1')])
  expect((await dueOf(db(), batch))?.dueSince).toEqual(new Date('2026-07-01T10:00:00Z'))
  await recordRows(db(), [retiredRow(batch.part(2, 2), 1, 'R-NEXT-2')])
  expect((await dueOf(db(), batch))?.dueSince).toBeNull()
  expect(await next(90)).toBeNull()
})

it('is the oldest over all batches, each found by its own purchase of many tonnes', async () => {
  const [older, newer] = [await issueTonnes(db(), 10), await issueTonnes(db(), 10)]
  await boughtAt(newer, 9_500, '2026-04-02T00:00:00Z')
  await boughtAt(older, 9_999, '2026-04-01T00:00:00Z')
  expect(await next(1)).toMatchObject({ by: '2026-04-02' })
  await recordRows(db(), [retiredRow(older.part(1, 8), 8, 'R-OLD')])
  expect((await dueOf(db(), older))?.dueSince).toEqual(new Date('2026-04-01T00:00:00Z'))
  await recordRows(db(), [
    retiredRow(older.part(9, 9), 1, 'R-OLD-9'),
    retiredRow(newer.part(1, 9), 9, 'R-NEW'),
  ])
  expect(await next(1)).toBeNull()
})

it('counts from the operator’s share, or from the replacement, that filled the tonne', async () => {
  const [filled, former, other] = [
    await issueTonnes(db(), 1),
    await issueTonnes(db(), 2),
    await issueTonnes(db(), 2),
  ]
  const before = new Date()
  await boughtAt(filled, 600, '2026-05-01T10:00:00Z')
  await fillAll(db(), unaudited)
  const since = (await dueOf(db(), filled))?.dueSince
  expect(since?.getTime()).toBeGreaterThanOrEqual(before.getTime() - 1_000)
  await boughtAt(former, 1_000, '2026-05-01T10:00:00Z')
  const serials = { serial: former.serial, bySerial: other.serial, reason: 'taken back' }
  await replaceBatch(db(), { ...serials, audit: unaudited })
  expect((await dueOf(db(), former))?.dueSince).toBeNull()
  const replacedAt = (await dueOf(db(), other))?.dueSince
  expect(replacedAt?.getTime()).toBeGreaterThanOrEqual(before.getTime() - 1_000)
})
