// Tests by a walk which roles may use each call of the console that reads. A refusal, a search, a count and another
// programme's page give nothing away.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTerminal } from '#features/partners/partner-terminals.ts'
import { issueTestBatch } from '#tests/support/people/batch.ts'
import { Person } from '#tests/support/people/person.ts'
import {
  type ConsoleReader,
  openConsoleReader,
  readingCalls,
} from '#tests/support/servers/console-reader.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { isProblem } from '#values/problem.ts'
import { staffRoles } from '#values/staff/roles.ts'

const everyone = 'look, support, money, registry, admin'
const helpers = 'look, support, money, admin'
const anybody = `${everyone}, partner`

/** The calls by their paths, with the roles that may use each. `partner` is the role of a programme. */
const allowed = [
  ['me', anybody],
  ['actions', anybody],
  ['search?q=a', anybody],
  ['today', everyone],
  ['people', helpers],
  ['people/:id', helpers],
  ['purchases', helpers],
  ['purchases/:id', helpers],
  ['desk', helpers],
  ['disputes', helpers],
  ['disputes/:id', helpers],
  ['batches', everyone],
  ['batches/:id', everyone],
  ['projects', everyone],
  ['projects/:id', everyone],
  ['programmes', `${helpers}, partner`],
  ['programmes/:id', `${helpers}, partner`],
  ['programmes/:id/statement.pdf?month=2026-01', `${helpers}, partner`],
  ['programmes/:id/statement.csv?month=2026-01', `${helpers}, partner`],
  ['retirements', 'look, money, registry, admin'],
  ['retirements/recorded', 'look, money, registry, admin'],
  ['books', 'money, admin'],
  ['books/journal', 'money, admin'],
  ['books/journal.csv', 'money, admin'],
  ['books/payouts', 'money, admin'],
  ['books/differences', 'money, admin'],
  ['books/months', 'money, admin'],
  ['approvals', everyone],
  ['approvals/:id', everyone],
  ['audit', 'admin'],
  ['audit/:id', 'admin'],
  ['staff', 'admin'],
  ['staff/:id', 'admin'],
] as const

const roles = [...staffRoles, 'partner'] as const
const rolesOf = (role: string) => [role === 'partner' ? 'partner:own-bank' : role]
const unknownId = '0199c4a1-7f00-7a31-8c2e-1d2c3b4a5f61'

let test: TestApp
let reader: ConsoleReader
let buyer: Person
let txId: string
/** The ids of records that exist, by the list before `/:id`. */
let ids: Readonly<Record<string, string>>

async function addProgramme(programmeId: string) {
  const { db, keys } = test.services
  const holder = { holderName: programmeId, programmeId, currency: 'GBP' }
  const terminal = await createTerminal(db, keys, holder)
  if (isProblem(terminal)) throw new Error(terminal.problem)
}

beforeAll(async () => {
  test = await startTestApp({}, undefined, { background: false })
  reader = await openConsoleReader(test)
  await addProgramme('own-bank')
  await addProgramme('other-bank')
  const batch = await issueTestBatch(test.services.db, { kg: 1_000 })
  buyer = await new Person(test.url).signIn()
  txId = await buyer.buyByCard(batch, 20)
  ids = {
    people: buyer.id,
    purchases: txId,
    batches: batch.id,
    projects: batch.projectId,
    programmes: 'other-bank',
  }
})
afterAll(async () => {
  await reader.close()
  await test.close()
})

it('Each call that reads has a row in this test', () => {
  const paths = readingCalls.map(({ path }) => path)
  const rows = allowed.map(([path]) => `/console/api/${path.replace(/\?.*/, '')}`)
  expect(rows.toSorted()).toEqual(paths.toSorted())
})

