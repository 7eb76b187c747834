// Tests that each list of the console sorts by the column that it names, and is recorded under its own name. A hit of the
// search, a programme and a person show their own facts.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { changeOffer } from '#features/catalogue/offers/change-offer.ts'
import type { Hit } from '#features/console/search/search-calls.ts'
import { createTerminal } from '#features/partners/partner-terminals.ts'
import { blockNumber } from '#features/sign-in/number/number-blocks.ts'
import { fundProgramme, setLine } from '#features/wallet/programmes/manage-programmes.ts'
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
import { runSql } from '#tests/support/postgres.ts'
import {
  type ConsoleReader,
  openConsoleReader,
  readingCalls,
} from '#tests/support/servers/console-reader.ts'
import { startTestConsole } from '#tests/support/servers/test-console.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { isProblem } from '#values/problem.ts'

let test: TestApp
let reader: ConsoleReader
beforeAll(async () => {
  test = await startTestApp({}, undefined, { background: false })
  reader = await openConsoleReader(test)
})
afterAll(async () => {
  await reader.close()
  await test.close()
})

const db = () => test.services.db
const sql = (text: string) => runSql(test.databaseUrl, text)
const signedIn = () => new Person(test.url).signIn()
const word = () => `w${randomUUID().replace(/[^a-f]/g, '')}`
const unaudited = async () => undefined
// biome-ignore lint/suspicious/noExplicitAny: the rows of several lists
type Row = any

/** Reads all pages of a list, one row at a time. */
async function pagesOf(path: string): Promise<Row[]> {
  const rows: Row[] = []
  let next: string | null = `${path}&limit=1`
  while (next !== null) {
    const page = await reader.read(next)
    rows.push(...page.body)
    next = page.next
  }
  return rows
}

describe('projects and batches', () => {
  const name = word()
  const letters = new Map<string, string>()
  beforeAll(async () => {
    const buyer = await signedIn()
    for (const [letter, country, currency, micros, sold, batches] of [
      ['A', 'UG', 'GBP', 30_000, 20, 1],
      ['B', 'BR', 'EUR', 90_000, 40, 3],
      ['C', 'KE', 'GBP', 200_000, 30, 2],
    ] as const) {
      const batch = await issueTestBatch(db(), { kg: 100 })
      const { projectId } = batch
      await buyer.buyByCard(batch, sold)
      for (let count = 1; count < batches; count += 1) {
        await issueTestBatch(db(), { kg: 10, projectId, serial: `other-${word()}` })
      }
      await sql(`update projects set name = '${name} ${letter}', shown_name = '${name} ${letter}',
          country = '${country}' where id = '${projectId}';
        update batches set price_micros = ${micros}, currency = '${currency}', serial_number = '${name}-${letter}'
          where id = '${batch.id}'`)
      letters.set(projectId, letter)
    }
  })

  it.each([
    ['projects', 'country', 'BCA'],
    ['projects', 'batches', 'ACB'],
    ['projects', 'shown_name', 'ABC'],
    ['batches', 'sold_kg', 'ACB'],
    ['batches', 'project', 'ABC'],
    ['batches', 'available_kg', 'BCA'],
    // Prices of one currency are next to each other.
    ['batches', 'price_per_kg', 'BAC'],
  ])('the list of %s by %s is %s', async (list, sort, order) => {
    const shown = async (by: string) =>
      (await pagesOf(`${list}?q=${name}&sort=${by}`))
        .filter((row) => list === 'projects' || row.serial_number.startsWith(name))
        .map((row) => letters.get(row.project_id ?? row.id))
        .join('')
    expect(await shown(sort)).toBe(order)
    expect(await shown(`-${sort}`)).toBe([...order].toReversed().join(''))
  })
})

