// Measures what a second process of the app gains, and what it costs for a batch that all people buy.
// Both processes always run, on one database. The same people use one process or both.
import { randomBytes } from 'node:crypto'
import { buyByWallet, issueManyBatches } from '#benchmarks/buys.ts'
import { type Claim, compareAll, type Finding, type Rate } from '#benchmarks/compare.ts'
import { openConnection } from '#benchmarks/connection.ts'
import { runClients } from '#benchmarks/load.ts'
import { openShop, plentyKg, Shopper, walletOrder } from '#benchmarks/shop.ts'
import { measureSessionChecks, openSigners } from '#benchmarks/sign-ins.ts'
import type { TestBatch } from '#tests/support/people/person.ts'
import { openProduct } from '#tests/support/servers/product.ts'

const buyers = 64
const signers = 32
const rival = 'the same at one process'

/** A person's connections to both processes. */
type Pair = { readonly first: Shopper; readonly second: Shopper }

export async function measureProcesses(seconds: number, rounds: number): Promise<Finding[]> {
  const commonSettings = { SECRET_KEY: randomBytes(32).toString('hex'), WELCOME_CREDIT: '0' }
  const shop = await openShop(commonSettings)
  const settings = { LOG_LEVEL: 'error', DEMO_CATALOGUE: '0', DATABASE_URL: shop.databaseUrl }
  const secondProcess = await openProduct({ ...commonSettings, ...settings })
  const pairs: Pair[] = []
  try {
    await secondProcess.start()
    const port = Number(new URL(secondProcess.url).port)
    const people = await shop.signIn(buyers)
    for (const first of people) {
      pairs.push({ first, second: new Shopper(first.person, await openConnection(port)) })
    }
    const splitPeople = pairs.map(({ first, second }, index) => (index % 2 === 0 ? first : second))
    const batch = await shop.issueBatch(plentyKg)
    const manyBatches = await issueManyBatches(shop)
    const firstSigners = await openSigners(shop, signers)
    const secondSigners = await openSigners({ port, onLine: secondProcess.onLine }, signers / 2)
    const splitSigners = [...firstSigners.slice(0, signers / 2), ...secondSigners]
    const claims: Claim[] = [
      {
        row: '20',
        measure: `buys of many batches, two processes, ${buyers} clients`,
        rival,
        goal: null,
        measureOurs: () => buyByWallet(splitPeople, manyBatches, seconds),
        measureRival: () => buyByWallet(people, manyBatches, seconds),
      },
      {
        row: '20b',
        measure: 'buys of one batch, two processes',
        rival,
        goal: null,
        measureOurs: () => buyByWallet(splitPeople, [batch], seconds),
        measureRival: () => buyByWallet(people, [batch], seconds),
      },
      {
        row: '20c',
        measure: 'session checks, two processes',
        rival,
        goal: null,
        measureOurs: () => measureSessionChecks(splitPeople, seconds),
        measureRival: () => measureSessionChecks(people, seconds),
      },
      {
        row: '20d',
        measure: `sign-ins, two processes, ${signers} clients`,
        rival,
        goal: null,
        measureOurs: () => runClients(splitSigners, seconds),
        measureRival: () => runClients(firstSigners, seconds),
      },
      {
        row: '20e',
        measure: 'buys of one batch, each person at one of two processes',
        rival: 'each call at the other one',
        goal: null,
        measureOurs: () => buyByWallet(splitPeople, [batch], seconds),
        measureRival: () => buyAtBothProcesses(pairs, batch, seconds),
      },
    ]
    return await compareAll(claims, rounds)
  } finally {
    for (const { second } of pairs) second.connection.close()
    await secondProcess.remove()
    await shop.close()
  }
}

/**
 * Measures purchases that one process reserves and the other completes, as behind a load balancer that
 * sends each call to any process.
 */
function buyAtBothProcesses(
  pairs: readonly Pair[],
  batch: TestBatch,
  seconds: number,
): Promise<Rate> {
  const order = walletOrder(batch, 1)
  return runClients(
    pairs.map(({ first, second }) => {
      return async () => second.complete(await first.reserve(order))
    }),
    seconds,
  )
}
