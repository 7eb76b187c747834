// Tests retirement with refunds and disputes: retired kilograms are not refunded, disputed ones not
// retired, and a lost dispute ends alike. The public log and the ledger are checked at the end.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { reconcilePurchases } from '#features/purchases/card/reconcile-purchases.ts'
import { refundPurchase } from '#features/purchases/refund/refund-purchase.ts'
import { correctRetirement } from '#features/retirements/correct-retirement.ts'
import { exportDue } from '#features/retirements/export-due.ts'
import { readFigures } from '#features/retirements/read-figures.ts'
import { disputeAtProvider, pollProvider } from '#tests/support/people/card-provider-page.ts'
import { cardOrder, Person } from '#tests/support/people/person.ts'
import { balancesOf, purchaseIdOf } from '#tests/support/people/purchase-books.ts'
import {
  appendOnce,
  closeWithLog,
  dueOf,
  faultsOfRows,
  issueTonnes,
  recordRows,
  retiredRow,
  startRetirementApp,
  type TonneBatch,
  unaudited,
} from '#tests/support/people/retirements.ts'
import { fetchLog } from '#tests/support/rfc6962.ts'
import { holdLock } from '#tests/support/servers/waiting-locks.ts'
import { failCards, healSandboxes } from '#tests/support/stand-ins/sandbox-faults.ts'
import type { TestApp } from '#tests/support/test-app.ts'
import { statement } from '#tests/support/test-statement.ts'

let test: TestApp
beforeAll(async () => {
  test = await startRetirementApp()
})
beforeEach(() => healSandboxes(db()))
afterAll(() => closeWithLog(test))

const db = () => test.services.db
const person = () => new Person(test.url).signIn()
const refund = (txId: string, keepsKilograms = false) =>
  refundPurchase(test.services, { txId, keepsKilograms, record: async () => undefined })
const record = (batch: TonneBatch, first: number, last: number, reference: string) =>
  recordRows(db(), [retiredRow(batch.part(first, last), last - first + 1, reference)])

const purchaseOf = (txId: string) => purchaseIdOf(db(), txId)
const leftOf = (txId: string) => balancesOf(db(), txId)

async function dispute(txId: string, outcome: 'open' | 'won' | 'lost'): Promise<void> {
  await disputeAtProvider(db(), await purchaseOf(txId), outcome)
  await pollProvider(test.services)
}

async function exportedOf(batch: TonneBatch): Promise<readonly string[]> {
  const own = batch.part(1, 1).split('-').slice(0, -2).join('-')
  const rows = await exportDue(db())
  return rows.flatMap(({ serial }) => (serial.startsWith(`${own}-`) ? serial : []))
}

/** Returns the public figures. */
async function figuresOf(batch: TonneBatch) {
  const figures = await readFigures(db(), { limit: 100, offset: 0 })
  return figures?.batches.find(({ serial }) => serial === batch.serial)
}

async function logOf(batch: TonneBatch) {
  const { entries } = await fetchLog(`${test.url}/log`)
  const told = entries.map((entry) => JSON.parse(String(entry)))
  return told.flatMap(({ kind, serial, first, last }) =>
    serial === batch.serial ? [[kind, first, last]] : [],
  )
}

