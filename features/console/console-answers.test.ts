// Tests whole answers of the console: each field of a purchase, a person, a case, a batch, a project and a retirement
// has its own fact. The facts differ from each other, so that a swapped one is found.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { firstIdAt, startOfDay } from '#features/console/moment-ids.ts'
import { nextRetirementOf } from '#features/retirements/next-retirement.ts'
import { hashOf } from '#tests/support/number-keys.ts'
import { issueTestBatch } from '#tests/support/people/batch.ts'
import { Person } from '#tests/support/people/person.ts'
import { openTestProgramme } from '#tests/support/people/programme.ts'
import {
  appendOnce,
  issueTonnes,
  recordRows,
  retiredRow,
} from '#tests/support/people/retirements.ts'
import { splitOrder } from '#tests/support/people/split-order.ts'
import { askRows, runSql } from '#tests/support/postgres.ts'
import { type ConsoleReader, openConsoleReader } from '#tests/support/servers/console-reader.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

let test: TestApp
let reader: ConsoleReader
beforeAll(async () => {
  test = await startTestApp({ OPEN_RESERVATIONS_MAX: '100' }, undefined, { background: false })
  reader = await openConsoleReader(test)
})
afterAll(async () => {
  await reader.close()
  await test.close()
})

const db = () => test.services.db
const sql = (text: string) => runSql(test.databaseUrl, text)
const frozen =
  'purchases money_postings kg_postings purchase_places audit_trail certificates wallet_credits'.split(
    ' ',
  )
const switchTriggers = (way: 'disable' | 'enable') =>
  frozen.map((table) => `alter table ${table} ${way} trigger user`).join('; ')
/** Changes rows as the triggers of the product do not allow. */
const force = (text: string) =>
  sql(`${switchTriggers('disable')}; ${text}; ${switchTriggers('enable')}`)
const signedIn = () => new Person(test.url).signIn()
const bodyOf = async (path: string) => (await reader.read(path)).body
const idOf = (txId: string) => `(select id from purchases where tx_id = '${txId}')`
const at = (minute: number, day = 20) =>
  `2026-11-${day}T09:${String(minute).padStart(2, '0')}:00.000Z`
/** A day that no clock of a test reaches. */
const far = (day: number) => `2999-01-0${day}T00:00:00.000Z`
async function rename(person: Person, first: string, last: string, nickname: string) {
  await sql(`update passports set first_name = '${first}', last_name = '${last}',
    nickname = '${nickname}' where id = '${person.id}'`)
}

async function givenGift() {
  const [giver, receiver] = [await signedIn(), await signedIn()]
  await rename(giver, 'Ada', 'Lovelace', 'Countess')
  await rename(receiver, 'Marie', 'Curie', 'Madame')
  const batch = await issueTonnes(db(), 2)
  const order = await splitOrder(giver, batch, 120)
  const { body } = await giver.reserve({ ...order, is_gift: 1, telephone: receiver.phone })
  const txId = String(body.txId)
  expect((await giver.complete(txId)).status).toBe(200)
  await appendOnce(test)
  const [[id, entry] = []] = await askRows(
    test.databaseUrl,
    `select p.id, e.entry_index from purchases p join kg_postings k on k.purchase_id = p.id
     join log_entries e on e.fact_id = k.id where p.tx_id = '${txId}'`,
  )
  return { giver, receiver, batch, txId, id: String(id), entry: Number(entry) }
}

