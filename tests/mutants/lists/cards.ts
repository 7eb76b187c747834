// Faults of card providers: Stripe’s calls, answers, events and reports, and the sandbox.
import type { FaultyFile } from '../fault.ts'

export const cards: readonly FaultyFile[] = [
  {
    file: 'providers/cards/stripe-calls.ts',
    tests: ['providers/cards/stripe.test.ts'],
    faults: [
      {
        fault: 'a lost answer is asked for once more only',
        find: 'const repeatsMax = 2',
        replace: 'const repeatsMax = 1',
      },
      {
        fault: 'Stripe’s own advice is not followed',
        find: "  if (advice !== undefined) return advice === 'true'\n",
        replace: '',
      },
      {
        fault: 'a second kept failure ends the step for a day',
        find: 'const keysMax = 3',
        replace: 'const keysMax = 2',
      },
      {
        fault: 'a key that is in use ends the try',
        find: 'return statusCode === 409 || statusCode === 429',
        replace: 'return statusCode === 429',
      },
    ],
  },
  {
    file: 'providers/cards/stripe-declines.ts',
    tests: ['providers/cards/stripe-payment.test.ts'],
    faults: [
      {
        fault: 'Stripe’s reason goes before the bank’s',
        find: "sentences.get(decline_code ?? '') ?? sentences.get(code ?? '') ?? declined",
        replace: "sentences.get(code ?? '') ?? sentences.get(decline_code ?? '') ?? declined",
      },
      {
        fault: 'Stripe’s own reason is not told',
        find: "sentences.get(decline_code ?? '') ?? sentences.get(code ?? '') ?? declined",
        replace: "sentences.get(decline_code ?? '') ?? declined",
      },
      {
        fault: 'a wrong CVV is told as a wrong expiry',
        find: "['incorrect_cvc', \"Your card's CVV is incorrect.\"]",
        replace: "['incorrect_cvc', \"Your card's expiry is incorrect.\"]",
      },
    ],
  },
  {
    file: 'providers/cards/stripe-event.ts',
    tests: ['providers/cards/stripe.test.ts'],
    faults: [
      {
        fault: 'a refund that failed is not asked for',
        find: "  'charge.refund.updated',\n",
        replace: '',
      },
    ],
  },
  {
    file: 'providers/cards/stripe-payment.ts',
    tests: ['providers/cards/stripe-payment.test.ts'],
    faults: [
      {
        fault: 'a dispute under review is none',
        find: "['under_review', 'open'],\n  ['appeal_needs",
        replace: "['under_review', null],\n  ['appeal_needs",
      },
      {
        fault: 'a dispute that ended with a refund is lost',
        find: "['charge_refunded', 'won']",
        replace: "['charge_refunded', 'lost']",
      },
      {
        fault: 'an appeal is no dispute',
        find: "['appeal_under_review', 'open']",
        replace: "['appeal_under_review', 'won']",
      },
      {
        fault: 'a key that may not charge leaves the payment unknown',
        find: ' || error instanceof StripePermissionError',
        replace: '',
      },
      {
        fault: 'a payment that Stripe works on is declined',
        find: '      throw new OutcomeUnknown(`a payment is ${intent.status}`)',
        replace: "      return 'declined'",
      },
    ],
  },
  {
    file: 'providers/cards/stripe.ts',
    tests: ['providers/cards/stripe.test.ts'],
    faults: [
      {
        fault: 'a refund that failed went back',
        find: "if (status === 'succeeded' || status === 'pending') return 'refunded'",
        replace: "if (status !== null) return 'refunded'",
      },
      {
        fault: 'only the first page of events is read',
        find: 'if (!has_more || last === undefined) return events',
        replace: 'if (has_more || last === undefined || !has_more) return events',
      },
      {
        fault: 'an event of the very moment is not asked for',
        find: 'created: { gte: Math.floor(',
        replace: 'created: { gt: Math.floor(',
      },
      {
        fault: 'the bank’s question is asked in no page',
        find: ', use_stripe_sdk: true }',
        replace: ' }',
      },
    ],
  },
  {
    file: 'providers/cards/stripe-report.ts',
    tests: ['providers/cards/stripe-report.test.ts'],
    faults: [
      {
        fault: 'a dispute that was won back is posted nowhere',
        find: "  ['dispute_reversal', 'dispute'],\n",
        replace: '',
      },
      {
        fault: 'a refund that failed is a charge',
        find: "['refund_failure', 'refund']",
        replace: "['refund_failure', 'charge']",
      },
      {
        fault: 'another zone’s time goes before that of UTC',
        find: '      line.created_utc,\n      line.created,',
        replace: '      line.created,\n      line.created_utc,',
      },
      {
        fault: 'the payout that brought a line is not read',
        find: 'payoutId: ownPayout ?? line.automatic_payout_id',
        replace: 'payoutId: ownPayout ?? line.payout_id',
      },
    ],
  },
  {
    file: 'providers/cards/stripe.ts',
    tests: ['providers/cards/card-provider.test.ts'],
    faults: [
      {
        fault: 'a second card shares the key of the first',
        find: '`${stepKey}:confirm:${cardToken}`',
        replace: '`${stepKey}:confirm`',
      },
    ],
  },
  {
    file: 'providers/cards/sandbox-cards.ts',
    tests: ['providers/cards/sandbox-cards.test.ts'],
    faults: [
      {
        fault: 'a test card ends a month early',
        find: 'Date.UTC(year, card.expMonth, 1) <=',
        replace: 'Date.UTC(year, card.expMonth - 1, 1) <=',
      },
      {
        fault: 'a test card of a short year is none',
        find: 'card.expYear < 100 ?',
        replace: 'card.expYear < 10 ?',
      },
    ],
  },
]
