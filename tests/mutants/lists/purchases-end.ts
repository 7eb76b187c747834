// Faults of ends: expiry, cancelling, and what happens to kilograms later.
import type { FaultyFile } from '../fault.ts'

const purchase = 'features/purchases/purchases.test.ts'
const split = 'features/purchases/reserve/split-payment.test.ts'
const holds = 'features/purchases/reserve/hold-limits.test.ts'
const repeats = 'features/purchases/reserve/repeated-purchases.test.ts'
const refunds = 'features/purchases/card/refunds.test.ts'
const loopholes = 'features/achievements/rewards/reward-loopholes.test.ts'
const race = 'tests/faults/expiry-race.test.ts'

export const endedPurchases: readonly FaultyFile[] = [
  {
    file: 'features/purchases/end/end-queries.ts',
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
    file: 'features/purchases/replace/replace-queries.ts',
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
        find: 'await markGiftsReceived(db, passport.id).catch(() => undefined)',
        replace: 'await markGiftsReceived(db, passport.id)',
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
