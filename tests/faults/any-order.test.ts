// Tests a card purchase with lost answers and six following events: repeats, completions, the
// reconciler, the sweeper. All 720 orders have the same end (6 of them in npm test, drawn by
// FAULT_SEED; all with FAULT_ORDERS=all).
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sendDueMessages } from '#features/messages/send-messages.ts'
import { reconcilePurchases } from '#features/purchases/card/reconcile-purchases.ts'
import { expirePurchases } from '#features/purchases/end/end-purchases.ts'
import { judge, passLeases } from '#tests/faults/fail-points-judge.ts'
import { issueTestBatch } from '#tests/support/people/batch.ts'
import { cardOrder, Person, type TestBatch } from '#tests/support/people/person.ts'
import { ordersOf } from '#tests/support/permutations.ts'
import { randomFrom } from '#tests/support/random.ts'
import {
  failCards,
  healSandboxes,
  withoutCircuits,
} from '#tests/support/stand-ins/sandbox-faults.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

const seed = Number(process.env.FAULT_SEED ?? Math.floor(Math.random() * 2 ** 31))

type Stage = {
  readonly buyer: Person
  readonly order: Record<string, unknown>
  readonly key: string
  txId: string | null
}

let test: TestApp
let batch: TestBatch
beforeAll(async () => {
  test = await startTestApp({}, withoutCircuits, { background: false })
  batch = await issueTestBatch(test.services.db, { kg: 1_000_000 })
})
afterAll(() => test.close())

async function reserveAgain(stage: Stage): Promise<void> {
  await passLeases(test.services)
  const { status, body } = await stage.buyer.reserve(stage.order, { key: stage.key })
  expect(status).toBe(200)
  expect(stage.txId ?? body.txId).toBe(body.txId)
  stage.txId = body.txId
}

/** The client gets the id only from the answer to its repeat. */
async function complete({ buyer, txId }: Stage): Promise<void> {
  if (txId === null) return
  expect([200, 202]).toContain((await buyer.complete(txId)).status)
}

const events: readonly ((stage: Stage) => Promise<unknown>)[] = [
  reserveAgain,
  reserveAgain,
  complete,
  async (stage) => {
    await failCards(test.services.db, 'capture', 'unknown')
    await complete(stage)
    await healSandboxes(test.services.db)
  },
  () => reconcilePurchases(test.services, 0),
  () => Promise.all([expirePurchases(test.services), sendDueMessages(test.services)]),
]

function chosenOrders(): number[][] {
  const all = ordersOf(events.map((_, index) => index))
  if (process.env.FAULT_ORDERS === 'all') return all
  const random = randomFrom(seed)
  return Array.from({ length: 6 }, () => random.pick(all))
}

const chosen = chosenOrders()
it(
  `${chosen.length} orders of six events end in one purchase, one charge and one message (seed ${seed})`,
  async () => {
    for (const order of chosen) {
      const buyer = await new Person(test.url).signIn()
      const wanted = cardOrder(batch, 20, await buyer.cardToken())
      const stage: Stage = { buyer, order: wanted, key: randomUUID(), txId: null }
      await failCards(test.services.db, 'authorise', 'unknown')
      expect((await buyer.reserve(wanted, { key: stage.key })).status).toBe(503)
      for (const index of order) await events[index]?.(stage)
      await complete(stage)
      await sendDueMessages(test.services)
      const outcome = await judge(test.services, buyer.id)
      expect({ order, ...outcome }).toEqual({ order, state: 'COMPLETED', kg: 20 })
    }
  },
  30_000 + chosen.length * 1_000,
)