it('The page of a purchase has each fact in its own field', async () => {
  const { giver, receiver, batch, txId, id, entry } = await givenGift()
  const other = await issueTestBatch(db(), { kg: 500 })
  await sql(`update projects set shown_name = 'Shown stoves' where id = '${batch.projectId}'`)
  await force(`
    update purchases set created_at = '${at(0)}', expires_at = '${at(30)}', completed_at = '${at(2)}',
      card_checked_at = '${at(1)}', card_payment_id = 'pi_own', received_at = '${at(3)}', thanked_at = '${at(4)}',
      refunded_kg = 7 where id = '${id}';
    update money_postings set created_at = '${at(2)}' where purchase_id = '${id}';
    update kg_postings set created_at = '${at(2)}' where purchase_id = '${id}';
    update card_references set created_at = '${at(1)}', id = 'ch_own' where purchase_id = '${id}';
    delete from card_references where purchase_id = '${id}';
    insert into card_references (id, kind, purchase_id, created_at) values
      ('ch_own', 'charge', '${id}', '${at(1)}'), ('re_own', 'refund', '${id}', '${at(22)}');
    insert into purchase_reversals (purchase_id, refunded_minor, lost_minor, due_minor, part_minor, created_at, stage_since)
      values ('${id}', 14, 3, 40, 14, '${at(20)}', '${at(21)}');
    insert into refund_payments (purchase_id, way, amount_minor, reference, created_at) values
      ('${id}', 'wallet', 5, null, '${at(24)}'), ('${id}', 'elsewhere', 6, 'bank 7', '${at(23)}');
    insert into certificates (code, purchase_id, name, created_at)
      values ('0123456789ABCDEF', '${id}', 'Marie', '${at(10)}');
    insert into disputes (id, purchase_id, status, outcome, reason, amount_minor, currency, opened_at, due_at, closed_at, read_at)
      values ('du_open', '${id}', 'needs_response', 'open', 'fraudulent', 123, 'GBP', '${at(40)}', '${far(2)}', null, now()),
        ('du_won', '${id}', 'won', 'won', 'general', 45, 'GBP', '${at(50)}', '${at(55)}', '${at(56)}', now());
    insert into fraud_warnings (id, purchase_id, kind, warned_at) values
      ('issfr_b', '${id}', 'misc', '${far(4)}'), ('issfr_a', '${id}', 'stolen', '${far(3)}');
    delete from outbox where subject like '${id}%';
    insert into outbox (template, subject, recipient, state, attempts, created_at, due_at, sent_at, provider_id, last_error)
      values ('purchase_success', '${id}', 'buyer', 'sent', 1, '${at(2)}', '${at(2)}', '${at(3)}', 'SM_own', null),
        ('gift_success', '${id}', 'recipient', 'dead', 5, '${at(2)}', '${at(9)}', null, null, 'refused');
    insert into sms_outcomes (provider_id, outcome, heard_at) values ('SM_own', 'delivered', '${at(5)}');
    insert into purchase_places (purchase_id, batch_id, first_place, kg, replaced_by, written_at) values
      ('${id}', '${batch.id}', 1, 113, '${other.id}', '${at(15)}'),
      ('${id}', '${other.id}', 1, 113, null, '${at(16)}');
    insert into audit_trail (at, by_name, command, about, outcome, reason)
      values ('${at(19)}', 'Grace', 'purchases refund', '{${txId}}', 'done', 'Asked for it')`)
  const found = await bodyOf(`purchases/${txId}`)
  const row = {
    tx_id: txId,
    created_at: at(0),
    quantity_kg: 120,
    total: 2.4,
    currency: 'GBP',
    status: 'COMPLETED',
    reversal: 'none',
    goodwill: 0.4,
    owed: 0.4,
    is_gift: true,
    project: 'Shown stoves',
    buyer_id: giver.id,
    buyer: 'Ada Lovelace',
    dispute: { status: 'needs_response', outcome: 'open', due_at: far(2) },
    fraud_warned_at: far(4),
  }
  const messages = [
    {
      ...{ id: expect.any(Number), template: 'purchase_success', state: 'sent', attempts: 1 },
      ...{ created_at: at(2), sent_at: at(3), arrival: 'delivered', last_error: null, to: 'buyer' },
    },
    {
      ...{ id: expect.any(Number), template: 'gift_success', state: 'dead', attempts: 5 },
      ...{ created_at: at(2), sent_at: null, arrival: null, last_error: 'refused', to: 'receiver' },
    },
  ]
  const { timeline, postings, ...facts } = found
  expect(facts).toEqual({
    ...row,
    wallet: 1,
    card: 1.4,
    serial_number: batch.serial,
    batch_id: batch.id,
    recipient: `+44•••••${receiver.phone.slice(-3)}`,
    holder_id: receiver.id,
    holder: 'Marie Curie',
    places: { first: 1, last: 120 },
    failure: null,
    completed_at: at(2),
    expires_at: at(30),
    keeps_kilograms: false,
    refunded_kg: 7,
    refunded: 0.14,
    lost: 0.03,
    card_state: 'captured',
    payment_id: 'pi_own',
    provider_status: expect.any(String),
    provider_reason: null,
    certificate: '0123456789ABCDEF',
    log_entry: entry,
    messages,
    cases: [
      {
        id: 'dispute:du_open',
        kind: 'dispute',
        tx_id: txId,
        buyer_id: giver.id,
        buyer: 'Ada Lovelace',
        since: at(40),
        due_at: far(2),
        amount: 1.23,
        currency: 'GBP',
        provider_id: 'du_open',
        detail: 'fraudulent, needs_response',
        evidence: null,
        next: {
          words: 'Make the file with the evidence, and send it on the provider’s page.',
          action: 'purchases evidence',
        },
        messages,
      },
      ...[
        ['issfr_a', 'stolen', 3],
        ['issfr_b', 'misc', 4],
      ].map(([warning, detail, day]) => ({
        id: `fraud_warning:${warning}`,
        kind: 'fraud_warning',
        tx_id: txId,
        buyer_id: giver.id,
        buyer: 'Ada Lovelace',
        since: far(Number(day)),
        due_at: null,
        amount: 1.4,
        currency: 'GBP',
        provider_id: warning,
        detail,
        evidence: null,
        next: {
          words: 'Refund it if the cardholder did not buy it. A dispute costs more.',
          action: 'purchases refund',
        },
        messages,
      })),
    ],
    similar: [],
    disputes: [
      {
        ...{ id: 'du_open', tx_id: txId, status: 'needs_response', outcome: 'open' },
        ...{ reason: 'fraudulent', amount: 1.23, currency: 'GBP', opened_at: at(40) },
        due_at: far(2),
      },
      {
        ...{ id: 'du_won', tx_id: txId, status: 'won', outcome: 'won', reason: 'general' },
        ...{ amount: 0.45, currency: 'GBP', opened_at: at(50), due_at: at(55) },
      },
    ],
  })
  expect(
    timeline.map(
      (each: { at: string; kind: string; title: string; detail: string | null }) =>
        `${each.at.slice(11, 16)} ${each.kind}: ${each.title}, ${each.detail}`,
    ),
  ).toEqual([
    `09:00 state: Reserved, 120 kg of ${batch.serial} for 2.40 GBP, as a gift`,
    '09:01 card: Card authorised, 1.40 GBP, pi_own',
    '09:02 state: Wallet part held, 1.00 GBP of programme welcome',
    '09:02 card: Card charged, 1.40 GBP',
    `09:02 state: Completed, The buyer confirmed it; places 1 to 120 of ${batch.serial}`,
    `09:02 log: Sale in the public log, Entry ${entry}`,
    '09:02 message: Message of the purchase: queued, null',
    '09:02 message: Message of the gift to its receiver: queued, null',
    '09:03 state: Gift received, null',
    '09:03 message: Message of the purchase: sent, 1 attempt',
    '09:04 state: Receiver said thanks, null',
    '09:05 message: Message of the purchase: arrived, null',
    '09:09 message: Message of the gift to its receiver: could not be sent, 5 attempts, refused',
    '09:10 certificate: Certificate made, null',
    `09:16 state: Kilograms replaced, 113 kg are now of ${other.serial}`,
    '09:19 staff: Grace: purchases refund, done, “Asked for it”',
    '09:22 card: Refund made at the card provider, re_own',
    '09:23 state: Refund paid in another way, 0.06 GBP, bank 7',
    '09:24 state: Refund paid to the wallet, 0.05 GBP',
    '09:40 dispute: Dispute opened, 1.23 GBP, fraudulent, du_open',
    '09:50 dispute: Dispute opened, 0.45 GBP, general, du_won',
    '09:56 dispute: Dispute won, du_won',
    '00:00 dispute: Deadline for evidence, needs_response, du_open',
    '00:00 dispute: The card network warns of fraud, stolen, issfr_a',
    '00:00 dispute: The card network warns of fraud, misc, issfr_b',
  ])
  expect(postings).toEqual(
    [
      ['money', 'GBP', `wallet:${giver.id}:welcome`, `held:${id}`, 1],
      ['money', 'GBP', `held:${id}`, 'sales', 1],
      ['money', 'GBP', 'card_clearing', 'sales', 1.4],
      ['kg', null, 'available', 'held', 120],
      ['kg', null, 'held', `holder:${receiver.id}`, 120],
    ].map(([ledger, currency, source, destination, amount]) => ({
      ...{ at: at(2), ledger, currency, source, destination, amount },
    })),
  )
  // The list and the pages of giver and receiver have the same row.
  expect(await bodyOf(`purchases?q=${txId}`)).toEqual([row])
  expect((await bodyOf(`people/${giver.id}`)).purchases).toEqual([row])
  expect((await bodyOf(`people/${receiver.id}`)).purchases).toEqual([row])
  expect(await bodyOf('disputes/du_won')).toEqual(found.disputes[1])
  expect(await bodyOf('disputes')).toEqual(found.disputes)
  expect(await bodyOf('desk')).toEqual(found.cases)
})

