// Tests the commands of costs and margins.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { refundPurchase } from '#features/purchases/refund/refund-purchase.ts'
import { type IssuedBatch, issueTestBatch } from '#tests/support/people/batch.ts'
import { closeWithBooks } from '#tests/support/people/books.ts'
import { Person } from '#tests/support/people/person.ts'
import { costAll } from '#tests/support/people/posted-costs.ts'
import { runOperator } from '#tests/support/servers/run-operator.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

let test: TestApp
let batch: IssuedBatch
beforeAll(async () => {
  test = await startTestApp({}, undefined, { background: false })
  batch = await issueTestBatch(test.services.db, { kg: 1_000 })
  const buyer = await new Person(test.url).signIn()
  await buyer.buyByCard(batch, 100)
  await costAll(test.services.db)
})
afterAll(() => closeWithBooks(test))

function run(...args: readonly string[]) {
  const { databaseUrl, secretKey } = test.services.settings
  return runOperator({ DATABASE_URL: databaseUrl, SECRET_KEY: secretKey.toString('hex') }, args)
}
const cost = (...args: readonly string[]) =>
  run('batches', 'cost', batch.serial, ...args, '--reason', 'Invoice 7')

it('previews and records what a batch cost', async () => {
  const preview = await cost('52.05', '--currency', 'EUR', '--preview')
  expect([preview.code, preview.stdout]).toEqual([
    0,
    expect.stringContaining('Of it cost of sales: 5.20 EUR\n'),
  ])
  expect(await cost('52.05', '--currency', 'EUR')).toMatchObject({
    code: 0,
    stdout: `${batch.serial} cost 52.05 EUR: 5.20 EUR cost of sales, 0.00 EUR written off, 46.85 EUR stock.\n`,
  })
  expect((await cost('52.05', '--currency', 'GBP')).stdout).toContain('is in EUR, and stays in it')
  expect((await cost('52.055', '--currency', 'EUR')).code).toBe(2)
  expect((await cost('60', '--currency', 'EUR', '--json')).stdout).toContain(
    '"previous":52.05,"cost_of_sales":6,"write_offs":0,"stock":54',
  )
})

it('adds up the margin by month, with a row for each currency', async () => {
  const month = new Date().toISOString().slice(0, 7)
  const months = ['--from', month, '--to', month] as const
  const { stdout } = await run('accounts', 'margin', ...months, '--csv')
  const project = `TST ${batch.serial}`
  expect(stdout.split('\r\n')).toEqual([
    'month,project,serial_number,currency,sales,cost_of_sales,write_offs,given,margin',
    `${month},${project},${batch.serial},EUR,0,6,0,0,-6`,
    `${month},${project},${batch.serial},GBP,2,0,0,0,2`,
    '',
  ])
  const json = JSON.parse(
    (await run('accounts', 'margin', ...months, '--projects', '--json')).stdout,
  )
  expect(json.margins).toMatchObject([
    { project, serial_number: null, currency: 'EUR', margin: -6 },
    { project, serial_number: null, currency: 'GBP', margin: 2 },
  ])
  expect((await run('accounts', 'margin', '--from', '2026-13', '--to', month)).code).toBe(2)
  expect((await run('accounts', 'margin', '--from', '2030-01', '--to', '2029-12')).code).toBe(2)
})

it('takes what was written off from the stock', async () => {
  const lost = await issueTestBatch(test.services.db, { kg: 1_000 })
  const buyer = await new Person(test.url).signIn()
  const txId = await buyer.buyByCard(lost, 250)
  const order = { txId, keepsKilograms: false, record: async () => undefined }
  await refundPurchase(test.services, order)
  await costAll(test.services.db)
  const args = ['batches', 'cost', lost.serial, '8', '--currency', 'USD', '--reason', 'Invoice 8']
  expect((await run(...args)).stdout).toBe(
    `${lost.serial} cost 8.00 USD: 0.00 USD cost of sales, 2.00 USD written off, 6.00 USD stock.\n`,
  )
  expect((await run(...args.with(3, '16'), '--json')).stdout).toContain(
    '"cost_of_sales":0,"write_offs":4,"stock":12',
  )
})