describe('a refund', () => {
  it('is refused where any kilogram is retired, except for the money alone', async () => {
    const [batch, first, second] = [await issueTonnes(db(), 3), await person(), await person()]
    const whole = await first.buyByCard(batch, 999)
    const part = await second.buyByCard(batch, 500)
    const none = await first.buyByCard(batch, 100)
    await record(batch, 1, 1, 'REFUND-1')
    for (const txId of [whole, part]) {
      const before = await leftOf(txId)
      expect(await refund(txId)).toEqual({ problem: 'purchase_retired' })
      expect(await leftOf(txId)).toEqual(before)
    }
    expect((await second.get('/passport/me')).body.retired_kg).toBe(1)
    // One kilogram of it is retired, so only the money is refunded.
    expect(await refund(part, true)).toEqual({ stage: 'refunded kept' })
    expect(await refund(part)).toEqual({ stage: 'refunded kept' })
    expect(await second.activityOf(part)).toMatchObject({
      status: 'COMPLETED',
      allocated_kg: 499,
      retired_kg: 1,
    })
    expect(await leftOf(part)).toMatchObject({ goodwill: -1_000, [`kg holder:${second.id}`]: 500 })
    expect(await refund(none)).toEqual({ stage: 'refunded' })
  })

  it('is refused for a single retired kilogram, and not for one next to it', async () => {
    const [batch, buyer] = [await issueTonnes(db(), 2), await person()]
    // Places 1, 2 to 1,000, and 1,001 to 1,020.
    const byWallet = { payment_method: 'wallet', wallet_used: 0.02 }
    const { body } = await buyer.reserve({ ...cardOrder(batch, 1, ''), ...byWallet })
    expect((await buyer.complete(body.txId)).status).toBe(200)
    const rest = await buyer.buyByCard(batch, 999)
    const after = await buyer.buyByCard(batch, 20)
    expect((await record(batch, 1, 1, 'BESIDE-1')).faults).toEqual([])
    for (const txId of [body.txId, rest]) {
      expect(await refund(txId)).toEqual({ problem: 'purchase_retired' })
    }
    expect(await refund(after)).toEqual({ stage: 'refunded' })
  })

  it('is not refused for a tonne that begins right behind its last kilogram', async () => {
    const [batch, buyer, other] = [await issueTonnes(db(), 2), await person(), await person()]
    const txId = await buyer.buyByCard(batch, 1_000)
    const behind = await other.buyByCard(batch, 1_000)
    await record(batch, 1, 1, 'BEHIND-1')
    await record(batch, 2, 2, 'BEHIND-2')
    await correctRetirement(db(), 'BEHIND-1', 'another block', unaudited)
    expect(await refund(behind)).toEqual({ problem: 'purchase_retired' })
    expect(await refund(txId)).toEqual({ stage: 'refunded' })
  })

  it('is possible again after the retirement was corrected; the kilograms are retired with the rest', async () => {
    const [batch, buyer] = [await issueTonnes(db(), 2), await person()]
    const txId = await buyer.buyByCard(batch, 1_000)
    await record(batch, 1, 1, 'REFUND-0')
    expect(await refund(txId)).toEqual({ problem: 'purchase_retired' })
    await correctRetirement(db(), 'REFUND-0', 'another block', unaudited)
    expect(await refund(txId)).toEqual({ stage: 'refunded' })
    expect((await record(batch, 1, 1, 'REFUND-2')).faults).toEqual([])
    expect(await buyer.activityOf(txId)).toMatchObject({ allocated_kg: 0, retired_kg: 0 })
    expect((await buyer.get('/passport/me')).body.retired_kg).toBe(0)
  })

  it.each(['refund', 'retirement'] as const)(
    'and a retirement of its kilograms never both succeed, the %s first',
    async (first) => {
      const [batch, buyer] = [await issueTonnes(db(), 2), await person()]
      const txId = await buyer.buyByCard(batch, 1_000)
      await failCards(db(), 'refund', 'unknown')
      const lock = await holdLock(test, `select from batches where id = '${batch.id}' for update`)
      const race = {
        refund: () => refund(txId),
        retirement: () => record(batch, 1, 1, `RACE-${first}`),
      }
      let answered = 0
      const started = async (call: (typeof race)['refund' | 'retirement']) => {
        const result = await call()
        answered += 1
        return result
      }
      const isRefundFirst = first === 'refund'
      const early = started(isRefundFirst ? race.refund : race.retirement)
      await lock.untilWaiting('row', 1)
      const late = started(isRefundFirst ? race.retirement : race.refund)
      await lock.untilWaiting('row', 2)
      expect(answered).toBe(0)
      await lock.release()
      const ends = await Promise.all([early, late])
      const isRefunding = ends.some((end) => 'stage' in end && end.stage === 'refunding')
      const isRetired = ends.some((end) => 'faults' in end && end.faults.length === 0)
      expect([isRefunding, isRetired].filter(Boolean)).toHaveLength(1)
      const known = await dueOf(db(), batch)
      expect(known).toMatchObject({ retiredTonnes: isRetired ? 1 : 0, dueTonnes: 0 })
      expect(known?.heldBack).toHaveLength(isRefunding ? 1 : 0)
      await reconcilePurchases(test.services, 0)
    },
  )
})