it('A person has each fact in their own field, of both wallets, plans and sessions', async () => {
  const person = await signedIn()
  await rename(person, 'Grace', 'Hopper', 'Amazing')
  const batch = await issueTestBatch(db(), { kg: 100 })
  const txId = await person.buyByCard(batch, 50)
  const id = person.id
  await force(`
    update passports set country = 'DE', currency = 'EUR', language = 'tr', created_at = '${at(0)}' where id = '${id}';
    update sessions set created_at = '${at(4)}', last_seen_at = '${at(5)}', ends_at = '${far(6)}' where passport_id = '${id}';
    insert into sessions (token_hash, passport_id, created_at, last_seen_at, ends_at) values
      ('\\x01', '${id}', '${at(1)}', '${at(9)}', '${far(7)}'), ('\\x02', '${id}', '${at(2)}', '${at(3)}', '${at(4)}');
    insert into wallets (passport_id, programme_id, currency, balance_minor, held_minor)
      values ('${id}', 'welcome', 'EUR', 700, 300);
    insert into plans (id, passport_id, state, pause_reason, amount_minor, currency, pay, day, next_run_at, expires_at, created_at) values
      ('PL-b', '${id}', 'paused', 'card_declined', 500, 'GBP', 'wallet', 3, '2026-12-03T23:30:00Z', now(), '${at(8)}'),
      ('PL-a', '${id}', 'active', null, 900, 'EUR', 'wallet', 4, '2026-12-04T00:30:00Z', now(), '${at(7)}');
    insert into plan_runs (plan_id, period, state, pay, purchase_id, run_at, due_at)
      select 'PL-b', '2026-11-01', 'bought', 'wallet', id, now(), now() from purchases where tx_id = '${txId}';
    insert into saved_cards (id, passport_id, state, customer_id, method_id, fingerprint, brand, last_four, exp_month, exp_year)
      select id, '${id}', 'kept', 'cus', 'pm', 'print', 'visa', '4242', 3, 2031 from purchases where tx_id = '${txId}';
    update outbox set state = 'sent', attempts = 2, created_at = '${at(2)}', sent_at = '${at(3)}', provider_id = 'SM_person'
      where template = 'purchase_success' and split_part(subject, '/', 1) = ${idOf(txId)}::text;
    update outbox set state = 'dead', attempts = 5, created_at = '${at(1)}', sent_at = null, provider_id = null, last_error = 'refused'
      where template = 'otp' and recipient = '${person.phone}';
    insert into sms_outcomes (provider_id, outcome) values ('SM_person', 'failed');
    insert into stopped_numbers (phone, stopped_at) values ('${hashOf(person.phone)}', '${at(6)}');
    insert into sign_in_attempts (number_hash, challenge_expires_at, blocked_at)
      values ('${hashOf(person.phone)}', now(), '${at(10)}')
      on conflict (number_hash) do update set blocked_at = excluded.blocked_at;
    insert into passkeys (credential_id, passport_id, user_handle, public_key, counter, name) values
      ('\\x11', '${id}', decode(repeat('00', 32), 'hex'), '\\x02', 0, 'Key'),
      ('\\x12', '${id}', decode(repeat('00', 32), 'hex'), '\\x02', 0, 'Key')`)
  const { messages, purchases, limits, ...facts } = await bodyOf(`people/${id}`)
  const row = {
    id,
    name: 'Grace Hopper',
    nickname: 'Amazing',
    phone: `+44•••••${person.phone.slice(-3)}`,
    country: 'DE',
    currency: 'EUR',
    language: 'tr',
    created_at: at(0),
    kilograms: 50,
    is_blocked: true,
  }
  expect(facts).toEqual({
    ...row,
    first_name: 'Grace',
    last_name: 'Hopper',
    parked_at: null,
    messages_stopped_at: at(6),
    blocked_at: at(10),
    passkeys: 2,
    sessions: [
      { created_at: at(1), last_seen_at: at(9), ends_at: far(7) },
      { created_at: at(4), last_seen_at: at(5), ends_at: far(6) },
    ],
    wallets: [
      { programme_id: 'welcome', currency: 'EUR', balance: 7, held: 3 },
      { programme_id: 'welcome', currency: 'GBP', balance: 1, held: 0 },
    ],
    plans: [
      ...[{ id: 'PL-a', state: 'active', amount: 9, currency: 'EUR', kilograms: 0 }].map(
        (plan) => ({ ...plan, next_on: '2026-12-04' }),
      ),
      ...[{ id: 'PL-b', state: 'paused', amount: 5, currency: 'GBP', kilograms: 50 }].map(
        (plan) => ({ ...plan, next_on: '2026-12-03' }),
      ),
    ],
    cards: [{ brand: 'visa', last4: '4242', expires: '2031-03' }],
  })
  expect(purchases.map(({ tx_id }: { tx_id: string }) => tx_id)).toEqual([txId])
  expect(limits).toEqual([
    'The number is blocked since 2026-11-20 09:10 UTC.',
    expect.stringMatching(/^No new code for /),
    expect.stringMatching(/^No attempt at a code for /),
    'The owner stopped messages other than codes (STOP) on 2026-11-20 09:06 UTC.',
  ])
  expect(messages).toEqual([
    {
      ...{ id: expect.any(Number), template: 'purchase_success', state: 'sent', attempts: 2 },
      ...{ created_at: at(2), sent_at: at(3), arrival: 'failed', last_error: null },
    },
    {
      ...{ id: expect.any(Number), template: 'otp', state: 'dead', attempts: 5 },
      ...{ created_at: at(1), sent_at: null, arrival: null, last_error: 'refused' },
    },
  ])
  expect(await bodyOf(`people?q=${id}`)).toEqual([row])
  await sql(`update passports set phone = null where id = '${id}';
    insert into parked_passports (passport_id, phone, parked_at) values ('${id}', 'x', '${at(12)}')`)
  expect(await bodyOf(`people/${id}`)).toMatchObject({
    ...{ phone: null, parked_at: at(12), is_blocked: false, blocked_at: null, limits: [] },
    messages_stopped_at: null,
  })
})

