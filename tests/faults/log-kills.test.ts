// kill -9 of the app, of the database and of both at each named point of appending to the public log: no
// gap, nothing twice, and every checkpoint that anybody ever saw is a prefix of the log that goes on.
// FAULT_POINTS=all (npm run faults) goes over all of them; npm test over one of a few.

import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { EmbeddedDatabase } from '#embedded-postgres/embedded-postgres.ts'
import type { Database } from '#platform/database/database.ts'
import { openEmbeddedProduct } from '#tests/faults/embedded-product.ts'
import { purchasePoints } from '#tests/faults/known-points.ts'
import { failingAt } from '#tests/faults/recorded-points.ts'
import { somePoints } from '#tests/faults/some-points.ts'
import { type IssuedBatch, issueTestBatch } from '#tests/support/people/batch.ts'
import { cardOrder, Person } from '#tests/support/people/person.ts'
import { fetchLog, readNote, Tree } from '#tests/support/rfc6962.ts'
import type { Product } from '#tests/support/servers/product.ts'

const victims = ['app', 'database', 'both'] as const
const all = purchasePoints
  .filter(([step]) => step.startsWith('log.'))
  .flatMap(([step, point]) => victims.map((victim) => ({ step, point, victim })))
const few: readonly string[] = ['log.sent app', 'log.sent database', 'log.committed both']
const chosen = somePoints(all, 1, ({ step, victim }) => few.includes(`${step} ${victim}`))
const kgEach = 25

let product: Product
let embedded: EmbeddedDatabase
let db: Database
let buyer: Person
let batch: IssuedBatch
let bought = 0
const seen = new Set<string>()
beforeAll(async () => {
  ;({ product, embedded, db } = await openEmbeddedProduct())
  batch = await issueTestBatch(db, { kg: 1_000_000 })
  buyer = await new Person(product.url).signIn()
})
afterAll(async () => {
  await product.stop()
  await db.close()
  await embedded.close()
  await product.remove()
})

async function look(): Promise<void> {
  const answer = await fetch(`${product.url}/log/checkpoint`).catch(() => null)
  if (answer?.ok) seen.add(await answer.text())
}

/** One purchase, gone on with at each call: the blow may fall before its answer. Answers its last status, 0 without. */
function purchase(): () => Promise<number> {
  const key = randomUUID()
  let order: Readonly<Record<string, unknown>> | undefined
  let txId: string | undefined
  const goOn = async () => {
    order ??= cardOrder(batch, kgEach, await buyer.cardToken())
    txId ??= (await buyer.reserve(order, { key })).body.txId
    return (await buyer.complete(txId ?? '')).status
  }
  return () => goOn().catch(() => 0)
}

/** Until the log holds every purchase. */
async function awaitLog() {
  const log = async () => {
    await look()
    const { entries } = await fetchLog(`${product.url}/log`)
    return entries.map((entry) => JSON.parse(entry.toString()))
  }
  const sales = (entries: { kind: string; serial: string; first: number }[]) =>
    entries.filter(({ kind, serial }) => kind === 'allocate' && serial === batch.serial)
  await expect
    .poll(async () => sales(await log().catch(() => [])).length)
    .toBeGreaterThanOrEqual(bought)
  return sales(await log())
}

it.each(chosen)(
  'killed at $step ($victim), the log goes on where it was',
  async ({ point, victim }) => {
    await product.stop()
    await product.start(failingAt(victim === 'database' ? `${point}:stop` : point))
    const goOn = purchase()
    const first = goOn()
    if (victim === 'database') {
      await expect.poll(() => product.isStopped()).toBe(true)
      await product.killDatabase()
      await pause(500)
      product.signalApp('SIGCONT')
    } else {
      await expect.poll(() => product.endedBy()).toBe('SIGKILL')
      if (victim === 'both') await product.killDatabase()
      await product.start()
    }
    await first
    await expect.poll(goOn).toBe(200)
    bought += 1
    const sales = await awaitLog()
    expect(sales.map(({ first }) => first)).toEqual(
      Array.from({ length: bought }, (_, index) => index * kgEach + 1),
    )
    const { entries, note, key } = await fetchLog(`${product.url}/log`)
    const tree = new Tree(entries)
    expect(tree.root()).toEqual(note.root)
    expect(new Set(entries.map(String)).size).toBe(entries.length)
    for (const text of seen) {
      const former = readNote(text, key)
      expect(tree.root(0, former.size)).toEqual(former.root)
    }
  },
  240_000,
)
