// Tests which facts the evidence takes from the database: each from its own column, and sessions and messages of the
// purchase alone.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { issueTestBatch } from '#tests/support/people/batch.ts'
import { creditTestWallet } from '#tests/support/people/credit.ts'
import { Person } from '#tests/support/people/person.ts'
import { purchaseIdOf } from '#tests/support/people/purchase-books.ts'
import { splitOrder } from '#tests/support/people/split-order.ts'
import { runSql } from '#tests/support/postgres.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { findEvidence } from './evidence-queries.ts'

let test: TestApp
let buyer: Person
let txId: string
let id: string
beforeAll(async () => {
  test = await startTestApp({ WELCOME_CREDIT: '0' }, undefined, { background: false })
  const { db } = test.services
  buyer = await new Person(test.url).signIn()
  const batch = await issueTestBatch(db, { kg: 1_000, currency: 'EUR' })
  await creditTestWallet(db, { passportId: buyer.id, currency: 'GBP', amountMinor: 50 })
  const { body } = await buyer.reserve(await splitOrder(buyer, batch, 100))
  expect((await buyer.complete(body.txId)).status).toBe(200)
  txId = body.txId
  id = await purchaseIdOf(db, txId)
  await runSql(
    test.databaseUrl,
    `update projects set name = 'Registered', shown_name = 'Shown', country_name = 'Kenya',
       registry_name = 'Registry', external_url = 'https://r.example/1';
     alter table purchases disable trigger user;
     update purchases set created_at = '2026-01-10T12:00Z', completed_at = '2026-01-10T13:00Z',
       received_at = '2026-01-10T14:00Z' where tx_id = '${txId}';
     alter table purchases enable trigger user;
     update passports set created_at = '2026-01-01T00:00Z' where id = '${buyer.id}'`,
  )
})
afterAll(() => test.close())

it('the purchase has its buyer, its project and its sums', async () => {
  const found = await findEvidence(test.services.db, id)
  const at = (text: string) => new Date(`2026-01-${text}:00Z`)
  expect(found?.purchase).toEqual({
    ...{ id, tx_id: txId, buyer_id: buyer.id, buyer_phone: buyer.phone, buyer_country: 'GB' },
    ...{ buyer_since: at('01T00:00'), is_gift: false, is_holder_buyer: true, is_received: true },
    ...{ is_taken_back: false, quantity_kg: 100, refunded_kg: 0, price_micros: 20_000 },
    ...{ batch_currency: 'EUR', currency: 'GBP', rate: expect.stringMatching(/^0\.87/) },
    ...{ total_minor: 174, wallet_minor: 50, card_minor: 124 },
    ...{ card_payment_id: expect.any(String), refunded_minor: 0, created_at: at('10T12:00') },
    ...{ completed_at: at('10T13:00'), received_at: at('10T14:00'), is_planned: false },
    ...{ plan_id: null, plan_since: null, is_off_session: null, card_saved_at: null },
    ...{ card_saved_with: null, project: 'Registered', project_country: 'Kenya' },
    ...{ registry_name: 'Registry', registry_url: 'https://r.example/1', certificate: null },
  })
  expect(await findEvidence(test.services.db, buyer.id)).toBeNull()
})

it('sessions are the buyer’s that were in use within a day of the purchase', async () => {
  const other = await new Person(test.url).signIn()
  const sessions: readonly (readonly [browser: string, began: string, seen: string])[] = [
    ['ended before', '2026-01-01T00:00Z', '2026-01-09T11:59Z'],
    ['just in use', '2026-01-01T00:00Z', '2026-01-09T12:00Z'],
    ['began in time', '2026-01-11T13:00Z', '2026-01-20T00:00Z'],
    ['began later', '2026-01-11T13:01Z', '2026-01-20T00:00Z'],
  ]
  const values = [buyer, other].flatMap((who) =>
    sessions.map(
      ([browser, began, seen], at) =>
        `(decode(md5('${who.id}${at}'), 'hex'), '${who.id}', '${began}', '${seen}', '2027-01-01',
          '${browser}', 'System', '${began}'::timestamptz + interval '1 minute')`,
    ),
  )
  await runSql(
    test.databaseUrl,
    `delete from sessions;
     insert into sessions (token_hash, passport_id, created_at, last_seen_at, ends_at, browser,
       system, code_at) values ${values.join(', ')}`,
  )
  const found = await findEvidence(test.services.db, id)
  expect(found?.sessions).toEqual([
    {
      ...{ browser: 'just in use', system: 'System', created_at: new Date('2026-01-01') },
      ...{ code_at: new Date('2026-01-01T00:01Z'), last_seen_at: new Date('2026-01-09T12:00Z') },
    },
    {
      ...{ browser: 'began in time', system: 'System', created_at: new Date('2026-01-11T13:00Z') },
      ...{ code_at: new Date('2026-01-11T13:01Z'), last_seen_at: new Date('2026-01-20') },
    },
  ])
})

it('messages are those about the purchase, in their order, with what became of them', async () => {
  await runSql(
    test.databaseUrl,
    `delete from outbox;
     insert into outbox (template, subject, recipient, state, created_at, sent_at, provider_id) values
       ('purchase_success', '${id}', 'buyer', 'sent', '2026-01-10T13:00Z', '2026-01-10T13:01Z', 'SM1'),
       ('purchase_success', '${buyer.id}', 'buyer', 'sent', '2026-01-10T13:00Z', null, null),
       ('refund_sent', '${id}/1/40/0', 'buyer', 'dead', '2026-01-10T15:00Z', null, null);
     insert into sms_outcomes (provider_id, outcome) values ('SM1', 'failed'), ('SM2', 'delivered')`,
  )
  const found = await findEvidence(test.services.db, id)
  expect(found?.messages).toEqual([
    {
      ...{ template: 'purchase_success', state: 'sent', arrival: 'failed' },
      ...{ created_at: new Date('2026-01-10T13:00Z'), sent_at: new Date('2026-01-10T13:01Z') },
    },
    {
      ...{ template: 'refund_sent', state: 'dead', arrival: null, sent_at: null },
      created_at: new Date('2026-01-10T15:00Z'),
    },
  ])
})