it('People of one country are in both orders, each page full, with blocked ones apart', async () => {
  const people = [await signedIn(), await signedIn(), await signedIn(), await signedIn()]
  const [first, second, third, other] = people.map(({ id }) => id)
  await sql(`update passports set country = 'NL' where id in ('${first}', '${second}', '${third}');
    update passports set country = 'BE' where id = '${other}'`)
  const blockedPhone = hashOf(people[1]?.phone ?? '')
  await force(`insert into sign_in_attempts (number_hash, challenge_expires_at, blocked_at)
      values ('${blockedPhone}', now(), now())
      on conflict (number_hash) do update set blocked_at = excluded.blocked_at;
    insert into audit_trail (by_name, command, about, outcome)
      values ('Grace', 'people block', '{${second}}', 'done')`)
  for (const [query, ids] of [
    ['country=NL', [third, second, first]],
    ['country=nl&sort=created_at', [first, second, third]],
    ['country=NL&sort=-created_at', [third, second, first]],
    ['country=NL&blocked=no', [third, first]],
    ['country=NL&blocked=no&sort=created_at', [first, third]],
    ['country=NL&blocked=yes', [second]],
    ['country=BE&blocked=yes', []],
    ['country=BE', [other]],
  ] as const) {
    expect([query, ...(await pagedIds(`people?${query}`))]).toEqual([query, ...ids])
  }
})

