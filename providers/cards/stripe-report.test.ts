// Tests how lines of Stripe's reports are read: kinds, times, amounts and payouts.
import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { readStripeReport } from '#providers/cards/stripe-report.ts'
import { isFault } from '#providers/registries/tables/file-source.ts'

const line = {
  balance_transaction_id: 'txn_1',
  reporting_category: 'charge',
  created: '2026-04-13 09:30:00',
  currency: 'gbp',
  gross: '1.00',
  fee: '0.22',
  net: '0.78',
}

/** Reads the one line of a report with these columns, or its fault. */
async function read(change: Readonly<Record<string, string>>) {
  const columns = { ...line, ...change }
  const text = [Object.keys(columns), Object.values(columns)].map((row) => row.join(',')).join('\n')
  const reads = readStripeReport({ file: 'report.csv', open: () => Readable.from([text]) })
  for await (const each of reads) return isFault(each) ? each.fault : each.row
  throw new Error('nothing was read')
}

describe('a line of the category', () => {
  it.each([
    ['charge', 'charge'],
    ['charge_failure', 'charge'],
    ['refund', 'refund'],
    ['refund_failure', 'refund'],
    ['partial_capture_reversal', 'refund'],
    ['dispute', 'dispute'],
    ['dispute_reversal', 'dispute'],
    ['fee', 'fee'],
    ['network_cost', 'fee'],
    ['tax', 'fee'],
    ['payout', 'payout'],
    ['payout_reversal', 'payout'],
    ['topup', 'payout'],
    ['topup_reversal', 'payout'],
    ['risk_reserved_funds', 'other'],
  ])('%s is of the kind %s', async (reporting_category, kind) => {
    expect(await read({ reporting_category })).toMatchObject({ kind })
  })
})

describe('the time of a line', () => {
  const moments = {
    created_utc: '2026-04-13 09:30:00',
    created: '2026-04-13 02:30:00',
    effective_at_utc: '2026-04-15 00:00:00',
    effective_at: '2026-04-14 17:00:00',
  }
  it.each([
    ['that of UTC before any other', moments, '2026-04-13T09:30:00.000Z'],
    ['when it was made', { ...moments, created_utc: '' }, '2026-04-13T02:30:00.000Z'],
    [
      'when it takes effect where nothing else is said, in UTC first',
      { ...moments, created_utc: '', created: '' },
      '2026-04-15T00:00:00.000Z',
    ],
    ['midnight of a day alone', { created: '2026-04-13' }, '2026-04-13T00:00:00.000Z'],
  ])('is %s', async (_, columns, moment) => {
    expect(await read(columns)).toMatchObject({ movedAt: new Date(moment) })
  })

  it.each(['', 'yesterday', '2026-02-31 09:30:00', '2026-13-01', '13.04.2026 09:30'])(
    'is invalid for "%s"',
    async (created) => {
      expect(await read({ created })).toContain('is no moment')
    },
  )
})

describe('the payout of a line', () => {
  const payout = { reporting_category: 'payout', gross: '-1.00', fee: '0.00', net: '-1.00' }
  it.each([
    ['the one that brought it', { automatic_payout_id: 'po_auto' }, 'po_auto'],
    ['none yet', {}, null],
    ['its own', { ...payout, payout_id: 'po_own', source_id: 'src_1' }, 'po_own'],
    [
      'its source, where a payout names no other',
      { ...payout, source_id: 'po_source' },
      'po_source',
    ],
    ['no source of a charge', { source_id: 'ch_1' }, null],
  ])('is %s', async (_, columns, payoutId) => {
    expect(await read(columns)).toMatchObject({ payoutId })
  })
})

describe('the amounts of a line', () => {
  it('may have a plus, and are those of the balance and of the payment', async () => {
    const facing = { customer_facing_amount: '1.15', customer_facing_currency: 'eur' }
    expect(await read({ gross: '+1.00', net: '+0.78', ...facing })).toMatchObject({
      currency: 'GBP',
      grossMinor: 100,
      feeMinor: 22,
      paidCurrency: 'EUR',
      paidMinor: 115,
    })
  })

  it.each(['1e2', '1,00', '.50', '1.0000', 'one'])('of "%s" are invalid', async (gross) => {
    expect(await read({ gross: `"${gross}"` })).toBe('gross: is no amount')
  })
})

it('a line is a movement with every figure, in the decimals of its currency', async () => {
  const whole = {
    ...{ reporting_category: 'dispute', currency: 'gbp', gross: '-12.50', fee: '15.00' },
    ...{ net: '-27.50', customer_facing_amount: '1450', customer_facing_currency: 'jpy' },
    ...{ source_id: 'dp_1', payment_intent_id: 'pi_1', payout_id: 'po_no' },
    automatic_payout_id: 'po_auto',
  }
  expect(await read(whole)).toEqual({
    ...{ id: 'txn_1', kind: 'dispute', category: 'dispute', currency: 'GBP' },
    ...{ movedAt: new Date('2026-04-13T09:30:00Z'), grossMinor: -1_250, feeMinor: 1_500 },
    // The customer's amount has the sign of ours.
    ...{ paidCurrency: 'JPY', paidMinor: -1_450, paymentId: 'pi_1', payoutId: 'po_auto' },
  })
  expect(await read({ gross: '0.00', fee: '0.22', net: '-0.22' })).toMatchObject({
    ...{ grossMinor: 0, feeMinor: 22, paidCurrency: 'GBP', paidMinor: 0, paymentId: null },
  })
  expect(await read({ currency: 'kwd', gross: '1.234', fee: '0', net: '1.234' })).toMatchObject({
    ...{ currency: 'KWD', grossMinor: 1_234, feeMinor: 0, paidMinor: 1_234 },
  })
})

it.each([
  ['more decimals than the currency', { gross: '1.001', net: '0.781' }, 'more decimals than GBP'],
  ['more of the fee', { fee: '0.221', net: '0.779' }, 'more decimals than GBP'],
  [
    'more of the customer’s currency',
    { customer_facing_amount: '1.5', customer_facing_currency: 'jpy' },
    'more decimals than GBP or JPY',
  ],
  ['another net amount', { net: '0.79' }, 'net: is not gross less fee'],
  ['no currency', { currency: 'gb' }, 'currency: is no currency code'],
])('%s is a fault', async (_, change, fault) => {
  expect(await read(change)).toContain(fault)
})

it('zeros beyond the decimals of a currency are no fault', async () => {
  const zeros = { currency: 'jpy', gross: '100.00', fee: '22.00', net: '78.00' }
  expect(await read(zeros)).toMatchObject({ grossMinor: 100, feeMinor: 22 })
})
