// Tests whom an action is about, and that its figures are those of this person, number or wallet.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hashOf } from '#tests/support/number-keys.ts'
import { issueTestBatch } from '#tests/support/people/batch.ts'
import { cardOrder, newPhone, Person } from '#tests/support/people/person.ts'
import { askRows, runSql } from '#tests/support/postgres.ts'
import {
  type StaffClient,
  startTestConsole,
  type TestConsole,
} from '#tests/support/servers/test-console.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { findOneMember, findOneNumber, findOnePerson } from './find-one-person.ts'
import { inspectPerson } from './inspect-person.ts'
import { recordRun } from './last-runs.ts'

let test: TestApp
let staffConsole: TestConsole
let admin: StaffClient
beforeAll(async () => {
  test = await startTestApp({}, undefined, { background: false })
  staffConsole = await startTestConsole(test)
  admin = await staffConsole.signIn('admin')
})
afterAll(async () => {
  await staffConsole.close()
  await test.close()
})

const sql = (text: string) => runSql(test.databaseUrl, text)
const signedIn = () => new Person(test.url).signIn()
type Figure = { readonly label: string; readonly before: string | null; readonly after: string }
const shownOf = (figures: readonly Figure[]) =>
  figures.map(({ label, before, after }) => `${label}: ${before ?? '-'} > ${after}`)

/** Gives a person the number of another one, who keeps the passport without it. */
const park = ({ id, phone }: Person) =>
  sql(`update passports set phone = null where id = '${id}';
       insert into parked_passports (passport_id, phone) values ('${id}', '${hashOf(phone)}')`)

describe('a phone number', () => {
  it('is that of its present owner, and of the previous one until there is another', async () => {
    const previous = await signedIn()
    await park(previous)
    const found = await findOnePerson(test.services, previous.phone)
    expect(found).toEqual({ passportId: previous.id, phone: null })
    expect(await findOneMember(test.services, previous.phone)).toMatchObject({
      problem: 'no_number',
    })
    expect(await findOneNumber(test.services, previous.phone)).toEqual({
      ...{ passportId: null, numberHash: hashOf(previous.phone) },
    })
    const present = await signedIn()
    await sql(`update passports set phone = '${previous.phone}' where id = '${present.id}'`)
    const number = { passportId: present.id, phone: previous.phone }
    expect(await findOnePerson(test.services, previous.phone)).toEqual(number)
    expect(await findOneMember(test.services, previous.phone)).toEqual(number)
    expect(await findOneNumber(test.services, previous.phone)).toEqual({
      ...{ passportId: present.id, numberHash: hashOf(previous.phone) },
    })
  })

  it('of no person is refused, and that of no member is only a number', async () => {
    const phone = newPhone()
    expect(await findOnePerson(test.services, phone)).toMatchObject({ problem: 'no_person' })
    expect(await findOneMember(test.services, 'Ada')).toMatchObject({ problem: 'no_person' })
    expect(await findOneNumber(test.services, phone)).toEqual({
      ...{ passportId: null, numberHash: hashOf(phone) },
    })
  })
})

it('the id of a gift names both people, and that of another purchase its buyer', async () => {
  const [giver, receiver] = [await signedIn(), await signedIn()]
  const batch = await issueTestBatch(test.services.db, { kg: 200 })
  const order = cardOrder(batch, 20, await giver.cardToken())
  const { body } = await giver.reserve({ ...order, is_gift: 1, telephone: receiver.phone })
  expect((await giver.complete(body.txId)).status).toBe(200)
  expect(await findOnePerson(test.services, body.txId)).toMatchObject({
    ...{ problem: 'several_people' },
    text: `That names two people: say which, ${giver.id} and ${receiver.id}.`,
  })
  const own = await giver.buyByCard(batch, 20)
  expect(await findOnePerson(test.services, own)).toEqual({
    ...{ passportId: giver.id, phone: giver.phone },
  })
})

it('a block says since when the number was blocked, and a reset of limits that it stays', async () => {
  const { phone } = await signedIn()
  const figuresOf = async (name: string) =>
    shownOf((await admin.act(name, { who: phone }, { preview: true })).body.figures)
  expect(await figuresOf('people block')).toEqual(['Blocked: no > yes'])
  expect(await figuresOf('limits clear')).toEqual(['Limits: - > not used', 'Blocked: - > no'])
  expect((await admin.act('people block', { who: phone })).status).toBe(200)
  expect(await figuresOf('people block')).toEqual([
    expect.stringMatching(/^Blocked: since 20\d\d-\S+Z > yes$/),
  ])
  expect(await figuresOf('people unblock')).toEqual([
    expect.stringMatching(/^Blocked: since 20\d\d-\S+Z > no$/),
  ])
  expect(await figuresOf('limits clear')).toEqual([
    'Limits: - > not used',
    expect.stringMatching(/^Blocked: - > since 20/),
  ])
})

it('a deletion names each wallet with money, and no empty one', async () => {
  const person = await signedIn()
  await sql(`insert into wallets (passport_id, programme_id, currency, balance_minor)
    values ('${person.id}', 'welcome', 'EUR', 0), ('${person.id}', 'welcome', 'TRY', 250)`)
  const { body } = await admin.act('people erase', { who: person.phone }, { preview: true })
  expect(shownOf(body.figures)).toEqual([
    'Passport: active > deleted for good',
    'Wallet of welcome: 1.00 GBP > lapsed',
    'Wallet of welcome: 2.50 TRY > lapsed',
  ])
})

