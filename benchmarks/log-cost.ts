// Measures the cost of the public log: purchases with the load of row 1, with and without appending. It
// also measures the time until a signed checkpoint contains a completed purchase.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { serveBadWitnesses } from '#benchmarks/bad-witnesses.ts'
import { compare, type Finding, type Rate, spreadOf } from '#benchmarks/compare.ts'
import { runClients } from '#benchmarks/load.ts'
import { openShop, plentyKg, type Shop, type Shopper, walletOrder } from '#benchmarks/shop.ts'
import { statement } from '#platform/database/statement.ts'
import type { TestBatch } from '#tests/support/people/person.ts'

/** Number of clients, by default that of row 1. `LOG_CLIENTS` sets another one for a busy machine. */
const clients = Number(process.env.LOG_CLIENTS ?? 128)
/** Maximum wait of a purchase for a checkpoint (docs/product.md#public-log). */
const waitMaxMs = 10_000
const readEveryMs = 100
const relockEveryMs = 500
/** Timeout for the log to append what it did not append during a run. */
const catchUpWithinMs = 300_000

/** Reads the sold kilograms of a batch and those in the log, in one statement, so that both agree. */
const findLevels = statement(
  'bench-log-levels',
  { sold_kg: 'int8', logged_kg: 'int8' },
  `select o.sold_kg, coalesce(l.allocated_kg, 0) as logged_kg from batch_places o
   left join log_batches l on l.batch_id = o.batch_id where o.batch_id = $1`,
)
/** Locks the log's head. No process appends while another transaction holds that lock. */
const holdHead = statement(
  'bench-hold-log-head',
  { log_number: 'int2' },
  'select log_number from log_heads for update',
)

export async function measureLog(seconds: number, rounds: number): Promise<Finding[]> {
  return [
    ...(await measureWith({}, { seconds, rounds, suffix: '', label: '' })),
    ...(await withBadWitnesses((env) =>
      measureWith(env, {
        seconds,
        rounds,
        suffix: 'w',
        label: ', witnesses away, slow and hostile',
      }),
    )),
  ]
}

async function withBadWitnesses(
  measure: (env: Readonly<Record<string, string>>) => Promise<Finding[]>,
): Promise<Finding[]> {
  const folder = await mkdtemp(join(tmpdir(), 'carbon-passport-witnesses-'))
  const witnesses = await serveBadWitnesses(folder)
  try {
    return await measure({ LOG_WITNESSES: witnesses.policy })
  } finally {
    witnesses.close()
    await rm(folder, { recursive: true })
  }
}

type Measurement = {
  readonly seconds: number
  readonly rounds: number
  /** Ends the names of the rows. `label` ends their text. */
  readonly suffix: string
  readonly label: string
}

async function measureWith(
  env: Readonly<Record<string, string>>,
  { seconds, rounds, suffix, label }: Measurement,
): Promise<Finding[]> {
  const shop = await openShop(env)
  try {
    const people = await shop.signIn(clients)
    const batch = await shop.issueBatch(plentyKg)
    const longestWaits: number[] = []
    const buy = () => runClients(people.map(walletBuyer(batch)), seconds)
    const costFinding = await compare(
      {
        row: `19${suffix}`,
        measure: `buys by wallet on one batch, ${clients} clients, with the public log${label}`,
        rival: 'the same while the log stands still',
        goal: 0.97,
        measureOurs: async () => {
          await waitUntilLogged(shop, batch)
          const [rate, waitMs] = await measureLogWait(shop, batch, buy)
          longestWaits.push(waitMs)
          return rate
        },
        measureRival: () => withoutLog(shop, buy),
      },
      rounds,
    )
    const waitMs = spreadOf(longestWaits)
    const goalMs = spreadOf(longestWaits.map(() => waitMaxMs))
    return [
      costFinding,
      {
        row: `19b${suffix}`,
        measure: `longest wait of a purchase for a signed checkpoint, at that load${label}`,
        rival: `${waitMaxMs} ms`,
        goal: '<= 1',
        ratio: spreadOf(longestWaits.map((each) => each / waitMaxMs)),
        unit: 'ms',
        ours: waitMs,
        theirs: goalMs,
        p99Ms: null,
        reached: waitMs.greatest <= waitMaxMs,
      },
    ]
  } finally {
    await shop.close()
  }
}

const walletBuyer = (batch: TestBatch) => (person: Shopper) => () =>
  person.buy(walletOrder(batch, 1))

/**
 * Runs purchases while it holds the log's lock, so that no process appends. It repeats the lock, because
 * PostgreSQL ends an idle transaction.
 */
async function withoutLog(shop: Shop, buy: () => Promise<Rate>): Promise<Rate> {
  return shop.db.transaction(async (tx) => {
    await tx.run(holdHead)
    let isBuying = true
    const rate = buy().finally(() => {
      isBuying = false
    })
    while (isBuying) {
      await Promise.race([rate, pause(relockEveryMs)])
      await tx.run(holdHead)
    }
    return rate
  })
}

async function readLevels({ db }: Shop, { id }: TestBatch) {
  const [levels] = await db.run(findLevels, [id])
  return levels ?? { sold_kg: 0, logged_kg: 0 }
}

async function waitUntilLogged(shop: Shop, batch: TestBatch): Promise<void> {
  const deadline = performance.now() + catchUpWithinMs
  for (;;) {
    const { sold_kg, logged_kg } = await readLevels(shop, batch)
    if (sold_kg === logged_kg) return
    if (performance.now() > deadline) throw new Error(`the log is ${sold_kg - logged_kg} kg behind`)
    await pause(readEveryMs)
  }
}

/**
 * Runs purchases and reads both levels repeatedly. Returns the rate, and the longest time in ms between a
 * reading of sales and the reading that found them in the log.
 */
async function measureLogWait(
  shop: Shop,
  batch: TestBatch,
  buy: () => Promise<Rate>,
): Promise<[Rate, number]> {
  let isBuying = true
  const unloggedSales: { soldKg: number; startMs: number }[] = []
  let longestMs = 0
  const watch = (async () => {
    while (isBuying || unloggedSales.length > 0) {
      const startMs = performance.now()
      const { sold_kg: soldKg, logged_kg } = await readLevels(shop, batch)
      const loggedSales = unloggedSales.filter((each) => each.soldKg <= logged_kg)
      const endMs = performance.now()
      for (const each of loggedSales) longestMs = Math.max(longestMs, endMs - each.startMs)
      unloggedSales.splice(0, loggedSales.length)
      if (isBuying && soldKg > logged_kg) unloggedSales.push({ soldKg, startMs })
      await pause(readEveryMs)
    }
  })()
  const rate = await buy().finally(() => {
    isBuying = false
  })
  await watch
  return [rate, longestMs]
}
