// Faults of completing purchases, and of gifts and rewards on their way.
import type { FaultyFile } from '../fault.ts'

const purchase = 'features/purchases/purchases.test.ts'
const repeats = 'features/purchases/reserve/repeated-purchases.test.ts'
const gifts = 'features/purchases/complete/gifts.test.ts'
const unknown = 'features/purchases/card/unknown-outcomes.test.ts'
const refunds = 'features/purchases/card/refunds.test.ts'
const rewards = 'features/achievements/rewards/rewards.test.ts'
const loopholes = 'features/achievements/rewards/reward-loopholes.test.ts'
const race = 'tests/faults/expiry-race.test.ts'

export const completedPurchases: readonly FaultyFile[] = [
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
    file: 'features/purchases/complete/complete-queries.ts',
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
        find: 'where recipient_phone = any($1::text[]) and is_gift',
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
        find: 'recipient_id = given.holder_id,\n     received_at = now(),',
        replace: 'recipient_id = given.holder_id,',
      },
    ],
  },
  {
    file: 'features/purchases/complete/complete-queries.ts',
    tests: ['features/purchases/refund/refund.test.ts'],
    faults: [
      {
        fault: 'a gift whose kilograms a refund left does not arrive',
        find: "and holder_id is null and ${sqlStands('purchases')}",
        replace: "and holder_id is null and state = 'COMPLETED' and reversal = 'none'",
      },
    ],
  },
  {
    file: 'features/people/lock-people.ts',
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
    file: 'features/purchases/complete/receive-gifts.ts',
    tests: ['features/own-data/change-number.test.ts'],
    faults: [
      {
        fault: 'gifts are counted beside a purchase under way',
        find: '  await lockPassports(\n    tx,\n    gifts.map(({ passportId }) => passportId),\n  )\n',
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
      {
        fault: 'thanks are refused for a refunded gift whose kilograms stay',
        find: "     and ${sqlStands('purchases')}\n",
        replace: "     and state = 'COMPLETED' and reversal = 'none'\n",
      },
    ],
  },
  {
    file: 'features/purchases/web/acknowledge/finish-purchase.ts',
    tests: ['features/purchases/web/acknowledge/finish-purchase.test.ts'],
    faults: [
      {
        fault: 'a countdown ends what is being completed',
        find: "if (purchase.isRunning() || purchase.state().step !== 'ack') return",
        replace: "if (purchase.state().step !== 'ack') return",
      },
    ],
  },
]
