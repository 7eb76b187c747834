// Faults of reserving: what may be bought, at which figures, and how much one person may hold.
import type { FaultyFile } from '../fault.ts'

const purchase = 'features/purchases/purchases.test.ts'
const split = 'features/purchases/reserve/split-payment.test.ts'
const limits = 'features/purchases/reserve/purchase-limits.test.ts'
const holds = 'features/purchases/reserve/hold-limits.test.ts'
const tampered = 'features/purchases/reserve/tampered-figures.test.ts'
const repeats = 'features/purchases/reserve/repeated-purchases.test.ts'
const gifts = 'features/purchases/complete/gifts.test.ts'
const rewards = 'features/achievements/rewards/rewards.test.ts'
const loopholes = 'features/achievements/rewards/reward-loopholes.test.ts'

export const reservedPurchases: readonly FaultyFile[] = [
  {
    file: 'features/purchases/reserve/reserve-decision.ts',
    tests: ['features/purchases/reserve/reserve-decision.test.ts', tampered, split, purchase],
    faults: [
      {
        fault: 'a changed quote passes over the card’s minimum',
        find: 'const walletMinor = walletShareOf(totalMinor, reach, minimum)\n  return problem',
        replace:
          'const walletMinor = walletShareOf(totalMinor, reach, minimum && 0)\n  return problem',
      },
      {
        fault: 'a withdrawn batch is sold',
        find: "  if (!stock.is_offered) return problem('not_offered')\n",
        replace: '',
      },
      {
        fault: 'the last kilogram is not sold',
        find: 'stock.available_kg < order.quantityKg',
        replace: 'stock.available_kg <= order.quantityKg',
      },
      {
        fault: 'more is sold than is there',
        find: '  if (stock.available_kg < order.quantityKg) return onlyLeft(stock.available_kg)\n',
        replace: '',
      },
      {
        fault: 'the client’s price is not compared',
        find: 'order.priceMicros !== stock.price_micros || ',
        replace: '',
      },
      {
        fault: 'the client’s currency is not compared',
        find: ' || order.batchCurrency !== stock.currency',
        replace: '',
      },
      {
        fault: 'a quote’s rate is not kept',
        find: 'quote?.batchCurrency === stock.currency ? quote.rate : current',
        replace: 'current',
      },
      {
        fault: 'a quote’s rates of wallets are not kept',
        find: 'quotedRates[currency] ?? rateBetween',
        replace: 'rateBetween',
      },
      {
        fault: 'the client’s wallet part is not compared',
        find: 'differs(order.walletMinor, walletMinor) || ',
        replace: '',
      },
      {
        fault: 'the client’s card part is not compared',
        find: ' || differs(order.cardMinor, cardMinor)',
        replace: '',
      },
      {
        fault: 'figures may differ by two',
        find: 'const toleranceMinor = 1',
        replace: 'const toleranceMinor = 2',
      },
      {
        fault: 'figures may not differ at all',
        find: 'const toleranceMinor = 1',
        replace: 'const toleranceMinor = 0',
      },
      {
        fault: 'a quote holds for any total',
        find: 'if (Math.abs(quote.totalMinor - totalMinor) > toleranceMinor + roundedMinor) return null',
        replace: '',
      },
      {
        fault: 'a quote holds for any cheaper total',
        find: 'Math.abs(quote.totalMinor - totalMinor) > toleranceMinor',
        replace: 'totalMinor - quote.totalMinor > toleranceMinor',
      },
      {
        fault: 'the card is charged under its minimum',
        find: 'cardMinor > 0 && cardMinor < minimum',
        replace: 'cardMinor < 0 && cardMinor < minimum',
      },
      {
        fault: 'the card is not charged its very minimum',
        find: 'cardMinor > 0 && cardMinor < minimum',
        replace: 'cardMinor > 0 && cardMinor <= minimum',
      },
      {
        fault: 'a card part without a card',
        find: "  if (cardMinor > 0 && order.cardToken === null) return problem('card_details_required')\n",
        replace: '',
      },
      {
        fault: 'a named programme is not the only one to pay',
        find: 'quote?.programmeId ?? null,',
        replace: 'null,',
      },
      {
        fault: 'another person’s wallets pay',
        find: 'inventory.wallets.filter((row) => row.passport_id === buyer.passportId)',
        replace: 'inventory.wallets.filter((row) => row.passport_id !== null)',
      },
      {
        fault: 'orders of one moment take the same stock',
        find: 'stock.available_kg -= quantityKg',
        replace: 'stock.available_kg -= 0',
      },
      {
        fault: 'orders of one moment take the same money',
        find: 'wallet.balance_minor -= part.walletMinor',
        replace: 'wallet.balance_minor -= 0',
      },
      {
        fault: 'orders of one moment are not counted as open',
        find: '  countHold(order, holds)\n',
        replace: '',
      },
      {
        fault: 'a refused quote tells the old rate',
        find: 'rate: Number(rate),\n        total',
        replace: 'rate: 1,\n        total',
      },
      {
        fault: 'a refused quote of a card buyer offers the wallet',
        find: "order.method === 'card' ? 0 : reachOf",
        replace: 'order.method === null ? 0 : reachOf',
      },
    ],
  },
  {
    file: 'features/purchases/reserve/hold-limits.ts',
    tests: ['features/purchases/reserve/reserve-decision.test.ts', holds, limits],
    faults: [
      {
        fault: 'half a kilogram more than a fair share',
        find: 'Math.floor(unsoldKg / 2)',
        replace: 'Math.ceil(unsoldKg / 2)',
      },
      {
        fault: 'a reward’s kilograms count as held',
        find: 'holds.open += 1\n  if (rewardId !== null) return\n',
        replace: 'holds.open += rewardId === null ? 1 : 1\n',
      },
      {
        fault: 'one more open reservation than allowed',
        find: 'if (open >= openReservationsMax)',
        replace: 'if (open > openReservationsMax)',
      },
      {
        fault: 'abandoned holds are free',
        find: 'const isSpent = abandoned > 0 && ',
        replace: 'const isSpent = abandoned > 1_000 && ',
      },
      {
        fault: 'one more abandoned hold than allowed',
        find: 'const abandonedBeyondOpen = 2',
        replace: 'const abandonedBeyondOpen = 3',
      },
      {
        fault: 'one more kilogram than may be held',
        find: 'if (openKg + quantityKg > openKgMax)',
        replace: 'if (openKg + quantityKg > openKgMax + 1)',
      },
      {
        fault: 'who holds some already takes all',
        find: 'Math.floor(unsoldKg / 2)',
        replace: 'Math.floor(unsoldKg)',
      },
      {
        fault: 'an abandoned batch may be taken whole again',
        find: 'openKg === 0 && !abandonedBatches.has(batchId)',
        replace: 'openKg === 0',
      },
      {
        fault: 'a small hold is refused',
        find: 'const smallHoldKg = 100',
        replace: 'const smallHoldKg = 99',
      },
      {
        fault: 'orders of one moment hold no kilograms for those behind',
        find: '(holds.openKgByBatch.get(batchId) ?? 0) + quantityKg',
        replace: 'holds.openKgByBatch.get(batchId) ?? 0',
      },
      {
        fault: 'an unanswered bank keeps a whole batch',
        find: 'const restKg = fairShareKg(availableKg + waitingKg + quantityKg) - waitingKg',
        replace: 'const restKg = availableKg + waitingKg + quantityKg',
      },
    ],
  },
  {
    file: 'features/purchases/reserve/purchase-limits.ts',
    tests: [limits],
    faults: [
      {
        fault: 'one more purchase an hour',
        find: 'started.count >= purchasesMax',
        replace: 'started.count > purchasesMax',
      },
      {
        fault: 'one more declined card an hour',
        find: 'const declinesMax = 5',
        replace: 'const declinesMax = 6',
      },
      {
        fault: 'cards that are being asked are not counted',
        find: 'declined.count + asking >= declinesMax',
        replace: 'declined.count >= declinesMax',
      },
      {
        fault: 'one more declined card from an address',
        find: 'const declinesOfAddressMax = 10',
        replace: 'const declinesOfAddressMax = 11',
      },
      {
        fault: 'orders of one moment are not counted in the hour',
        find: '{ ...started, count: started.count + 1 }',
        replace: '{ ...started, count: started.count }',
      },
      {
        fault: 'who pays by wallet is refused for declined cards',
        find: "method !== 'wallet' && cardToken !== null",
        replace: 'cardToken !== undefined',
      },
    ],
  },
  {
    file: 'features/purchases/reserve/reserve-queries.ts',
    tests: [limits],
    faults: [
      {
        fault: 'rewards count as purchases of the hour',
        find: "recently('not is_reward')",
        replace: "recently('true')",
      },
      {
        fault: 'reservations without a card count as cards that are being asked',
        find: "is_open and state = ${sqlState('HELD')}",
        replace: 'is_open',
      },
      {
        fault: 'declined cards wait for the youngest of them',
        find: "recently(`failure_code = ${sqlFailure('card_declined')}`)",
        replace:
          "recently(`failure_code = ${sqlFailure('card_declined')}`).replace('min(', 'max(')",
      },
    ],
  },
  {
    file: 'features/purchases/reserve/reserve-queries.ts',
    tests: [purchase, holds, limits],
    faults: [
      {
        fault: 'lapsed reservations count as open',
        find: 'and (state = ${completing} or expires_at > now())\n',
        replace: '\n',
      },
      {
        fault: 'old abandoned holds count for ever',
        find: "and abandoned_at > now() - interval '1 hour'",
        replace: 'and abandoned_at is not null',
      },
      {
        fault: 'a reservation outlives its claim',
        find: 'least(now() + make_interval(mins => ${reservationMinutes}), ends_at)',
        replace: 'now() + make_interval(mins => ${reservationMinutes})',
      },
      {
        fault: 'purchases of yesterday count in the hour',
        find: "uuidv7(interval '-1 hour')",
        replace: "uuidv7(interval '-2 days')",
      },
    ],
  },
  {
    file: 'features/purchases/reserve/reward-decision.ts',
    tests: [rewards, loopholes],
    faults: [
      {
        fault: 'another person’s claim pays',
        find: 'claim?.passportId === buyer.passportId &&',
        replace: 'claim !== undefined &&',
      },
      {
        fault: 'a reward pays for any quantity',
        find: '    claim.kg === quantityKg &&\n',
        replace: '',
      },
      {
        fault: 'a reward goes to another number than claimed',
        find: 'claim.recipientPhone === (gift?.recipientPhone ?? null)',
        replace: 'claim.recipientPhone !== undefined',
      },
      {
        fault: 'one claim pays for two purchases',
        find: "return claim.isReserved ? problem('reward_being_redeemed') : claim",
        replace: 'return claim',
      },
      {
        fault: 'orders of one moment share a claim',
        find: '  claims.set(claim.rewardId, { ...claim, isReserved: true })\n',
        replace: '',
      },
      {
        fault: 'rewards cost more than their budget',
        find: "  if (left < reward.amountMinor) return problem('rewards_exhausted')\n",
        replace: '',
      },
      {
        fault: 'the last of the budget is not given',
        find: 'if (left < reward.amountMinor)',
        replace: 'if (left <= reward.amountMinor)',
      },
      {
        fault: 'orders of one moment share the budget',
        find: 'left - reward.amountMinor)',
        replace: 'left)',
      },
    ],
  },
  {
    file: 'features/purchases/reserve/reserve-together.ts',
    tests: [repeats, purchase],
    faults: [
      {
        fault: 'repeats of one moment buy twice',
        find: 'if (key !== null) taken.set(keyName(key), key)',
        replace: '',
      },
      {
        fault: 'a replayed call buys again',
        find: 'if (!fresh.delete(nonceName(request.nonce)))',
        replace: 'if (!fresh.has(nonceName(request.nonce)) && requests.length < 0)',
      },
    ],
  },
  {
    file: 'features/purchases/reserve/order.ts',
    tests: [purchase, tampered, gifts, rewards, 'features/messages/gift-message.test.ts'],
    faults: [
      {
        fault: 'a message is no note',
        find: "body.note ?? body.message ?? ''",
        replace: "body.note ?? ''",
      },
      {
        fault: 'nothing is bought as nothing',
        find: 'Number.isInteger(kg) && kg >= 1',
        replace: 'Number.isInteger(kg) && kg >= 0',
      },
      {
        fault: 'one kilogram more than allowed',
        find: 'kg <= purchaseMaxKg',
        replace: 'kg <= purchaseMaxKg + 1',
      },
      {
        fault: 'half a kilogram',
        find: 'Number.isInteger(kg) && kg >= 1',
        replace: 'kg >= 0.5',
      },
      {
        fault: 'a note one longer than allowed',
        find: 'lengthOf(note) > noteMaxLength',
        replace: 'lengthOf(note) > noteMaxLength + 1',
      },
      {
        fault: 'a card’s number in a note',
        find: '  if (cardNumber !== null) return cardNumber\n',
        replace: '',
      },
      {
        fault: 'a reward may cost the person',
        find: 'if (!isFree || namesNobody',
        replace: 'if (namesNobody',
      },
    ],
  },
  {
    file: 'values/money/card-number-check.ts',
    tests: [purchase],
    faults: [
      {
        fault: 'a card’s number in whom a purchase is from',
        find: "'telephone', 'reward_id'])",
        replace: "'telephone', 'from', 'reward_id'])",
      },
    ],
  },
  {
    file: 'features/purchases/web/purchase-record.ts',
    tests: ['features/purchases/web/purchase-record.test.ts'],
    faults: [
      {
        fault: 'a gift to another number goes to the one before',
        find: '  return isSame && one.recipient === other.recipient\n',
        replace: '  return isSame\n',
      },
    ],
  },
  {
    file: 'features/purchases/web/purchase-answers.ts',
    tests: ['features/purchases/web/purchase-answers.test.ts'],
    faults: [
      {
        fault: 'an order that the server failed at is sent again as another',
        find: 'return !(error instanceof ApiError) || error.status >= 500',
        replace: 'return !(error instanceof ApiError) || error.status > 500',
      },
    ],
  },
]
