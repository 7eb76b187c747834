// Faults of buying and gifting: decisions, SQL, card steps, ends, the reconciler.
import type { FaultyFile } from '../fault.ts'

const purchase = 'features/purchases/purchases.test.ts'
const split = 'features/purchases/reserve/split-payment.test.ts'
const limits = 'features/purchases/reserve/purchase-limits.test.ts'
const holds = 'features/purchases/reserve/hold-limits.test.ts'
const tampered = 'features/purchases/reserve/tampered-figures.test.ts'
const repeats = 'features/purchases/reserve/repeated-purchases.test.ts'
const gifts = 'features/purchases/complete/gifts.test.ts'
const unknown = 'features/purchases/card/unknown-outcomes.test.ts'
const refunds = 'features/purchases/card/refunds.test.ts'
const rewards = 'features/rewards/rewards.test.ts'
const loopholes = 'features/rewards/reward-loopholes.test.ts'
const race = 'tests/faults/expiry-race.test.ts'

export const purchases: readonly FaultyFile[] = [
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
    file: 'features/purchases/reserve/queries.ts',
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
        fault: 'rewards count as purchases of the hour',
        find: "recently('not is_reward')",
        replace: "recently('true')",
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
    tests: [purchase, tampered, gifts, rewards, 'features/notifications/gift-message.test.ts'],
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
    file: 'features/purchases/complete/complete-group.ts',
    tests: [purchase, repeats, loopholes],
    faults: [
      {
        fault: 'another person’s purchase completes',
        find: 'row?.buyer_id === request.buyerId ? row : undefined',
        replace: 'row',
        equivalent: 'lockOwnPurchases finds only rows of the asking buyers, one buyer a row',
      },
      {
        fault: 'a replayed completion is answered',
        find: 'const isFresh = fresh.delete(nonceName(request.nonce))',
        replace: 'const isFresh = true',
      },
      {
        fault: 'a lost claim completes',
        find: 'isLost ? { ...row, is_over: true } : row',
        replace: 'row',
      },
      {
        fault: 'a completed purchase completes again',
        find: "outcome.kind === 'completed' && !isCompleted(outcome.row)",
        replace: "outcome.kind === 'completed'",
      },
    ],
  },
  {
    file: 'features/purchases/complete/complete-group.ts',
    tests: ['features/purchases/card/unknown-outcomes.test.ts'],
    faults: [
      {
        fault: 'the key of a capture serves another body',
        find: '  tx.withCommit(() => keepKeys(tx, keysUnderWay(requests, outcomes)))\n',
        replace: '',
      },
    ],
  },
  {
    file: 'features/purchases/complete/queries.ts',
    tests: [purchase, gifts, race, unknown],
    faults: [
      {
        fault: 'a lapsed purchase is captured',
        find: 'and ${capture.at} and expires_at > now()',
        replace: 'and ${capture.at}',
        equivalent: 'the rows are locked and were found in time by the same transaction’s clock',
      },
      {
        fault: 'a gift given before sign-in is missed',
        find: '  await lockNumbers(tx, phones)\n',
        replace: '',
      },
      {
        fault: 'a gift reaches each person who signs in',
        find: 'where recipient_phone = $1 and is_gift',
        replace: 'where is_gift',
      },
      {
        fault: 'a gift arrives at each sign-in',
        find: 'and is_gift and holder_id is null and ${sqlStands',
        replace: 'and is_gift and ${sqlStands',
      },
      {
        fault: 'a gift that is not paid yet arrives',
        find: "and holder_id is null and ${sqlStands('purchases')}",
        replace: 'and holder_id is null',
      },
      {
        fault: 'a received gift goes on waiting',
        find: 'set holder_id = $2, recipient_id = $2, received_at = now()',
        replace: 'set holder_id = $2, recipient_id = $2',
      },
    ],
  },
  {
    file: 'features/purchases/lock-people.ts',
    tests: [gifts],
    faults: [
      {
        fault: 'a phone’s lock does not wait',
        find: 'select pg_advisory_xact_lock(hashtextextended(phone, 0))::text',
        replace: 'select pg_try_advisory_xact_lock(hashtextextended(phone, 0))::text',
      },
    ],
  },
  {
    file: 'features/purchases/complete/finish-capture.ts',
    tests: ['features/purchases/complete/finish-capture.test.ts', unknown, refunds],
    faults: [
      {
        fault: 'a captured purchase completes twice',
        find: 'completeTogether(tx, rows.filter(isCompleting))',
        replace: 'completeTogether(tx, rows)',
      },
      {
        fault: 'what is complete is called pending',
        find: "  if (isCompleted(row)) return 'completed'\n",
        replace: "  if (isCompleted(row)) return 'pending'\n",
      },
      {
        fault: 'a failed completion is refunded at once',
        find: 'if (failures < completionTriesMax || !current.is_over) return null',
        replace: 'if (failures < 1) return null',
      },
      {
        fault: 'a purchase whose time is not over is refunded',
        find: 'failures < completionTriesMax || !current.is_over',
        replace: 'failures < completionTriesMax',
      },
      {
        fault: 'an unknown payment fails the purchase',
        find: "if (!hasEnded(status)) return 'pending'",
        replace: "if (hasEnded(status)) return 'pending'",
      },
    ],
  },
  {
    file: 'features/purchases/complete/complete-together.ts',
    tests: [purchase, gifts, 'features/achievements/achievements.test.ts', rewards],
    faults: [
      {
        fault: 'a gift stays with its buyer',
        find: 'row.is_gift ? recipientOf(row) : row.buyer_id',
        replace: 'row.buyer_id',
      },
      {
        fault: 'a reward counts as a purchase',
        find: '  if (row.reward_id !== null) return []\n',
        replace: '',
      },
      {
        fault: 'a gift to oneself counts as a gift',
        find: 'row.is_gift && holderId !== row.buyer_id',
        replace: 'row.is_gift',
      },
      {
        fault: 'the receiver of a gift is not told',
        find: 'return is_gift ? [gift] : [own]',
        replace: 'return is_gift ? [] : [own]',
      },
    ],
  },
  {
    file: 'features/purchases/card/authorise-card.ts',
    tests: [unknown, purchase, 'features/purchases/card/stripe-purchases.test.ts'],
    faults: [
      {
        fault: 'a declined purchase is held on',
        find: "if (!(await failHeld(tx, purchaseId, 'card_declined'))) break",
        replace: '',
      },
      {
        fault: 'an unknown outcome keeps its caller out',
        find: '    await endLeaseOf(services.db, purchaseId)\n',
        replace: '',
      },
      {
        fault: 'two calls ask for one payment',
        find: 'const isLeased = waitsForCard(locked) && (await takeLeaseOf(tx, purchaseId))',
        replace: 'const isLeased = true',
      },
      {
        fault: 'a lapsed purchase is answered as reserved',
        find: "if (row.state === 'EXPIRED' || row.is_over) return problem('purchase_expired')",
        replace: "if (row.state === 'EXPIRED') return problem('purchase_expired')",
      },
    ],
  },
  {
    file: 'features/purchases/card/queries.ts',
    tests: [unknown, refunds, purchase, 'features/purchases/card/stripe-purchases.test.ts'],
    faults: [
      {
        fault: 'a payment that comes too late is good',
        find: 'where p.id = given.id and ${authorised.at} and p.expires_at > now()',
        replace: 'where p.id = given.id and ${authorised.at}',
      },
      {
        fault: 'a bank’s question has the whole ten minutes',
        find: 'const actionSeconds = 180',
        replace: 'const actionSeconds = 600',
      },
      {
        fault: 'an answered bank leaves too little time',
        find: 'greatest(expires_at, created_at + make_interval(mins => ${reservationMinutes}))',
        replace: 'expires_at',
      },
      {
        fault: 'a try that may still arrive is given up',
        find: 'and expires_at < now() - make_interval(secs => ${neverArrivedSeconds})',
        replace: '',
      },
      {
        fault: 'the reconciler forgets captures',
        find: '(p.card_state in ${sqlCards(openCardStates)} or p.state = ${completing})',
        replace: "p.card_state in ('VOIDING', 'REFUNDING')",
      },
      {
        fault: 'the reconciler asks at once',
        find: '< now() - make_interval(secs => $1)',
        replace: '< now() - make_interval(secs => $1 * 0)',
      },
    ],
  },
  {
    file: 'features/purchases/card/reconcile-purchases.ts',
    tests: [unknown, refunds],
    faults: [
      {
        fault: 'a silent authorisation is never found',
        find: "    case 'authorised':\n      return { status, paymentId }\n",
        replace: "    case 'authorised':\n      return null\n",
      },
      {
        fault: 'a silent decline is never found',
        find: "    case 'declined':\n      return { status, sentence: 'Your card was declined.' }\n",
        replace: "    case 'declined':\n      return null\n",
      },
      {
        fault: 'the reconciler asks too late',
        find: 'const askAfterSeconds = 20',
        replace: 'const askAfterSeconds = 40',
      },
    ],
  },
  {
    file: 'features/purchases/card/settle-card.ts',
    tests: [unknown, refunds],
    faults: [
      {
        fault: 'money that was taken meanwhile is kept',
        find: "if (status === 'captured') {",
        replace: "if (status === 'refunded') {",
      },
      {
        fault: 'a declined payment may still be captured',
        find: "status === 'voided' || status === 'declined' || ",
        replace: "status === 'voided' || ",
      },
    ],
  },
  {
    file: 'features/purchases/end/queries.ts',
    tests: [purchase, holds, race, loopholes],
    faults: [
      {
        fault: 'a reward that lapses is an abandoned hold',
        find: 'case when not p.is_reward\n',
        replace: 'case when true\n',
      },
      {
        fault: 'what has not lapsed is swept',
        find: 'and p.expires_at <= now()\n   order by',
        replace: '\n   order by',
      },
      {
        fault: 'a brief hold counts as abandoned',
        find: 'const briefHoldSeconds = 30',
        replace: 'const briefHoldSeconds = 0',
      },
      {
        fault: 'nothing counts as abandoned',
        find: '(p.expires_at <= now()\n         or p.created_at',
        replace: '(p.expires_at is null\n         or p.created_at',
      },
    ],
  },
  {
    file: 'features/purchases/end/end-purchases.ts',
    tests: [purchase, split, loopholes, refunds],
    faults: [
      {
        fault: 'a reward of a lapsed purchase stays tied',
        find: '    releaseRewards(tx, rewarded),\n',
        replace: '    releaseRewards(tx, []),\n',
      },
      {
        fault: 'stock and money of an ended purchase stay away',
        find: '    post(tx, releasePostings(holds)),\n',
        replace: '    post(tx, releasePostings([])),\n',
      },
      {
        fault: 'a card’s money is not owed back',
        find: "losses.filter(({ to }) => to === 'FAILED REFUNDING')",
        replace: "losses.filter(({ to }) => to === 'FAILED VOIDED')",
      },
    ],
  },
  {
    file: 'features/purchases/end/cancel-purchase.ts',
    tests: [purchase, repeats, split],
    faults: [
      {
        fault: 'a completed purchase is cancelled',
        find: "    case 'COMPLETED':\n    case 'COMPLETING': {",
        replace: "    case 'COMPLETING': {",
      },
      {
        fault: 'a cancelled purchase is cancelled again',
        find: "if (row.state !== 'EXPIRED') await",
        replace: 'await',
      },
      {
        fault: 'a cancelled card is never let go',
        find: '    void voidCard(services, row)\n',
        replace: '',
      },
      {
        fault: 'a replayed cancellation is answered',
        find: "if (fresh.size === 0) return problem('replayed')",
        replace: '',
      },
    ],
  },
  {
    file: 'features/purchases/web/checkout/figures.ts',
    tests: ['features/purchases/web/checkout/figures.test.ts'],
    faults: [
      {
        fault: 'a wallet that just reaches could not pay',
        find: 'walletCouldPay: reach >= totalMinor',
        replace: 'walletCouldPay: reach > totalMinor',
      },
    ],
  },
  {
    file: 'features/purchases/card/queries.ts',
    tests: ['features/purchases/card/unknown-outcomes.test.ts'],
    faults: [
      {
        fault: 'a paid purchase waits behind cards to let go',
        find: 'order by p.state <> ${completing}, coalesce',
        replace: 'order by coalesce',
      },
    ],
  },
  {
    file: 'features/purchases/complete/receive-gifts.ts',
    tests: ['features/own-data/change-number.test.ts'],
    faults: [
      {
        fault: 'gifts are counted beside a purchase under way',
        find: '  await lockPassports(tx, [passportId])\n',
        replace: '',
      },
    ],
  },
  {
    file: 'features/purchases/thank-giver.ts',
    tests: ['features/purchases/refund/refund.test.ts'],
    faults: [
      {
        fault: 'thanks are said for a gift that was taken back',
        find: "     and ${sqlStands('purchases')}\n",
        replace: '',
      },
    ],
  },
  {
    file: 'features/purchases/replace/queries.ts',
    tests: ['features/purchases/replace/replace-batch.test.ts'],
    faults: [
      {
        fault: 'a purchase that is refunded during a replacement is replaced',
        find: 'where p.id = any($1::uuid[]) and ${sqlStands()}\n   order by p.id for update`',
        replace: 'where p.id = any($1::uuid[])\n   order by p.id for update`',
      },
    ],
  },
  {
    file: 'features/passport/read-profile.ts',
    tests: ['features/purchases/complete/gifts.test.ts'],
    faults: [
      {
        fault: 'who cannot be noted as a receiver cannot open the app',
        find: 'await markGiftsReceived(db, passportId).catch(() => undefined)',
        replace: 'await markGiftsReceived(db, passportId)',
      },
    ],
  },
  {
    file: 'features/certificates/make-certificate.ts',
    tests: ['features/certificates/certificates.test.ts'],
    faults: [
      {
        fault: 'a certificate is made for somebody who is being erased',
        find: '    await lockNumbers(tx, [phone])\n',
        replace: '',
      },
    ],
  },
]