it('retirements are sorted by each column, the project by its shown name', async () => {
  const buyer = await signedIn()
  const batches = [
    await issueTonnes(db(), 4),
    await issueTonnes(db(), 4),
    await issueTonnes(db(), 4),
  ]
  // The names are in another order than the registry's ids and than the serial numbers.
  const names = ['Éolienne', 'Zebra', 'dam']
  const letters = new Map(batches.map(({ serial }, at) => [serial, 'ABC'[at]]))
  for (const [at, kg] of [3_500, 3_000, 1_000].entries()) {
    const batch = batches[at]
    if (batch === undefined) throw new Error('no batch')
    const txId = await buyer.buyByCard(batch, kg)
    await sql(`update projects set shown_name = '${names[at]}' where id = '${batch.projectId}'`)
    if (at === 1) {
      await sql(`insert into fraud_warnings (id, purchase_id, kind, warned_at)
        select 'issfr_x', id, 'stolen', now() from purchases where tx_id = '${txId}'`)
    }
  }
  await appendOnce(test)
  await recordRows(db(), [retiredRow(batches[2]?.part(1, 1) ?? '', 1, 'R-1')])
  const own = async (sort: string) =>
    (await pagesOf(`retirements?sort=${sort}`)).filter((row) => letters.has(row.serial_number))
  const rows = await own('serial_number')
  expect(
    rows.map((row) => [
      ...[row.project, row.sold_tonnes, row.due_tonnes, row.held_back_tonnes, row.retired_tonnes],
    ]),
  ).toEqual([
    ['Éolienne', 3, 3, 0, 0],
    ['Zebra', 3, 0, 3, 0],
    ['dam', 1, 0, 0, 1],
  ])
  for (const [sort, order] of [
    ['serial_number', 'ABC'],
    ['project', 'CAB'],
    ['sold_tonnes', 'CBA'],
    ['-due_tonnes', 'A'],
    ['-held_back_tonnes', 'B'],
    ['-retired_tonnes', 'C'],
  ] as const) {
    const shown = (await own(sort)).map((row) => letters.get(row.serial_number)).join('')
    expect([sort, shown.slice(0, order.length)]).toEqual([sort, order])
  }
  const { body } = await reader.read(`batches/${batches[2]?.id}`)
  expect(body).toMatchObject({ retired_tonnes: 1, due_tonnes: 0 })
})

describe('a programme', () => {
  it('shows the funds of each currency, its state, and which terminals still sign', async () => {
    const { keys } = test.services
    const id = word()
    const holder = { holderName: 'Bank', programmeId: id, currency: 'GBP' }
    const terminals: string[] = []
    for (const retires of ['null', `now() + interval '1 hour'`, `now() - interval '1 hour'`]) {
      const terminal = await createTerminal(db(), keys, holder)
      if (isProblem(terminal)) throw new Error(terminal.problem)
      terminals.push(terminal.terminalId)
      await sql(
        `update partner_terminals set retires_at = ${retires} where id = '${terminal.terminalId}'`,
      )
    }
    const sum = (currency: string, amountMinor: number) => ({
      programmeId: id,
      currency,
      amountMinor,
    })
    await fundProgramme(db(), sum('GBP', 10_000), unaudited)
    await fundProgramme(db(), sum('EUR', 2_000), unaudited)
    await setLine(db(), sum('TRY', 500), unaudited)
    const { body } = await reader.read(`programmes/${id}`)
    expect([body.state, body.funds]).toEqual([
      'open',
      [
        { currency: 'EUR', paid_in: 20, line: 0, left: 20 },
        { currency: 'GBP', paid_in: 100, line: 0, left: 100 },
        { currency: 'TRY', paid_in: 0, line: 5, left: 5 },
      ],
    ])
    const signs = body.terminals.map((each: Row) => [each.id, each.signs, each.retires_at === null])
    expect(signs).toEqual([
      [terminals[0], true, true],
      [terminals[1], true, false],
      [terminals[2], false, false],
    ])
    await sql(`update programmes set closed_at = now() where id = '${id}'`)
    expect((await reader.read(`programmes/${id}`)).body.state).toBe('closed')
  })

  it('is in the list by each sort', async () => {
    const head = word()
    const person = await signedIn()
    for (const [letter, name, given, isClosed] of [
      ['a', 'Zebra', 300, false],
      ['b', 'apple', 100, true],
      ['c', 'Mango', 200, false],
    ] as const) {
      const id = `${head}-${letter}`
      await openTestProgramme(db(), { id, name: `${head} ${name}` })
      const money = await startTestConsole(test)
      const client = await money.signIn('money')
      const input = { who: person.id, amount: `${given / 100}`, currency: 'GBP', program: id }
      expect((await client.act('wallet credit', input)).status).toBe(200)
      await money.close()
      if (isClosed) await sql(`update programmes set closed_at = now() where id = '${id}'`)
    }
    const shown = async (sort: string) =>
      (await pagesOf(`programmes?sort=${sort}`))
        .filter(({ id }) => id.startsWith(head))
        .map(({ id }) => id.at(-1))
        .join('')
    for (const [sort, order] of [
      ['name', 'bca'],
      ['given_today', 'bca'],
      ['-given_today', 'acb'],
      ['state', 'bac'],
      ['-state', 'acb'],
    ] as const) {
      expect([sort, await shown(sort)]).toEqual([sort, order])
    }
  })
})

