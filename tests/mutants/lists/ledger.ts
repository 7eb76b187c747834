// Faults of the ledger: balances, floors, places, locks.
import type { FaultyFile } from '../fault.ts'

const histories = 'ledger/random-histories.test.ts'
const posting = 'ledger/post.test.ts'
const spending = 'features/purchases/reserve/parallel-spending.test.ts'

export const ledger: readonly FaultyFile[] = [
  {
    file: 'ledger/locks.ts',
    tests: [spending, 'features/partners/partners.test.ts', 'ledger/locks.test.ts'],
    faults: [
      {
        fault: 'stock is not locked',
        find: 'order by batch_id for update`',
        replace: 'order by batch_id`',
      },
      {
        fault: 'wallets are not locked',
        find: 'order by passport_id, programme_id, currency for update',
        replace: 'order by passport_id, programme_id, currency',
      },
      {
        fault: 'a programme is not locked',
        find: 'where programme_id = $1 and currency = $2 for update',
        replace: 'where programme_id = $1 and currency = $2',
      },
      {
        fault: 'a single wallet is not locked',
        find: 'where passport_id = $1 and programme_id = $2 and currency = $3 for update',
        replace: 'where passport_id = $1 and programme_id = $2 and currency = $3',
      },
      {
        fault: 'a programme has no credit line',
        find: 'select balance_minor - floor_minor as left_minor',
        replace: 'select balance_minor as left_minor',
      },
    ],
  },
  {
    file: 'ledger/locks.ts',
    tests: [posting],
    faults: [
      {
        fault: 'a wallet has what another programme gave',
        find: 'where passport_id = $1 and programme_id = $2 and currency = $3 for update',
        replace: 'where passport_id = $1 and $2::text is not null and currency = $3 for update',
      },
      {
        fault: 'a programme may give in one currency what it may in another',
        find: 'where programme_id = $1 and currency = $2 for update',
        replace: 'where programme_id = $1 and $2::text is not null for update',
      },
    ],
  },
  {
    file: 'ledger/post.ts',
    tests: [posting, histories],
    faults: [
      {
        fault: 'money does not move with its posting',
        find: '    moveMoney(tx, moving),\n',
        replace: '    moveMoney(tx, []),\n',
      },
      {
        fault: 'stock does not move with its posting',
        find: '    moveStock(tx, kg),\n',
        replace: '    moveStock(tx, []),\n',
      },
      {
        fault: 'a gift that finds its holder is sold twice',
        find: "source.kind !== 'owned' && destination.kind === 'owned'",
        replace: "destination.kind === 'owned'",
      },
      {
        fault: 'weeks begin on another day',
        find: "date_trunc('week', coalesce(sold_at, now()) at time zone 'UTC')::date",
        replace: "(coalesce(sold_at, now()) at time zone 'UTC')::date",
      },
      {
        fault: 'a second sale of the week replaces the first',
        find: 'set sold_kg = batch_weeks.sold_kg + excluded.sold_kg',
        replace: 'set sold_kg = excluded.sold_kg',
      },
      {
        fault: 'amounts of zero are posted',
        find: 'money.filter(({ amountMinor }) => amountMinor !== 0)',
        replace: 'money.filter(({ amountMinor }) => amountMinor >= 0)',
      },
    ],
  },
  {
    file: 'ledger/balances.ts',
    tests: [posting, histories],
    faults: [
      {
        fault: 'what is held stays spendable',
        find: '(isHeld ? 0 : amountMinor)',
        replace: '(isHeld ? amountMinor : amountMinor)',
      },
      {
        fault: 'the held part of a wallet stays',
        find: 'held_minor = w.held_minor + sums.held_minor',
        replace: 'held_minor = w.held_minor',
      },
      {
        fault: 'wallets of another currency move',
        find: '\n     and w.currency = sums.currency`',
        replace: '`',
      },
      {
        fault: 'wallets of another programme move',
        find: 'w.passport_id = sums.passport_id and w.programme_id = sums.programme_id',
        replace: 'w.passport_id = sums.passport_id',
      },
      {
        fault: 'a programme’s money in another currency moves',
        find: 'b.programme_id = sums.programme_id and b.currency = sums.currency',
        replace: 'b.programme_id = sums.programme_id',
      },
      {
        fault: 'what is given back does not come back',
        find: "else if (destination.kind === 'available') moved.push({ batchId, kg: quantityKg })",
        replace: '',
      },
      {
        fault: 'a batch is issued twice',
        find: "if (destination.kind === 'issued') throw",
        replace: "if (destination.name === '') throw",
      },
    ],
  },
  {
    file: 'ledger/places.ts',
    tests: [histories, posting, 'features/purchases/purchases.test.ts'],
    faults: [
      {
        fault: 'places begin with the last one sold',
        find: 'row.sold_before_kg + 1]',
        replace: 'row.sold_before_kg]',
      },
      {
        fault: 'two sales of one moment share a place',
        find: 'next.set(batchId, place + quantityKg)',
        replace: 'next.set(batchId, place)',
      },
      {
        fault: 'a gap of one between sales',
        find: 'next.set(batchId, place + quantityKg)',
        replace: 'next.set(batchId, place + quantityKg + 1)',
      },
    ],
  },
  {
    file: 'ledger/open-accounts.ts',
    tests: [
      'features/achievements/rewards/reward-loopholes.test.ts',
      'features/achievements/rewards/rewards.test.ts',
    ],
    faults: [
      {
        fault: 'a lowered budget forgets what was spent',
        find: 'budgetMinor + row.balance_minor',
        replace: 'budgetMinor',
      },
    ],
  },
  {
    file: 'ledger/check-kg.ts',
    tests: ['features/purchases/inspect/check-ledger.test.ts'],
    faults: [
      {
        fault: 'the audit sees no wrong stock',
        find: "k.account = 'available'`",
        replace: "k.account = 'available' where false`",
      },
      {
        fault: 'the audit sees no wrong weeks',
        find: '       on w.batch_id = s.batch_id`',
        replace: '       on w.batch_id = s.batch_id where false`',
      },
    ],
  },
  {
    file: 'ledger/comparison.ts',
    tests: ['features/purchases/inspect/check-ledger.test.ts'],
    faults: [
      {
        fault: 'the audit sees only what is missing',
        find: 'where expected <> found limit 20',
        replace: 'where expected < found limit 20',
      },
    ],
  },
  {
    file: 'features/retirements/place-ranges.ts',
    tests: ['features/retirements/place-ranges.test.ts'],
    faults: [
      {
        fault: 'a part of one place is lost',
        find: 'part.first <= part.last',
        replace: 'part.first < part.last',
      },
    ],
  },
  {
    file: 'database/migrations/0003_ledger.sql',
    tests: ['ledger/post.test.ts'],
    faults: [
      {
        fault: 'postings of kilograms can be deleted',
        find: 'before update or delete or truncate on kg_postings',
        replace: 'before update or truncate on kg_postings',
      },
    ],
  },
  {
    file: 'database/migrations/0031_retirements.sql',
    tests: ['features/retirements/retirements.test.ts'],
    faults: [
      {
        fault: 'a place is retired twice',
        find: 'r.last_place >= new.first_place',
        replace: 'r.last_place > new.first_place',
      },
    ],
  },
  {
    file: 'ledger/places.ts',
    tests: ['features/retirements/retirements.test.ts'],
    faults: [
      {
        fault: 'a tonne is filled by what was sold before',
        find: 'select batch_id, sold_kg from batch_places where batch_id = any($1::uuid[])\n   order by batch_id for update`',
        replace:
          'select batch_id, sold_kg from batch_places where batch_id = any($1::uuid[])\n   order by batch_id`',
      },
    ],
  },
  {
    file: 'ledger/open-accounts.ts',
    tests: ['features/achievements/rewards/reward-loopholes.test.ts'],
    faults: [
      {
        fault: 'a lower budget breaks every reward',
        find: 'least(excluded.floor_minor, reward_budgets.balance_minor)',
        replace: 'excluded.floor_minor',
      },
    ],
  },
  {
    file: 'features/retirements/export-due.ts',
    tests: ['features/retirements/retirements.test.ts'],
    faults: [
      {
        fault: 'a part of a tonne is asked for while the log is behind',
        find: 'last: Math.floor(batch.logged_kg / tonneKg) * tonneKg }',
        replace: 'last: batch.logged_kg }',
      },
    ],
  },
  {
    file: 'features/purchases/inspect/check-money.ts',
    tests: ['features/purchases/inspect/check-ledger.test.ts'],
    faults: [
      {
        fault: 'the audit sees no wrong refund that is due',
        find: "select 'refunds_due ' || coalesce(p.currency, m.currency), coalesce(p.amount, 0),\n       coalesce(m.amount, 0)",
        replace:
          "select 'refunds_due ' || coalesce(p.currency, m.currency), coalesce(p.amount, 0),\n       coalesce(p.amount, 0)",
      },
    ],
  },
  {
    file: 'features/purchases/inspect/check-reversals.ts',
    tests: ['features/purchases/inspect/check-ledger.test.ts'],
    faults: [
      {
        fault: 'the audit sees no wrong goodwill',
        find: '-coalesce(m.amount, 0)\n     from (select p.currency::text as currency, sum(${amount})',
        replace:
          'coalesce(p.amount, 0)\n     from (select p.currency::text as currency, sum(${amount})',
      },
    ],
  },
  {
    file: 'features/purchases/inspect/check-kilograms.ts',
    tests: ['features/purchases/inspect/check-ledger.test.ts'],
    faults: [
      {
        fault: 'the audit sees no missing piece',
        find: 'select p.tx_id, p.quantity_kg::bigint, coalesce(w.kg, 0)\n     from (select distinct',
        replace:
          'select p.tx_id, p.quantity_kg::bigint, p.quantity_kg::bigint\n     from (select distinct',
      },
    ],
  },
]