/** Reads all pages of a list, one row at a time. */
async function pagedIds(path: string): Promise<string[]> {
  const ids: string[] = []
  let next: string | null = `${path}&limit=1`
  while (next !== null) {
    const page = await reader.read(next)
    ids.push(...page.body.map((row: { tx_id?: string; id: string }) => row.tx_id ?? row.id))
    next = page.next
  }
  return ids
}

it('A batch and a project have each fact in their own field', async () => {
  const { id, projectId, serial } = await issueTestBatch(db(), {
    ...{ kg: 90, priceMicros: 31_234, currency: 'EUR', vintageYear: 2021 },
  })
  await sql(`update projects set name = 'Registered name', shown_name = 'Pictured name', country = 'KE',
      external_id = 'X-7', registry = 'VCS', description = 'Words', image_url = 'https://example.org/a.jpg',
      sdgs = '{13,7}', edited_fields = '{name}' where id = '${projectId}';
    insert into featured_projects (country, position, project_id) values ('NL', 9, '${projectId}'), ('FR', 9, '${projectId}');
    insert into batch_prices (batch_id, price_micros, currency, by_name, source, at) values
      ('${id}', 31_234, 'EUR', 'Ada', 'batches price', '${at(2)}'), ('${id}', 20_000, 'GBP', 'Grace', 'imports run', '${at(1)}')`)
  const row = {
    id,
    serial_number: serial,
    registry: 'VCS',
    project_id: projectId,
    project: 'Pictured name',
    vintage: 2021,
    price_per_kg: 0.031234,
    currency: 'EUR',
    kilograms: 90,
    sold_kg: 0,
    held_kg: 0,
    available_kg: 90,
    offer: 'offered',
    offer_reason: null,
  }
  expect(await bodyOf(`batches?project=${projectId}`)).toEqual([row])
  expect(await bodyOf(`batches/${id}`)).toEqual({
    ...row,
    prices: [
      {
        ...{ at: at(1), by: 'Grace', price_per_kg: 0.02, currency: 'GBP' },
        source: 'imports run',
      },
      {
        ...{ at: at(2), by: 'Ada', price_per_kg: 0.031234, currency: 'EUR' },
        source: 'batches price',
      },
    ],
    retired_tonnes: 0,
    due_tonnes: 0,
  })
  const project = {
    id: projectId,
    registry: 'VCS',
    registry_id: 'X-7',
    name: 'Registered name',
    shown_name: 'Pictured name',
    country: 'KE',
    status: 'Verified',
    is_listed: true,
    batches: 1,
    available_kg: 90,
  }
  for (const q of ['registered', 'pictured', 'vcs x-7', 'x-7 name']) {
    expect([q, await bodyOf(`projects?${new URLSearchParams({ q })}`)]).toEqual([q, [project]])
  }
  expect(await bodyOf(`projects/${projectId}`)).toEqual({
    ...project,
    description: 'Words',
    image_url: 'https://example.org/a.jpg',
    sdgs: [13, 7],
    edited: ['name'],
    featured_in: ['FR', 'NL'],
  })
  await sql(`update projects set description = '', image_url = null where id = '${projectId}'`)
  expect(await bodyOf(`projects/${projectId}`)).toMatchObject({
    description: null,
    image_url: null,
  })
})

