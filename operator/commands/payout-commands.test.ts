// Tests that Stripe's reports are compared with the books: fees and payouts are posted once, and
// every difference is named.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { payoutComparisons } from '#features/accounts/check-payouts.ts'
import { checkLedger } from '#features/purchases/inspect/check-ledger.ts'
import { pollCardEvents } from '#features/purchases/refund/handle-card-events.ts'
import { refundPurchase } from '#features/purchases/refund/refund-purchase.ts'
import { type IssuedBatch, issueTestBatch } from '#tests/support/people/batch.ts'
import { closeWithBooks } from '#tests/support/people/books.ts'
import {
  disputeAtProvider,
  endRefundAtProvider,
  failRefundOnPage,
  makePollDue,
  pollProvider,
  refundAtProvider,
} from '#tests/support/people/card-provider-page.ts'
import { endCharged } from '#tests/support/people/ended-purchase.ts'
import { cardOrder, Person } from '#tests/support/people/person.ts'
import { purchaseIdOf } from '#tests/support/people/purchase-books.ts'
import { runOperator } from '#tests/support/servers/run-operator.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { statement } from '#tests/support/test-statement.ts'

const paymentOf = statement(
  'test-payment-of-purchase',
  { card_payment_id: 'text' },
  'select card_payment_id from purchases where tx_id = $1',
)
const disputed = statement(
  'test-payout-dispute',
  {},
  `insert into card_disputes (id, purchase_id, amount_minor, outcome)
   select 'dp_' || id, id, 100, $2 from purchases where tx_id = $1
   on conflict (id) do update set outcome = excluded.outcome`,
)
const postedAt = statement(
  'test-card-money-moved',
  { at: 'timestamptz' },
  `select m.created_at as at from money_postings m join purchases p on p.id = m.purchase_id
   where p.tx_id = $1 and m.source = 'card_clearing'`,
)
const payUnreported = statement(
  'test-pay-unreported',
  {},
  `insert into money_postings (purchase_id, currency, source, destination, amount_minor)
   values (uuidv7(), 'GBP', 'bank', 'card_clearing', 5)`,
)
const changeLine = statement(
  'test-change-payout-line',
  {},
  'update payout_lines set fee_minor = 0, payout_id = null',
)
const thaw = 'alter table payout_lines disable trigger user'
const freeze = 'alter table payout_lines enable trigger user'
const turnedCause = `cause_id = reverse(replace(cause_id::text, '-', ''))::uuid`

let test: TestApp
let batch: IssuedBatch
let folder: string
beforeAll(async () => {
  test = await startTestApp()
  batch = await issueTestBatch(test.services.db, { kg: 1_000_000 })
  folder = await mkdtemp(join(tmpdir(), 'carbon-passport-report-'))
})
afterAll(async () => {
  await rm(folder, { recursive: true })
  await closeWithBooks(test)
})

function run(...args: readonly string[]) {
  const { databaseUrl, secretKey } = test.services.settings
  return runOperator({ DATABASE_URL: databaseUrl, SECRET_KEY: secretKey.toString('hex') }, args)
}

/** A purchase of 50 kg at 0.02 GBP, all by card. */
async function bought() {
  const buyer = await new Person(test.url).signIn()
  const { body } = await buyer.reserve(cardOrder(batch, 50, await buyer.cardToken()))
  const txId = String(body.txId)
  await buyer.complete(txId)
  const [row] = await test.services.db.run(paymentOf, [txId])
  return { txId, payment: row?.card_payment_id ?? '' }
}

type Difference = { readonly about: string; readonly difference: string }

type Line = {
  readonly id?: string
  readonly category?: string
  readonly payment?: string
  readonly gross: string
  readonly fee?: string
  readonly net?: string
  readonly currency?: string
  readonly facing?: readonly [string, string]
  readonly source?: string
  readonly payout?: string
  /** Default: now. */
  readonly at?: Date
}

