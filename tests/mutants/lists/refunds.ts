// Faults of giving purchases back: decisions, postings, what people lose and keep, what providers tell.
import type { FaultyFile } from '../fault.ts'

const refund = 'features/purchases/refund/refund.test.ts'
const stripe = 'features/purchases/refund/stripe-events.test.ts'
const twilio = 'features/messages/webhooks/twilio-events.test.ts'
const table = 'features/purchases/states/reversal-state.test.ts'

export const refunds: readonly FaultyFile[] = [
  {
    file: 'features/achievements/lower-standings.ts',
    tests: [refund],
    faults: [
      {
        fault: 'every unredeemed reward lapses',
        find: 'counted[counts] < threshold',
        replace: 'counted[counts] < threshold + 1_000_000',
      },
      {
        fault: 'no reward lapses',
        find: 'for (const passportId of people) await lapseUnsupported(tx, passportId)',
        replace: '',
      },
    ],
  },
  {
    file: 'database/migrations/0026_reversals.sql',
    tests: [table],
    faults: [
      {
        fault: 'a refund that is through begins again',
        find: "      'refunding > refunded',\n",
        replace: "      'refunding > refunded',\n      'refunded > refunding',\n",
      },
    ],
  },
  {
    file: 'providers/cards/stripe-event.ts',
    tests: [stripe],
    faults: [
      {
        fault: 'an event of the future passes',
        find: 'Math.abs(nowMs / 1_000 - Number(sentAt))',
        replace: '(nowMs / 1_000 - Number(sentAt))',
      },
      {
        fault: 'any signature will do',
        find: "if (!isSigned) return 'bad_signature'",
        replace: '',
      },
    ],
  },
  {
    file: 'providers/sms/twilio-webhook.ts',
    tests: [twilio],
    faults: [
      {
        fault: 'a word in a sentence stops a phone',
        find: 'if (stopWords.has(word))',
        replace: "if (stopWords.has(word) || word.includes('STOP'))",
      },
    ],
  },
  {
    file: 'features/messages/webhooks/answer-queries.ts',
    tests: [twilio],
    faults: [
      {
        fault: 'an older STOP undoes START',
        find: '\n     where coalesce(stopped_numbers.ended_at, stopped_numbers.stopped_at) <= excluded.stopped_at`',
        replace: '`',
      },
    ],
  },
  {
    file: 'features/purchases/refund/settle-returns.ts',
    tests: ['features/purchases/refund/old-answers.test.ts'],
    faults: [
      {
        fault: 'a payment in another currency settles',
        find: 'found.capturedMinor !== card_minor || found.currency !== currency',
        replace: "found.capturedMinor !== card_minor || currency === ''",
      },
    ],
  },
  {
    file: 'features/achievements/achievements-queries.ts',
    tests: ['features/purchases/refund/refund.test.ts'],
    faults: [
      {
        fault: 'a reward keeps the score of what is taken back',
        find: "and p.state = ${sqlState('COMPLETED')} and not p.is_reward",
        replace: "and p.state = ${sqlState('COMPLETED')}",
      },
      {
        fault: 'what was refunded before carries points',
        find: '\n       and (p.id = $2 or ${sqlStands()})',
        replace: '',
      },
    ],
  },
  {
    file: 'providers/cards/stripe.ts',
    tests: ['providers/cards/stripe.test.ts'],
    faults: [
      {
        fault: 'a refund that is on its way counts as none',
        find: " || status === 'pending') return 'refunded'",
        replace: ") return 'refunded'",
      },
    ],
  },
  {
    file: 'features/purchases/complete/complete-queries.ts',
    tests: [refund],
    faults: [
      {
        fault: 'a gift arrives while it is taken back',
        find: "${sqlStands('purchases')}\n   order by id for update`",
        replace: "${sqlStands('purchases')}\n   order by id`",
      },
    ],
  },
  {
    file: 'features/purchases/card/refund-card.ts',
    tests: ['features/purchases/card/refunds.test.ts'],
    faults: [
      {
        fault: 'money counts as given back that the provider still has',
        find: "  if (status !== 'refunded') throw new Error(`a payment to refund is ${status}`)\n",
        replace: '',
      },
      {
        fault: 'refunds of all purchases are one step',
        find: '`${id}:refund`',
        replace: "'refund'",
      },
    ],
  },
  {
    file: 'providers/cards/stripe-report.ts',
    tests: ['operator/commands/payout-commands.test.ts'],
    faults: [
      {
        fault: 'a refund in another currency adds to what was paid',
        find: 'facing === null ? gross : Math.sign(gross) * Math.abs(paid)',
        replace: 'facing === null ? gross : paid',
      },
    ],
  },
  {
    file: 'features/purchases/refund/hear-card-events.ts',
    tests: ['features/purchases/refund/stripe-events.test.ts'],
    faults: [
      {
        fault: 'an event of a purchase that is not complete yet is lost',
        find: "  if (isCompleting(after)) throw new Error('a payment that went back is not settled yet')\n",
        replace: '',
      },
      {
        fault: 'an event that completes its purchase is lost',
        find: '  if (isCompleted(after)) return settleReturns(services, after)\n',
        replace: '',
      },
    ],
  },
  {
    file: 'features/purchases/refund/refund-queries.ts',
    tests: ['features/purchases/refund/refund.test.ts'],
    faults: [
      {
        fault: 'a refund is asked for while the bank disputes its payment',
        find: "\n     and not exists (select from card_disputes d\n       where d.purchase_id = p.id and d.outcome = 'open')",
        replace: '',
      },
      {
        fault: 'a dispute that has ended holds a refund back',
        find: "where d.purchase_id = p.id and d.outcome = 'open'",
        replace: 'where d.purchase_id = p.id',
      },
      {
        fault: 'the newest refund is asked for first',
        find: 'order by p.card_checked_at limit $2',
        replace: 'order by p.card_checked_at desc limit $2',
      },
    ],
  },
  {
    file: 'features/purchases/refund/refund-purchase.ts',
    tests: ['features/purchases/refund/refund.test.ts'],
    faults: [
      {
        fault: 'the message of a refund waits for the next round',
        find: '  services.wakeOutbox()\n',
        replace: '',
      },
    ],
  },
  {
    file: 'features/purchases/card/settle-card.ts',
    tests: ['features/purchases/card/refunds.test.ts'],
    faults: [
      {
        fault: 'a card that still stands is let go',
        find: 'if (hasEnded(after)) await moveCardOfEnded',
        replace: 'await moveCardOfEnded',
      },
    ],
  },
]
