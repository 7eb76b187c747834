// Tests the file for a bank: it has everything that a bank asks for and no other user's data, and
// is written once.
import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { evidenceText } from '#features/evidence/evidence-text.ts'
import { readEvidence } from '#features/evidence/read-evidence.ts'
import { commitmentOf } from '#features/log/log-entry.ts'
import { queueMessages } from '#features/messages/outbox.ts'
import { createPlanRound } from '#features/plans/run-plans.ts'
import { settleSavedCards } from '#features/purchases/saved-cards/settle-saved-cards.ts'
import { numbersKey } from '#tests/support/number-keys.ts'
import { type IssuedBatch, issueTestBatch } from '#tests/support/people/batch.ts'
import { creditTestWallet } from '#tests/support/people/credit.ts'
import {
  daysAfter,
  newPlanBatch,
  newSaver,
  readPlannedPurchases,
  saveTestCard,
  startTestPlan,
} from '#tests/support/people/monthly-plans.ts'
import { cardOrder, Person } from '#tests/support/people/person.ts'
import { purchaseIdOf } from '#tests/support/people/purchase-books.ts'
import { appendOnce } from '#tests/support/people/retirements.ts'
import { splitOrder } from '#tests/support/people/split-order.ts'
import { runOperator } from '#tests/support/servers/run-operator.ts'
import { withoutCircuits } from '#tests/support/stand-ins/sandbox-faults.ts'
import { sendStripeEvent } from '#tests/support/stand-ins/signed-event.ts'
import { openStripeStandIn, type StripeStandIn } from '#tests/support/stand-ins/stripe-stand-in.ts'
import { stripeSettingsOf } from '#tests/support/stand-ins/stripe-stand-in-settings.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { statement } from '#tests/support/test-statement.ts'

const looksAt = statement(
  'test-looks-at-evidence',
  { for_name: 'text?', command: 'text', about: 'text[]' },
  `select for_name, command, about from audit_trail
   where outcome = 'done' and command = 'purchases evidence' and $1 = any(about) order by id`,
)

let stripe: StripeStandIn
let test: TestApp
let env: Record<string, string>
let folder: string
let batch: IssuedBatch
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'carbon-passport-evidence-'))
  stripe = await openStripeStandIn()
  env = {
    ...stripeSettingsOf(stripe),
    PUBLIC_URL: 'https://passport.example',
  }
  test = await startTestApp(env, undefined, { background: false })
  batch = await issueTestBatch(test.services.db, { kg: 1_000 })
})
afterAll(async () => {
  await test.close()
  await stripe.close()
  await rm(folder, { recursive: true })
  expect(stripe.malformed).toEqual([])
})

const db = () => test.services.db
const newPath = () => join(folder, `${randomUUID()}.md`)

async function write(text: string, path = newPath()) {
  const { databaseUrl = '', secretKey } = test.services.settings
  const keys = { SECRET_KEY: secretKey.toString('hex'), NUMBERS_KEY: numbersKey }
  const settings = { ...env, DATABASE_URL: databaseUrl, ...keys }
  const args = ['purchases', 'evidence', text, path, '--by', 'Ada', '--json']
  const { code, stdout } = await runOperator(settings, args)
  const file = await readFile(path, 'utf8').catch(() => '')
  return { code, answer: JSON.parse(stdout), file, path }
}

async function bought(more: object = {}) {
  const buyer = await new Person(test.url).signIn()
  const order = { ...cardOrder(batch, 50, stripe.tokenise('pays')), ...more }
  const { body } = await buyer.reserve(order)
  expect((await buyer.complete(body.txId)).status).toBe(200)
  const txId = String(body.txId)
  const id = await purchaseIdOf(db(), txId)
  return { buyer, txId, id, stepKey: `${id}:authorise` }
}