describe('a disputed payment', () => {
  it('keeps its tonnes from being retired until it is won', async () => {
    const [batch, buyer] = [await issueTonnes(db(), 5), await person()]
    await buyer.buyByCard(batch, 999)
    // Places 1,000 to 2,199: a part of three tonnes.
    const disputed = await buyer.buyByCard(batch, 1_200)
    await buyer.buyByCard(batch, 1_900)
    await appendOnce(test)
    await dispute(disputed, 'open')
    expect(await dueOf(db(), batch)).toMatchObject({
      due: [{ first: 3_001, last: 4_000 }],
      dueTonnes: 1,
      heldBack: [{ first: 1, last: 3_000 }],
    })
    expect(await exportedOf(batch)).toEqual([batch.part(4, 4)])
    expect(await figuresOf(batch)).toMatchObject({ soldKg: 4_099, dueKg: 1_000 })
    const rows = [1, 2, 3].map((tonne) => retiredRow(batch.part(tonne, tonne), 1, `D-${tonne}`))
    const whole = retiredRow(batch.part(1, 4), 4, 'D-ALL')
    const faults = await faultsOfRows(db(), [
      retiredRow(batch.part(4, 4), 1, 'D-4'),
      ...rows,
      whole,
    ])
    expect(faults).toEqual([
      expect.stringMatching(/^3: .*places 1 to 1000 some are disputed or go back/),
      expect.stringMatching(/^4: .*places 1001 to 2000 some are disputed/),
      expect.stringMatching(/^5: .*places 2001 to 3000 some are disputed/),
      expect.stringMatching(/^6: .*places 1 to 3000 some are disputed/),
    ])
    expect((await record(batch, 4, 4, 'D-4')).faults).toEqual([])
    await dispute(disputed, 'won')
    expect(await exportedOf(batch)).toEqual([batch.part(1, 3)])
    expect((await record(batch, 1, 3, 'D-WON')).faults).toEqual([])
    expect((await buyer.get('/passport/me')).body.retired_kg).toBe(4_000)
  })

  it('keeps no other tonne from it, not even the one right before it', async () => {
    const [batch, buyer] = [await issueTonnes(db(), 3), await person()]
    await buyer.buyByCard(batch, 1_000)
    const disputed = await buyer.buyByCard(batch, 1_000)
    await buyer.buyByCard(batch, 1_000)
    await dispute(disputed, 'open')
    expect(await dueOf(db(), batch)).toMatchObject({
      due: [
        { first: 1, last: 1_000 },
        { first: 2_001, last: 3_000 },
      ],
      heldBack: [{ first: 1_001, last: 2_000 }],
    })
    expect(await figuresOf(batch)).toMatchObject({ soldKg: 3_000, dueKg: 2_000 })
    for (const tonne of [1, 3]) {
      expect((await record(batch, tonne, tonne, `D-NOT-${tonne}`)).faults).toEqual([])
    }
  })

  it('is not retired in the database either, nor is a refunded one', async () => {
    const [batch, buyer] = [await issueTonnes(db(), 2), await person()]
    const [disputed, refunded] = [
      await buyer.buyByCard(batch, 1_000),
      await buyer.buyByCard(batch, 1_000),
    ]
    await dispute(disputed, 'open')
    await failCards(db(), 'refund', 'unknown')
    expect(await refund(refunded)).toEqual({ stage: 'refunding' })
    for (const [first, last] of [
      [1, 1_000],
      [1_001, 2_000],
    ]) {
      const insert = statement(
        `test-retire-anyway-${first}`,
        {},
        `with noted as (insert into log_notices (batch_id, kind, first_place, last_place, reference)
           values ($1, 'retire', ${first}, ${last}, 'R') returning id)
         insert into retirements select id, $1, ${first}, ${last}, 'S', 'R', null, now()::date, now()
         from noted`,
      )
      await expect(db().run(insert, [batch.id])).rejects.toThrow('some are disputed or go back')
    }
    await reconcilePurchases(test.services, 0)
    // Its kilograms are in `returned` now, and retired with the rest.
    expect(await dueOf(db(), batch)).toMatchObject({ due: [{ first: 1_001, last: 2_000 }] })
  })

  it('that is lost takes the kilograms, retired ones too, and the log shows it in order', async () => {
    const [batch, buyer, other] = [await issueTonnes(db(), 3), await person(), await person()]
    const lost = await buyer.buyByCard(batch, 1_500)
    const stays = await other.buyByCard(batch, 500)
    await record(batch, 1, 1, 'LOST-1')
    expect(await buyer.activityOf(lost)).toMatchObject({ allocated_kg: 500, retired_kg: 1_000 })
    await dispute(lost, 'open')
    // A retired tonne no longer waits.
    expect((await dueOf(db(), batch))?.heldBack).toEqual([{ first: 1_001, last: 2_000 }])
    expect(await buyer.activityOf(lost)).toMatchObject({
      status: 'DISPUTED',
      allocated_kg: 500,
      retired_kg: 1_000,
    })
    await dispute(lost, 'lost')
    expect(await buyer.activityOf(lost)).toMatchObject({
      status: 'REFUNDED',
      allocated_kg: 0,
      retired_kg: 0,
    })
    const { body: profile } = await buyer.get('/passport/me')
    expect(profile).toMatchObject({ total_offsets: 0, retired_kg: 0 })
    expect(await leftOf(lost)).toEqual({
      chargebacks: -3_000,
      sales: 3_000,
      'kg available': -1_500,
      'kg returned': 1_500,
    })
    const states = async (of: Person, txId: string, cursor: number) => {
      const { body } = await of.get(
        `/api/tokens/transaction/${txId}/tokens?cursor=${cursor}&limit=2`,
      )
      return body.map(({ state }: { readonly state: string }) => state)
    }
    // The registry's record stays, whichever holder the kilograms have.
    expect(await states(buyer, lost, 999)).toEqual(['retired', 'allocated'])
    expect(await states(buyer, lost, 0)).toEqual(['retired', 'retired'])
    expect((await record(batch, 2, 2, 'LOST-2')).faults).toEqual([])
    expect(await states(other, stays, 0)).toEqual(['retired', 'retired'])
    await appendOnce(test)
    expect(await logOf(batch)).toEqual([
      ['issue', undefined, undefined],
      ['allocate', 1, 1_500],
      ['allocate', 1_501, 2_000],
      ['retire', 1, 1_000],
      ['return', 1, 1_500],
      ['retire', 1_001, 2_000],
    ])
  })
})

describe('the log', () => {
  it('contains a return after its sale, in rounds of any size', async () => {
    for (const max of [1, 2, 3, 5_000]) {
      const [batch, buyer] = [await issueTonnes(db(), 1), await person()]
      const [first, second] = [await buyer.buyByCard(batch, 30), await buyer.buyByCard(batch, 20)]
      await refund(second)
      await refund(first)
      await buyer.buyByCard(batch, 20)
      while (await appendOnce(test, max));
      expect({ max, entries: await logOf(batch) }).toEqual({
        max,
        entries: [
          ['issue', undefined, undefined],
          ['allocate', 1, 30],
          ['allocate', 31, 50],
          ['return', 31, 50],
          ['return', 1, 30],
          ['allocate', 51, 70],
        ],
      })
    }
  })
})