it('Tonnes that are due and recorded ones have each fact in their own field', async () => {
  const buyer = await signedIn()
  const batch = await issueTonnes(db(), 5)
  await sql(`update projects set shown_name = 'Due stoves' where id = '${batch.projectId}'`)
  const txId = await buyer.buyByCard(batch, 4_500)
  await force(`update purchases set completed_at = '${at(2)}' where tx_id = '${txId}'`)
  await appendOnce(test)
  await recordRows(db(), [
    retiredRow(batch.part(1, 2), 2, 'R-own', 'https://example.org/r', '2026-11-19'),
  ])
  const due = (await bodyOf('retirements?limit=100')).filter(
    ({ serial_number }: { serial_number: string }) => serial_number === batch.serial,
  )
  expect(due).toEqual([
    {
      registry: 'TST',
      project: 'Due stoves',
      serial_number: batch.serial,
      sold_tonnes: 4,
      retired_tonnes: 2,
      due_tonnes: 2,
      due_since: at(2),
      held_back_tonnes: 0,
    },
  ])
  expect(await bodyOf('retirements/recorded?reference=R-own')).toEqual([
    {
      id: expect.any(Number),
      registry: 'TST',
      batch_id: batch.id,
      serial_number: batch.serial,
      serial: batch.part(1, 2),
      reference: 'R-own',
      url: 'https://example.org/r',
      retired_on: '2026-11-19',
      recorded_at: expect.any(String),
      tonnes: 2,
      is_corrected: false,
      confirmed_on: null,
    },
  ])
})

