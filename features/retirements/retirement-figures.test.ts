// Tests the figures of retirements with more than one batch, record and row: those of an export, of a registry's list,
// of what staff have to look into, and the public ones.
import { Readable } from 'node:stream'
import { register } from 'prom-client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { confirmRetirements } from '#features/retirements/confirm-retirements.ts'
import { listDue } from '#features/retirements/list-due.ts'
import { watchRetirements } from '#features/retirements/next-retirement.ts'
import { readFigures } from '#features/retirements/read-figures.ts'
import { Person } from '#tests/support/people/person.ts'
import {
  appendOnce,
  issueGoldStandard,
  recordRows,
  retiredRow,
  startRetirementApp,
  testBeneficiary,
  unaudited,
} from '#tests/support/people/retirements.ts'
import { runSql } from '#tests/support/postgres.ts'
import {
  type StaffClient,
  startTestConsole,
  type TestConsole,
} from '#tests/support/servers/test-console.ts'
import type { TestApp } from '#tests/support/test-app.ts'
import { statement } from '#tests/support/test-statement.ts'

const findAbout = statement(
  'test-batches-of-retirement-audit',
  { about: 'text[]' },
  `select about from audit_trail where command = $1 and outcome = 'done' order by id desc limit 1`,
)

let test: TestApp
let staffConsole: TestConsole
let registry: StaffClient
let buyer: Person
beforeAll(async () => {
  test = await startRetirementApp()
  staffConsole = await startTestConsole(test)
  registry = await staffConsole.signIn('registry')
  buyer = await new Person(test.url).signIn()
})
afterAll(async () => {
  await staffConsole.close()
  await test.close()
})

const db = () => test.services.db
const page = (offset: number) => readFigures(db(), { limit: 100, offset })
const setOffer = (id: string, offer: string, more = '') =>
  runSql(
    test.databaseUrl,
    `update batches set offer = '${offer}', offer_reason = 'a test' ${more} where id = '${id}'`,
  )

async function soldBatch(tonnes: number, kg: number) {
  const batch = await issueGoldStandard(db(), tonnes)
  await buyer.buyByCard(batch, kg)
  return batch
}
async function figuresOf(name: string, input: object, preview = false) {
  const { status, body } = await registry.act(name, input, { preview })
  expect([status, body.error, body.refusal]).toEqual([200, undefined, undefined])
  return body.figures.map(
    ({ label, after }: { label: string; after: string }) => `${label}: ${after}`,
  )
}
const file = (lines: readonly string[]) => ({ file: { name: 'a.csv', text: lines.join('\n') } })
const listOf = (...rows: readonly (readonly [serial: string, beneficiary?: string])[]) => [
  'registry,serial,retired_on,beneficiary',
  ...rows.map(([serial, who = testBeneficiary]) => `GS,${serial},2026-11-20,${who}`),
]

it('without a batch there are none, and no second page', async () => {
  expect(await page(0)).toMatchObject({ batchCount: 0, batches: [], total: { soldKg: 0 } })
  expect(await page(1)).toBeNull()
})

it('an export counts the tonnes of all batches, and its record names them', async () => {
  const [one, other] = [await soldBatch(5, 3_600), await soldBatch(4, 2_000)]
  await appendOnce(test)
  expect(await figuresOf('retirements export', { fill: true })).toEqual([
    'Kilograms that the operator takes: 400 kg',
    'Rows: 2',
    'Tonnes: 5 t',
  ])
  const [row] = await db().run(findAbout, ['retirements export'])
  expect(row?.about.toSorted()).toEqual([one.id, other.id].toSorted())
  const { body } = await registry.act('retirements export', {})
  const [header = '', ...lines] = String(body.secrets[0].after).trim().split('\r\n')
  const answered = lines.map((line, at) => line.replace(/,,,$/, `,A-${at},2026-11-20,`))
  const input = file([header, ...answered])
  expect(await figuresOf('retirements record', input)).toEqual(['File: a.csv', 'New: 2 rows'])
  const [recorded] = await db().run(findAbout, ['retirements record'])
  expect(recorded?.about.toSorted()).toEqual([one.id, other.id, 'A-0', 'A-1'].toSorted())
  const due = (await listDue(db())).map(({ batch }) => batch)
  const key = ({ registry: code, project, serial_number: serial }: (typeof due)[number]) =>
    [code, project, serial].join(' ')
  expect(due.map(key)).toEqual(due.map(key).toSorted())
  expect(due.length).toBeGreaterThan(1)
})

