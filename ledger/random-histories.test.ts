// Tests random orders of credits, debits, purchases, cancellations and expiries on a real
// PostgreSQL against a small oracle: every currency sums to zero, every wallet to its postings.
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { expirePurchases } from '#features/purchases/end/end-purchases.ts'
import { checkLedger } from '#features/purchases/inspect/check-ledger.ts'
import { type IssuedBatch, issueTestBatch } from '#tests/support/people/batch.ts'
import { newPartner, type Partner } from '#tests/support/people/partner.ts'
import { Person } from '#tests/support/people/person.ts'
import { type OracleWallet, splitBySpecification } from '#tests/support/people/wallet-oracle.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { statement } from '#tests/support/test-statement.ts'

const runs = 15
const stepsMax = 40
/** One wallet of each programme and currency, in the order in which they are first funded. */
const kinds = [
  { programme: 0, currency: 'GBP' },
  { programme: 0, currency: 'EUR' },
  { programme: 1, currency: 'GBP' },
  { programme: 1, currency: 'TRY' },
] as const

const lapse = statement(
  'test-lapse-purchase',
  {},
  `update purchases set expires_at = now() - interval '1 second' where tx_id = $1`,
)
const sumsByCurrency = statement(
  'test-sums-by-currency',
  { currency: 'text', sum: 'int8' },
  `select currency::text as currency, sum(amount)::bigint as sum from (
     select currency, amount_minor as amount from money_postings
     union all select currency, -amount_minor from money_postings) legs group by 1`,
)

let test: TestApp
let partners: Partner[]
let batches: IssuedBatch[]
beforeAll(async () => {
  test = await startTestApp({ WELCOME_CREDIT: '0', OPEN_RESERVATIONS_MAX: '1000' })
  const { db } = test.services
  partners = [await newPartner(test.services, test.url), await newPartner(test.services, test.url)]
  batches = [
    await issueTestBatch(db, { kg: 1_000_000, priceMicros: 23_400 }),
    await issueTestBatch(db, { kg: 1_000_000, priceMicros: 31_700, currency: 'USD' }),
  ]
})
afterAll(() => test.close())

const step = fc.oneof(
  fc.record({
    does: fc.constant('credit' as const),
    kind: fc.nat(kinds.length - 1),
    minor: fc.integer({ min: 1, max: 900 }),
  }),
  fc.record({ does: fc.constant('reverse' as const), which: fc.nat() }),
  fc.record({
    does: fc.constant('reserve' as const),
    batch: fc.nat(1),
    kg: fc.integer({ min: 1, max: 300 }),
  }),
  fc.record({ does: fc.constantFrom('complete', 'cancel', 'lapse'), which: fc.nat() }),
)
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

type Open = { readonly txId: string; readonly parts: readonly number[] }
type Credit = { readonly id: string; readonly kind: number; readonly minor: number; live: boolean }

/** A person whose wallets are followed by hand. */
class Follower {
  readonly person: Person
  readonly wallets: (OracleWallet & { heldMinor: number })[] = []
  readonly credits: Credit[] = []
  open: Open[] = []

  constructor(person: Person) {
    this.person = person
  }

  async take(step: Step): Promise<void> {
    if (step.does === 'credit') await this.credit(step.kind, step.minor)
    else if (step.does === 'reverse') await this.reverse(step.which)
    else if (step.does === 'reserve') await this.reserve(step.batch, step.kg)
    else await this.end(step.does, step.which)
  }

  async credit(place: number, minor: number): Promise<void> {
    const kind = kinds[place] ?? kinds[0]
    const partner = partners[kind.programme]
    const answer = await partner?.credit(this.person.phone, minor / 100, kind.currency)
    let wallet = this.wallets.find((each) => each.kind === place)
    if (wallet === undefined) {
      wallet = { kind: place, currency: kind.currency, balanceMinor: 0, heldMinor: 0 }
      this.wallets.push(wallet)
    }
    wallet.balanceMinor += minor
    expect(answer?.body.balance).toBe(wallet.balanceMinor / 100)
    this.credits.push({ id: answer?.body.id, kind: place, minor, live: true })
  }