it('Each refund of the desk has its own sum, time, payment and words', async () => {
  const kinds = ['refund_failed', 'reinstated', 'refunding', 'refunding', 'part'] as const
  const long = '2026-01-20T09:50:00.000Z'
  const purchases: { txId: string; id: string; buyer: Person }[] = []
  for (const [index, kind] of kinds.entries()) {
    const buyer = await signedIn()
    await rename(buyer, `Name${index}`, 'Own', `Nick${index}`)
    const txId = await buyer.buyByCard(await issueTestBatch(db(), { kg: 100 }), 50)
    const [[id] = []] = await askRows(
      test.databaseUrl,
      `select id from purchases where tx_id = '${txId}'`,
    )
    purchases.push({ txId, id: String(id), buyer })
    const isPart = kind === 'part'
    const pending = index === 2 ? `'${long}'` : 'null'
    await force(`
      update purchases set card_payment_id = 'pi_${index}', currency = 'EUR', created_at = '${at(index)}'
        ${isPart ? '' : `, reversal = '${kind}'`} where id = '${id}';
      delete from outbox where split_part(subject, '/', 1) = '${id}';
      insert into outbox (template, subject, recipient, created_at)
        values ('refund_sent', '${id}/1/100/0', 'buyer', '${at(index)}');
      ${
        index === 3
          ? ''
          : `insert into purchase_reversals (purchase_id, due_minor, part_minor, is_part_failed, stage_since, pending_since)
             values ('${id}', ${index + 10}, ${isPart ? 14 : 0}, ${isPart}, '${at(20 + index)}', ${pending})`
      }`)
  }
  const own = (await bodyOf('desk?limit=100')).filter(
    ({ currency }: { currency: string }) => currency === 'EUR',
  )
  const rowOf = (
    index: number,
    kind: string,
    [amount, since]: readonly [number, string],
    [detail, words, action]: readonly [string | null, string, string | null],
  ) => ({
    id: `refund:${purchases[index]?.id}`,
    kind,
    tx_id: purchases[index]?.txId,
    buyer_id: purchases[index]?.buyer.id,
    buyer: `Name${index} Own`,
    since,
    due_at: null,
    amount,
    currency: 'EUR',
    provider_id: `pi_${index}`,
    detail,
    evidence: null,
    next: { words, action },
    messages: [
      {
        ...{ id: expect.any(Number), template: 'refund_sent', state: 'queued', attempts: 0 },
        ...{ created_at: at(index), sent_at: null, arrival: null, last_error: null, to: 'buyer' },
      },
    ],
  })
  const again = 'Refund it again, to the wallet, or in another way.'
  const owed = 'The bank gave the money back, and the buyer is owed it: refund it.'
  const hangs = 'The bank has held it for long: ask the provider again.'
  const rows = [
    rowOf(0, 'refund_failed', [0.1, at(20)], [null, again, 'purchases refund']),
    rowOf(4, 'refund_failed', [0.14, at(24)], ['of a refund in part', again, 'purchases refund']),
    rowOf(1, 'reinstated', [0.11, at(21)], [null, owed, 'purchases refund']),
    rowOf(2, 'refund_pending', [0.12, long], ['pending at the bank', hangs, 'purchases reconcile']),
    // A refund whose row is not written yet is of the card part.
    rowOf(
      3,
      'refund_under_way',
      [1, at(3)],
      [null, 'Nothing to do: the provider sends the money.', null],
    ),
  ]
  expect(own).toEqual(rows)
})

