// Tests retirements by staff over HTTP: the exported file, the outcome of each row of the answer, and the record.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Person } from '#tests/support/people/person.ts'
import {
  appendOnce,
  closeWithLog,
  dueOf,
  issueGoldStandard,
  issueTonnes,
  recordRows,
  retiredRow,
  startRetirementApp,
  type TonneBatch,
} from '#tests/support/people/retirements.ts'
import {
  type StaffClient,
  startTestConsole,
  type TestConsole,
} from '#tests/support/servers/test-console.ts'
import type { TestApp } from '#tests/support/test-app.ts'

let test: TestApp
let staffConsole: TestConsole
let registry: StaffClient
let batch: TonneBatch
beforeAll(async () => {
  test = await startRetirementApp()
  staffConsole = await startTestConsole(test)
  registry = await staffConsole.signIn('registry')
  batch = await issueTonnes(test.services.db, 5)
  const buyer = await new Person(test.url).signIn()
  await buyer.buyByCard(batch, 3_600)
})
afterAll(async () => {
  await staffConsole.close()
  await closeWithLog(test)
})

const today = new Date().toISOString().slice(0, 10)

async function exported(input: object): Promise<string[]> {
  const { status, body } = await registry.act('retirements export', input)
  expect([status, body.error]).toEqual([200, undefined])
  expect(body.secrets[0].label).toBe('due.csv')
  return String(body.secrets[0].after).trim().split('\r\n')
}

/** Fills in the answer of the registry. */
const answered = (line: string, reference: string, day = today) =>
  line.replace(/,,,$/, `,${reference},${day},`)
const fileOf = (lines: readonly string[]) => ({
  file: { name: 'due.csv', text: lines.join('\r\n') },
})
const due = async () => (await dueOf(test.services.db, batch))?.dueTonnes

describe('retirements', () => {
  it('are exported only as far as the log contains them', async () => {
    const none = await registry.act('retirements export', {})
    expect([none.status, none.body.reason_code]).toEqual([409, 'nothing_due'])
    await appendOnce(test)
    const preview = await registry.act('retirements export', {}, { preview: true })
    expect(preview.body).toMatchObject({
      figures: [
        { label: 'Rows', after: '1' },
        { label: 'Tonnes', after: '3 t' },
      ],
    })
    expect(preview.body.secrets).toBeUndefined()
  })

  it('show the outcome of each row, and record none if one is refused', async () => {
    const [header = '', line = ''] = await exported({})
    const lines = [header, answered(line, 'R-1'), answered(line, 'R-2', '2999-01-01'), 'x']
    const { body } = await registry.act('retirements record', fileOf(lines), { preview: true })
    expect(body.rows).toEqual([
      {
        ...{ line: 3, outcome: 'refused', subject: batch.part(1, 3) },
        text: `retired_on: 2999-01-01 is after today, ${today} (UTC)`,
      },
      { line: 4, outcome: 'refused', subject: '', text: expect.stringContaining('1 fields') },
      {
        ...{ line: 2, outcome: 'new', subject: batch.part(1, 3) },
        text: `3 t, places 1 to 3000, retired on ${today} as R-1.`,
      },
    ])
    expect(body.refusal).toBe('2 rows are refused, so nothing is taken from the file.')
    const refused = await registry.act('retirements record', fileOf(lines))
    expect([refused.status, refused.body.reason_code]).toEqual([409, 'file_refused'])
    expect(await due()).toBe(3)
  })

  it('are recorded whole, with the filled tonne', async () => {
    await appendOnce(test)
    const [header = '', ...rows] = await exported({ fill: true })
    await appendOnce(test)
    const [, ...afterFill] = await exported({})
    expect(rows.length + afterFill.length).toBeGreaterThan(1)
    const lines = [header, ...afterFill.map((row) => answered(row, 'R-3'))]
    const preview = await registry.act('retirements record', fileOf(lines), { preview: true })
    expect(preview.body.refusal).toBeUndefined()
    const { digest } = preview.body
    const done = await registry.act('retirements record', fileOf(lines), { digest })
    expect([done.status, done.body.error]).toEqual([200, undefined])
    expect(await due()).toBe(0)
    const again = await registry.act('retirements record', fileOf(lines), { digest })
    expect([again.status, again.body.reason_code]).toEqual([409, 'file_refused'])
  })

  it('name the box that allows a reference of another batch', async () => {
    const other = await issueTonnes(test.services.db, 1)
    const buyer = await new Person(test.url).signIn()
    await buyer.buyByCard(other, 1_000)
    await appendOnce(test)
    const [header = '', line = ''] = await exported({})
    const file = fileOf([header, answered(line, 'R-3')])
    const { body } = await registry.act('retirements record', file, { preview: true })
    expect(body.rows[0].text).toContain('“Allow a reference of another batch” takes it')
    const input = { ...file, same_reference: true }
    expect((await registry.act('retirements record', input)).status).toBe(200)
  })
})

