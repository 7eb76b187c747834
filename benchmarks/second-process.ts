// Measures the gain of a second process of the app, and its cost for one hot batch. Both processes
// run throughout on one database; the same people use one of them, or both.
import { randomBytes } from 'node:crypto'
import { byWallet, issueMany } from '#benchmarks/buys.ts'
import { type Claim, compare, type Finding, type Rate } from '#benchmarks/compare.ts'
import { openConnection } from '#benchmarks/connection.ts'
import { runClients } from '#benchmarks/load.ts'
import { openShop, plentyKg, Shopper, walletOrder } from '#benchmarks/shop.ts'
import { openSigners, sessions } from '#benchmarks/sign-ins.ts'
import type { TestBatch } from '#tests/support/people/person.ts'
import { openProduct } from '#tests/support/servers/product.ts'

const buyers = 64
const signers = 32
const rival = 'the same at one process'

/** A person's connections to both processes. */
type Pair = { readonly here: Shopper; readonly there: Shopper }

export async function measureProcesses(seconds: number, rounds: number): Promise<Finding[]> {
  const common = { SECRET_KEY: randomBytes(32).toString('hex'), WELCOME_CREDIT: '0' }
  const shop = await openShop(common)
  const settings = { LOG_LEVEL: 'error', DEMO_CATALOGUE: '0', DATABASE_URL: shop.databaseUrl }
  const second = await openProduct({ ...common, ...settings })
  const pairs: Pair[] = []
  try {
    await second.start()
    const port = Number(new URL(second.url).port)
    const people = await shop.signIn(buyers)
    for (const here of people) {
      pairs.push({ here, there: new Shopper(here.person, await openConnection(port)) })
    }
    const shared = pairs.map(({ here, there }, index) => (index % 2 === 0 ? here : there))
    const batch = await shop.issueBatch(plentyKg)
    const spread = await issueMany(shop)
    const alone = await openSigners(shop, signers)
    const elsewhere = await openSigners({ port, onLine: second.onLine }, signers / 2)
    const split = [...alone.slice(0, signers / 2), ...elsewhere]
    const claims: Claim[] = [
      {
        row: '20',
        measure: `buys of many batches, two processes, ${buyers} clients`,
        rival,
        goal: null,
        measureOurs: () => byWallet(shared, spread, seconds),
        measureRival: () => byWallet(people, spread, seconds),
      },
      {
        row: '20b',
        measure: 'buys of one batch, two processes',
        rival,
        goal: null,
        measureOurs: () => byWallet(shared, [batch], seconds),
        measureRival: () => byWallet(people, [batch], seconds),
      },
      {
        row: '20c',
        measure: 'session checks, two processes',
        rival,
        goal: null,
        measureOurs: () => sessions(shared, seconds),
        measureRival: () => sessions(people, seconds),
      },
      {
        row: '20d',
        measure: `sign-ins, two processes, ${signers} clients`,
        rival,
        goal: null,
        measureOurs: () => runClients(split, seconds),
        measureRival: () => runClients(alone, seconds),
      },
      {
        row: '20e',
        measure: 'buys of one batch, each person at one of two processes',
        rival: 'each call at the other one',
        goal: null,
        measureOurs: () => byWallet(shared, [batch], seconds),
        measureRival: () => toAndFro(pairs, batch, seconds),
      },
    ]
    const findings: Finding[] = []
    for (const claim of claims) findings.push(await compare(claim, rounds))
    return findings
  } finally {
    for (const { there } of pairs) there.connection.close()
    await second.remove()
    await shop.close()
  }
}

/** Purchases that one process reserves and the other completes, as behind a balancer without affinity. */
function toAndFro(pairs: readonly Pair[], batch: TestBatch, seconds: number): Promise<Rate> {
  const order = walletOrder(batch, 1)
  return runClients(
    pairs.map(({ here, there }) => {
      return async () => there.complete(await here.reserve(order))
    }),
    seconds,
  )
}
