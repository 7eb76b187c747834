// Creates a person with data of every kind: purchases of many months, waiting gifts, failed attempts,
// stamps, unclaimed rewards. It uses API calls, except that it backdates purchases in the database.
import { randomUUID } from 'node:crypto'
import type { Database } from '#platform/database/database.ts'
import { statement } from '#tests/support/test-statement.ts'
import { issueTestBatch } from './batch.ts'
import { cardOrder, newPhone, type Person } from './person.ts'

const movePurchase = statement(
  'test-move-purchase',
  {},
  `update purchases set created_at = created_at - make_interval(months => $2::int)
   where tx_id = $1::text`,
)

const months = 14
const gifts = 5
const failedAttempts = 3
const note =
  'Happy birthday! These kilograms are for the flight that we could not avoid, and for all the cakes.'

/** Creates the data. Returns the transaction ids of the person's own purchases, the newest last. */
export async function makeRich(db: Database, person: Person): Promise<string[]> {
  const batches = await Promise.all([1, 2, 3].map(() => issueTestBatch(db, { kg: 5_000 })))
  const pick = (index: number) => {
    const batch = batches[index % batches.length]
    if (batch === undefined) throw new Error('no batch')
    return batch
  }
  const bought: string[] = []
  for (let index = 0; index < 2 * months; index += 1) {
    const txId = await person.buyByCard(pick(index), 120)
    await db.run(movePurchase, [txId, months - 1 - Math.floor(index / 2)])
    bought.push(txId)
  }
  for (let index = 0; index < gifts; index += 1) {
    await give(person, { ...cardOrder(pick(index), 20, await person.cardToken()), note })
  }
  for (let index = 0; index < failedAttempts; index += 1) {
    const order = cardOrder(pick(index), 20, await person.cardToken('4000000000000002'))
    await person.reserve(order, { key: randomUUID() })
  }
  return bought
}

async function give(person: Person, order: ReturnType<typeof cardOrder> & { note: string }) {
  const gift = { ...order, is_gift: 1, telephone: newPhone() }
  const { body } = await person.reserve(gift, { key: randomUUID() })
  const completed = await person.complete(body.txId)
  if (completed.status !== 200) throw new Error(`the gift answered ${completed.status}`)
}
