// Tests which checkpoint a certificate's proof leads to: the newest one with a quorum of witnesses that has its entry.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createAppendRound } from '#features/log/append/append-in-background.ts'
import { proveSales } from '#features/log/prove-sales.ts'
import { cosign, createWitnessSigner } from '#features/log/witness/cosignature.ts'
import { type IssuedBatch, issueTestBatch } from '#tests/support/people/batch.ts'
import { Person } from '#tests/support/people/person.ts'
import { isIncluded, readNote } from '#tests/support/rfc6962.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { statement } from '#tests/support/test-statement.ts'

const witness = statement(
  'prove-test-witness',
  {},
  `insert into log_witnessings
     (log_number, size, checkpoint, witnessed_size, witnessed_checkpoint, asker, lease_until)
   select log_number, size, checkpoint, $1, $2, uuidv7(), now() + interval '1 hour' from log_heads`,
)
const findPurchases = statement(
  'prove-test-purchases',
  { id: 'uuid', tx_id: 'text' },
  'select id, tx_id from purchases',
)

let test: TestApp
let append: () => Promise<number>
let buyer: Person
let batch: IssuedBatch
beforeAll(async () => {
  test = await startTestApp({}, undefined, { background: false })
  append = createAppendRound(test.services)
  batch = await issueTestBatch(test.services.db, { kg: 1_000 })
  buyer = await new Person(test.url).signIn()
})
afterAll(() => test.close())

const get = async (path: string) => (await fetch(`${test.url}${path}`)).text()
async function buy(): Promise<string> {
  const txId = await buyer.buyByCard(batch, 20)
  while ((await append()) > 0);
  return txId
}

/** The proof in the public facts of the purchase's certificate, once its hashes were followed. */
async function proofOf(txId: string) {
  const { body } = await buyer.post('/api/certificates', { tx_id: txId })
  const { proof } = JSON.parse(await get(`/c/${body.code}.json`))
  if (proof === null) return null
  const { size, root } = readNote(proof.checkpoint, await get('/log/key'))
  const hashes = proof.hashes.map((hash: string) => Buffer.from(hash, 'base64'))
  expect(isIncluded(Buffer.from(proof.entry), proof.index, size, hashes, root)).toBe(true)
  return { checkpoint: proof.checkpoint, witnesses: proof.witnesses }
}

it('is the newest checkpoint with a quorum where that has the entry, otherwise the published one', async () => {
  const first = await buy()
  const signed = await get('/log/checkpoint')
  expect(await proofOf(first)).toEqual({ checkpoint: signed, witnesses: [] })

  const text = signed.slice(0, signed.lastIndexOf('\n\n') + 1)
  const lines = ['a', 'b'].map((name) => {
    const signer = createWitnessSigner(`witness.example/${name}`, Buffer.alloc(32, name))
    return `${cosign(text, signer, 1_800_000_000)}\n`
  })
  const witnessed = signed + lines.join('')
  const second = await buy()
  const { db } = test.services
  await db.run(witness, [Number(text.split('\n')[1]), witnessed])
  const published = await get('/log/checkpoint')
  expect(await proofOf(first)).toEqual({
    checkpoint: witnessed,
    witnesses: ['witness.example/a', 'witness.example/b'],
  })
  expect(await proofOf(second)).toEqual({ checkpoint: published, witnesses: [] })

  // The log goes on, and shows nothing of it before it is published.
  const third = await buy()
  expect(await get('/log/checkpoint')).toBe(published)
  expect(await proofOf(third)).toBeNull()

  // Several at once, as for the audit.
  const purchases = await db.run(findPurchases, [])
  const idOf = (txId: string) => purchases.find(({ tx_id }) => tx_id === txId)?.id ?? ''
  const queries = [first, second, third].map((txId) => ({
    purchaseId: idOf(txId),
    replacedRanges: [],
  }))
  const proven = await proveSales(db, queries)
  const checkpoints = [...proven.values()].map(({ proof }) => proof?.checkpoint ?? null)
  expect(checkpoints).toEqual([witnessed, published, null])
})
