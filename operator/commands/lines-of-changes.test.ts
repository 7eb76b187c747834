// Tests what commands that change something say of it, in the test's process: the lines, the options and the exit.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { refundPurchase } from '#features/purchases/refund/refund-purchase.ts'
import { exportColumns } from '#features/retirements/retirement-file.ts'
import { projectHeader, stove, wind } from '#tests/support/example-catalogue-files.ts'
import { issueTestBatch } from '#tests/support/people/batch.ts'
import { setRefundsAtProvider } from '#tests/support/people/card-provider-page.ts'
import { Person } from '#tests/support/people/person.ts'
import { purchaseIdOf } from '#tests/support/people/purchase-books.ts'
import {
  answerRows,
  appendOnce,
  issueGoldStandard,
  recordRows,
  retiredRow,
  startRetirementApp,
  testBeneficiary,
} from '#tests/support/people/retirements.ts'
import { giveByCard } from '#tests/support/people/rewards.ts'
import type { TestApp } from '#tests/support/test-app.ts'
import { statement } from '#tests/support/test-statement.ts'
import { batchesImport, projectsImport } from './catalogue-commands.ts'
import type { Command, Context } from './command.ts'
import { giftsDeliver } from './gift-commands.ts'
import { purchasesReconcile, purchasesShow } from './purchase-commands.ts'
import { accountsReport } from './report-command.ts'
import {
  retirementsConfirm,
  retirementsCorrect,
  retirementsExport,
  retirementsRecord,
} from './retirement-commands.ts'

const deliveredGifts = statement(
  'test-gifts-delivered-by-command',
  { tx_id: 'text' },
  'select tx_id from purchases where delivered_at is not null order by tx_id',
)
const makeDead = statement(
  'test-dead-letter-of-purchase',
  {},
  `update outbox set state = 'dead', last_error = $2 where subject = $1`,
)

let test: TestApp
let buyer: Person
let folder: string
beforeAll(async () => {
  test = await startRetirementApp()
  folder = await mkdtemp(join(tmpdir(), 'carbon-passport-lines-'))
  buyer = await new Person(test.url).signIn()
})
afterAll(async () => {
  await test.close()
  await rm(folder, { recursive: true })
})

const db = () => test.services.db

async function run(
  command: Command,
  words: readonly string[],
  options: Readonly<Record<string, string>> = {},
  flags: readonly string[] = [],
) {
  const { settings } = test.services
  const context = {
    ...{ db: db(), servingDb: db(), settings, databaseUrl: settings.databaseUrl },
    ...{ actor: { kind: 'root', forName: 'ada' }, asJson: false, lists: {}, words },
    ...{ options: { reason: 'A test', ...options }, flags: new Set(flags) },
    ...{ print: () => undefined, say: () => undefined },
  } as unknown as Context
  const { ok, lines, json } = await command.run(context)
  return { ok, lines, json }
}

async function fileOf(name: string, ...lines: readonly string[]): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, `${lines.join('\n')}\n`)
  return path
}

describe('gifts deliver', () => {
  const day = (days: number) => Temporal.Now.plainDateISO('UTC').add({ days }).toString()

  it('delivers the gifts of its day in every country, and of no other day', async () => {
    const batch = await issueTestBatch(db(), { kg: 1_000 })
    const give = (phone: string, deliver_on: string) =>
      giveByCard(buyer, batch, 30, phone, { deliver_on })
    const [east, west, later] = [
      await give('+64211234567', day(20)),
      await give('+12025550143', day(20)),
      await give('+447400111222', day(22)),
    ]
    expect(await run(giftsDeliver, [], { on: day(20) })).toMatchObject({
      ok: true,
      lines: [`Delivered the gifts of ${day(20)}.`],
    })
    const delivered = async () => (await db().run(deliveredGifts)).map(({ tx_id }) => tx_id)
    expect(await delivered()).toEqual([east, west].sort())
    await run(giftsDeliver, [], { on: day(22) })
    expect(await delivered()).toContain(later)
  })

  it.each([{}, { on: 'tomorrow' }, { on: '2026-02-30' }])('refuses %j', async (options) => {
    expect(await run(giftsDeliver, [], options)).toMatchObject({
      ok: false,
      lines: ['--on takes a date such as 2026-12-24.'],
    })
  })
})