describe('a hit of the search', () => {
  const detailOf = async (text: string, kind: Hit['kind']) => {
    const { body } = await reader.read(`search?${new URLSearchParams({ q: text })}`)
    return (body as readonly Hit[]).find((hit) => hit.kind === kind)?.detail
  }

  it('has the words of its own kind', async () => {
    const [name, id] = [word(), word()]
    await openTestProgramme(db(), { id, name })
    expect(await detailOf(name, 'programme')).toBe(`${id}, open`)
    await sql(`update programmes set closed_at = now() where id = '${id}'`)
    expect(await detailOf(id, 'programme')).toBe(`${id}, closed`)

    const batch = await issueTestBatch(db(), { kg: 1_234, serial: `serial-${name}` })
    await sql(`update projects set shown_name = 'Shown ${name}', external_id = 'X-${name}'
      where id = '${batch.projectId}'`)
    expect(await detailOf(`Shown ${name}`, 'project')).toBe(`TST X-${name}, TR, 1,234 kg for sale`)
    expect(await detailOf(batch.serial, 'batch')).toBe(`Shown ${name}, 1,234 kg for sale`)
    await changeOffer(db(), batch.serial, 'withdrawn', 'Test')
    expect(await detailOf(batch.serial, 'batch')).toBe(`Shown ${name}, withdrawn`)
    expect(await detailOf(`Shown ${name}`, 'project')).toBe(`TST X-${name}, TR, 0 kg for sale`)
  })

  it('of a person without a number is of a deleted or of a parked passport', async () => {
    const [deleted, parked] = [await signedIn(), await signedIn()]
    await sql(`update passports set phone = null where id in ('${deleted.id}', '${parked.id}');
      insert into parked_passports (passport_id, phone) values ('${parked.id}', '${hashOf(parked.phone)}')`)
    expect(await detailOf(deleted.id, 'person')).toMatch(/^deleted, GB, since 20\d\d-/)
    expect(await detailOf(parked.id, 'person')).toMatch(/^without a number, GB, since /)
  })
})

describe('a person', () => {
  it('has names, plans and their kilograms each in its own place', async () => {
    const person = await signedIn()
    const batch = await issueTestBatch(db(), { kg: 100 })
    const txIds = [await person.buyByCard(batch, 20), await person.buyByCard(batch, 30)]
    await sql(`update passports set first_name = 'Ada', last_name = 'Lovelace', nickname = 'Countess'
      where id = '${person.id}'`)
    for (const [state, at] of [
      ['active', '2026-12-03'],
      ['ended', '2026-12-04'],
      ['unconfirmed', '2026-12-05'],
    ] as const) {
      await sql(`insert into plans (id, passport_id, state, amount_minor, currency, pay, day, next_run_at, expires_at, created_at)
        values ('PL-${state}-${person.id}', '${person.id}', '${state}', 500, 'GBP', 'wallet', 3,
          '${at}T09:00:00Z', now(), '${at}')`)
    }
    for (const [at, state] of ['bought', 'reversed'].entries()) {
      await sql(`insert into plan_runs (plan_id, period, state, reason, pay, purchase_id, run_at, due_at)
        select 'PL-active-${person.id}', '2026-0${at + 1}-01', '${state}', 'Test', 'wallet', id, now(), now()
        from purchases where tx_id = '${txIds[at]}'`)
    }
    const { body } = await reader.read(`people/${person.id}`)
    expect(body).toMatchObject({
      ...{ name: 'Ada Lovelace', first_name: 'Ada', last_name: 'Lovelace', nickname: 'Countess' },
      plans: [
        { state: 'active', next_on: '2026-12-03', kilograms: 20 },
        { state: 'ended', next_on: null, kilograms: 0 },
      ],
    })
    expect(body.plans).toHaveLength(2)
  })

  it('is blocked in the file of people only if they are', async () => {
    const [blocked, free, other] = [await signedIn(), await signedIn(), await signedIn()]
    for (const person of [blocked, free, other]) {
      await sql(`update passports set country = 'FR' where id = '${person.id}'`)
    }
    for (const { id, phone } of [blocked, other]) {
      await db().transaction((tx) => blockNumber(tx, hashOf(phone), id))
    }
    const console = await startTestConsole(test)
    const money = await console.signIn('money')
    const lastCells = async (more: object) => {
      const { body } = await money.act('people csv', { country: 'FR', ...more })
      const lines = String(body.secrets[0].after).trim().split('\r\n').slice(1)
      return lines.map((line) => [line.split(',')[0], line.split(',').at(-1)])
    }
    expect(await lastCells({})).toEqual([
      [other.id, 'yes'],
      [free.id, 'no'],
      [blocked.id, 'yes'],
    ])
    expect(await lastCells({ blocked: 'no' })).toEqual([[free.id, 'no']])
    await console.close()
  })
})

