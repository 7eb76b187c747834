// Tests the help for a person: finding them, what holds them up, and that each read is in the audit
// trail.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeStopped } from '#features/messages/message-queries.ts'
import { queueMessages } from '#features/messages/outbox.ts'
import { replacedMessage } from '#features/messages/passport-notices.ts'
import { refundPurchase } from '#features/purchases/refund/refund-purchase.ts'
import { hashOf, numbersKey } from '#tests/support/number-keys.ts'
import { issueTestBatch } from '#tests/support/people/batch.ts'
import { cardOrder, Person } from '#tests/support/people/person.ts'
import { runOperator } from '#tests/support/servers/run-operator.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { statement } from '#tests/support/test-statement.ts'

const blockEverybody = statement(
  'test-block-everybody',
  {},
  `update sign_in_attempts set blocked_until = now() + interval '1 day'`,
)

const endedSession = statement(
  'test-ended-session',
  {},
  `insert into sessions (token_hash, passport_id, ends_at) values ('', $1, now())`,
)
const arrived = statement(
  'test-arrived',
  {},
  `insert into sms_outcomes (provider_id, outcome)
   select provider_id, 'delivered' from outbox where template = 'otp' and recipient = $1`,
)
const startedAgain = statement(
  'test-started-again',
  {},
  'insert into stopped_numbers (phone, ended_at) values ($1, now())',
)

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())

function settingsOf({ services }: TestApp) {
  const { databaseUrl = '', secretKey } = services.settings
  const keys = { SECRET_KEY: secretKey.toString('hex'), NUMBERS_KEY: numbersKey }
  return { DATABASE_URL: databaseUrl, ...keys }
}

function run(...args: readonly string[]) {
  return runOperator(settingsOf(test), args)
}

async function auditOf(about: string) {
  const { stdout } = await run('audit', 'list', '--about', about, '--json')
  const { entries } = JSON.parse(stdout)
  return entries.map(({ by, command }: { readonly by: string; readonly command: string }) => [
    by,
    command,
  ])
}

async function buyer() {
  const person = await new Person(test.url).signIn()
  const batch = await issueTestBatch(test.services.db, { kg: 100 })
  const { body } = await person.reserve(cardOrder(batch, 50, await person.cardToken()))
  const txId = String(body.txId)
  await person.complete(txId)
  return { person, txId }
}

describe('people find', () => {
  it('finds a person by number, passport and purchase, and records the operator', async () => {
    const { person, txId } = await buyer()
    const spelled = [person.id.toUpperCase(), txId.toLowerCase()]
    for (const by of [person.phone, person.id, txId, ...spelled]) {
      const { code, stdout } = await run('people', 'find', by, '--by', 'Grace', '--json')
      expect(code).toBe(0)
      expect(JSON.parse(stdout).people).toMatchObject([{ id: person.id, country: 'GB' }])
      expect(stdout).not.toContain(person.phone)
    }
    const shown = await run('people', 'find', txId, '--show-phone', '--by', 'Ada')
    expect(shown.stdout).toContain(person.phone)
    expect(await auditOf(person.id)).toEqual([
      ['root (for Ada)', 'people find --show-phone'],
      ...Array.from({ length: 5 }, () => ['root (for Grace)', 'people find']),
    ])
  })

  it('calls a waiting gift so, and no purchase of the buyer’s own, complete or not', async () => {
    const { person, txId } = await buyer()
    const batch = await issueTestBatch(test.services.db, { kg: 200 })
    const reserve = async (more: object) => {
      const order = { ...cardOrder(batch, 50, await person.cardToken()), ...more }
      return String((await person.reserve(order)).body.txId)
    }
    const openTxId = await reserve({})
    const giftTxId = await reserve({ is_gift: 1, telephone: '+447400987654' })
    for (const own of [txId, openTxId]) {
      const { stdout } = await run('people', 'find', own, '--by', 'Grace')
      expect(stdout).toContain(person.id)
      expect(stdout).not.toContain('is a gift')
    }
    const gift = await run('people', 'find', giftTxId, '--by', 'Grace')
    expect(gift.stdout).toContain(`${giftTxId} is a gift that waits for +44`)
  })

  it('fails where no person matches', async () => {
    const nobody = await run('people', 'find', '+447000000000', '--by', 'Grace', '--json')
    expect(nobody.code).toBe(1)
    expect(JSON.parse(nobody.stdout)).toMatchObject({ ok: false })
  })
})

