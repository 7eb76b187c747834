// Tests that staff take a report of the card provider into the books, and see what agrees and what differs.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { issueTestBatch } from '#tests/support/people/batch.ts'
import { Person } from '#tests/support/people/person.ts'
import {
  type StaffClient,
  startTestConsole,
  type TestConsole,
} from '#tests/support/servers/test-console.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { statement } from '#tests/support/test-statement.ts'

const findPayment = statement(
  'test-payment-of-report',
  { card_payment_id: 'text' },
  'select card_payment_id from purchases where tx_id = $1',
)
const countLines = statement(
  'test-count-of-payout-lines',
  { count: 'int8' },
  'select count(*) from payout_lines',
)

let test: TestApp
let staffConsole: TestConsole
let money: StaffClient
let payment: string
let txId: string
beforeAll(async () => {
  test = await startTestApp()
  staffConsole = await startTestConsole(test)
  money = await staffConsole.signIn('money')
  const batch = await issueTestBatch(test.services.db, { kg: 1_000 })
  txId = await (await new Person(test.url).signIn()).buyByCard(batch, 50)
  const [row] = await test.services.db.run(findPayment, [txId])
  payment = row?.card_payment_id ?? ''
})
afterAll(async () => {
  await staffConsole.close()
  await test.close()
})

const header =
  'balance_transaction_id,created_utc,currency,gross,fee,net,reporting_category,payment_intent_id,automatic_payout_id'
const now = new Date().toISOString().slice(0, 19).replace('T', ' ')
const line = (id: string, amounts: string, about: string) => `${id},${now},gbp,${amounts},${about}`
const fileOf = (...lines: readonly string[]) => ({
  file: { name: 'payouts.csv', text: [header, ...lines, ''].join('\n') },
})
const count = async () => (await test.services.db.run(countLines))[0]?.count

describe('a report', () => {
  it('shows new lines and differences before it is recorded, and then lines of before', async () => {
    const report = fileOf(
      line('txn_1', '1.00,0.22,0.78', `charge,${payment},po_1`),
      line('txn_2', '3.00,0.10,2.90', 'charge,pi_nobody,po_1'),
    )
    const preview = await money.act('accounts payouts', report, { preview: true })
    expect(preview.body.rows).toEqual([
      {
        ...{ line: 3, outcome: 'different', subject: 'pi_nobody' },
        text: '3.00 GBP charged: no purchase has this payment',
      },
      { line: 2, outcome: 'new', subject: 'txn_1', text: 'charge, 1.00 GBP' },
      { line: 3, outcome: 'new', subject: 'txn_2', text: 'charge, 3.00 GBP' },
    ])
    expect(preview.body.figures).toContainEqual({
      ...{ label: 'Posted: fees to card_clearing', before: null, after: '0.32 GBP' },
    })
    expect(await count()).toBe(0)
    const { digest } = preview.body
    const done = await money.act('accounts payouts', report, { digest })
    expect([done.status, done.body.error]).toEqual([200, undefined])
    expect(await count()).toBe(2)
    const again = await money.act('accounts payouts', report, { preview: true })
    const outcomes = again.body.rows.map(({ outcome }: { outcome: string }) => outcome)
    expect(outcomes).toEqual(['different', 'unchanged', 'unchanged'])
    // The books have what the report said when it was previewed, so it cannot be recorded twice.
    const twice = await money.act('accounts payouts', report, { digest })
    expect([twice.status, twice.body.reason_code]).toEqual([409, 'preview_changed'])
  })

  it('shows what the ledger has of its days and no report does, and sums by currency', async () => {
    const batch = await issueTestBatch(test.services.db, { kg: 1_000 })
    const missed = await (await new Person(test.url).signIn()).buyByCard(batch, 80)
    const report = fileOf(
      line('txn_5', '1.00,0.30,0.70', `charge,${payment},`),
      `txn_6,${now},jpy,-1234,0,-1234,fee,,`,
      `txn_7,${now},jpy,-6,0,-6,fee,,`,
    )
    const { body } = await money.act('accounts payouts', report, { preview: true })
    expect(body.rows).toEqual([
      {
        ...{ line: null, outcome: 'different', subject: missed },
        text: 'In no report yet: charge, 1.60 GBP.',
      },
      {
        ...{ line: 2, outcome: 'different', subject: txId },
        text: 'charged: reports say 2.00 GBP, the ledger 1.00 GBP',
      },
      { line: 2, outcome: 'new', subject: 'txn_5', text: 'charge, 1.00 GBP' },
      { line: 3, outcome: 'new', subject: 'txn_6', text: 'fee, -1234 JPY' },
      { line: 4, outcome: 'new', subject: 'txn_7', text: 'fee, -6 JPY' },
    ])
    expect(
      body.figures
        .filter(({ label }: { label: string }) => label.startsWith('Posted'))
        .map(({ label, after }: { label: string; after: string }) => `${label} ${after}`),
    ).toEqual(['Posted: fees to card_clearing 0.30 GBP', 'Posted: fees to card_clearing 1240 JPY'])
  })

  it('is refused by its line, and records nothing', async () => {
    const before = await count()
    const report = fileOf(
      line('txn_3', '1.00,0.22,0.70', `charge,${payment},`),
      line('txn_4', '5.00,0.10,4.90', 'charge,pi_other,'),
    )
    const { body } = await money.act('accounts payouts', report, { preview: true })
    expect(body.rows).toEqual([
      { line: 2, outcome: 'refused', subject: '', text: 'net: is not gross less fee' },
    ])
    expect(body.refusal).toBe('payouts.csv, line 2: net: is not gross less fee')
    expect((await money.act('accounts payouts', report)).status).toBe(409)
    expect(await count()).toBe(before)
  })

  it('is for money and admins only', async () => {
    const registry = await staffConsole.signIn('registry')
    expect((await registry.act('accounts payouts', fileOf())).status).toBe(403)
  })
})