  async reverse(which: number): Promise<void> {
    const credit = this.credits[which % this.credits.length]
    if (credit === undefined) return
    const programme = kinds[credit.kind]?.programme ?? 0
    const answer = await partners[programme]?.debit(credit.id)
    const wallet = this.wallets.find((each) => each.kind === credit.kind)
    if (wallet === undefined) throw new Error('a credit without a wallet')
    const isDue = credit.live && wallet.balanceMinor >= credit.minor
    expect(answer?.status).toBe(isDue ? 201 : 409)
    if (!isDue) return
    credit.live = false
    wallet.balanceMinor -= credit.minor
    expect(answer?.body.balance).toBe(wallet.balanceMinor / 100)
  }

  async reserve(place: number, kg: number): Promise<void> {
    const batch = batches[place]
    if (batch === undefined) throw new Error('no such batch')
    const preview = await this.person.post('/api/wallet/prepay-preview', {
      phone: this.person.phone,
      total_price: batch.price_per_kg * kg,
      currency: batch.currency,
      user_currency: 'GBP',
    })
    const split = splitBySpecification(batch, kg, 'GBP', this.wallets, 30)
    const { wallet_used, card_needed } = preview.body
    expect([wallet_used, card_needed]).toEqual([split.walletMinor / 100, split.cardMinor / 100])
    const reserved = await this.person.reserve({
      batchId: batch.id,
      count: kg,
      amount: batch.price_per_kg,
      currency: batch.currency,
      payment_method: card_needed === 0 ? 'wallet' : 'wallet+card',
      wallet_used,
      card_used: card_needed,
      wallet_tx_id: preview.body.wallet_tx_id,
      ...(card_needed === 0 ? {} : { card_token: await this.person.cardToken() }),
    })
    const isTooSmall = split.cardMinor > 0 && split.cardMinor < 30
    expect(reserved.status).toBe(isTooSmall ? 400 : 200)
    if (isTooSmall) return
    for (const [index, wallet] of this.wallets.entries()) {
      wallet.balanceMinor -= split.debits[index] ?? 0
      wallet.heldMinor += split.debits[index] ?? 0
    }
    this.open.push({ txId: reserved.body.txId, parts: split.debits })
  }

  async end(how: string, which: number): Promise<void> {
    const purchase = this.open[which % this.open.length]
    if (purchase === undefined) return
    this.open = this.open.filter((each) => each !== purchase)
    if (how === 'complete') expect((await this.person.complete(purchase.txId)).status).toBe(200)
    if (how === 'cancel') expect((await this.person.cancel(purchase.txId)).status).toBe(200)
    if (how === 'lapse') {
      await test.services.db.run(lapse, [purchase.txId])
      await expirePurchases(test.services)
      expect((await this.person.complete(purchase.txId)).status).toBe(410)
    }
    for (const [index, minor] of purchase.parts.entries()) {
      const wallet = this.wallets[index]
      if (wallet === undefined) continue
      wallet.heldMinor -= minor
      if (how !== 'complete') wallet.balanceMinor += minor
    }
  }

  async agrees(): Promise<void> {
    const { body } = await this.person.get('/api/wallet/me')
    const shown = body.wallets.flatMap((wallet: { program_id: string; totals: object[] }) =>
      wallet.totals.map((total) => ({ program_id: wallet.program_id, ...total })),
    )
    const expected = this.wallets.map(({ kind, currency, balanceMinor, heldMinor }) => ({
      program_id: partners[kinds[kind]?.programme ?? 0]?.terminal.programmeId,
      currency,
      total: balanceMinor / 100,
      held: heldMinor / 100,
    }))
    const order = (a: object, b: object) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)
    expect(shown.toSorted(order)).toEqual(expected.toSorted(order))
  }
}

it('balances equal the oracle after every step of every history', async () => {
  const { db } = test.services
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: stepsMax }), async (steps) => {
      const follower = new Follower(await new Person(test.url).signIn())
      for (const each of steps) {
        await follower.take(each)
        await follower.agrees()
      }
      expect((await checkLedger(db)).faults).toEqual([])
      for (const { sum } of await db.run(sumsByCurrency)) expect(sum).toBe(0)
    }),
    { numRuns: runs },
  )
}, 120_000)