it.each(allowed)('%s is for %s only', async (path, expected) => {
  const answers: string[] = []
  for (const role of roles) {
    const { status } = await reader.read(path.replace(':id', unknownId), rolesOf(role))
    expect([200, 403, 404]).toContain(status)
    if (status !== 403) answers.push(role)
  }
  expect(answers.join(', ')).toBe(expected)
})

describe('a refusal', () => {
  const ofRecords = allowed.filter(([path]) => path.endsWith('/:id'))

  it.each(ofRecords)(
    'of %s is the same for a record that exists and for one that does not',
    async (path, expected) => {
      const known = ids[path.replace('/:id', '')]
      if (known === undefined) return
      for (const role of roles.filter((each) => !expected.split(', ').includes(each))) {
        const [real, unreal] = await Promise.all(
          [known, unknownId].map((id) => reader.read(path.replace(':id', id), rolesOf(role))),
        )
        const { request_id: _, ...body } = real?.body ?? {}
        const { request_id: __, ...other } = unreal?.body ?? {}
        expect([role, real?.status, body]).toEqual([role, 403, other])
      }
    },
  )

  it('of another programme is that of one that does not exist', async () => {
    for (const id of ['other-bank', 'welcome', 'none']) {
      const { status, body } = await reader.read(`programmes/${id}`, rolesOf('partner'))
      expect([id, status, body.code]).toEqual([id, 404, 'not_found'])
    }
    expect((await reader.read('programmes/own-bank', rolesOf('partner'))).status).toBe(200)
  })
})

describe('a search', () => {
  it.each([
    ['look', ['person', 'purchase', 'batch', 'project', 'programme']],
    ['registry', ['batch', 'project']],
    ['partner', []],
  ])('by the role %s finds only the kinds %j', async (role, kinds) => {
    const texts = [buyer.phone, txId, ids.batches ?? '', 'wind', 'bank']
    const found = await Promise.all(
      texts.map((q) => reader.read(`search?${new URLSearchParams({ q })}`, rolesOf(role))),
    )
    const hits: readonly { readonly kind: string }[] = found.flatMap(({ body }) => body)
    for (const { kind } of hits) expect(kinds).toContain(kind)
    if (kinds.length === 0) expect(hits).toEqual([])
    else expect(hits.length).toBeGreaterThan(0)
  })
})

it('No answer to any role has a whole phone number, and the people of a programme get no masked one', async () => {
  const masked = `•••${buyer.phone.slice(-3)}`
  for (const role of roles) {
    for (const [path] of allowed) {
      const known = ids[path.replace('/:id', '')] ?? unknownId
      const { body } = await reader.read(path.replace(':id', known), rolesOf(role))
      const text = JSON.stringify(body)
      expect([role, path, text.includes(buyer.phone.slice(1))]).toEqual([role, path, false])
      if (role === 'partner') expect([path, text.includes(masked)]).toEqual([path, false])
    }
  }
})

it('A whole phone number is for support, money and admin, and each read of one is recorded', async () => {
  const answers: string[] = []
  for (const role of staffRoles) {
    await reader.reads()
    const { status, body } = await reader.read(`people/${buyer.id}?show_phone=1`, [role])
    const reads = await reader.reads()
    if (status !== 200) {
      expect([role, reads]).toEqual([role, []])
      continue
    }
    expect(body.phone).toBe(buyer.phone)
    expect(reads).toEqual([`people show --show-phone ${buyer.id}`])
    answers.push(role)
  }
  expect(answers).toEqual(['support', 'money', 'admin'])
})

it('The figures of the day have only tiles and days of parts that the roles may read', async () => {
  const { body } = await reader.read('today', ['registry'])
  const tiles = body.tiles.map(({ id }: { id: string }) => id)
  expect(tiles).toEqual(expect.arrayContaining(['stock', 'retirement']))
  for (const id of ['sales', 'sign_ups', 'disputes', 'refunds_failed', 'dead_messages']) {
    expect(tiles).not.toContain(id)
  }
  expect(body.days).toEqual([])
})