let lastLine = 0
const minor = (text: string) => Math.round(Number(text) * 100)

function lineOf({ id, gross, fee = '0.00', ...line }: Line): string {
  lastLine += 1
  const [facingAmount = '', facingCurrency = ''] = line.facing ?? []
  return [
    id ?? `txn_${lastLine}`,
    (line.at ?? new Date()).toISOString().slice(0, 19).replace('T', ' '),
    line.currency ?? 'gbp',
    gross,
    fee,
    line.net ?? ((minor(gross) - minor(fee)) / 100).toFixed(2),
    line.category ?? 'charge',
    line.source ?? '',
    facingAmount,
    facingCurrency,
    line.payment ?? '',
    line.payout ?? '',
  ].join(',')
}

const header =
  'balance_transaction_id,created_utc,currency,gross,fee,net,reporting_category,source_id,' +
  'customer_facing_amount,customer_facing_currency,payment_intent_id,automatic_payout_id'

async function fileOf(...lines: readonly string[]): Promise<string> {
  const file = join(folder, `report-${lastLine}.csv`)
  await writeFile(file, [header, ...lines, ''].join('\n'))
  return file
}

async function give(file: string) {
  const asked = [file, '--by', 'Grace', '--reason', 'month end', '--json'] as const
  const { code, stdout } = await run('accounts', 'payouts', ...asked)
  return { code, ...JSON.parse(stdout) }
}

async function balances() {
  const { stdout } = await run('accounts', 'balances', '--json')
  const { money } = JSON.parse(stdout)
  return (currency: string, account: string) =>
    money.find(
      (each: { currency: string; account: string }) =>
        each.currency === currency && each.account === account,
    )?.balance ?? 0
}

/** How much each account changes while `work` runs. */
async function changes<T>(work: () => Promise<T>) {
  const before = await balances()
  const done = await work()
  const after = await balances()
  const by = (currency: string, account: string) =>
    Math.round((after(currency, account) - before(currency, account)) * 100) / 100
  return { done, by }
}