it('a credit and its reversal show what the wallet can spend then', async () => {
  const person = await signedIn()
  const money = { currency: 'EUR', program: 'twice' }
  await admin.act('programmes create', { id: 'twice', name: 'Twice', currency: 'EUR' })
  await admin.act('programmes fund', { id: 'twice', amount: '100', currency: 'EUR' })
  const credit = async (amount: string) => {
    const { body } = await admin.act('wallet credit', { who: person.id, amount, ...money })
    return shownOf(body.figures)
  }
  expect(await credit('2')).toEqual([
    ...['Credit: - > 2.00 EUR', 'Programme: - > twice', 'The wallet can spend then: - > 2.00 EUR'],
  ])
  expect(await credit('3.5')).toEqual([
    ...['Credit: - > 3.50 EUR', 'Programme: - > twice', 'The wallet can spend then: - > 5.50 EUR'],
  ])
  const [row] = await askRows(
    test.databaseUrl,
    `select id from wallet_credits where passport_id = '${person.id}' and amount_minor = 200`,
  )
  const { body } = await admin.act('wallet debit', { credit: String(row?.[0]) })
  expect(shownOf(body.figures)).toEqual([
    'Programme that gets it back: - > twice',
    'The wallet can spend then: - > 3.50 EUR',
  ])
})

it('an export counts its parts', async () => {
  const person = await signedIn()
  const { body } = await admin.act('people export', { who: person.id })
  const parts = Object.keys(JSON.parse(body.secrets[0].after)).length
  expect(parts).toBeGreaterThan(5)
  expect(shownOf(body.figures)).toEqual([`Export of: - > ${person.id}`, `Parts: - > ${parts}`])
})

it('only open sessions and a STOP that holds are of a person', async () => {
  const person = await signedIn()
  await person.signIn()
  const hash = hashOf(person.phone)
  const read = () => inspectPerson(test.services.db, person.id, hash)
  const open = (await read()).sessions.length
  await sql(`update sessions set ends_at = now() - interval '1 second'
    where id = (select id from sessions where passport_id = '${person.id}' limit 1)`)
  expect((await read()).sessions).toHaveLength(open - 1)
  expect((await read()).stoppedAt).toBeNull()
  await sql(
    `insert into stopped_numbers (phone, stopped_at) values ('${hash}', '2026-11-20T09:30:00Z')`,
  )
  expect((await read()).stoppedAt?.toISOString()).toBe('2026-11-20T09:30:00.000Z')
  await sql(`update stopped_numbers set ended_at = now() where phone = '${hash}'`)
  expect((await read()).stoppedAt).toBeNull()
})

it('the sessions and wallets of a person are listed whole, those last used first', async () => {
  const [person, other] = [await signedIn(), await signedIn()]
  const session = (of: Person, token: string, seen: string) =>
    `(sha256('${person.id}${token}'), '${of.id}', '2026-01-01Z', '${seen}Z', '2099-01-01Z')`
  await sql(`delete from sessions where passport_id in ('${person.id}', '${other.id}');
    insert into sessions (token_hash, passport_id, created_at, last_seen_at, ends_at) values
      ${session(person, 'a', '2026-02-01')}, ${session(person, 'b', '2026-02-03')},
      ${session(person, 'c', '2026-02-02')}, ${session(other, 'd', '2026-02-04')};
    insert into wallets (passport_id, programme_id, currency, balance_minor, held_minor) values
      ('${person.id}', 'welcome', 'TRY', 250, 40), ('${person.id}', 'welcome', 'EUR', 700, 0)`)
  const read = await inspectPerson(test.services.db, person.id, null)
  const day = (date: string) => new Date(`${date}T00:00:00Z`)
  const wallet = { programme_id: 'welcome', held_minor: 0 }
  expect(read).toEqual({
    sessions: ['2026-02-03', '2026-02-02', '2026-02-01'].map((seen) => ({
      ...{ created_at: day('2026-01-01'), last_seen_at: day(seen), ends_at: day('2099-01-01') },
    })),
    wallets: [
      { ...wallet, currency: 'EUR', balance_minor: 700 },
      { ...wallet, currency: 'GBP', balance_minor: 100 },
      { ...wallet, currency: 'TRY', balance_minor: 250, held_minor: 40 },
    ],
    stoppedAt: null,
  })
})

it('a run that failed keeps the time of the last one that ended well', async () => {
  const { db } = test.services
  const rowOf = async () => {
    const [row] = await askRows(
      test.databaseUrl,
      `select ok, succeeded_at is not null, succeeded_at = ended_at from last_runs where task = 'backup'`,
    )
    return row
  }
  await recordRun(db, 'backup', false)
  expect(await rowOf()).toEqual([false, false, null])
  await recordRun(db, 'backup', true)
  expect(await rowOf()).toEqual([true, true, true])
  await recordRun(db, 'backup', false)
  expect(await rowOf()).toEqual([false, true, false])
})