describe('the answer of a registry', () => {
  const soldBatch = async () => {
    const batch = await issueGoldStandard(db(), 2)
    await buyer.buyByCard(batch, 1_000)
    return batch
  }
  const rowOf = (batch: Awaited<ReturnType<typeof soldBatch>>, reference: string) =>
    retiredRow(batch.part(1, 1), 1, reference)

  it('takes a reference of another batch with --same-reference only', async () => {
    const rows = [rowOf(await soldBatch(), 'RET-S'), rowOf(await soldBatch(), 'RET-S')]
    const file = await fileOf(
      'same.csv',
      exportColumns.join(','),
      ...(await answerRows(db(), rows)),
    )
    const refused = await run(retirementsRecord, [file])
    expect(refused).toMatchObject({
      ok: false,
      lines: [expect.stringContaining('--same-reference'), 'Nothing was recorded.'],
    })
    expect((await run(retirementsRecord, [file], {}, ['fill'])).ok).toBe(false)
    expect(await run(retirementsRecord, [file], {}, ['same-reference'])).toMatchObject({
      ok: true,
      lines: ['2 t of 2 batches are retired.'],
    })
  })

  it('is asked for in a file, whole tonnes first with --fill, and may be taken back', async () => {
    // The sales of other tests are due, too.
    const rowsIn = async (file: string) =>
      (await readFile(file, 'utf8')).trim().split('\r\n').length
    const exported = async (name: string, ...flags: readonly string[]) => {
      const file = join(folder, name)
      const { lines, json } = await run(retirementsExport, [file], {}, flags)
      return { file, lines, json: json as Readonly<Record<string, number>> }
    }
    const before = await exported('before.csv')
    const batch = await issueGoldStandard(db(), 3)
    await buyer.buyByCard(batch, 1_600)
    await appendOnce(test)
    const first = await exported('due-1.csv')
    const { rows = 0, tonnes = 0 } = before.json
    const next =
      'Fill in reference, retired_on and url (may be empty), then: retirements record FILE.'
    expect(first.json).toEqual({
      ...{ ok: true, file: first.file, rows: rows + 1, tonnes: tonnes + 1, filled_kg: 0 },
    })
    expect(first.lines).toEqual([
      `Wrote ${rows + 1} rows, ${tonnes + 1} t, to ${first.file}.`,
      next,
    ])
    expect(await rowsIn(first.file)).toBe(rows + 2)
    const whole = await exported('due-2.csv', 'fill')
    const kg = whole.json.filled_kg
    expect(kg).toBeGreaterThanOrEqual(400)
    expect(whole.lines[0]).toBe(`The operator took ${kg} kg, so that part-filled tonnes are whole.`)
    expect(whole.lines.slice(1)).toEqual([
      ...[`Wrote ${whole.json.rows} rows, ${whole.json.tonnes} t, to ${whole.file}.`, next],
    ])
    await recordRows(db(), [retiredRow(batch.part(1, 1), 1, 'RET-BACK')])
    expect(await run(retirementsCorrect, ['RET-BACK'])).toMatchObject({
      lines: ['1000 kg of RET-BACK are not retired any more.'],
      json: { ok: true, reference: 'RET-BACK', kg: 1_000 },
    })
  })

  it('confirms by a list of the project that --project names', async () => {
    const batch = await soldBatch()
    await recordRows(db(), [rowOf(batch, 'RET-P')])
    const file = await fileOf(
      'list.csv',
      'registry,serial,retired_on,beneficiary',
      `GS,${batch.part(1, 1)},2026-11-20,${testBeneficiary}`,
    )
    expect(await run(retirementsConfirm, [file], { project: 'GS-none' })).toMatchObject({
      ok: false,
      lines: [expect.stringContaining('GS has no project GS-none here'), 'Nothing was stored.'],
    })
    const confirmed = async () => {
      const { ok, lines } = await run(retirementsConfirm, [file], { project: batch.project })
      return [ok, lines.slice(-2)]
    }
    const read = '1 rows were read, of which 0 were left out.'
    expect(await confirmed()).toEqual([
      true,
      [read, '1 t are confirmed, and 0 t were confirmed before.'],
    ])
    expect(await confirmed()).toEqual([
      true,
      [read, '0 t are confirmed, and 1 t were confirmed before.'],
    ])
  })
})

