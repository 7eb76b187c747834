// Tests that any figures of a client lead to the server's own charge or to none.
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type IssuedBatch, issueTestBatch } from '#tests/support/people/batch.ts'
import { closeWithBooks } from '#tests/support/people/books.ts'
import { Person } from '#tests/support/people/person.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

const runs = 200
/** Each run is four calls, on any machine. */
const timeoutMs = 120_000
const price = 0.02
/** The welcome credit and the card's minimum amount, in pence. */
const walletMinor = 100
const cardMinimumMinor = 30

let test: TestApp
let buyer: Person
let batch: IssuedBatch
beforeAll(async () => {
  test = await startTestApp()
  buyer = await new Person(test.url).signIn()
  batch = await issueTestBatch(test.services.db, { kg: 100_000 })
})
afterAll(() => closeWithBooks(test))

type Method = 'wallet' | 'card' | 'wallet+card'
type Split = { readonly wallet: number; readonly card: number }

/** Returns the right split in pence, or null where the order cannot be paid so. */
function rightSplit(method: Method, count: number): Split | null {
  const total = 2 * count
  const wallet = {
    wallet: total,
    card: 0,
    'wallet+card':
      walletMinor >= total ? total : Math.max(0, Math.min(walletMinor, total - cardMinimumMinor)),
  }[method]
  if (method === 'wallet' && total > walletMinor) return null
  const card = total - wallet
  return card > 0 && card < cardMinimumMinor ? null : { wallet, card }
}

/** A figure near the right one, far from it, or absent. */
const figureNear = (right: number) =>
  fc.oneof(
    { weight: 6, arbitrary: fc.constant<unknown>(right) },
    { weight: 2, arbitrary: fc.constantFrom<unknown>(right - 0.01, right + 0.01) },
    { weight: 2, arbitrary: fc.constantFrom<unknown>(right - 0.02, right + 0.02, -right) },
    { weight: 1, arbitrary: fc.constantFrom<unknown>(0, -0, 1e308, -1e308, 5e-324, 0.1 + 0.2) },
    { weight: 1, arbitrary: fc.double({ noNaN: true, noDefaultInfinity: true }) },
    { weight: 1, arbitrary: fc.constantFrom<unknown>(undefined, null) },
    {
      weight: 2,
      arbitrary: fc.constantFrom<unknown>(
        String(right),
        [right],
        { value: right },
        true,
        'NaN',
        [],
      ),
    },
  )

const attempts = fc
  .record({
    method: fc.constantFrom<Method>('wallet', 'card', 'wallet+card'),
    count: fc.integer({ min: 1, max: 120 }),
  })
  .chain(({ method, count }) => {
    const right = rightSplit(method, count) ?? { wallet: 0, card: 2 * count }
    return fc.record({
      method: fc.constant(method),
      count: fc.constant(count),
      amount: figureNear(price),
      wallet: figureNear(right.wallet / 100),
      card: figureNear(right.card / 100),
      currency: fc.constantFrom('GBP', 'GBP', 'GBP', 'GBP', 'EUR', 'gbp', ''),
    })
  })

const isAbsent = (value: unknown) => value === undefined || value === null

/** Whether a figure agrees: within a penny, or absent. */
const agrees = (sent: unknown, minor: number) =>
  isAbsent(sent) || (typeof sent === 'number' && Math.abs(Math.round(sent * 100) - minor) <= 1)

it(
  'charges its own figures, or answers 400 or 409 and holds nothing',
  async () => {
    let card_token = await buyer.cardToken()
    let charged = 0
    await fc.assert(
      fc.asyncProperty(attempts, async ({ method, count, amount, wallet, card, currency }) => {
        const preview = await buyer.post('/api/wallet/prepay-preview', {
          phone: buyer.phone,
          total_price: price * count,
          currency: 'GBP',
          user_currency: 'GBP',
        })
        const answer = await buyer.reserve({
          batchId: batch.id,
          count,
          amount,
          currency,
          payment_method: method,
          wallet_used: wallet,
          card_used: card,
          wallet_tx_id: preview.body.wallet_tx_id,
          card_token,
        })
        const right = rightSplit(method, count)
        const isRight =
          right !== null &&
          amount === price &&
          currency === 'GBP' &&
          agrees(wallet, right.wallet) &&
          agrees(card, right.card)
        expect(isRight ? [200] : [400, 409]).toContain(answer.status)
        if (answer.status === 200 && right !== null) {
          charged += 1
          expect(answer.body).toMatchObject({
            total: (2 * count) / 100,
            wallet_used: right.wallet / 100,
            card_used: right.card / 100,
            currency: 'GBP',
          })
          expect((await buyer.cancel(answer.body.txId)).status).toBe(200)
          card_token = await buyer.cardToken()
        }
        const { body } = await buyer.get('/api/wallet/me')
        expect(body.wallets[0].totals).toEqual([{ currency: 'GBP', total: 1, held: 0 }])
      }),
      { numRuns: runs },
    )
    // Honest figures are drawn often enough that some agree.
    expect(charged).toBeGreaterThan(0)
  },
  timeoutMs,
)

it('refuses numbers beyond the range of a double', async () => {
  const body = (figure: string) =>
    `{"batchId":"${batch.id}","count":10,"amount":${figure},"currency":"GBP","wallet_used":${figure}}`
  for (const figure of ['1e400', '-1e400', '0.02e0000000000000000001', '"0.02"']) {
    const answer = await buyer.signedText('/api/tokens/getPin', body(figure))
    expect([400, 409]).toContain(answer.status)
  }
})
