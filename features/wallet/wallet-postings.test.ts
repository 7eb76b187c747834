// Tests the postings of a credit and of its reversal, and of payments in and out of a programme.
import { expect, it } from 'vitest'
import { opposite, type Postings } from '#ledger/postings.ts'
import { creditPostings, paymentPostings } from './wallet-postings.ts'

const linesOf = ({ kg, money }: Postings) => [
  ...kg,
  ...money.map(
    ({ causeId, currency, source, destination, amountMinor }) =>
      `${causeId}: ${amountMinor} ${currency}: ${source.name} > ${destination.name}`,
  ),
]

it('a programme’s money enters a wallet, and a reversal returns it the same way', () => {
  const credit = { passportId: 'ada', programmeId: 'green', currency: 'EUR', amountMinor: 500 }
  expect(linesOf(creditPostings([credit]))).toEqual([
    'null: 500 EUR: programme:green > wallet:ada:green',
  ])
  expect(linesOf(opposite(creditPostings([credit])))).toEqual([
    'null: 500 EUR: wallet:ada:green > programme:green',
  ])
})

it('a partner’s payment enters its programme from the bank, and a repayment leaves it the same way', () => {
  const payment = { paymentId: 'pay', programmeId: 'green', currency: 'TRY', amountMinor: 70 }
  expect(linesOf(paymentPostings({ ...payment, way: 'in' }))).toEqual([
    'pay: 70 TRY: bank > programme:green',
  ])
  expect(linesOf(paymentPostings({ ...payment, way: 'out' }))).toEqual([
    'pay: 70 TRY: programme:green > bank',
  ])
})

it('each of several credits has a posting of its own', () => {
  const credit = { passportId: 'ada', programmeId: 'green', currency: 'EUR', amountMinor: 500 }
  const other = { passportId: 'ben', programmeId: 'blue', currency: 'GBP', amountMinor: 7 }
  expect(linesOf(creditPostings([credit, other]))).toEqual([
    'null: 500 EUR: programme:green > wallet:ada:green',
    'null: 7 GBP: programme:blue > wallet:ben:blue',
  ])
})
