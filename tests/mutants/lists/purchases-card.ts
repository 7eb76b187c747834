// Faults of cards: steps with the provider, what is unknown, the reconciler.
import type { FaultyFile } from '../fault.ts'

const purchase = 'features/purchases/purchases.test.ts'
const unknown = 'features/purchases/card/unknown-outcomes.test.ts'
const refunds = 'features/purchases/card/refunds.test.ts'

export const cardPurchases: readonly FaultyFile[] = [
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
    file: 'features/purchases/card/card-queries.ts',
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
    file: 'features/purchases/card/card-queries.ts',
    tests: ['features/purchases/card/unknown-outcomes.test.ts'],
    faults: [
      {
        fault: 'the newest card is asked about first',
        find: 'coalesce(p.card_checked_at, p.created_at) limit $2',
        replace: 'coalesce(p.card_checked_at, p.created_at) desc limit $2',
      },
      {
        fault: 'a paid purchase waits behind cards to let go',
        find: 'order by p.state <> ${completing}, coalesce',
        replace: 'order by coalesce',
      },
    ],
  },
]