describe('people show', () => {
  it('shows sessions, active limits, purchases, wallets and messages', async () => {
    const { person, txId } = await buyer()
    await test.services.db.run(blockEverybody)
    await test.services.db.run(endedSession, [person.id])
    await test.services.db.run(startedAgain, [hashOf(person.phone)])
    await test.services.db.run(arrived, [person.phone])
    const { code, stdout } = await run('people', 'show', person.id, '--by', 'Grace', '--json')
    expect(code).toBe(0)
    const [shown] = JSON.parse(stdout).people
    expect(shown).toMatchObject({
      id: person.id,
      purchases: [{ tx_id: txId, status: 'COMPLETED', quantity_kg: 50 }],
    })
    expect(shown.sessions).toHaveLength(1)
    expect(shown.limits.messages_stopped_at).toBeNull()
    expect(shown.limits.code_wait_seconds).toBeGreaterThan(1)
    expect(shown.limits.try_wait_seconds).toBeGreaterThan(1)
    const templates = shown.messages.map((each: { readonly template: string }) => each.template)
    expect(templates).toEqual(['purchase_success', 'otp'])
    expect(shown.messages[1]).toMatchObject({ state: 'sent', arrival: 'delivered' })
    const { messages } = JSON.parse((await run('messages', 'list', '--json')).stdout)
    expect(messages).toContainEqual(
      expect.objectContaining({ template: 'purchase_success', tx_id: txId }),
    )
    expect(shown.wallets).toMatchObject([{ currency: 'GBP', balance: 1, held: 0 }])
    expect(stdout).not.toContain(person.phone)
    const { stdout: screen } = await run('people', 'show', person.phone, '--by', 'Grace')
    expect(screen).toContain('limit  no code for')
    expect(screen).toContain(txId)
  })

  it('shows the messages of a refund and the notices of the passport, too', async () => {
    const { person, txId } = await buyer()
    const order = { txId, keepsKilograms: false, record: async () => undefined }
    expect(await refundPurchase(test.services, order)).toEqual({ stage: 'refunded' })
    await queueMessages(test.services.db, [replacedMessage(person.id, randomUUID())])
    const { stdout } = await run('people', 'show', person.id, '--by', 'Grace', '--json')
    const [shown] = JSON.parse(stdout).people
    const templates = shown.messages.map((each: { readonly template: string }) => each.template)
    expect(templates).toEqual(['replaced', 'refund_sent', 'purchase_success', 'otp'])
    const { messages } = JSON.parse((await run('messages', 'list', '--json')).stdout)
    expect(messages).toContainEqual(
      expect.objectContaining({ template: 'refund_sent', tx_id: txId }),
    )
  })

  it('finds the receiver of a purchase, and the message to them', async () => {
    const [giver, receiver] = [
      await new Person(test.url).signIn(),
      await new Person(test.url).signIn(),
    ]
    const batch = await issueTestBatch(test.services.db, { kg: 100 })
    const gift = { is_gift: 1, telephone: receiver.phone }
    const order = { ...cardOrder(batch, 20, await giver.cardToken()), ...gift }
    const { body } = await giver.reserve(order)
    expect((await giver.complete(body.txId)).status).toBe(200)
    const { stdout } = await run('people', 'show', String(body.txId), '--by', 'Grace', '--json')
    const people: { id: string; messages: { template: string }[] }[] = JSON.parse(stdout).people
    const shown = people.find(({ id }) => id === receiver.id)
    expect(people.map(({ id }) => id).sort()).toEqual([giver.id, receiver.id].sort())
    const both = [String(body.txId), '--by', 'Grace', '--reason', 'asked']
    expect(await run('sessions', 'end', ...both)).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('That names two people'),
    })
    expect((await giver.get('/api/auth/me')).status).toBe(200)
    expect(shown?.messages.map(({ template }) => template)).toContain('gift_success')
  })

  it('shows no purchases and no messages of other people', async () => {
    const { person } = await buyer()
    const other = await new Person(test.url).signIn()
    const { stdout } = await run('people', 'show', other.id, '--by', 'Grace', '--json')
    const [shown] = JSON.parse(stdout).people
    expect(shown).toMatchObject({ id: other.id, purchases: [] })
    expect(stdout).not.toContain(person.id)
    const screen = async () => (await run('people', 'show', other.id, '--by', 'Grace')).stdout
    expect(await screen()).toContain('limit  none holds now')
    await writeStopped(test.services.db, hashOf(other.phone))
    expect(await screen()).toContain('limit  answered STOP at')
  })
})

describe('audit list', () => {
  it('filters by operator and start, and needs a valid time', async () => {
    const { person } = await buyer()
    await run('people', 'find', person.id, '--by', 'Linus')
    const since = async (moment: string) => {
      const { stdout } = await run('audit', 'list', '--by', 'Linus', '--since', moment, '--json')
      return JSON.parse(stdout).entries
    }
    expect(await since('2026-01-01')).toMatchObject([
      { by: 'root (for Linus)', command: 'people find', about: [person.id], reason: null },
    ])
    expect(await since('2999-01-01')).toEqual([])
    const wrong = await run('audit', 'list', '--since', 'yesterday')
    expect(wrong).toMatchObject({
      code: 2,
      stdout: '--since takes a date such as 2026-05-31, or a time such as 2026-05-31T14:00Z.\n',
    })
  })
})
