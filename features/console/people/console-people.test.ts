// Tests people in the console: the list with its filters and pages, one person, masked numbers, and that
// each read is in the audit trail.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { blockNumber, unblockNumber } from '#features/sign-in/number/number-blocks.ts'
import { writeAuditEntry } from '#platform/database/audit/audit-trail.ts'
import { hashOf } from '#tests/support/number-keys.ts'
import { issueTestBatch } from '#tests/support/people/batch.ts'
import { newPhone, Person } from '#tests/support/people/person.ts'
import { type ConsoleReader, openConsoleReader } from '#tests/support/servers/console-reader.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { statement } from '#tests/support/test-statement.ts'

const rename = statement(
  'test-console-rename',
  {},
  'update passports set first_name = $2, last_name = $3, nickname = $4, country = $5 where id = $1',
)
const addPasskey = statement(
  'test-console-passkey',
  {},
  `insert into passkeys (credential_id, passport_id, user_handle, public_key, counter, name)
   values ('\\x01', $1, decode(repeat('00', 32), 'hex'), '\\x02', 0, 'Key')`,
)
const stop = statement('test-console-stop', {}, 'insert into stopped_numbers (phone) values ($1)')
const addPlan = statement(
  'test-console-plan',
  {},
  `insert into plans (id, passport_id, state, amount_minor, currency, pay, day, next_run_at, expires_at)
   values ('PL-TEST-' || $1::uuid, $1::uuid, 'active', 500, 'GBP', 'wallet', 3,
     '2026-12-03T09:00:00Z', now())`,
)

let test: TestApp
let reader: ConsoleReader
beforeAll(async () => {
  test = await startTestApp()
  reader = await openConsoleReader(test)
})
afterAll(async () => {
  await reader.close()
  await test.close()
})

const db = () => test.services.db
const signedIn = () => new Person(test.url).signIn()
type Row = { readonly id: string }
const idsOf = (rows: readonly Row[]) => rows.map(({ id }) => id)

async function blocked() {
  const person = await signedIn()
  await db().transaction(async (tx) => {
    await blockNumber(tx, hashOf(person.phone), person.id)
    const entry = { by: 'Ada', command: 'people block', about: [person.id], reason: 'fraud' }
    await writeAuditEntry(tx, entry)
  })
  return person
}

describe('the list of people', () => {
  it('is in the order of sign-ups, newest first, and pages without gaps', async () => {
    const people = [await signedIn(), await signedIn(), await signedIn(), await signedIn()]
    const newest = idsOf(people).toReversed()
    const first = await reader.read('people?limit=2')
    expect(idsOf(first.body)).toEqual(newest.slice(0, 2))
    const second = await reader.read(first.next ?? '')
    expect(idsOf(second.body)).toEqual(newest.slice(2))
    // A person who signs up meanwhile does not move the next page.
    await signedIn()
    expect(idsOf((await reader.read(first.next ?? '')).body)).toEqual(newest.slice(2))
  })

  it('is in the order of sign-ups, oldest first, by its sort', async () => {
    const people = [await signedIn(), await signedIn(), await signedIn()]
    const paged: string[] = []
    let next: string | null = 'people?limit=2&sort=created_at'
    while (next !== null) {
      const page = await reader.read(next)
      paged.push(...idsOf(page.body))
      next = page.next
    }
    expect(paged.slice(-3)).toEqual(idsOf(people))
    const [first] = (await reader.read('people?sort=-created_at&limit=1')).body
    expect(first.id).toBe(people.at(-1)?.id)
    expect((await reader.read('people?sort=phone')).status).toBe(400)
  })

  it('ends without a link, refuses an unknown key, and is recorded with the names of its filters', async () => {
    await reader.reads()
    const { next } = await reader.read('people?q=%2B447700900199&limit=1')
    expect(next).toBeNull()
    for (const after of ['7', 'a%20b']) {
      expect((await reader.read(`people?after=${after}`)).status).toBe(400)
    }
    await reader.read('people?blocked=no&country=gb')
    expect(await reader.reads()).toEqual(['people q', 'people country blocked'])
  })

  it('shows names and masked numbers, and no number to any role', async () => {
    const person = await signedIn()
    await db().run(rename, [person.id, 'Ada', 'Lovelace', 'Countess', 'GB'])
    const { body } = await reader.read('people?limit=1')
    expect(body).toMatchObject([
      {
        id: person.id,
        name: 'Ada Lovelace',
        nickname: 'Countess',
        phone: `+44•••••${person.phone.slice(-3)}`,
        kilograms: 0,
        is_blocked: false,
      },
    ])
    expect(JSON.stringify(body)).not.toContain(person.phone)
  })

  it('finds by number in national spelling, by name without accents, and by country', async () => {
    const person = await signedIn()
    const name = `Zoë${randomUUID().slice(0, 8)}`
    await db().run(rename, [person.id, name, 'Curie', null, 'FR'])
    const found = async (query: string) => idsOf((await reader.read(`people?${query}`)).body)
    const national = person.phone.replace('+44', '0')
    expect(await found(`q=${national.slice(0, 5)}%20${national.slice(5)}`)).toEqual([person.id])
    expect(await found(`q=${name.replace('ë', 'e').toUpperCase()}`)).toEqual([person.id])
    expect(await found(`q=${encodeURIComponent(`curie ${name}`)}`)).toEqual([person.id])
    expect(await found(`q=${name}&country=FR`)).toEqual([person.id])
    expect(await found(`q=${name}&country=GB`)).toEqual([])
    expect(await found('country=FR')).toEqual([person.id])
  })

  it('pages the hits of a search, too', async () => {
    const name = `Twin${randomUUID().slice(0, 8)}`
    const twins = [await signedIn(), await signedIn()]
    for (const { id } of twins) await db().run(rename, [id, name, null, null, 'GB'])
    const first = await reader.read(`people?q=${name}&limit=1`)
    const second = await reader.read(first.next ?? '')
    expect([first, second].flatMap(({ body }) => idsOf(body))).toEqual(idsOf(twins).toReversed())
    expect(second.next).toBeNull()
  })

  it('lists blocked people, and leaves out those whose block has ended', async () => {
    const [one, other] = [await blocked(), await blocked()]
    const listed = async (filter: string) =>
      idsOf((await reader.read(`people?limit=100&blocked=${filter}`)).body)
    expect(await listed('yes')).toEqual(idsOf([other, one]))
    expect(await listed('no')).not.toContain(one.id)
    await db().transaction((tx) => unblockNumber(tx, hashOf(other.phone), null))
    expect(await listed('yes')).toEqual([one.id])
    expect(await listed('no')).toContain(other.id)
  })
})

