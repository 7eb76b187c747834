// Tests the figures, the audited money and the refusals of a refund by staff: whole, in part, kept, and paid otherwise.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { ActionContext, Moved } from '#platform/actions/action.ts'
import { issueTestBatch } from '#tests/support/people/batch.ts'
import { closeWithBooks } from '#tests/support/people/books.ts'
import { setRefundsAtProvider } from '#tests/support/people/card-provider-page.ts'
import { Person } from '#tests/support/people/person.ts'
import { purchaseIdOf } from '#tests/support/people/purchase-books.ts'
import { splitOrder } from '#tests/support/people/split-order.ts'
import { healSandboxes } from '#tests/support/stand-ins/sandbox-faults.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { isProblem } from '#values/problem.ts'
import { purchasesReconcile, purchasesRefund } from './refund-actions.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp({}, undefined, { background: false })
})
beforeEach(() => healSandboxes(test.services.db))
afterAll(() => closeWithBooks(test))

type Recorded = { readonly about: readonly string[]; readonly moved: Moved | undefined }
const recorded: Recorded[] = []
const context = (): ActionContext<TestApp['services']> => ({
  ...{ services: test.services, staffId: null, approverId: null, by: 'root', reason: 'test' },
  record: async (_tx, about, moved) => void recorded.push({ about, moved }),
  ...{ recordNext: async () => undefined, recordEach: async () => undefined },
})

type Way = 'run' | 'preview'
/** Returns the figures of an action, or its problem and sentence. */
async function shown(action: typeof purchasesRefund, way: Way, input: object) {
  recorded.length = 0
  const result = await action[way](context(), input)
  if (isProblem(result)) return [result.problem, 'text' in result ? result.text : null]
  return result.figures.map(({ label, after }) => `${label}: ${after}`)
}
const refund = (input: object) => shown(purchasesRefund, 'run', input)
const preview = (input: object) => shown(purchasesRefund, 'preview', input)

/** Buys 100 kg for 2.00, 1.00 of it from the wallet. */
async function buySplit() {
  const buyer = await new Person(test.url).signIn()
  const batch = await issueTestBatch(test.services.db, { kg: 1_000 })
  const { body } = await buyer.reserve(await splitOrder(buyer, batch, 100), { key: randomUUID() })
  expect((await buyer.complete(body.txId)).status).toBe(200)
  const id = await purchaseIdOf(test.services.db, body.txId)
  return { buyer, id, txId: String(body.txId) }
}

it('each way has its sums, kilograms and places, and the audit trail the same', async () => {
  const { buyer, id, txId } = await buySplit()
  const about = [txId, id, buyer.id]
  const entry = (amountMinor: number, kilograms: number) => [
    { about, moved: { sum: { amountMinor, currency: 'GBP' }, kilograms } },
  ]
  const part = [
    ...['To the card: 0.07 GBP', 'To the wallet: 0.07 GBP', 'Kilograms that go back: 7 kg'],
    'Their places in the batch: 94 to 100',
  ]
  // An id is read in any spelling.
  expect(await preview({ tx_id: txId.toLowerCase(), kg: '7' })).toEqual(part)
  expect(recorded).toEqual(entry(14, 7))
  expect(await refund({ tx_id: txId, kg: '7' })).toEqual(part)
  expect(recorded).toEqual(entry(14, 7))
  const rest = [
    ...['To the card: 0.93 GBP', 'To the wallet: 0.93 GBP', 'Kilograms that go back: 93 kg'],
  ]
  expect(await preview({ tx_id: txId })).toEqual(rest)
  expect(recorded).toEqual(entry(186, 93))
  // All of the kilograms that are left are a whole refund.
  expect(await preview({ tx_id: txId, kg: '93' })).toEqual(rest)
  const kept = { tx_id: txId, way: 'keep kilograms' }
  const moneyAlone = [
    ...['To the card: 0.93 GBP', 'To the wallet: 0.93 GBP', 'Kilograms that go back: 0 kg'],
  ]
  expect(await preview(kept)).toEqual(moneyAlone)
  expect(await refund(kept)).toEqual(moneyAlone)
  expect(recorded).toEqual(entry(186, 0))
  expect(await refund({ tx_id: txId })).toEqual(['Refund: begun before; nothing more moves'])
  expect(recorded).toEqual([])
})

