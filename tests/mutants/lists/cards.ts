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
        fault: 'a dispute in unknown words is none',
        find: '  if (outcome === undefined) throw new OutcomeUnknown(`a dispute is ${status}`)\n  return outcome === null',
        replace: '  return outcome == null',
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
    ],
  },
]