it('a list counts what it confirms, knows, does not confirm, leaves out and takes off sale', async () => {
  const [first, second] = [await soldBatch(6, 4_000), await soldBatch(6, 3_000)]
  const records = [
    retiredRow(first.part(1, 2), 2, 'F-1'),
    retiredRow(first.part(3, 4), 2, 'F-2'),
    retiredRow(second.part(1, 3), 3, 'F-3'),
  ]
  expect((await recordRows(db(), records)).faults).toEqual([])
  const earlier = file(listOf([first.part(1, 2)], ['none']))
  expect(await figuresOf('retirements confirm', earlier)).toContain('Rows left out: 1')
  const lines = listOf(
    [first.part(1, 2)],
    [first.part(3, 4), 'Mallory'],
    [second.part(1, 3), 'Mallory'],
    [first.part(6, 6)],
    [second.part(5, 6)],
    ['none'],
    ['nothing'],
  )
  const figures = await figuresOf('retirements confirm', file(lines), true)
  expect(figures.filter((each: string) => !/ rows?$/.test(each))).toEqual([
    'File: a.csv',
    'Rows of the list: 7',
    'Rows left out: 2',
    'Tonnes confirmed: 0 t',
    'Tonnes confirmed before: 2 t',
    'Tonnes not confirmed: 5 t',
    `Batches taken off sale: ${[first, second]
      .toSorted((a, b) => (a.id < b.id ? -1 : 1))
      .map(({ serial }) => serial)
      .join(', ')}`,
  ])
  await figuresOf('retirements confirm', file(lines))
  const [confirmed] = await db().run(findAbout, ['retirements confirm'])
  expect(confirmed?.about.toSorted()).toEqual([first.id, second.id].toSorted())
  expect(await figuresOf('retirements correct', { reference: 'F-3' })).toEqual([
    'Kilograms that are not retired any more: 3000 kg',
    'Records: 1',
  ])
})

it('a list names all batches with unrecorded units, also those that were off sale before', async () => {
  const [onSale, offSale] = [await soldBatch(2, 1_000), await soldBatch(2, 1_000)]
  await setOffer(offSale.id, 'withdrawn')
  const rows = listOf([onSale.part(2, 2)], [offSale.part(2, 2)])
  const source = { file: 'a.csv', open: () => Readable.from([Buffer.from(rows.join('\n'))]) }
  const today = new Date().toISOString().slice(0, 10)
  const order = { takenOn: today, today, project: null, audit: unaudited }
  const done = await confirmRetirements(db(), source, order)
  expect(done.withdrawn).toEqual([onSale.serial])
  expect(done.unrecorded.toSorted()).toEqual([onSale.serial, offSale.serial].toSorted())
  const alarms = async () => {
    await watchRetirements(db(), 90)
    const metric = await register.getSingleMetric('retirements_unrecorded_batches')?.get()
    return metric?.values[0]?.value
  }
  expect(await alarms()).toBe(2)
  // Neither is ever sold again.
  await setOffer(onSale.id, 'withdrawn', ', replaced_at = now()')
  expect(await alarms()).toBe(1)
  await setOffer(offSale.id, 'conflicting')
  expect(await alarms()).toBe(0)
})

it('a list keeps the reasons of 100 rows that it leaves out, and counts all', async () => {
  const rows = Array.from({ length: 101 }, (_, at) => [`none ${at + 1}`] as const)
  const lines = listOf(['GS1-1-UG-GS1-16-2024-1-1-1'], ...rows)
  const { body } = await registry.act('retirements confirm', file(lines), { preview: true })
  const shown = body.figures.map(({ label, after }: { label: string; after: string }) => [
    label,
    after,
  ])
  expect(shown).toContainEqual(['Rows left out', '101'])
  expect(body.rows).toHaveLength(100)
})

it.each([
  ['offered', 0],
  ['withdrawn', 1_000],
  ['conflicting', 1_000],
])('the unsold kilograms of a batch that is %s are off sale: %d', async (offer, withdrawnKg) => {
  const batch = await soldBatch(2, 1_000)
  if (offer !== 'offered') await setOffer(batch.id, offer)
  const figures = await page(0)
  const own = figures?.batches.find(({ serial }) => serial === batch.serial)
  expect(own).toMatchObject({ issuedKg: 2_000, soldKg: 1_000, withdrawnKg })
})
