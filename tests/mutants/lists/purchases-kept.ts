// Faults of what becomes of purchases once they are held: cards, ends, refunds, and what is read of them.
import type { FaultyFile } from '../fault.ts'

export const keptPurchases: readonly FaultyFile[] = [
  {
    file: 'features/purchases/card/authorise-card.ts',
    tests: [
      'features/purchases/reserve/hold-limits.test.ts',
      'features/purchases/card/unknown-outcomes.test.ts',
    ],
    faults: [
      {
        fault: 'a refused bank question keeps its key',
        find: '  await dropKeyOf(tx, purchaseId)\n  return refused',
        replace: '  return refused',
      },
      {
        fault: 'a card that was none keeps its key',
        find: "      await dropKeyOf(tx, purchaseId)\n      return problem('card_details_required')",
        replace: "      return problem('card_details_required')",
      },
    ],
  },
  {
    file: 'features/purchases/card/card-queries.ts',
    tests: ['features/purchases/reserve/hold-limits.test.ts'],
    faults: [
      {
        fault: 'a bank’s question prolongs a reservation',
        find: 'expires_at = least(expires_at, now() + make_interval(secs => ${actionSeconds}))',
        replace: 'expires_at = now() + make_interval(secs => ${actionSeconds})',
      },
      {
        fault: 'other batches count at a bank’s question',
        find: 'p.buyer_id = $2 and p.batch_id = s.batch_id and',
        replace: 'p.buyer_id = $2 and',
      },
      {
        fault: 'lapsed holds count at a bank’s question',
        find: '\n       and p.expires_at > now()) as waiting_kg',
        replace: ') as waiting_kg',
      },
      {
        fault: 'others’ holds count at a bank’s question',
        find: 'where p.buyer_id = $2 and p.batch_id',
        replace: 'where p.buyer_id is not null and p.batch_id',
      },
      {
        fault: 'a bank’s late answer brings a lapsed purchase back',
        find: 'where id = $1 and ${confirmed.at} and expires_at > now()`,\n)',
        replace: 'where id = $1 and ${confirmed.at}`,\n)',
      },
      {
        fault: 'a bank’s question that comes too late is asked',
        find: 'where id = $1 and ${asked.at} and expires_at > now()',
        replace: 'where id = $1 and ${asked.at}',
      },
    ],
  },
  {
    file: 'features/purchases/card/reconcile-purchases.ts',
    tests: ['features/purchases/card/unknown-outcomes.test.ts'],
    faults: [
      {
        fault: 'one that hangs keeps others from being asked about',
        find: '    await markPurchaseChecked(services.db, row.id)\n',
        replace: '',
      },
    ],
  },
  {
    file: 'features/purchases/card/settle-card.ts',
    tests: ['features/purchases/complete/finish-capture.test.ts'],
    faults: [
      {
        fault: 'a refunded payment is captured for ever',
        find: " || status === 'refunded'",
        replace: '',
      },
    ],
  },
  {
    file: 'features/purchases/complete/finish-capture.ts',
    tests: ['features/purchases/card/refunds.test.ts'],
    faults: [
      {
        fault: 'a captured purchase is refunded a try early',
        find: 'const completionTriesMax = 5',
        replace: 'const completionTriesMax = 4',
      },
    ],
  },
  {
    file: 'features/purchases/inspect/inspect-purchase.ts',
    tests: ['operator/commands/purchase-commands.test.ts'],
    faults: [
      {
        fault: 'a receiver’s number is shown whole',
        find: 'maskPhone(recipient_phone)',
        replace: 'recipient_phone',
      },
    ],
  },
  {
    file: 'features/purchases/inspect/list-purchases.ts',
    tests: ['features/purchases/refund/refund.test.ts'],
    faults: [
      {
        fault: 'a receiver’s purchases are not listed',
        find: ' or p.recipient_id = $4',
        replace: '',
      },
      {
        fault: 'a lapsed purchase is listed as pending',
        find: ' and not (${isOver})',
        replace: '',
      },
      {
        fault: 'a lapsed purchase is not listed as expired',
        find: "`p.state = ${sqlState('EXPIRED')} or ${isOver}`",
        replace: "`p.state = ${sqlState('EXPIRED')}`",
      },
      {
        fault: 'a wallet’s goodwill is not counted',
        find: ' + case when r.wallet_returned_at is null then 0 else p.wallet_minor end\n',
        replace: '\n',
      },
      {
        fault: 'a refunded purchase is listed as completed',
        find: 'COMPLETED: sqlStands(),',
        replace: "COMPLETED: `p.state = ${sqlState('COMPLETED')}`,",
      },
      {
        fault: 'a disputed purchase is listed as another',
        find: "reversal === 'disputed' ? 'DISPUTED' : ",
        replace: '',
      },
      {
        fault: 'what lapsed is listed as failed',
        find: "FAILED: `p.state = ${sqlState('FAILED')}`",
        replace: "FAILED: `p.state = ${sqlState('EXPIRED')}`",
      },
      {
        fault: 'what is being paid for is not listed as pending',
        find: 'PENDING: `p.state in ${sqlStates(openStates)} and',
        replace: 'PENDING: `p.state in ${sqlStates(lapsingStates)} and',
      },
    ],
  },
  {
    file: 'features/purchases/inspect/inspect-queries.ts',
    tests: [
      'features/purchases/refund/refund.test.ts',
      'operator/commands/purchase-commands.test.ts',
    ],
    faults: [
      {
        fault: 'a refund on its way is settled',
        find: " or reversal = ${sqlReversal('refunding')}",
        replace: '',
      },
      {
        fault: 'a dead letter dies of its next failure',
        find: "state = 'queued', attempts = 0, due_at = now()",
        replace: "state = 'queued', due_at = now()",
      },
    ],
  },
  {
    file: 'features/purchases/inspect/inspect-queries.ts',
    tests: ['operator/commands/purchase-commands.test.ts'],
    faults: [
      {
        fault: 'a dead letter waits until its next try was due',
        find: 'attempts = 0, due_at = now()',
        replace: 'attempts = 0',
      },
    ],
  },
  {
    file: 'features/purchases/inspect/reconcile-by-hand.ts',
    tests: ['features/purchases/refund/refund.test.ts'],
    faults: [
      {
        fault: 'a refund is not carried on with by hand',
        find: 'return openStepOf(row) !== null || isRefunding(row)',
        replace: 'return openStepOf(row) !== null',
      },
    ],
  },
  {
    file: 'features/purchases/mark-gifts-received.ts',
    tests: ['features/activity/activity.test.ts'],
    faults: [
      {
        fault: 'a gift is received anew',
        find: ' and received_at is null',
        replace: '',
      },
    ],
  },
  {
    file: 'features/purchases/purchase-own-data-queries.ts',
    tests: ['features/own-data/erase-passport.test.ts'],
    faults: [
      {
        fault: 'thanks stay of who is erased',
        find: 'recipient_phone = null,\n     thanked_at = null',
        replace: 'recipient_phone = null',
      },
      {
        fault: 'an erasure takes the words of gifts to everybody',
        find: 'where is_gift and holder_id = $1`',
        replace: 'where is_gift and $1::uuid is not null`',
      },
      {
        fault: 'a gift of somebody erased whose kilograms a refund left finds nobody',
        find: "or ${sqlStands('purchases')}) then",
        replace: "or state = 'COMPLETED' and reversal = 'none') then",
      },
    ],
  },
  {
    file: 'features/purchases/paid-kilograms.ts',
    tests: ['features/purchases/refund/refund.test.ts'],
    faults: [
      {
        fault: 'a gift counts before it is received',
        find: '\n     and (not p.is_gift or p.received_at is not null)',
        replace: '',
      },
    ],
  },
  {
    file: 'features/purchases/refund/refund-queries.ts',
    tests: ['features/purchases/refund/refund.test.ts', 'features/retirements/reversals.test.ts'],
    faults: [
      {
        fault: 'what ends right before a retirement is retired',
        find: 'r.first_place < pl.first_place + pl.kg',
        replace: 'r.first_place <= pl.first_place + pl.kg',
      },
      {
        fault: 'a refund is asked for without a pause',
        find: '\n     and coalesce(p.card_checked_at, p.created_at) < now() - make_interval(secs => $1)\n     and not exists',
        replace: '\n     and $1::int is not null\n     and not exists',
      },
      {
        fault: 'what ends before a retirement is retired',
        find: 'r.last_place >= pl.first_place\n     where',
        replace: 'r.last_place >= pl.first_place - 1\n     where',
      },
      {
        fault: 'what begins a retirement is not retired',
        find: 'r.first_place < pl.first_place + pl.kg',
        replace: 'r.first_place < pl.first_place + pl.kg - 1',
      },
    ],
  },
  {
    file: 'features/purchases/refund/reversal.ts',
    tests: ['features/purchases/refund/reversal.test.ts'],
    faults: [
      {
        fault: 'a disputed payment that went back whole stays disputed',
        find: "    case 'disputed':\n      if (isLost && left > 0) return 'refunding' satisfies NextReversal<typeof from>\n      if (left === 0) return 'refunded' satisfies NextReversal<typeof from>\n",
        replace:
          "    case 'disputed':\n      if (isLost && left > 0) return 'refunding' satisfies NextReversal<typeof from>\n      if (isLost && left === 0) return 'refunded' satisfies NextReversal<typeof from>\n",
      },
    ],
  },
  {
    file: 'features/purchases/refund/settle-returns.ts',
    tests: ['features/purchases/refund/stripe-events.test.ts'],
    faults: [
      {
        fault: 'a chargeback after a refund is not written',
        find: '    before.lostMinor === after.lostMinor &&\n',
        replace: '',
      },
    ],
  },
  {
    file: 'features/purchases/thank-giver.ts',
    tests: ['features/activity/activity.test.ts'],
    faults: [
      {
        fault: 'thanks are said at another time',
        find: 'coalesce(thanked_at, now())',
        replace: 'now()',
      },
    ],
  },
  {
    file: 'features/purchases/card/authorise-card.ts',
    tests: ['features/purchases/reserve/hold-limits.test.ts'],
    faults: [
      {
        fault: 'a bank’s question is lost where the card is asked again',
        find: ' ??\n        (await endOfBankStep(tx, purchaseId))',
        replace: '',
      },
    ],
  },
  {
    file: 'features/purchases/end/end-queries.ts',
    tests: ['features/purchases/reserve/hold-limits.test.ts'],
    faults: [
      {
        fault: 'one lapsed purchase keeps the others',
        find: 'for update of p skip locked',
        replace: 'for update of p',
      },
    ],
  },
  {
    file: 'features/purchases/reserve/reserve-queries.ts',
    tests: ['features/purchases/reserve/hold-limits.test.ts'],
    faults: [
      {
        fault: 'what a reward holds counts against its person',
        find: ' and state <> ${completing} and not is_reward)',
        replace: ' and state <> ${completing})',
      },
    ],
  },
  {
    file: 'features/purchases/reserve/reserve-purchase.ts',
    tests: ['features/purchases/reserve/split-payment.test.ts'],
    faults: [
      {
        fault: 'a card is charged in the batch’s currency',
        find: 'function pendingCardOf({ order, cardMinor }: Accepted, reply: ReserveReply): PendingCard {\n  const { purchaseId, buyer, cardToken } = order\n  return { purchaseId, currency: buyer.currency,',
        replace:
          'function pendingCardOf({ order, cardMinor, batchCurrency }: Accepted, reply: ReserveReply): PendingCard {\n  const { purchaseId, cardToken } = order\n  return { purchaseId, currency: batchCurrency,',
      },
    ],
  },
  {
    file: 'features/purchases/card/authorise-card.ts',
    tests: ['features/purchases/reserve/split-payment.test.ts'],
    faults: [
      {
        fault: 'a card that is asked again is charged in the batch’s currency',
        find: 'return { purchaseId: id, currency, cardMinor',
        replace: 'return { purchaseId: id, currency: row.batch_currency, cardMinor',
      },
    ],
  },
  {
    file: 'features/purchases/complete/finish-capture.ts',
    tests: ['features/purchases/complete/finish-capture.test.ts'],
    faults: [
      {
        fault: 'a payment that was let go is told as a refund',
        find: "[captured, 'FAILED VOIDED'], 'card_declined')",
        replace: "[captured, 'FAILED VOIDED'], 'not_completed')",
      },
    ],
  },
  {
    file: 'features/purchases/inspect/inspect-queries.ts',
    tests: ['features/purchases/refund/refund.test.ts'],
    faults: [
      {
        fault: 'what is owed is shown as lost',
        find: 'coalesce(r.lost_minor, 0) as lost_minor,\n     coalesce(r.due_minor, 0) as due_minor',
        replace:
          'coalesce(r.due_minor, 0) as lost_minor,\n     coalesce(r.lost_minor, 0) as due_minor',
      },
    ],
  },
]
