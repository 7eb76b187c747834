// Tests the list of people as a file: its roles, its filters, its row in the audit trail, and that no cell is a formula.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { blockNumber, unblockNumber } from '#features/sign-in/number/number-blocks.ts'
import { writeAuditEntry } from '#platform/database/audit/audit-trail.ts'
import type { Database } from '#platform/database/database.ts'
import { hashOf } from '#tests/support/number-keys.ts'
import { Person } from '#tests/support/people/person.ts'
import { runSql } from '#tests/support/postgres.ts'
import { startTestConsole, type TestConsole } from '#tests/support/servers/test-console.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { statement } from '#tests/support/test-statement.ts'
import { peopleCsvActions } from './people-csv-action.ts'

const rename = statement(
  'test-csv-rename',
  {},
  'update passports set first_name = $2, nickname = $3, country = $4 where id = $1',
)

let test: TestApp
let staffConsole: TestConsole
let person: Person
const name = `=cmd${randomUUID().slice(0, 8)}`
beforeAll(async () => {
  test = await startTestApp()
  staffConsole = await startTestConsole(test)
  person = await new Person(test.url).signIn()
  await new Person(test.url).signIn()
  await test.services.db.run(rename, [person.id, name, 'Ada, "the first"', 'FR'])
})
afterAll(async () => {
  await staffConsole.close()
  await test.close()
})

async function linesOf(input: object): Promise<string[]> {
  const money = await staffConsole.signIn('money')
  const { status, body } = await money.act('people csv', input)
  expect([status, body.error]).toEqual([200, undefined])
  expect(body.secrets[0].label).toBe('people.csv')
  return String(body.secrets[0].after).trim().split('\r\n')
}

describe('the file of people', () => {
  it('has everybody of the list, with masked numbers, and no formula', async () => {
    const [header, ...lines] = await linesOf({})
    expect(header).toBe('id,name,nickname,phone,country,currency,language,since,kilograms,blocked')
    expect(lines).toHaveLength(2)
    const own = lines.find((line) => line.startsWith(person.id)) ?? ''
    const since = /[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]+Z/
    const masked = `'+44•••••${person.phone.slice(-3)}`
    expect(own.replace(since, 'SINCE')).toBe(
      `${person.id},'${name},"Ada, ""the first""",${masked},FR,GBP,en,SINCE,0,no`,
    )
    expect(lines.join()).not.toContain(person.phone.slice(1))
  })

  it('has the filters of the list', async () => {
    expect(await linesOf({ country: 'fr' })).toHaveLength(2)
    expect(await linesOf({ country: 'DE' })).toHaveLength(1)
    expect(await linesOf({ q: person.phone })).toHaveLength(2)
    expect(await linesOf({ blocked: 'yes' })).toHaveLength(1)
    const { db } = test.services
    await db.transaction((tx) => blockNumber(tx, hashOf(person.phone), person.id))
    const block = { by: 'Ada', command: 'people block', about: [person.id], reason: 'fraud' }
    await db.transaction((tx) => writeAuditEntry(tx, block))
    const [, line, ...others] = await linesOf({ blocked: 'yes' })
    expect([line?.startsWith(person.id), line?.endsWith(',yes'), others]).toEqual([true, true, []])
    expect((await linesOf({ blocked: 'no' })).join()).not.toContain(person.id)
    await db.transaction((tx) => unblockNumber(tx, hashOf(person.phone), null))
  })

  it('has whole numbers only if they are asked for', async () => {
    const [, line] = await linesOf({ q: person.phone, whole_phones: true })
    expect(line).toContain(`,'${person.phone},`)
  })

  it('is a row of the audit trail with reason and number of rows, without values of filters', async () => {
    await linesOf({ q: person.phone, country: 'FR' })
    const admin = await staffConsole.signIn('admin')
    const { body } = await admin.get('/audit?limit=1')
    expect(body[0]).toMatchObject({
      ...{ action: 'people csv', outcome: 'done', reason: 'a test', about: ['q', 'country'] },
      figures: [{ label: 'People in the file', before: null, after: '1' }],
    })
    expect(JSON.stringify(body[0])).not.toContain(person.phone)
  })

  it('shows only their number in a preview', async () => {
    const money = await staffConsole.signIn('money')
    const { body } = await money.act('people csv', {}, { preview: true })
    expect(body.figures).toEqual([{ label: 'People in the file', before: null, after: '2' }])
    expect(body.secrets).toBeUndefined()
  })

  it.each(['look', 'support', 'registry'])('is not for the role %s', async (role) => {
    const client = await staffConsole.signIn(role)
    expect((await client.act('people csv', {})).status).toBe(403)
  })
})

it('has those of all pages, newest first, each once', async () => {
  const own = await startTestApp({}, undefined, { background: false })
  await runSql(
    own.databaseUrl,
    `insert into passports (phone, nickname, country, currency, created_at)
     select '+4478' || (10000000 + n), 'n' || n, 'NL', 'EUR', now() - make_interval(mins => n)
     from generate_series(1, 2001) n`,
  )
  const ownConsole = await startTestConsole(own)
  const money = await ownConsole.signIn('money')
  const { body } = await money.act('people csv', { country: 'nl', whole_phones: true })
  const [, ...lines] = String(body.secrets[0].after).trim().split('\r\n')
  const cells = lines.map((line) => line.split(',').slice(1, 6).join(' '))
  expect(cells).toEqual(
    Array.from({ length: 2_001 }, (_, n) => `n${n + 1} n${n + 1} '+4478${10_000_001 + n} NL EUR`),
  )
  await ownConsole.close()
  await own.close()
})

it.each([
  [100_000, undefined],
  [100_001, 'too_many_people'],
])('of %i people is refused with %s', async (peopleCount, refusal) => {
  let read = 0
  const createdAt = new Date('2026-01-02T03:04:05Z')
  const stored = {
    ...{ phone: null, first_name: null, last_name: null, nickname: null, parked_at: null },
    ...{ country: 'GB', currency: 'GBP', language: 'en', created_at: createdAt, total_kg: 0 },
  }
  /** Answers as a database with this number of people does. */
  const run = (async ({ name: asked }, values) => {
    if (asked !== 'console-people') return []
    const length = Math.min(Number(values?.[2]), peopleCount - read)
    const rows = Array.from({ length }, (_, at) => ({
      ...stored,
      id: `00000000-0000-4000-8000-${String(read + at).padStart(12, '0')}`,
    }))
    read += 1_000
    return rows
  }) as Database['run']
  const db = { ...test.services.db, run, transaction: async () => undefined as never }
  const [saved] = peopleCsvActions
  const nothing = async () => undefined
  const context = {
    ...{ services: { ...test.services, db }, staffId: null, approverId: null },
    ...{ by: 'Ada', reason: 'r', record: nothing, recordNext: nothing, recordEach: nothing },
  }
  const result = await saved?.preview(context, { whole_phones: false })
  expect(result).toMatchObject(
    refusal === undefined
      ? { figures: [{ label: 'People in the file', before: null, after: '100000' }] }
      : {
          problem: refusal,
          text: 'These are more than 100000 people. Please choose a country.',
        },
  )
})
