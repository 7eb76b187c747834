// Tests that a row of the audit trail keeps each field of its entry, and that a list of changes has a row each.
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '#platform/database/database.ts'
import { createTestDatabase, openTestDatabase, type TestDatabase } from '#tests/support/postgres.ts'
import { statement } from '#tests/support/test-statement.ts'
import { shownActor, writeAuditEntries, writeAuditEntry, writeAuditOutcome } from './audit-trail.ts'

const rowsOf = statement(
  'audit-rows-of-command',
  {
    ...{ by_name: 'text', for_name: 'text?', about: 'text[]', reason: 'text?', outcome: 'text' },
    ...{ detail: 'text?', amount_minor: 'int8?', currency: 'bpchar?', kilograms: 'int8?' },
    ...{ staff_id: 'uuid?', roles: 'text[]', figures: 'jsonb', approver: 'text?' },
  },
  `select by_name, for_name, about, reason, outcome, detail, amount_minor, currency, kilograms,
     staff_id, roles, figures, approver
   from audit_trail where command = $1 order by id`,
)
const addMember = statement(
  'audit-rows-member',
  { id: 'uuid' },
  `insert into staff (name, email, roles)
   values ('Grace', 'grace@example.com', array['money', 'support']) returning id`,
)
let database: TestDatabase
let db: Database
beforeAll(async () => {
  database = await createTestDatabase()
  db = openTestDatabase(database.url)
  const [row] = await db.run(addMember)
  staff.id = row?.id ?? ''
})
afterAll(async () => {
  await db.close()
  await database.drop()
})

const staff = { id: '', roles: ['money', 'support'] }
const member = { by: 'Grace', forName: 'Ada', reason: 'asked by letter', staff }
const stored = () => ({
  by_name: 'Grace',
  for_name: 'Ada',
  reason: 'asked by letter',
  staff_id: staff.id,
  roles: staff.roles,
})

it('a change keeps its author, its sum, its kilograms and its figures', async () => {
  const figures = [{ label: 'Wallet', before: '5.00 JOD', after: '7.500 JOD' }]
  const sum = { amountMinor: 2_500, currency: 'JOD' }
  const entry = { ...member, command: 'test change', about: ['one', 'two'], sum, kilograms: 12 }
  await db.transaction((tx) => writeAuditEntry(tx, { ...entry, figures, approver: 'Edsger' }))
  expect(await db.run(rowsOf, ['test change'])).toEqual([
    {
      ...stored(),
      about: ['one', 'two'],
      outcome: 'done',
      detail: null,
      amount_minor: 2_500,
      currency: 'JOD',
      kilograms: 12,
      figures,
      approver: 'Edsger',
    },
  ])
})

it('each list of changes has a row, in its order, by the same author', async () => {
  const changes = [['first', 'of it'], ['second'], ['third']]
  const entry = { ...member, command: 'test changes' }
  await db.transaction((tx) => writeAuditEntries(tx, entry, changes))
  const rows = await db.run(rowsOf, ['test changes'])
  expect(rows).toMatchObject(changes.map((about) => ({ ...stored(), about, outcome: 'done' })))
  expect(rows).toHaveLength(3)
  const ofRoot = { by: 'root', command: 'test root', reason: null }
  await db.transaction((tx) => writeAuditEntries(tx, ofRoot, [['x']]))
  expect(await db.run(rowsOf, ['test root'])).toMatchObject([
    { by_name: 'root', for_name: null, staff_id: null, roles: [], reason: null },
  ])
})

it('an outcome without a change has its detail, unless that has a phone number', async () => {
  const entry = { ...member, command: 'test outcomes', about: [] }
  for (const [outcome, detail] of [
    ['refused', 'not_found'],
    ['failed', 'call 07400 900123'],
    ['previewed', null],
    ['read', 'x'.repeat(501)],
  ] as const) {
    await writeAuditOutcome(db, entry, { outcome, detail })
  }
  expect(await db.run(rowsOf, ['test outcomes'])).toMatchObject([
    { outcome: 'refused', detail: 'not_found' },
    { outcome: 'failed', detail: null },
    { outcome: 'previewed', detail: null },
    { outcome: 'read', detail: 'x'.repeat(500) },
  ])
})

it('a person for whom root acts is named with root', () => {
  expect(shownActor('root', 'ada')).toBe('root (for ada)')
  expect(shownActor('Grace', null)).toBe('Grace')
})