it('The hits of a search have each fact in its own field: purchases first, then giver and receiver', async () => {
  const { giver, receiver, txId } = await givenGift()
  await sql(`update passports set created_at = '${at(0, 21)}', country = 'NL' where id = '${giver.id}';
    update passports set created_at = '${at(0, 22)}' where id = '${receiver.id}'`)
  await force(
    `update purchases set currency = 'EUR', reversal = 'disputed' where tx_id = '${txId}'`,
  )
  const personHit = ({ id, phone }: Person, title: string, country: string, day: number) => ({
    ...{ kind: 'person', id, title },
    detail: `+44•••••${phone.slice(-3)}, ${country}, since 2026-11-${day}`,
  })
  const hits = [
    { kind: 'purchase', id: txId, title: txId, detail: '120 kg, 2.40 EUR, DISPUTED' },
    personHit(giver, 'Ada Lovelace', 'NL', 21),
    personHit(receiver, 'Marie Curie', 'GB', 22),
  ]
  expect(await bodyOf(`search?q=${txId}`)).toEqual(hits)
  expect(await bodyOf(`search?q=%20${receiver.id}%20`)).toEqual([hits[2]])
  await sql(`update passports set first_name = null, last_name = null, nickname = null, phone = null
    where id = '${receiver.id}'`)
  expect(await bodyOf(`search?q=${receiver.id}`)).toEqual([
    {
      ...{ kind: 'person', id: receiver.id, title: 'No name' },
      detail: 'deleted, GB, since 2026-11-22',
    },
  ])
  await force(`update purchases set reversal = 'none' where tx_id = '${txId}'`)
})

it('A programme has its newest 50 credits, and those of 30 days by day and currency', async () => {
  const id = 'credited'
  await openTestProgramme(db(), { id, name: 'Credited' })
  const person = await signedIn()
  const days = (count: number) => startOfDay(Date.now(), count)
  const credit = (moment: Date, count: number, minor: number, currency: string) =>
    `('${firstIdAt(moment).slice(0, -3)}${String(count).padStart(3, '0')}', '${id}', '${person.id}', ${minor},
      '${currency}', 'Bonus ${count}', '${moment.toISOString()}')`
  const rows = [
    credit(new Date(days(29).getTime() - 1), 0, 1_000, 'GBP'),
    credit(days(29), 1, 200, 'GBP'),
    credit(days(29), 2, 300, 'EUR'),
    ...Array.from({ length: 49 }, (_, at) => credit(days(1), at + 3, 1, 'GBP')),
  ]
  await force(`insert into wallet_credits (id, programme_id, passport_id, amount_minor, currency, source, created_at)
    values ${rows.join(', ')}`)
  const { credits, days: given } = await bodyOf(`programmes/${id}`)
  expect(credits).toHaveLength(50)
  expect(credits[0]).toEqual({
    ...{ id: expect.any(String), at: days(1).toISOString(), amount: 0.01, currency: 'GBP' },
    source: 'Bonus 51',
  })
  expect(credits.at(-1)).toMatchObject({ amount: 3, currency: 'EUR', source: 'Bonus 2' })
  const dayOf = (count: number) => days(count).toISOString().slice(0, 10)
  expect(given).toEqual([
    { day: dayOf(29), currency: 'EUR', given: 3 },
    { day: dayOf(29), currency: 'GBP', given: 2 },
    { day: dayOf(1), currency: 'GBP', given: 0.49 },
  ])
})

it('Today counts a charge of a reservation some days before the first day, and the oldest due tonne', async () => {
  const buyer = await signedIn()
  const batch = await issueTonnes(db(), 3)
  const txId = await buyer.buyByCard(batch, 2_000)
  const completed = new Date(startOfDay(Date.now(), 29).getTime() + 60_000)
  const before = (await bodyOf('today')).days[0]
  const copy = {
    ...{ id: firstIdAt(startOfDay(Date.now(), 35)), tx_id: 'CP-2222-2222-2222' },
    ...{ completed_at: completed, currency: 'EUR', card_payment_id: null },
  }
  await force(`insert into purchases select (jsonb_populate_record(p, '${JSON.stringify(copy)}')).*
    from purchases p where tx_id = '${txId}'`)
  const [first] = (await bodyOf('today')).days
  expect([first.purchases - before.purchases, first.kilograms - before.kilograms]).toEqual([
    ...[1, 2_000],
  ])
  expect(first.sums).toContainEqual({ currency: 'EUR', amount: 40 })
  await force(`delete from purchases where tx_id = 'CP-2222-2222-2222';
    update purchases set completed_at = '2026-11-10T09:00:00Z' where tx_id = '${txId}'`)
  const { tiles } = await bodyOf('today')
  const { retirementDays } = test.services.settings
  const now = new Date()
  const { by } = nextRetirementOf(new Date('2026-11-10T09:00:00Z'), { retirementDays, now })
  const { value } = tiles.find((tile: { id: string }) => tile.id === 'retirement')
  expect(value).toMatch(new RegExp(`^\\d+ t, the oldest by ${by}$`))
})
