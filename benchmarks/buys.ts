// Compares whole purchases over HTTP with pgbench on the same server. A purchase is getPin and
// validatePin, with session, signature, idempotency key, holds, ledger, message and scores.
import { type Claim, compare, type Finding } from '#benchmarks/compare.ts'
import { runClients } from '#benchmarks/load.ts'
import { openPgbench } from '#benchmarks/pgbench.ts'
import { openShop, plentyKg, type Shop, type Shopper, walletOrder } from '#benchmarks/shop.ts'
import { statement } from '#platform/database/statement.ts'
import { cardOrder, type TestBatch } from '#tests/support/people/person.ts'

/** Goal 3 spreads the buyers over as many batches. */
const manyBatches = 200
/** The provider's minimum in pounds (docs/product.md#card-minimum). */
const cardFloor = 0.3
/** Purchases by card in one counted run at most: each uses one token. */
const tokensPerRun = 20_000

/**
 * Tokens of a hosted field, written where the sandbox keeps them, because making a token is no part
 * of a purchase.
 */
const insertTokens = statement(
  'bench-insert-card-tokens',
  { id: 'text' },
  `insert into sandbox_cards.tokens (id, behaviour)
   select 'tok_' || gen_random_uuid(), 'pays' from generate_series(1, $1::int) returning id`,
)

export async function measureBuys(seconds: number, rounds: number): Promise<Finding[]> {
  const shop = await openShop()
  try {
    const pgbench = await openPgbench(shop.superuserUrl)
    const people = await shop.signIn(128)
    const batch = await shop.issueBatch(plentyKg)
    const spread = await issueMany(shop)
    const soldOut = await shop.issueBatch(1)
    await people[0]?.buy(walletOrder(soldOut, 1))
    const buysOf = (count: number) => () => byWallet(people.slice(0, count), [batch], seconds)
    const rival = 'pgbench tpcb-like, 16 clients, prepared'
    const measurePgbench = () => pgbench.measure(seconds)
    const claims: Claim[] = [
      {
        row: '1',
        measure: 'buys by wallet on one batch, 128 clients',
        rival,
        goal: 0.7,
        measureOurs: buysOf(128),
        measureRival: measurePgbench,
      },
      {
        row: '1b',
        measure: 'buys by card on one batch, 128 clients',
        rival: 'row 1',
        goal: 0.7,
        measureOurs: () => byCard(shop, people, batch, seconds),
        measureRival: buysOf(128),
      },
      {
        row: '1c',
        measure: 'pairs of requests that ask no database, 128 clients: what no buy can pass',
        rival,
        goal: null,
        measureOurs: () => emptyPairs(people, seconds),
        measureRival: measurePgbench,
      },
      {
        row: '2',
        measure: 'buys by wallet on one batch, 32 clients',
        rival,
        goal: 0.5,
        measureOurs: buysOf(32),
        measureRival: measurePgbench,
      },
      {
        row: '3',
        measure: 'buys on one batch',
        rival: `buys spread over ${manyBatches} batches`,
        goal: 0.9,
        measureOurs: buysOf(128),
        measureRival: () => byWallet(people, spread, seconds),
      },
      {
        row: '4',
        measure: 'refusals of a sold-out batch',
        rival: 'row 1',
        goal: 2,
        measureOurs: () => refusals(people, soldOut, seconds),
        measureRival: buysOf(128),
      },
      {
        row: '13',
        measure: 'buys of 1 kg (so the cost of 10,000 kg)',
        rival: 'buys of 10,000 kg',
        goal: 1.1,
        atMost: true,
        measureOurs: buysOf(32),
        measureRival: () => byWallet(people.slice(0, 32), [batch], seconds, 10_000),
      },
    ]
    const findings: Finding[] = []
    for (const claim of claims) findings.push(await compare(claim, rounds))
    process.stderr.write(`memory of the app after it all: ${await shop.memoryMiB()} MiB\n`)
    return findings
  } finally {
    await shop.close()
  }
}

export function issueMany(shop: Shop): Promise<TestBatch[]> {
  return Promise.all(Array.from({ length: manyBatches }, () => shop.issueBatch(plentyKg)))
}

/** Each person buys from the batches in turn, with a different start. */
export function byWallet(
  people: readonly Shopper[],
  batches: readonly TestBatch[],
  seconds: number,
  kg = 1,
) {
  const orders = batches.map((batch) => walletOrder(batch, kg))
  return runClients(
    people.map((person, index) => {
      let turn = index
      return () => {
        turn += 1
        return person.buy(orders[turn % orders.length] ?? {})
      }
    }),
    seconds,
  )
}

async function byCard(shop: Shop, people: readonly Shopper[], batch: TestBatch, seconds: number) {
  const tokens = (await shop.db.run(insertTokens, [tokensPerRun])).map(({ id }) => id)
  const kg = Math.ceil(cardFloor / batch.price_per_kg)
  return runClients(
    people.map((person) => () => {
      const token = tokens.pop()
      if (token === undefined) throw new Error('more card purchases than tokens were made')
      return person.buy(cardOrder(batch, kg, token))
    }),
    seconds,
  )
}

/** As many requests as a purchase sends, to a route without work. */
function emptyPairs(people: readonly Shopper[], seconds: number) {
  return runClients(
    people.map((person) => async () => {
      await person.get('/health/live')
      await person.get('/health/live')
    }),
    seconds,
  )
}

/** Refusals send all inputs of a purchase, but the batch has no stock. */
function refusals(people: readonly Shopper[], soldOut: TestBatch, seconds: number) {
  const order = walletOrder(soldOut, 1)
  return runClients(
    people.map((person) => async () => {
      const { status, body } = await person.signed('/api/tokens/getPin', order)
      if (status !== 409) throw new Error(`a sold-out batch answered ${status} ${body}`)
    }),
    seconds,
  )
}
