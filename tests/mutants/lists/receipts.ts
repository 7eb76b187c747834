// Faults of receipts and of the statement of a year.
import type { FaultyFile } from '../fault.ts'

export const receipts: readonly FaultyFile[] = [
  {
    file: 'features/receipts/read-statement.ts',
    tests: ['features/receipts/receipts.test.ts'],
    faults: [
      {
        fault: 'a reward is missing at the end',
        find: '  reward: 1,\n',
        replace: '  reward: 0,\n',
      },
      {
        fault: 'a year in which money only came back says nothing of it',
        find: 'paidMinor !== 0 || backMinor !== 0',
        replace: 'paidMinor !== 0',
      },
      {
        fault: 'currencies are mixed',
        find: 'const own = sums.filter(({ currency }) => currency === wanted)',
        replace: "const own = sums.filter(({ currency }) => currency !== '')",
      },
      {
        fault: 'this year is over already',
        find: 'dayOf(now < to ? now : new Date(to.getTime() - 1))',
        replace: 'dayOf(new Date(to.getTime() - 1))',
      },
    ],
  },
  {
    file: 'features/receipts/receipt-paper.ts',
    tests: ['features/receipts/receipts.test.ts'],
    faults: [
      {
        fault: 'a foreign wallet’s own amount is not told',
        find: 'part.wallet_currency === currency ? amount : ',
        replace: 'part.wallet_currency !== "" ? amount : ',
      },
      {
        fault: 'a wallet’s purchase names a card',
        find: '(card_minor > 0 ? [card] : [])',
        replace: '(card_minor >= 0 ? [card] : [])',
      },
      {
        fault: 'a reward’s receipt names no payment',
        find: '...(is_reward ? [reward] : [])',
        replace: '...(is_reward ? [] : [])',
      },
      {
        fault: 'money that is going back is not told',
        find: "    case 'disputed':\n      return []\n    case 'refunding':\n",
        replace: "    case 'disputed':\n    case 'refunding':\n      return []\n",
      },
    ],
  },
  {
    file: 'features/receipts/statement-queries.ts',
    tests: ['features/receipts/receipts.test.ts'],
    faults: [
      {
        fault: 'a past year counts what came after',
        find: '   from entries where at < $6 group by',
        replace: '   from entries where $6::timestamptz is not null group by',
      },
      {
        fault: 'a year lists what came before',
        find: 'where e.at >= $5 and e.at < $6',
        replace: 'where $5::timestamptz is not null and e.at < $6',
      },
      {
        fault: 'a past year lists what came after',
        find: 'where e.at >= $5 and e.at < $6',
        replace: 'where e.at >= $5 and $6::timestamptz is not null',
      },
      {
        fault: 'a statement tells kilograms as retired that a dispute took',
        find: "where p.holder_id = $1 and ${sqlStands('p')}",
        replace: 'where p.holder_id = $1',
      },
      {
        fault: 'a waiting gift is not given',
        find: 'p.holder_id is distinct from $1\n',
        replace: 'p.holder_id <> $1\n',
      },
      {
        fault: 'a reward is bought',
        find: "when p.is_reward then 'reward'\n",
        replace: "when p.is_reward then 'bought'\n",
      },
      {
        fault: 'wallet money that came back is not told',
        find: 'where p.buyer_id = $1 and r.wallet_returned_at is not null',
        replace: 'where p.buyer_id = $1 and r.wallet_returned_at is null',
      },
      {
        fault: 'wallet money comes back in another currency’s amount',
        find: 'p.currency, w.paid_minor\n',
        replace: 'p.currency, w.wallet_minor\n',
      },
      {
        fault: 'a gift’s retirement is its giver’s too',
        find: 'where p.holder_id = $1 and ${sqlStands',
        replace: 'where ${sqlStands',
      },
      {
        fault: 'kilograms that were taken back were paid for',
        find: 'case when m.kg > 0 and p.buyer_id = $1',
        replace: 'case when p.buyer_id = $1',
      },
      {
        fault: 'money that never bought anything is told as paid back',
        find: "where buyer_id = $1 and state = ${sqlState('COMPLETED')}",
        replace: 'where buyer_id = $1',
      },
      {
        fault: 'what was retired on the first day of a year is in no list',
        find: 'where e.at >= $5 and e.at < $6',
        replace: 'where e.at > $5 and e.at < $6',
      },
      {
        fault: 'what was retired on the first day of a year is not counted in it',
        find: 'coalesce(sum(kg) filter (where at >= $5), 0)',
        replace: 'coalesce(sum(kg) filter (where at > $5), 0)',
      },
      {
        fault: 'a tonne counts for purchases behind it',
        find: ' and r.last_place >= h.first_place\n',
        replace: '\n',
      },
      {
        fault: 'two purchases of one size are retired as one',
        find: "     union all\n     select 'retired'",
        replace: "     union\n     select 'retired'",
      },
      {
        fault: 'a replacement is an entry',
        find: ' where m.kg <> 0\n',
        replace: '\n',
      },
      {
        fault: 'a lost dispute is not paid back',
        find: '(b.destination = $3 or (b.source = $3 and b.destination = $4))',
        replace:
          '(b.source <> $4 and b.destination = $3 or (b.source = $3 and b.destination = $4))',
      },
      {
        fault: 'a retired part counts whole',
        find: 'least(r.last_place, h.first_place + h.kg - 1) - greatest(r.first_place, h.first_place) + 1',
        replace: 'h.kg',
      },
      {
        fault: 'the first entries are the last',
        find: 'order by e.at, e.kind, j.name limit $7',
        replace: 'order by e.at desc, e.kind, j.name limit $7',
      },
    ],
  },
  {
    file: 'features/receipts/statement-paper.ts',
    tests: ['features/receipts/receipts.test.ts'],
    faults: [
      {
        fault: 'a whole list is called cut',
        find: 'entryCount > entries.length ?',
        replace: 'entryCount >= entries.length ?',
      },
      {
        fault: 'nothing says that nothing was paid',
        find: "if (money.length === 0) return [[textIn(language, 'receipts_paid'), '–']]",
        replace: 'if (money.length === 0) return []',
      },
    ],
  },
  {
    file: 'features/receipts/receipt-routes.ts',
    tests: ['features/receipts/receipts.test.ts'],
    faults: [
      {
        fault: 'all receipts have one file name',
        find: 'const name = `receipt-${receipt.paid.tx_id}`',
        replace: "const name = 'receipt'",
      },
      {
        fault: 'all statements have one file name',
        find: 'name: `statement-${year}`',
        replace: "name: 'statement'",
      },
    ],
  },
]