describe('a registry’s list', () => {
  it('is previewed row by row, and confirms as it was previewed', async () => {
    const sold = await issueGoldStandard(test.services.db, 3)
    const buyer = await new Person(test.url).signIn()
    await buyer.buyByCard(sold, 1_000)
    const records = [retiredRow(sold.part(1, 1), 1, 'R-GS')]
    expect((await recordRows(test.services.db, records)).faults).toEqual([])
    const text = [
      'registry,serial,retired_on',
      `GS,${sold.part(1, 1)},2026-11-20`,
      `GS,${sold.part(3, 3)},2026-11-20`,
      'GS,none,2026-11-20',
    ].join('\n')
    const input = { file: { name: 'list.csv', text } }
    const { body } = await registry.act('retirements confirm', input, { preview: true })
    expect(body.figures).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ label: 'Rows of the list', after: '3' }),
        expect.objectContaining({ label: 'Tonnes confirmed', after: '1 t' }),
        expect.objectContaining({ label: 'Batches taken off sale', after: sold.serial }),
      ]),
    )
    expect(body.rows).toEqual([
      {
        ...{ line: 4, outcome: 'left_out', subject: 'none' },
        text: 'serial: is in no grammar of GS',
      },
      {
        ...{ line: 3, outcome: 'changed', subject: sold.part(3, 3) },
        text: '1 t are not recorded here, so their batch is off sale.',
      },
      {
        ...{ line: 2, outcome: 'new', subject: sold.part(1, 1) },
        text: 'R-GS, 1 t, is confirmed.',
      },
    ])
    const again = await registry.act('retirements confirm', input, { preview: true })
    expect(again.body.figures).toEqual(body.figures)
    const done = await registry.act('retirements confirm', input, { digest: body.digest })
    expect([done.status, done.body.error]).toEqual([200, undefined])
    const repeated = await registry.act('retirements confirm', input, { preview: true })
    expect(repeated.body.rows[2]).toMatchObject({ outcome: 'unchanged' })
  })

  it('counts from its own day, and may be of one project alone', async () => {
    const file = (day: string) => ({
      file: {
        name: 'list.csv',
        text: `registry,serial,retired_on\nGS,GS1-1-UG-GS1-16-2024-1-1-1,${day}`,
      },
    })
    const confirm = async (input: object) =>
      (await registry.act('retirements confirm', input, { preview: true })).body
    const late = await confirm({ ...file('2026-11-20'), taken: '2026-11-19' })
    expect(late.refusal).toBe('list.csv, line 1: no row of the list can be read')
    const own = await confirm({ ...file('2026-11-20'), taken: '2026-11-20' })
    expect(own.figures).toContainEqual(
      expect.objectContaining({ label: 'Rows of the list', after: '1' }),
    )
    const unknown = await confirm({ ...file('2026-11-20'), project: 'NONE-1' })
    expect(unknown.refusal).toBe('list.csv, line 1: GS has no project NONE-1 here')
    const future = await confirm({ ...file('2026-11-20'), taken: '2999-01-01' })
    expect(future.refusal).toBe(
      `list.csv, line 1: the list was taken on 2999-01-01, after today, ${today} (UTC)`,
    )
  })

  it('is refused whole with its line, from a future day, and without the role', async () => {
    const file = { name: 'list.csv', text: 'registry,serial\nGS,x' }
    const { body } = await registry.act('retirements confirm', { file }, { preview: true })
    expect(body.refusal).toBe('list.csv, line 1: the header has no column retired_on')
    const wrong = await registry.act('retirements confirm', { file, taken: '2026-02-30' })
    expect([wrong.status, wrong.body.field]).toEqual([400, 'input.taken'])
    const support = await staffConsole.signIn('support')
    expect((await support.act('retirements confirm', { file })).status).toBe(403)
  })
})