describe('one person', () => {
  it('is shown with purchases, wallets, plans, cards, messages and sessions', async () => {
    const person = await signedIn()
    const batch = await issueTestBatch(db(), { kg: 100 })
    const txId = await person.buyByCard(batch, 50)
    await db().run(addPasskey, [person.id])
    await db().run(addPlan, [person.id])
    const { body } = await reader.read(`people/${person.id.toUpperCase()}`)
    expect(body).toMatchObject({
      id: person.id,
      kilograms: 50,
      passkeys: 1,
      blocked_at: null,
      messages_stopped_at: null,
      wallets: [{ programme_id: 'welcome', currency: 'GBP', balance: 1, held: 0 }],
      plans: [{ state: 'active', amount: 5, currency: 'GBP', kilograms: 0, next_on: '2026-12-03' }],
      cards: [],
      purchases: [{ tx_id: txId, status: 'COMPLETED', quantity_kg: 50, buyer_id: person.id }],
    })
    expect(body.sessions).toHaveLength(1)
    const templates = body.messages.map(({ template }: { template: string }) => template)
    expect(templates).toEqual(['purchase_success', 'otp'])
    expect(JSON.stringify(body)).not.toContain(person.phone)
  })

  it('shows what holds the number up', async () => {
    const person = await blocked()
    await db().run(stop, [hashOf(person.phone)])
    const { body } = await reader.read(`people/${person.id}`)
    expect(body.blocked_at).not.toBeNull()
    expect(body.messages_stopped_at).not.toBeNull()
    expect(body.is_blocked).toBe(true)
    expect(body.limits).toEqual([
      expect.stringContaining('The number is blocked since'),
      'No new code for 24 hours.',
      'No attempt at a code for 24 hours.',
      expect.stringContaining('The owner stopped messages'),
    ])
  })

  it('shows a received gift to its receiver', async () => {
    const [giver, receiver] = [await signedIn(), await signedIn()]
    const batch = await issueTestBatch(db(), { kg: 100 })
    const gift = { is_gift: 1, telephone: receiver.phone }
    const order = {
      ...{ batchId: batch.id, count: 20, amount: batch.price_per_kg, currency: batch.currency },
      ...{ payment_method: 'card', wallet_used: 0, card_token: await giver.cardToken() },
    }
    const { body } = await giver.reserve({ ...order, ...gift })
    expect((await giver.complete(body.txId)).status).toBe(200)
    const read = await reader.read(`people/${receiver.id}`)
    expect(read.body.purchases).toMatchObject([{ tx_id: body.txId, is_gift: true }])
  })

  it('shows the whole number only on request, to roles that may see it, and records that', async () => {
    const person = await signedIn()
    await reader.reads()
    const shown = await reader.read(`people/${person.id}?show_phone=1`, ['support'])
    expect(shown.body.phone).toBe(person.phone)
    expect((await reader.read(`people/${person.id}?show_phone=1`, ['look'])).status).toBe(403)
    const masked = await reader.read(`people/${person.id}`, ['look'])
    expect(masked.body.phone).toBe(`+44•••••${person.phone.slice(-3)}`)
    expect(await reader.reads()).toEqual([
      `people show --show-phone ${person.id}`,
      `people show ${person.id}`,
    ])
  })

  it('that does not exist is not found, and no read is recorded', async () => {
    await reader.reads()
    for (const id of [randomUUID(), 'x', newPhone()]) {
      expect((await reader.read(`people/${encodeURIComponent(id)}`)).status).toBe(404)
    }
    expect(await reader.reads()).toEqual([])
  })
})