describe('purchases', () => {
  it('show how often a refund has failed', async () => {
    const batch = await issueTestBatch(db(), { kg: 1_000 })
    const txId = await buyer.buyByCard(batch, 50)
    const failures = async () =>
      (await run(purchasesShow, [txId])).lines.filter((line) =>
        line.includes('failed or came back'),
      )
    await setRefundsAtProvider(db(), await purchaseIdOf(db(), txId), 'failed')
    expect(await failures()).toEqual([])
    const order = { txId, keepsKilograms: false, record: async () => undefined }
    for (const count of [1, 2]) {
      await refundPurchase(test.services, order)
      expect(await failures()).toEqual([`refunds or payments that failed or came back: ${count}`])
    }
  })

  it('reconcile names every dead letter', async () => {
    const batch = await issueTestBatch(db(), { kg: 1_000 })
    const txIds = [await buyer.buyByCard(batch, 50), await buyer.buyByCard(batch, 60)]
    const lines = []
    for (const [index, txId] of txIds.entries()) {
      await db().run(makeDead, [await purchaseIdOf(db(), txId), `Error ${index}`])
      lines.push(`dead letter: ${txId} purchase_success, Error ${index}`)
    }
    const all = await run(purchasesReconcile, [])
    expect(all.ok).toBe(true)
    expect(all.lines.slice(1)).toEqual(lines)
  })
})

describe('an import', () => {
  it('names each row whose country is unknown', async () => {
    const unknown = (row: string) => row.replace(/Turkey,TR|Kenya,KE/, 'Atlantis,XX')
    const file = await fileOf('projects.csv', projectHeader, unknown(wind), unknown(stove))
    const sentence = (id: string) =>
      `GS ${id}: "Atlantis XX" is no country that is known. A known project keeps its country, a new one has none.`
    const { lines } = await run(projectsImport, [file])
    expect(lines.slice(1)).toEqual([sentence('GS1'), sentence('GS2')])
  })

  it.each([
    ['projects', projectsImport],
    ['batches', batchesImport],
  ])('of %s names the faults of its file, and imports nothing', async (_, command) => {
    const file = await fileOf('wrong.csv', 'registry', 'GS')
    const { ok, lines } = await run(command, [file])
    expect([ok, lines.length > 1, lines.at(-1)]).toEqual([false, true, 'Nothing was imported.'])
  })
})

describe('the books', () => {
  it('report has its columns before its rows', async () => {
    const month = new Date(test.services.clock()).toISOString().slice(0, 7)
    const batch = await issueTestBatch(db(), { kg: 1_000 })
    await buyer.buyByCard(batch, 50)
    const { ok, lines, json } = await run(accountsReport, ['sales'], { from: month, to: month })
    const { rows } = json as { readonly rows: readonly Readonly<Record<string, unknown>>[] }
    expect([ok, rows.length]).toEqual([true, 1])
    expect(lines).toEqual(
      [Object.keys(rows[0] ?? {}), ...rows.map(Object.values)].map(
        (fields) => `${fields.join(',')}\r`,
      ),
    )
    expect(rows[0]).toMatchObject({ month, currency: 'GBP' })
    const turned = await run(accountsReport, ['sales'], { from: month, to: '2020-01' })
    expect(turned).toMatchObject({ ok: false, lines: ['The first month is after the last.'] })
  })
})
