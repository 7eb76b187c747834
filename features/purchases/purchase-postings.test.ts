// Tests the postings of each step of a purchase as a table of lines. docs/ledger.md describes the
// same flows.
import { describe, expect, it } from 'vitest'
import { refundDuePostings } from '#features/purchases/card/card-postings.ts'
import {
  completePostings,
  handOverPostings,
} from '#features/purchases/complete/complete-postings.ts'
import { releasePostings } from '#features/purchases/end/end-purchases.ts'
import { reservePostings } from '#features/purchases/reserve/reserve-postings.ts'
import type { Postings } from '#ledger/postings.ts'
import type { Hold } from './lock-holds.ts'

const hold: Hold = {
  purchaseId: 'p1',
  batchId: 'b1',
  buyerId: 'ada',
  quantityKg: 100,
  walletParts: [],
  reward: null,
}
const own = {
  programmeId: 'welcome',
  walletCurrency: 'GBP',
  walletMinor: 100,
  paidMinor: 100,
  roundingMinor: 0,
}
const foreign = {
  programmeId: 'green',
  walletCurrency: 'EUR',
  walletMinor: 115,
  paidMinor: 100,
  roundingMinor: 0,
}
const rounded = { ...foreign, roundingMinor: 1 }
const reward = { ...hold, quantityKg: 1, reward: { currency: 'GBP', amountMinor: 2 } }
const sale = { currency: 'GBP', cardMinor: 0, holderId: 'ada' }

/** Returns a line for each posting. Every posting names its purchase. */
function linesOf({ kg, money }: Postings): string[] {
  const moving = money.filter(({ amountMinor }) => amountMinor !== 0)
  for (const { causeId } of [...kg, ...money]) expect(causeId).toBe('p1')
  return [
    ...kg.map(
      ({ batchId, source, destination, quantityKg }) =>
        `${quantityKg} kg of ${batchId}: ${source.name} > ${destination.name}`,
    ),
    ...moving.map(
      ({ currency, source, destination, amountMinor }) =>
        `${amountMinor} ${currency}: ${source.name} > ${destination.name}`,
    ),
  ]
}

const keptKg = '100 kg of b1: available > held'
const freedKg = '100 kg of b1: held > available'
const soldKg = '100 kg of b1: held > holder:ada'

describe('the postings of a hold are released by the opposite postings', () => {
  it.each([
    ['a card', hold, [keptKg], [freedKg]],
    [
      'a wallet in the own currency',
      { ...hold, walletParts: [own] },
      [keptKg, '100 GBP: wallet:ada:welcome > held:p1'],
      [freedKg, '100 GBP: held:p1 > wallet:ada:welcome'],
    ],
    [
      'two wallets',
      { ...hold, walletParts: [own, rounded] },
      [keptKg, '100 GBP: wallet:ada:welcome > held:p1', '115 EUR: wallet:ada:green > held:p1'],
      [freedKg, '100 GBP: held:p1 > wallet:ada:welcome', '115 EUR: held:p1 > wallet:ada:green'],
    ],
    [
      'a reward',
      reward,
      ['1 kg of b1: available > held', '2 GBP: rewards > held:p1'],
      ['1 kg of b1: held > available', '2 GBP: held:p1 > rewards'],
    ],
  ])('%s', (_, kept, reserved, released) => {
    expect(linesOf(reservePostings([kept]))).toEqual(reserved)
    expect(linesOf(releasePostings([kept]))).toEqual(released)
  })
})

describe('everything held is sold', () => {
  it.each([
    ['card', { ...hold, ...sale, cardMinor: 200 }, [soldKg, '200 GBP: card_clearing > sales']],
    [
      'wallet and card',
      { ...hold, ...sale, walletParts: [own], cardMinor: 100 },
      [soldKg, '100 GBP: held:p1 > sales', '100 GBP: card_clearing > sales'],
    ],
    [
      'a foreign wallet',
      { ...hold, ...sale, walletParts: [foreign] },
      [soldKg, '115 EUR: held:p1 > fx', '100 GBP: fx > sales'],
    ],
    [
      'a foreign wallet, rounded up',
      { ...hold, ...sale, walletParts: [rounded] },
      [soldKg, '114 EUR: held:p1 > fx', '1 EUR: held:p1 > rounding', '100 GBP: fx > sales'],
    ],
    [
      'a reward',
      { ...reward, ...sale },
      ['1 kg of b1: held > holder:ada', '2 GBP: held:p1 > sales'],
    ],
    [
      'a gift that waits',
      { ...hold, ...sale, holderId: null, cardMinor: 200 },
      ['100 kg of b1: held > waiting:p1', '200 GBP: card_clearing > sales'],
    ],
  ])('%s', (_, sold, lines) => {
    expect(linesOf(completePostings([sold]))).toEqual(lines)
  })

  it('and takes the money out of the held part of the wallets that paid it', () => {
    const { money } = completePostings([{ ...hold, ...sale, walletParts: [own, rounded] }])
    const heldOf = (programmeId: string) => ({
      kind: 'held_of_wallet',
      wallet: { passportId: 'ada', programmeId },
    })
    const taken = money.filter(({ source }) => source.name === 'held:p1')
    expect(taken.map(({ source, amountMinor }) => [source.row, amountMinor])).toEqual([
      [heldOf('welcome'), 100],
      [heldOf('green'), 114],
      [heldOf('green'), 1],
    ])
  })
})

it('a waiting gift moves to the passport of its number', () => {
  expect(
    linesOf(handOverPostings([{ ...hold, kg: hold.quantityKg, passportId: 'grace' }])),
  ).toEqual(['100 kg of b1: waiting:p1 > holder:grace'])
})

it('a card charge without a purchase is owed', () => {
  const refund = { purchaseId: 'p1', currency: 'GBP', cardMinor: 200 }
  expect(linesOf(refundDuePostings([refund]))).toEqual(['200 GBP: card_clearing > refunds_due'])
})
