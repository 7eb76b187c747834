// Tests refunds in part at the same time as a retirement, a dispute, and a move of a passport to another number. A held
// lock fixes the order. The ledger and the log are checked at the end.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { reconcilePurchases } from '#features/purchases/card/reconcile-purchases.ts'
import { pollCardEvents } from '#features/purchases/refund/handle-card-events.ts'
import { refundPurchase } from '#features/purchases/refund/refund-purchase.ts'
import {
  disputeAtProvider,
  makePollDue,
  returnedAtProvider,
} from '#tests/support/people/card-provider-page.ts'
import { newPhone, Person } from '#tests/support/people/person.ts'
import { balancesOf, purchaseIdOf } from '#tests/support/people/purchase-books.ts'
import {
  closeWithLog,
  dueOf,
  issueTonnes,
  recordRows,
  retiredRow,
} from '#tests/support/people/retirements.ts'
import { giveByCard, totalOf } from '#tests/support/people/rewards.ts'
import { holdLock } from '#tests/support/servers/waiting-locks.ts'
import { healSandboxes } from '#tests/support/stand-ins/sandbox-faults.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { statement } from '#tests/support/test-statement.ts'

const forgetLimits = statement('test-part-attempts', {}, 'delete from sign_in_attempts')

let test: TestApp
beforeAll(async () => {
  test = await startTestApp({}, undefined, { background: false })
})
beforeEach(() => healSandboxes(test.services.db))
afterAll(() => closeWithLog(test))

const db = () => test.services.db
const newBuyer = () => new Person(test.url).signIn()
const refund = (txId: string, kg: number | null = null, keepsKilograms = false) =>
  refundPurchase(test.services, { txId, keepsKilograms, kg, record: async () => undefined })

/**
 * Starts two calls while the rows of `lockSql` are locked, the second when the first waits, and unlocks them when both
 * wait. PostgreSQL gives a row to its waiters in their order.
 */
async function inTurn<First, Second>(
  lockSql: string,
  first: () => Promise<First>,
  second: () => Promise<Second>,
): Promise<[First, Second]> {
  const lock = await holdLock(test, lockSql)
  const one = first()
  await lock.untilWaiting('row', 1)
  const two = second()
  await lock.untilWaiting('row', 2)
  await lock.release()
  return Promise.all([one, two])
}

async function listen(): Promise<void> {
  await makePollDue(db(), 'cards')
  await pollCardEvents(test.services)
}

describe('a retirement', () => {
  /** A purchase of 2,600 kg, of whose tonnes two are whole, and the lock of its batch. */
  async function bought() {
    const [buyer, batch] = [await newBuyer(), await issueTonnes(db(), 3)]
    const txId = await buyer.buyByCard(batch, 2_600)
    const lockSql = `select from batches where id = '${batch.id}' for no key update`
    return { buyer, batch, txId, lockSql }
  }

  it('keeps the retired places from a part, and leaves the newer ones', async () => {
    const { buyer, batch, txId } = await bought()
    await recordRows(db(), [retiredRow(batch.part(1, 2), 2, 'R-PART-OLD')])
    expect(await refund(txId, 601)).toEqual({ problem: 'purchase_retired' })
    expect(await refund(txId)).toEqual({ problem: 'purchase_retired' })
    expect(await refund(txId, 600)).toEqual({ stage: 'none' })
    expect(await refund(txId, 1)).toEqual({ problem: 'purchase_retired' })
    expect(await totalOf(buyer)).toBe(2_000)
    const { body: passport } = await buyer.get('/passport/me')
    expect(passport.retired_kg).toBe(2_000)
    expect(await refund(txId, null, true)).toEqual({ stage: 'refunded kept' })
    expect(await returnedAtProvider(db(), await purchaseIdOf(db(), txId))).toMatchObject({
      refunded_minor: 5_200,
    })
    expect(await totalOf(buyer)).toBe(2_000)
  })

  it('that comes first refuses a concurrent part', async () => {
    const { buyer, batch, txId, lockSql } = await bought()
    const rows = [retiredRow(batch.part(1, 2), 2, 'R-PART-FIRST')]
    const [retired, part] = await inTurn(
      lockSql,
      () => recordRows(db(), rows),
      () => refund(txId, 700),
    )
    expect([retired.faults, part]).toEqual([[], { problem: 'purchase_retired' }])
    expect(await totalOf(buyer)).toBe(2_600)
  })

  it('that comes second retires the returned places with the rest', async () => {
    const { buyer, batch, txId, lockSql } = await bought()
    const rows = [retiredRow(batch.part(1, 2), 2, 'R-PART-SECOND')]
    const [part, retired] = await inTurn(
      lockSql,
      () => refund(txId, 700),
      () => recordRows(db(), rows),
    )
    expect([part, retired.faults]).toEqual([{ stage: 'none' }, []])
    expect(await totalOf(buyer)).toBe(1_900)
    expect((await buyer.get('/passport/me')).body.retired_kg).toBe(1_900)
    expect(await dueOf(db(), batch)).toMatchObject({
      retiredTonnes: 2,
      dueTonnes: 0,
      soldTonnes: 2.6,
    })
  })
})

