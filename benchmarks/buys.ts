// Compares whole purchases over HTTP with pgbench on the same server. A purchase is getPin and
// validatePin, with session, signature, idempotency key, holds, ledger, message and scores.
import { type Claim, compareAll, type Finding } from '#benchmarks/compare.ts'
import { runClients } from '#benchmarks/load.ts'
import { openPgbench } from '#benchmarks/pgbench.ts'
import { openShop, plentyKg, type Shop, type Shopper, walletOrder } from '#benchmarks/shop.ts'
import { statement } from '#platform/database/statement.ts'
import { cardOrder, type TestBatch } from '#tests/support/people/person.ts'

/** Number of batches over which row 3 spreads the buyers. */
const manyBatches = 200
/** The card provider's minimum amount in pounds (docs/product.md#card-minimum). */
const cardMinimum = 0.3
/** Maximum number of purchases by card in a run, because each uses one token. */
const tokensPerRunMax = 20_000

/** Creates card tokens in the sandbox's table, so that the run does not measure their creation. */
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
    const manyBatchList = await issueManyBatches(shop)
    const soldOut = await shop.issueBatch(1)
    await people[0]?.buy(walletOrder(soldOut, 1))
    const measureBuysOf = (count: number) => () =>
      buyByWallet(people.slice(0, count), [batch], seconds)
    const rival = 'pgbench tpcb-like, 16 clients, prepared'
    const measurePgbench = () => pgbench.measure(seconds)
    const claims: Claim[] = [
      {
        row: '1',
        measure: 'buys by wallet on one batch, 128 clients',
        rival,
        goal: 0.7,
        measureOurs: measureBuysOf(128),
        measureRival: measurePgbench,
      },
      {
        row: '1b',
        measure: 'buys by card on one batch, 128 clients',
        rival: 'row 1',
        goal: 0.7,
        measureOurs: () => buyByCard(shop, people, batch, seconds),
        measureRival: measureBuysOf(128),
      },
      {
        row: '1c',
        measure: 'pairs of requests that ask no database, 128 clients: what no buy can pass',
        rival,
        goal: null,
        measureOurs: () => sendEmptyPairs(people, seconds),
        measureRival: measurePgbench,
      },
      {
        row: '2',
        measure: 'buys by wallet on one batch, 32 clients',
        rival,
        goal: 0.5,
        measureOurs: measureBuysOf(32),
        measureRival: measurePgbench,
      },
      {
        row: '3',
        measure: 'buys on one batch',
        rival: `buys spread over ${manyBatches} batches`,
        goal: 0.9,
        measureOurs: measureBuysOf(128),
        measureRival: () => buyByWallet(people, manyBatchList, seconds),
      },
      {
        row: '4',
        measure: 'refusals of a sold-out batch',
        rival: 'row 1',
        goal: 2,
        measureOurs: () => sendRefusedOrders(people, soldOut, seconds),
        measureRival: measureBuysOf(128),
      },
      {
        row: '13',
        measure: 'buys of 1 kg (so the cost of 10,000 kg)',
        rival: 'buys of 10,000 kg',
        goal: 1.1,
        isMaximum: true,
        measureOurs: measureBuysOf(32),
        measureRival: () => buyByWallet(people.slice(0, 32), [batch], seconds, 10_000),
      },
    ]
    const findings = await compareAll(claims, rounds)
    process.stderr.write(`memory of the app after it all: ${await shop.memoryMiB()} MiB\n`)
    return findings
  } finally {
    await shop.close()
  }
}

export function issueManyBatches(shop: Shop): Promise<TestBatch[]> {
  return Promise.all(Array.from({ length: manyBatches }, () => shop.issueBatch(plentyKg)))
}

/** Measures purchases by wallet. Each person buys from the batches in turn and starts with another one. */
export function buyByWallet(
  people: readonly Shopper[],
  batches: readonly TestBatch[],
  seconds: number,
  kg = 1,
) {
  const orders = batches.map((batch) => walletOrder(batch, kg))
  return runClients(
    people.map((person, index) => {
      let orderIndex = index
      return () => {
        orderIndex += 1
        return person.buy(orders[orderIndex % orders.length] ?? {})
      }
    }),
    seconds,
  )
}

async function buyByCard(
  shop: Shop,
  people: readonly Shopper[],
  batch: TestBatch,
  seconds: number,
) {
  const tokens = (await shop.db.run(insertTokens, [tokensPerRunMax])).map(({ id }) => id)
  const kg = Math.ceil(cardMinimum / batch.price_per_kg)
  return runClients(
    people.map((person) => () => {
      const token = tokens.pop()
      if (token === undefined) throw new Error('more card purchases than tokens were made')
      return person.buy(cardOrder(batch, kg, token))
    }),
    seconds,
  )
}

/** Measures pairs of requests, as a purchase sends, to a route without work. */
function sendEmptyPairs(people: readonly Shopper[], seconds: number) {
  return runClients(
    people.map((person) => async () => {
      await person.get('/health/live')
      await person.get('/health/live')
    }),
    seconds,
  )
}

/** Measures refused orders: whole purchases from a batch without stock. */
function sendRefusedOrders(people: readonly Shopper[], soldOut: TestBatch, seconds: number) {
  const order = walletOrder(soldOut, 1)
  return runClients(
    people.map((person) => async () => {
      const { status, body } = await person.signed('/api/tokens/getPin', order)
      if (status !== 409) throw new Error(`a sold-out batch answered ${status} ${body}`)
    }),
    seconds,
  )
}
