// Measures the cost of the public log: purchases at row 1's load with and without appending. It
// also measures the time until a signed checkpoint contains a completed purchase.
import { setTimeout as pause } from 'node:timers/promises'
import { compare, type Finding, type Rate, spreadOf } from '#benchmarks/compare.ts'
import { runClients } from '#benchmarks/load.ts'
import { openShop, plentyKg, type Shop, type Shopper, walletOrder } from '#benchmarks/shop.ts'
import { statement } from '#platform/database/statement.ts'
import type { TestBatch } from '#tests/support/people/person.ts'

/** Row 1's load; `LOG_CLIENTS` sets another one for a busy machine. */
const clients = Number(process.env.LOG_CLIENTS ?? 128)
/** Goal: within 10 s (docs/product.md#public-log). */
const waitGoalMs = 10_000
const lookEveryMs = 100
const holdEveryMs = 500
/** Limit for a log that this run left behind to catch up. */
const levelWithinMs = 300_000

/** Read in one statement, so consistent: kilograms with a place, and those in the checkpoint. */
const findLevels = statement(
  'bench-log-levels',
  { sold_kg: 'int8', logged_kg: 'int8' },
  `select o.sold_kg, coalesce(l.allocated_kg, 0) as logged_kg from batch_places o
   left join log_batches l on l.batch_id = o.batch_id where o.batch_id = $1`,
)
/** A process skips appending while another one holds the head. */
const holdHead = statement(
  'bench-hold-log-head',
  { log_number: 'int2' },
  'select log_number from log_heads for update',
)

export async function measureLog(seconds: number, rounds: number): Promise<Finding[]> {
  const shop = await openShop()
  try {
    const people = await shop.signIn(clients)
    const batch = await shop.issueBatch(plentyKg)
    const waits: number[] = []
    const buy = () => runClients(people.map(buying(batch)), seconds)
    const loss = await compare(
      {
        row: '19',
        measure: `buys by wallet on one batch, ${clients} clients, with the public log`,
        rival: 'the same while the log stands still',
        goal: 0.97,
        measureOurs: async () => {
          await awaitLevel(shop, batch)
          const [rate, waitMs] = await watched(shop, batch, buy)
          waits.push(waitMs)
          return rate
        },
        measureRival: () => withoutLog(shop, buy),
      },
      rounds,
    )
    const waitMs = spreadOf(waits)
    const goalMs = spreadOf(waits.map(() => waitGoalMs))
    return [
      loss,
      {
        row: '19b',
        measure: 'longest wait of a purchase for a signed checkpoint, at that load',
        rival: `${waitGoalMs} ms`,
        goal: '<= 1',
        ratio: spreadOf(waits.map((each) => each / waitGoalMs)),
        unit: 'ms',
        ours: waitMs,
        theirs: goalMs,
        p99Ms: null,
        reached: waitMs.greatest <= waitGoalMs,
      },
    ]
  } finally {
    await shop.close()
  }
}

const buying = (batch: TestBatch) => (person: Shopper) => () => person.buy(walletOrder(batch, 1))

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
      await Promise.race([rate, pause(holdEveryMs)])
      await tx.run(holdHead)
    }
    return rate
  })
}

async function levelsOf({ db }: Shop, { id }: TestBatch) {
  const [levels] = await db.run(findLevels, [id])
  return levels ?? { sold_kg: 0, logged_kg: 0 }
}

async function awaitLevel(shop: Shop, batch: TestBatch): Promise<void> {
  const until = performance.now() + levelWithinMs
  for (;;) {
    const { sold_kg, logged_kg } = await levelsOf(shop, batch)
    if (sold_kg === logged_kg) return
    if (performance.now() > until) throw new Error(`the log is ${sold_kg - logged_kg} kg behind`)
    await pause(lookEveryMs)
  }
}

/**
 * Returns the rate, and the longest time in ms from a reading of the sales to the reading that found them
 * in the log.
 */
async function watched(
  shop: Shop,
  batch: TestBatch,
  buy: () => Promise<Rate>,
): Promise<[Rate, number]> {
  let isBuying = true
  const waiting: { soldKg: number; atMs: number }[] = []
  let longestMs = 0
  const watching = (async () => {
    while (isBuying || waiting.length > 0) {
      const atMs = performance.now()
      const { sold_kg: soldKg, logged_kg } = await levelsOf(shop, batch)
      const logged = waiting.filter((each) => each.soldKg <= logged_kg)
      const seenMs = performance.now()
      for (const each of logged) longestMs = Math.max(longestMs, seenMs - each.atMs)
      waiting.splice(0, logged.length)
      if (isBuying && soldKg > logged_kg) waiting.push({ soldKg, atMs })
      await pause(lookEveryMs)
    }
  })()
  const rate = await buy().finally(() => {
    isBuying = false
  })
  await watching
  return [rate, longestMs]
}