describe('a dispute', () => {
  async function bought() {
    const [buyer, batch] = [await newBuyer(), await issueTonnes(db(), 1)]
    const txId = await buyer.buyByCard(batch, 50)
    const id = await purchaseIdOf(db(), txId)
    await disputeAtProvider(db(), id, 'open')
    await makePollDue(db(), 'cards')
    return { buyer, txId, id, lockSql: `select from purchases where id = '${id}' for update` }
  }
  const hear = () => pollCardEvents(test.services)

  it('that comes first refuses a concurrent part', async () => {
    const { buyer, txId, id, lockSql } = await bought()
    const [, part] = await inTurn(lockSql, hear, () => refund(txId, 10))
    expect(part).toEqual({ problem: 'purchase_disputed' })
    await disputeAtProvider(db(), id, 'lost')
    await listen()
    expect(await totalOf(buyer)).toBe(0)
    expect(await balancesOf(db(), txId)).toMatchObject({ chargebacks: -100, 'kg returned': 50 })
  })

  it.each(['won', 'lost'] as const)(
    'that comes second keeps the money of a part until it is %s',
    async (outcome) => {
      const { buyer, txId, id, lockSql } = await bought()
      const [part] = await inTurn(lockSql, () => refund(txId, 10), hear)
      await listen()
      expect(part).toMatchObject({ stage: expect.stringMatching(/^(none|disputed)$/) })
      await reconcilePurchases(test.services, 0)
      // The provider refuses refunds of a disputed payment.
      expect(await returnedAtProvider(db(), id)).toEqual({ refunded_minor: 0, lost_minor: 0 })
      expect(await balancesOf(db(), txId)).toMatchObject({ refunds_due: 20, 'kg returned': 10 })
      await disputeAtProvider(db(), id, outcome)
      await listen()
      await reconcilePurchases(test.services, 0)
      const isLost = outcome === 'lost'
      expect(await totalOf(buyer)).toBe(isLost ? 0 : 40)
      expect(await returnedAtProvider(db(), id)).toEqual({
        refunded_minor: isLost ? 0 : 20,
        lost_minor: isLost ? 100 : 0,
      })
      expect(await balancesOf(db(), txId)).not.toHaveProperty('refunds_due')
    },
  )
})

describe('a move to the number that a gift waits for', () => {
  /** A gift of 50 kg to a number without a passport, and the passport that moves to this number. */
  async function given() {
    const [giver, batch] = [await newBuyer(), await issueTonnes(db(), 1)]
    const mover = await newBuyer()
    const phone = newPhone()
    const txId = await giveByCard(giver, batch, 50, phone)
    await db().run(forgetLimits)
    const code = await mover.codeFor('change_number')
    const codes = { phone, code, new_code: await mover.codeFor('change_number', phone) }
    const move = () => mover.signed('/api/profile/phone', codes)
    const id = await purchaseIdOf(db(), txId)
    return { mover, txId, move, lockSql: `select from purchases where id = '${id}' for update` }
  }

  it('that comes first keeps the kilograms from a concurrent part', async () => {
    const { mover, txId, move, lockSql } = await given()
    const [moved, part] = await inTurn(lockSql, move, () => refund(txId, 10))
    expect([moved.status, part]).toEqual([200, { problem: 'purchase_given' }])
    expect(await totalOf(mover)).toBe(50)
  })

  it('that comes second receives the kilograms that a part left', async () => {
    const { mover, txId, move, lockSql } = await given()
    const [part, moved] = await inTurn(lockSql, () => refund(txId, 10), move)
    expect([part, moved.status]).toEqual([{ stage: 'none' }, 200])
    expect(await totalOf(mover)).toBe(40)
  })
})