it('what a failed refund left owed has its own ways', async () => {
  const { id, txId } = await buySplit()
  await setRefundsAtProvider(test.services.db, id, 'failed')
  expect(await refund({ tx_id: txId, kg: '30' })).toHaveLength(4)
  const again = ['To the card: 0.30 GBP', 'Kilograms that go back: 0 kg']
  expect(await preview({ tx_id: txId })).toEqual(again)
  expect(await refund({ tx_id: txId })).toEqual(again)
  const wallet = { tx_id: txId, way: 'to wallet' }
  expect(await preview(wallet)).toEqual(['To the wallet: 0.30 GBP', 'Kilograms that go back: 0 kg'])
  const elsewhere = { tx_id: txId, way: 'paid elsewhere', reference: 'BACS 1' }
  const paid = ['Paid elsewhere: 0.30 GBP', 'Kilograms that go back: 0 kg']
  expect(await preview(elsewhere)).toEqual(paid)
  expect(await refund(elsewhere)).toEqual(paid)
  expect(recorded[0]?.moved).toEqual({ sum: { amountMinor: 30, currency: 'GBP' }, kilograms: 0 })
  expect(await refund(elsewhere)).toEqual(['Refund: begun before; nothing more moves'])
  expect(await refund(wallet)).toEqual([
    'refund_paid',
    'The money was paid in another way already: nothing is owed.',
  ])
})

it('a refund is refused with a sentence, and records nothing', async () => {
  const { txId } = await buySplit()
  const needsReference = [
    'reference_needed',
    'A payment elsewhere, and no other way, has a reference.',
  ]
  for (const way of ['as paid', 'keep kilograms', 'to wallet']) {
    expect(await refund({ tx_id: txId, way, reference: 'BACS 1' })).toEqual(needsReference)
  }
  expect(await refund({ tx_id: txId, way: 'paid elsewhere' })).toEqual(needsReference)
  const otherWay = ['kilograms_of_other_way', 'A number of kilograms goes back as it was paid.']
  for (const way of ['keep kilograms', 'to wallet']) {
    expect(await refund({ tx_id: txId, way, kg: '5' })).toEqual(otherWay)
  }
  const elsewhere = { way: 'paid elsewhere', reference: 'BACS 1' }
  expect(await refund({ tx_id: txId, ...elsewhere, kg: '5' })).toEqual(otherWay)
  expect(await refund({ tx_id: txId, kg: '101' })).toEqual([
    ...['too_many_kilograms', 'This purchase has fewer kilograms.'],
  ])
  expect(await refund({ tx_id: txId, ...elsewhere })).toEqual([
    'nothing_owed',
    'No refund of this purchase failed, so nothing is owed. Refund it as it was paid.',
  ])
  const unknown = ['purchase_not_found', 'There is no such purchase.']
  for (const input of [{}, { kg: '1' }, elsewhere, { way: 'keep kilograms' }]) {
    expect(await refund({ tx_id: 'CP-0000-0000-0000', ...input })).toEqual(unknown)
  }
  expect(recorded).toEqual([])
  const card = { tx_id: txId, way: 'paid elsewhere', reference: 'card 4242 4242 4242 4242' }
  expect(purchasesRefund.input.safeParse(card).success).toBe(false)
})

it('what stopped is resumed, of one purchase or of all', async () => {
  const { txId } = await buySplit()
  const resumed = (way: Way, input: object) =>
    shown(purchasesReconcile as unknown as typeof purchasesRefund, way, input)
  expect(await resumed('preview', { tx_id: txId.toLowerCase() })).toEqual([`Resumed: ${txId}`])
  expect(recorded).toEqual([{ about: [txId], moved: undefined }])
  expect(await resumed('run', { tx_id: txId })).toEqual([
    ...['State: COMPLETED', 'Card: CAPTURED', 'Messages queued again: 0'],
  ])
  expect(recorded).toEqual([{ about: [txId], moved: undefined }])
  expect(await resumed('preview', {})).toEqual(['Resumed: every unfinished purchase'])
  expect(await resumed('run', {})).toEqual(['Purchases: 0', 'Still unfinished: 0'])
  expect(recorded).toEqual([{ about: [], moved: undefined }])
  const unknown = ['purchase_not_found', 'There is no such purchase.']
  for (const way of ['run', 'preview'] as const) {
    expect(await resumed(way, { tx_id: 'CP-0000-0000-0000' })).toEqual(unknown)
  }
  expect(recorded).toEqual([])
})