describe('accounts payouts', () => {
  it('posts fees and payouts once, including those of refunds and disputes', async () => {
    const first = await bought()
    const second = await bought()
    await run('purchases', 'refund', second.txId, '--reason', 'bought twice')
    const file = await fileOf(
      lineOf({ payment: first.payment, gross: '1.00', fee: '0.22', payout: 'po_1' }),
      lineOf({ payment: second.payment, gross: '1.00', fee: '0.22', payout: 'po_1' }),
      lineOf({ category: 'refund', payment: second.payment, gross: '-1.00', fee: '0.10' }),
      lineOf({ category: 'fee', gross: '-15.00' }),
      lineOf({ category: 'payout', gross: '-1.56', source: 'po_1' }),
    )
    const { done, by } = await changes(() => give(file))
    expect(done).toMatchObject({ code: 0, lines: expect.anything(), new_lines: 5, differences: [] })
    expect(by('GBP', 'fees')).toBe(-15.54)
    expect(by('GBP', 'bank')).toBe(-1.56)
    expect(by('GBP', 'card_clearing')).toBe(17.1)
    // A refund in the report counts as reported.
    const missing = done.unreported.map(({ tx_id }: { readonly tx_id: string }) => tx_id)
    expect(missing).not.toContain(second.txId)
    const again = await changes(() => give(file))
    expect(again.done).toMatchObject({ code: 0, new_lines: 0, posted: [], differences: [] })
    expect([again.by('GBP', 'fees'), again.by('GBP', 'bank')]).toEqual([0, 0])
    const journal = await run('accounts', 'journal', '--from', '2000-01-01', '--to', '2999-01-01')
    expect(journal.stdout).toMatch(
      new RegExp(`0.22 GBP  fees -> card_clearing  ${first.txId}, fee of the card provider`),
    )
    const audit = await run('audit', 'list', '--about', 'po_1', '--json')
    expect(JSON.parse(audit.stdout).entries).toMatchObject([
      { by: 'root (for Grace)', command: 'accounts payouts', reason: 'month end' },
    ])
  })

  it('counts fees and payouts on the provider’s day, whenever the report is given', async () => {
    const fee = lineOf({ category: 'fee', gross: '-0.53', at: new Date('2025-10-31T22:00Z') })
    const paidAt = new Date('2025-11-03T01:00Z')
    const payout = lineOf({ category: 'payout', gross: '-0.40', source: 'po_old', at: paidAt })
    expect(await give(await fileOf(fee, payout))).toMatchObject({ code: 0, new_lines: 2 })
    const balanceOn = async (day: string, account: string) => {
      const { stdout } = await run('accounts', 'balances', '--at', day, '--json')
      const { money } = JSON.parse(stdout)
      return money.find((each: { account: string }) => each.account === account)?.balance ?? 0
    }
    expect(await balanceOn('2025-10-30', 'fees')).toBe(0)
    expect(await balanceOn('2025-10-31', 'fees')).toBe(-0.53)
    expect(await balanceOn('2025-11-02', 'bank')).toBe(0)
    expect(await balanceOn('2025-11-03', 'bank')).toBe(-0.4)
    const period = ['--from', '2025-10-31', '--to', '2025-10-31'] as const
    const { stdout } = await run('accounts', 'journal', ...period, '--json')
    const today = new Date().toISOString().slice(0, 10)
    const [posting, ...others] = JSON.parse(stdout).postings
    expect(posting).toMatchObject({ value_date: '2025-10-31', amount: 0.53, source: 'fees' })
    expect([posting.at.slice(0, 10), others]).toEqual([today, []])
    expect((await run('accounts', 'journal', ...period)).stdout).toContain('value 2025-10-31')
    expect((await run('accounts', 'journal', ...period, '--csv')).stdout).toMatch(/2025-10-31\r?\n/)
  })

  it('counts a report of one payout, and its own line later, once', async () => {
    const { payment } = await bought()
    const charge = { id: 'txn_late', payment, gross: '1.00', fee: '0.22' }
    await give(await fileOf(lineOf(charge)))
    const learned = await changes(async () =>
      give(await fileOf(lineOf({ ...charge, payout: 'po_2' }))),
    )
    expect(learned.done).toMatchObject({ code: 0, new_lines: 0 })
    expect(learned.by('GBP', 'bank')).toBe(-0.78)
    const audit = await run('audit', 'list', '--about', 'po_2', '--json')
    expect(JSON.parse(audit.stdout).entries).toHaveLength(1)
    const payout = lineOf({ category: 'payout', gross: '-0.78', source: 'po_2' })
    const told = await changes(async () => give(await fileOf(payout)))
    expect(told.done).toMatchObject({ code: 0, new_lines: 1, posted: [] })
    expect(told.by('GBP', 'bank')).toBe(0)
    const back = lineOf({ category: 'payout_reversal', gross: '0.78', source: 'po_2' })
    const taken = await changes(async () => give(await fileOf(back)))
    expect(taken.by('GBP', 'bank')).toBe(0.78)
    // A payout alone does not show yet which payments it contains.
    const alone = lineOf({ category: 'payout', gross: '-5.00', source: 'po_alone' })
    expect(await give(await fileOf(alone))).toMatchObject({ code: 0, differences: [] })
  })

  it('names differences: amounts, unknown payments, kinds without an account, payouts', async () => {
    const { txId, payment } = await bought()
    const file = await fileOf(
      lineOf({ payment, gross: '1.25', fee: '0.22', payout: 'po_3' }),
      lineOf({ payment: 'pi_nobody', gross: '3.00' }),
      lineOf({ id: 'txn_reserve', category: 'risk_reserved_funds', gross: '-2.00' }),
      lineOf({ category: 'payout', gross: '-9.99', source: 'po_3' }),
      lineOf({ category: 'dispute', payment, gross: '-1.00', fee: '15.00' }),
      lineOf({ category: 'dispute', payment: 'pi_stranger', gross: '-2.00' }),
      lineOf({ category: 'refund', payment: 'pi_stranger', gross: '-4.00' }),
      lineOf({ id: 'txn_nameless', gross: '5.00' }),
    )
    const { done, by } = await changes(() => give(file))
    expect(done.code).toBe(1)
    expect(done.differences).toEqual([
      {
        lines: [3],
        about: 'pi_nobody',
        difference: '3.00 GBP charged: no purchase has this payment',
      },
      {
        lines: [7],
        about: 'pi_stranger',
        difference: '-2.00 GBP taken back by a bank: no purchase has this payment',
      },
      {
        lines: [8],
        about: 'pi_stranger',
        difference: '-4.00 GBP refunded: no purchase has this payment',
      },
      {
        lines: [9],
        about: 'txn_nameless',
        difference: '5.00 GBP charged: the line names no payment',
      },
      {
        lines: [4],
        about: 'txn_reserve',
        difference: '-2.00 GBP: "risk_reserved_funds" is posted to no account',
      },
      {
        lines: [2],
        about: txId,
        difference: 'charged: reports say 1.25 GBP, the ledger 1.00 GBP',
      },
      {
        lines: [6],
        about: txId,
        difference: 'taken back by a bank: reports say -1.00 GBP, the ledger 0.00 GBP',
      },
      {
        lines: [2, 5],
        about: 'po_3',
        difference: '9.99 GBP was paid out, and its lines come to 1.03 GBP',
      },
    ])
    expect(by('GBP', 'fees')).toBe(-15.22)
    expect(by('GBP', 'bank')).toBe(-9.99)
    const again = await give(file)
    expect(again).toMatchObject({ code: 1, new_lines: 0, differences: done.differences })
  })

  it('refuses a repeated line with other values', async () => {
    const first = { id: 'txn_kept', category: 'fee', gross: '-2.00', fee: '0.10', payout: 'po_7' }
    expect(await give(await fileOf(lineOf(first)))).toMatchObject({ code: 0, new_lines: 1 })
    for (const other of [
      { category: 'other_adjustment' },
      { currency: 'usd' },
      { fee: '0.20' },
      { gross: '-3.00' },
      { payout: 'po_8' },
    ]) {
      const { code, faults } = await give(await fileOf(lineOf({ ...first, ...other })))
      expect([other, code, faults?.length]).toEqual([other, 1, 1])
    }
    expect(await give(await fileOf(lineOf(first)))).toMatchObject({ code: 0, new_lines: 0 })
    // A report of all activity names no payouts.
    const { payout: _, ...unnamed } = first
    expect(await give(await fileOf(lineOf(unnamed)))).toMatchObject({ code: 0, new_lines: 0 })
  })

  it('names movements of the ledger on the same days that no report contains', async () => {
    const missed = await bought()
    const [row] = await test.services.db.run(postedAt, [missed.txId])
    const day = (row?.at ?? new Date(0)).toISOString().slice(0, 10)
    const told = async (at: Date) => {
      const { payment } = await bought()
      return give(await fileOf(lineOf({ payment, gross: '1.00', at })))
    }
    // Reports are of whole days.
    for (const time of ['00:00:00', '23:59:59']) {
      const { code, unreported } = await told(new Date(`${day}T${time}Z`))
      expect(code).toBe(0)
      expect(unreported).toContainEqual({
        tx_id: missed.txId,
        kind: 'charge',
        currency: 'GBP',
        amount: '1.00',
      })
    }
    const later = new Date(Date.parse(`${day}T00:00:00Z`) + 3 * 86_400_000)
    expect(await told(later)).toMatchObject({ code: 0, unreported: [] })
    // Only a charge shows of which days the report is: a fee may be kept on any other day.
    const { payment } = await bought()
    const charge = lineOf({ payment, gross: '1.00', at: later })
    const fee = lineOf({ category: 'fee', gross: '-0.10', at: new Date(`${day}T12:00:00Z`) })
    expect(await give(await fileOf(charge, fee))).toMatchObject({ code: 0, unreported: [] })
  })

  it('misses no lines of a payout that no report contains yet', async () => {
    const payout = lineOf({ category: 'payout', gross: '-5.00', source: 'po_alone' })
    expect(await give(await fileOf(payout))).toMatchObject({ code: 0, differences: [] })
  })

  it('shows whether a differing dispute is open', async () => {
    const { txId, payment } = await bought()
    const line = lineOf({ category: 'dispute', payment, gross: '-1.00' })
    const file = await fileOf(lineOf({ payment, gross: '1.00' }), line)
    const told = async (outcome: string) => {
      await test.services.db.run(disputed, [txId, outcome])
      return (await give(file)).differences
    }
    const difference = 'taken back by a bank: reports say -1.00 GBP, the ledger 0.00 GBP'
    const open = `${difference}; the dispute is open, its loss not posted`
    expect(await told('open')).toEqual([{ lines: [3], about: txId, difference: open }])
    expect(await told('won')).toEqual([{ lines: [3], about: txId, difference }])
  })

  it('agrees with a dispute that was lost and that the bank gave back', async () => {
    const { txId, payment } = await bought()
    const { db } = test.services
    const id = await purchaseIdOf(db, txId)
    for (const outcome of ['lost', 'won'] as const) {
      await disputeAtProvider(db, id, outcome)
      await makePollDue(db, 'cards')
      await pollCardEvents(test.services)
    }
    const file = await fileOf(
      lineOf({ payment, gross: '1.00' }),
      lineOf({ category: 'dispute', payment, gross: '-1.00' }),
      lineOf({ category: 'dispute_reversal', payment, gross: '1.00' }),
    )
    expect(await give(file)).toMatchObject({ code: 0, differences: [] })
  })

  it('agrees with a refund that failed', async () => {
    const { txId, payment } = await bought()
    const { db } = test.services
    const id = await purchaseIdOf(db, txId)
    const record = async () => undefined
    await refundPurchase(test.services, { txId, keepsKilograms: false, record })
    await endRefundAtProvider(db, id, 'failed')
    await makePollDue(db, 'cards')
    await pollCardEvents(test.services)
    const file = await fileOf(
      lineOf({ payment, gross: '1.00' }),
      lineOf({ category: 'refund', payment, gross: '-1.00' }),
      lineOf({ category: 'refund_failure', payment, gross: '1.00' }),
    )
    expect(await give(file)).toMatchObject({ code: 0, differences: [] })
  })

  it('agrees with a refund that failed after the purchase had ended', async () => {
    const buyer = await new Person(test.url).signIn()
    const { body } = await buyer.reserve(cardOrder(batch, 50, await buyer.cardToken()))
    const id = await endCharged(test.services, buyer, String(body.txId), 'EXPIRED')
    const [row] = await test.services.db.run(paymentOf, [body.txId])
    const payment = row?.card_payment_id ?? ''
    await endRefundAtProvider(test.services.db, id, 'failed')
    await pollProvider(test.services)
    const file = await fileOf(
      lineOf({ payment, gross: '1.00' }),
      lineOf({ category: 'refund', payment, gross: '-1.00' }),
      lineOf({ category: 'refund_failure', payment, gross: '1.00' }),
    )
    expect(await give(file)).toMatchObject({ code: 0, differences: [] })
  })

  it('agrees with a refund on the provider’s page that failed', async () => {
    const { txId, payment } = await bought()
    const { db } = test.services
    const id = await purchaseIdOf(db, txId)
    await refundAtProvider(db, id, 40)
    await pollProvider(test.services)
    await failRefundOnPage(db, id, 40)
    await pollProvider(test.services)
    const file = await fileOf(
      lineOf({ payment, gross: '1.00' }),
      lineOf({ category: 'refund', payment, gross: '-0.40' }),
      lineOf({ category: 'refund_failure', payment, gross: '0.40' }),
    )
    expect(await give(file)).toMatchObject({ code: 0, differences: [] })
  })

  it('follows a payment in one currency that arrives in another', async () => {
    const { payment } = await bought()
    const line = lineOf({
      payment,
      gross: '1.15',
      fee: '0.05',
      currency: 'eur',
      facing: ['1.00', 'gbp'],
    })
    const { done, by } = await changes(async () => give(await fileOf(line)))
    expect(done).toMatchObject({ code: 0, differences: [] })
    expect([by('GBP', 'card_clearing'), by('GBP', 'fx')]).toEqual([1, -1])
    expect([by('EUR', 'card_clearing'), by('EUR', 'fx')]).toEqual([-1.1, 1.15])
    expect(by('EUR', 'fees')).toBe(-0.05)
  })

  it('follows a refund in one currency that is taken in another', async () => {
    const { txId, payment } = await bought()
    expect(
      (await run('purchases', 'refund', txId, '--by', 'Grace', '--reason', 'asked')).code,
    ).toBe(0)
    const [euros, pounds] = [{ payment, currency: 'eur' }, ['1.00', 'gbp']] as const
    const file = await fileOf(
      lineOf({ ...euros, gross: '1.15', facing: pounds }),
      lineOf({ ...euros, category: 'refund', gross: '-1.15', facing: pounds }),
    )
    const { done, by } = await changes(() => give(file))
    expect(done).toMatchObject({ code: 0, differences: [] })
    expect([by('GBP', 'fx'), by('EUR', 'fx')]).toEqual([0, 0])
  })

  it('counts yen and dinars in their own minor units', async () => {
    const file = await fileOf(
      lineOf({ category: 'fee', gross: '-120', fee: '0', net: '-120', currency: 'jpy' }),
      lineOf({ category: 'fee', gross: '-1.234', fee: '0', net: '-1.234', currency: 'kwd' }),
      lineOf({ category: 'fee', gross: '-7.00', fee: '0.00', net: '-7.00', currency: 'jpy' }),
    )
    const { done, by } = await changes(() => give(file))
    expect(done).toMatchObject({ code: 0, differences: [] })
    expect(done.posted.map((each: { currency: string; amount: number }) => each)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ currency: 'JPY', amount: 127 }),
        expect.objectContaining({ currency: 'KWD', amount: 1.234 }),
      ]),
    )
    expect(Math.abs(by('JPY', 'fees'))).toBe(127)
    const { stdout } = await run('accounts', 'balances')
    expect(stdout).toMatch(/^JPY {2}fees .* -?127$/m)
    expect(stdout).toMatch(/^KWD {2}fees .* -?1\.234$/m)
    expect(
      (await run('accounts', 'journal', '--from', '2020-01-01', '--to', '2100-01-01')).stdout,
    ).toMatch(/ 120 JPY /)
  })

  it('names differences in yen and dinars with their own decimals', async () => {
    const { txId, payment } = await bought()
    const of = (currency: string, gross: string, line: Partial<Line>) =>
      lineOf({ ...line, currency, gross, fee: '0', net: gross })
    const file = await fileOf(
      of('jpy', '1234', { payment: 'pi_elsewhere' }),
      of('kwd', '-1.234', { id: 'txn_held', category: 'risk_reserved_funds' }),
      of('jpy', '-1234', { category: 'dispute', payment }),
      of('kwd', '-1.234', { category: 'fee', payout: 'po_dinars' }),
      of('kwd', '-5.678', { category: 'payout', source: 'po_dinars' }),
    )
    const { differences } = await give(file)
    expect(differences.map(({ about, difference }: Difference) => [about, difference])).toEqual([
      ['pi_elsewhere', '1234 JPY charged: no purchase has this payment'],
      ['txn_held', '-1.234 KWD: "risk_reserved_funds" is posted to no account'],
      [txId, 'taken back by a bank: reports say -1234 JPY, the ledger 0 JPY'],
      ['po_dinars', '5.678 KWD was paid out, and its lines come to -1.234 KWD'],
    ])
  })

  it('posts no line of a file with a bad line, and names each bad one', async () => {
    const { payment } = await bought()
    const file = await fileOf(
      lineOf({ payment, gross: '1.00', fee: '0.22' }),
      lineOf({ gross: '1.00', fee: '0.22', net: '0.80' }),
      lineOf({ gross: '1,00' }),
      lineOf({ gross: '100.5', fee: '0', net: '100.5', currency: 'jpy' }),
    )
    const { done, by } = await changes(() => give(file))
    expect(done.code).toBe(1)
    expect(
      done.faults.map(({ line, fault }: { line: number; fault: string }) => [line, fault]),
    ).toEqual([
      [3, 'net: is not gross less fee'],
      [4, expect.stringContaining('fields')],
      [5, expect.stringContaining('has more decimals than JPY')],
    ])
    expect(by('GBP', 'fees')).toBe(0)
    const twice = lineOf({ id: 'txn_twice', payment, gross: '1.00' })
    expect(await give(await fileOf(twice, twice))).toMatchObject({
      code: 1,
      faults: [{ line: 3, fault: 'balance_transaction_id: stands in line 2 already' }],
    })
    await give(await fileOf(twice))
    const other = lineOf({ id: 'txn_twice', payment, gross: '2.00' })
    expect(await give(await fileOf(lineOf({ payment, gross: '1.00' }), other))).toMatchObject({
      code: 1,
      faults: [
        { line: 3, fault: 'balance_transaction_id: was recorded before with other figures' },
      ],
    })
    const { stdout } = await run('accounts', 'payouts', file, '--json')
    expect(JSON.parse(stdout).error).toBe('--reason TEXT is required.')
  })

  it('keeps lines as they were recorded, and the check finds no fault', async () => {
    await expect(test.services.db.run(changeLine)).rejects.toThrow('insert-only')
    const { code, stdout } = await run('ledger', 'check', '--json')
    expect(JSON.parse(stdout).faults).toEqual([])
    expect(code).toBe(0)
    expect(JSON.parse(stdout).checked['the bank has what was paid out']).toBeGreaterThan(2)
  })

  it.each([
    ['fees are what reports of the card provider say', 'fee_minor = fee_minor', '+'],
    ['the bank has what was paid out', 'gross_minor = gross_minor', '-'],
    ['what was paid in another currency is changed as reports say', 'paid_minor = paid_minor', '+'],
    // As without any report of these payouts: their ids are reversed.
    ['nothing reaches the bank but payouts and payments of programmes', turnedCause, null],
  ])('are compared so that %s', async (check, change, sign) => {
    const { db } = test.services
    const set = async (to: string) => {
      const plant = `update payout_lines set ${to}`
      for (const sql of [thaw, plant, freeze]) await db.run(statement('test-plant', {}, sql))
    }
    await set(sign === null ? change : `${change} ${sign} 1`)
    const { faults } = await checkLedger(db, payoutComparisons)
    await set(sign === null ? change : `${change} ${sign === '+' ? '-' : '+'} 1`)
    expect(faults.map((fault) => fault.check)).toContain(check)
  })

  it('are all that may reach the bank: the check finds any other posting', async () => {
    const wrong: string[] = []
    const undone = test.services.db.transaction(async (tx) => {
      await tx.run(payUnreported)
      for (const [name, compared] of Object.entries(payoutComparisons)) {
        const [, ...differences] = await tx.run(compared)
        if (differences.length > 0) wrong.push(name)
      }
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    expect(wrong).toEqual(['nothing reaches the bank but payouts and payments of programmes'])
  })
})