describe('each read', () => {
  const unrecorded = ['me', 'actions', 'today', 'batches/:id', 'projects/:id', 'programmes/:id']
  const month = '2026-01'
  /** The calls with filters, and their rows in the audit trail. */
  const recorded = [
    ['search?q=a', 'search q'],
    ['people?country=GB', 'people country'],
    ['people/:id', 'people show :id'],
    ['purchases?state=PENDING&person=:id', 'purchases state person'],
    ['purchases/:id', 'purchases show :id'],
    ['desk?kind=dispute', 'disputes desk kind'],
    ['disputes?outcome=open', 'disputes outcome'],
    ['disputes/:id', 'disputes show du_read :id'],
    ['batches?offer=offered', 'batches offer'],
    ['projects?on_sale=yes', 'projects on_sale'],
    ['programmes?sort=name', 'programmes sort'],
    [`programmes/:id/statement.csv?month=${month}`, `programmes statement :id ${month}`],
    [`programmes/:id/statement.pdf?month=${month}`, `programmes statement :id ${month}`],
    ['retirements?sort=project', 'retirements sort'],
    ['retirements/recorded?reference=x', 'retirements recorded reference'],
    ['books?at=2026-11-27', 'books at'],
    ['books/journal?account=sales', 'books journal ledger account'],
    ['books/journal.csv?account=sales', 'books journal --csv ledger account'],
    ['books/payouts?since=2026-11-27', 'books payouts since'],
    ['books/differences?until=2026-11-27', 'books differences until'],
    ['books/months', 'books months'],
    ['approvals?state=waiting', 'approvals state'],
    ['audit?by=x', 'audit by'],
    ['staff', 'staff'],
    ['staff/:id', 'staff show :id'],
  ] as const
  const ids = new Map<string, string>()
  beforeAll(async () => {
    const buyer = await signedIn()
    const txId = await buyer.buyByCard(await issueTestBatch(db(), { kg: 100 }), 20)
    const console = await startTestConsole(test)
    const member = await console.invite(word(), ['look'])
    await console.close()
    const programme = word()
    await openTestProgramme(db(), { id: programme })
    await sql(`update programmes set created_at = '2025-12-01' where id = '${programme}';
      insert into disputes (id, purchase_id, status, outcome, amount_minor, currency, opened_at, read_at)
      select 'du_read', id, 'needs_response', 'open', 1, 'GBP', now(), now()
      from purchases where tx_id = '${txId}'`)
    for (const [list, id] of [
      ['people', buyer.id],
      ['purchases', txId],
      ['disputes', txId],
      ['programmes', programme],
      ['staff', member.id],
    ] as const) {
      ids.set(list, id)
    }
    ids.set('purchases?state=PENDING&person=:id', buyer.id)
  })

  it('is in this test', () => {
    const paths = [...unrecorded, ...recorded.map(([path]) => path.replace(/\?.*/, ''))]
    const others = ['approvals/:id', 'audit/:id']
    expect([...paths, ...others].map((path) => `/console/api/${path}`).toSorted()).toEqual(
      readingCalls.map(({ path }) => path).toSorted(),
    )
  })

  it.each(recorded)('of %s is recorded as %s', async (path, row) => {
    const id = ids.get(path) ?? ids.get(path.split('/')[0] ?? '') ?? ''
    const read = path.startsWith('disputes/') ? 'disputes/du_read' : path.replace(':id', id)
    await reader.reads()
    expect([path, (await reader.read(read)).status]).toEqual([path, 200])
    expect(await reader.reads()).toEqual([row.replace(':id', id)])
  })
})