describe('the evidence of a purchase', () => {
  it('shows purchase, payment, delivery, proof and buyer, and names the dispute that it answers', async () => {
    const { buyer, txId, id, stepKey } = await bought()
    await appendOnce(test)
    const made = await buyer.signed('/api/certificates', { tx_id: txId, name: 'Rosalind' })
    expect(made.status).toBe(201)
    stripe.dispute(stepKey, 'needs_response', 60)
    const { dispute, payment } = stripe.idsOf(stepKey)
    const refund = { template: 'refund_sent', subject: `${id}/1/40/0`, recipient: 'buyer' } as const
    await queueMessages(db(), [refund])
    // No event has come yet, so the provider is asked.
    const { code, file, answer } = await write(dispute)
    expect([code, answer]).toMatchObject([0, { ok: true, tx_id: txId, is_card_known: true }])
    for (const part of [
      `# Evidence for purchase ${txId}`,
      `- Dispute: ${dispute}`,
      '- State: needs_response',
      '- Reason: general',
      '- Disputed sum: 0.60 GBP',
      '- Evidence due: ',
      '- Goods: 50 kg of CO2 offsets',
      '- Total: 1.00 GBP',
      '- Paid by card: 1.00 GBP',
      '- Card: visa, ending in 4242',
      `- Payment at the card provider: ${payment}`,
      'are not stored',
      `serial number ${batch.serial}, vintage `,
      'not yet retired at the registry',
      `- Public certificate: https://passport.example/c/${made.body.code}`,
      'the account of the buyer',
      'purchase_success',
      'refund_sent',
      'signed in 20',
    ]) {
      expect(file).toContain(part)
    }
    expect(file).toContain(`•••••${buyer.phone.slice(-3)}`)
    expect(file).not.toContain(buyer.phone)
    const salt = /- Salt: ([0-9a-f]+)/.exec(file)?.[1] ?? ''
    expect(file).toContain(commitmentOf(Buffer.from(salt, 'hex'), txId))
    const checkpoint = await fetch(`${test.url}/log/checkpoint`).then((answered) => answered.text())
    for (const line of checkpoint.trimEnd().split('\n')) expect(file).toContain(`    ${line}`)
  })

  it('is a new file that only its owner may read, and its writing is in the audit trail', async () => {
    const { buyer, txId } = await bought()
    const first = await write(txId.toLowerCase())
    expect((await stat(first.path)).mode & 0o777).toBe(0o600)
    const again = await write(txId, first.path)
    expect(again).toMatchObject({ code: 1, file: first.file })
    expect(await db().run(looksAt, [txId])).toEqual([
      { for_name: 'Ada', command: 'purchases evidence', about: [txId, buyer.id] },
    ])
  })

  it('of a gift holds no data of its receiver', async () => {
    const receiver = await new Person(test.url).signIn()
    const { txId } = await bought({
      is_gift: 1,
      telephone: receiver.phone,
      recipient_name: 'Theodora',
      note: 'For your birthday',
    })
    const made = await receiver.signed('/api/certificates', { tx_id: txId, name: 'Theodora' })
    expect(made.status).toBe(201)
    const { file } = await write(txId)
    expect(file).toContain('another person, as a gift')
    expect(file).toContain('the person it was given to')
    for (const own of [
      receiver.phone,
      receiver.phone.slice(-4),
      receiver.id,
      'Theodora',
      'birthday',
      String(made.body.code),
    ]) {
      expect(file).not.toContain(own)
    }
  })

  it('shows the price in the batch’s currency, and the sums in the buyer’s', async () => {
    const euros = await issueTestBatch(db(), { kg: 1_000, currency: 'EUR' })
    const { txId } = await bought({ batchId: euros.id, currency: euros.currency })
    const { file } = await write(txId)
    expect(file).toMatch(/^- Price: 0\.02 EUR per kg, 1 EUR = 0\.\d+ GBP$/m)
    expect(file).toMatch(/^- Paid by card: 0\.\d\d GBP$/m)
    expect(file).toContain('- Paid from a wallet: 0.00 GBP')
  })

  it('is written without the card where the provider does not answer', async () => {
    const { txId, stepKey } = await bought()
    stripe.dispute(stepKey, 'needs_response')
    const [event] = stripe.sentEvents.slice(-1)
    expect(await sendStripeEvent(test.url, event ?? '')).toBe(200)
    stripe.fail('GetPaymentIntentsIntent', 'busy', 3)
    const { code, file, answer } = await write(txId)
    expect([code, answer.is_card_known]).toEqual([0, false])
    expect(file).toContain('- Card: the card provider did not say')
    expect(file).toContain('- State: needs_response')
  })

  it('of a monthly plan’s run says that its buyer was absent, and what they had confirmed', async () => {
    const own = await startTestApp({}, undefined, { background: false })
    const { services } = own
    const round = createPlanRound({ ...services, ...withoutCircuits(services) })
    const offered = await newPlanBatch(services.db)
    const textOf = async (purchaseId: string) => {
      const evidence = await readEvidence(services, purchaseId)
      return evidence === null ? '' : evidenceText(evidence, new Date())
    }
    const person = await newSaver(own.url, services.db, 0)
    const cardId = await saveTestCard(services, person)
    const [{ tx_id: savedWith }] = (await person.get('/api/tokens/transaction/me')).body
    const signed = 'The order was signed with a key that is kept in the browser that signed in.'
    expect(await textOf(await purchaseIdOf(services.db, savedWith))).toContain(signed)
    const { id, first } = await startTestPlan(person, offered, { pay: `saved:${cardId}` })
    await round(daysAfter(first, -3))
    await round(first)
    const [run] = await readPlannedPurchases(services.db, person)
    const file = await textOf(run?.id ?? '')
    for (const part of [
      'The monthly plan gave the order and charged the saved card. The buyer was not present',
      `The monthly plan ${id} was set up on 20`,
      'The buyer confirmed it in a request that was signed',
      `The buyer saved the card on 20`,
      `with purchase ${savedWith}.`,
      '- plan_upcoming: ',
    ]) {
      expect(file).toContain(part)
    }
    expect(file).not.toContain(signed)
    const gone = await person.signedText(`/api/cards/${cardId}`, '', { method: 'DELETE' })
    expect(gone.status).toBe(204)
    await settleSavedCards({ ...services, ...withoutCircuits(services) })
    const removed = await textOf(run?.id ?? '')
    expect(removed).toContain('The card was removed since')
    expect(removed).not.toContain(signed)
    await own.close()
  })

  it('calls the moment of a code or a passkey so, because it does not know which it was', async () => {
    const { txId } = await bought()
    const { file } = await write(txId)
    expect(file).toMatch(/last code or passkey 20/)
    expect(file).not.toContain('code typed')
  })

  it('is refused for a purchase without a card part, and for an unknown one', async () => {
    const buyer = await new Person(test.url).signIn()
    await creditTestWallet(db(), { passportId: buyer.id, currency: 'GBP', amountMinor: 500 })
    const { body } = await buyer.reserve(await splitOrder(buyer, batch, 50))
    expect((await buyer.complete(body.txId)).status).toBe(200)
    expect(await write(String(body.txId))).toMatchObject({ code: 1, file: '' })
    expect(await write('CP-2222-2222-2222')).toMatchObject({ code: 1, file: '' })
  })
})
