// Faults of partners and of a person's activity.
import type { FaultyFile } from '../fault.ts'

const calls = 'features/partners/partner-calls.test.ts'
const credits = 'features/partners/partners.test.ts'
const purchase = 'features/purchases/purchases.test.ts'
const gifts = 'features/purchases/complete/gifts.test.ts'
const entries = 'features/activity/activity.test.ts'

export const partners: readonly FaultyFile[] = [
  {
    file: 'features/partners/partner-check.ts',
    tests: [calls, credits],
    faults: [
      {
        fault: 'a revoked terminal signs',
        find: ' and (t.retires_at is null or t.retires_at > now())',
        replace: '',
      },
      {
        fault: 'a partner’s call needs no key',
        find: "(header(request, 'idempotency-key') ?? '') === '' ? problem('key_required') : null",
        replace: 'null',
      },
    ],
  },
  {
    file: 'features/partners/credit-by-phone.ts',
    tests: [credits, calls],
    faults: [
      {
        fault: 'a credit of nothing',
        find: 'amountMinor === null || amountMinor < 1',
        replace: 'amountMinor === null || amountMinor < 0',
      },
      {
        fault: 'a credit above the most',
        find: 'if (amountMinor > maxMinor) {',
        replace: 'if (amountMinor > maxMinor + 1) {',
      },
      {
        fault: 'the most is refused',
        find: 'if (amountMinor > maxMinor) {',
        replace: 'if (amountMinor >= maxMinor) {',
      },
      {
        fault: 'a card’s number as the source',
        find: ' || holdsCardNumber(source)',
        replace: '',
      },
    ],
  },
  {
    file: 'features/partners/partner-queries.ts',
    tests: [credits, calls, 'operator/operator.test.ts'],
    faults: [
      {
        fault: 'a revocation can be put off',
        find: 'least(retires_at, now() + make_interval(hours => $2::int))',
        replace: 'now() + make_interval(hours => $2::int)',
      },
    ],
  },
  {
    file: 'features/partners/partner-queries.ts',
    tests: [calls],
    faults: [
      {
        fault: 'one terminal is replaced, and all end',
        find: 'where id = $1 returning retires_at',
        replace: 'where $1::text is not null returning retires_at',
      },
    ],
  },
  {
    file: 'features/wallet/programmes/programme-credits.ts',
    tests: ['features/partners/partner-reads.test.ts'],
    faults: [
      {
        fault: 'a partner reads the balances of all programmes',
        find: 'where programme_id = $1 order by currency',
        replace: 'where $1::text is not null order by currency',
      },
      {
        fault: 'balances stand in no order',
        find: ' order by currency`',
        replace: ' order by currency desc`',
      },
    ],
  },
  {
    file: 'features/activity/activity-queries.ts',
    tests: [entries, purchase, gifts],
    faults: [
      {
        fault: 'the next page begins with the last entry again',
        find: 'where buyer_id = $1 and id < coalesce($2::uuid, ${sqlLastUuid})',
        replace: 'where buyer_id = $1 and id <= coalesce($2::uuid, ${sqlLastUuid})',
      },
      {
        fault: 'received gifts are missing',
        find: '(select id from purchases where holder_id = $1 and',
        replace: '(select id from purchases where holder_id <> $1 and false and',
      },
      {
        fault: 'a purchase under way shows as lapsed',
        find: 'p.state in ${sqlStates(lapsingStates)} and p.expires_at <= now() as is_over',
        replace: 'p.state in ${sqlStates(lapsingStates)} as is_over',
      },
      {
        fault: 'a lapsed purchase shows as pending',
        find: 'p.state in ${sqlStates(lapsingStates)} and p.expires_at <= now() as is_over',
        replace: 'false as is_over',
      },
      {
        fault: 'a card that was never named is an entry',
        find: 'where p.failure_code is distinct from',
        replace: 'where p.failure_code is not null or p.failure_code is distinct from',
      },
      {
        fault: 'the ids of another’s kilograms',
        find: 'where p.tx_id = $1 and (p.buyer_id = $2 or p.holder_id = $2)',
        replace: 'where p.tx_id = $1 and $2::uuid is not null',
      },
    ],
  },
  {
    file: 'features/activity/pieces.ts',
    tests: [entries, purchase],
    faults: [
      {
        fault: 'the last kilogram is one too far',
        find: 'piece.firstPlace + piece.kg - 1)',
        replace: 'piece.firstPlace + piece.kg)',
      },
    ],
  },
  {
    file: 'features/activity/list-activity.ts',
    tests: [entries, purchase, gifts],
    faults: [
      {
        fault: 'a receiver reads the masked number of a gift',
        find: 'row.is_gift && isBuyer ? sentGiftOf(row)',
        replace: 'row.is_gift ? sentGiftOf(row)',
      },
      {
        fault: 'a purchase by wallet is shown as one by card',
        find: "if (row.card_minor === 0) return 'wallet'",
        replace: "if (row.wallet_minor < 0) return 'wallet'",
      },
      {
        fault: 'a received gift is shown as waiting',
        find: "is_received ? ('received' as const)",
        replace: "!is_received ? ('received' as const)",
      },
    ],
  },
  {
    file: 'features/activity/activity-queries.ts',
    tests: ['features/activity/month-sums.test.ts'],
    faults: [
      {
        fault: 'a month’s sum counts lapsed purchases',
        find: "where buyer_id = $3 and ${sqlStands('purchases')}",
        replace: 'where buyer_id = $3',
      },
    ],
  },
  {
    file: 'features/activity/web/months.ts',
    tests: ['features/activity/web/activity.test.ts'],
    faults: [
      {
        fault: 'months of two years are one',
        find: '`${date.getFullYear()}-${String',
        replace: '`2026-${String',
      },
    ],
  },
  {
    file: 'features/partners/partner-routes.ts',
    tests: [calls],
    faults: [
      {
        fault: 'credits and debits share their keys',
        find: "'partner-debits'",
        replace: "'partner-credits'",
      },
    ],
  },
  {
    file: 'features/partners/credit-by-phone.ts',
    tests: ['features/partners/partners.test.ts'],
    faults: [
      {
        fault: 'the longest source is refused',
        find: 'lengthOf(source) > sourceMaxLength',
        replace: 'lengthOf(source) >= sourceMaxLength',
      },
      {
        fault: 'a source is counted in halves of letters',
        find: 'lengthOf(source) > sourceMaxLength',
        replace: 'source.length > sourceMaxLength',
      },
      {
        fault: 'a source keeps what nobody sees',
        find: 'const source = cleanText(body.source)',
        replace: 'const source = body.source.trim()',
      },
    ],
  },
  {
    file: 'features/partners/operator-credit.ts',
    tests: ['operator/commands/support-commands.test.ts'],
    faults: [
      {
        fault: 'a credit that is not there is an error',
        find: "    if (credit === null) return problem('credit_not_found')\n",
        replace: '',
      },
      {
        fault: 'a credit’s id that is none is an error',
        find: "  if (!isUuid(creditId)) return problem('credit_not_found')\n",
        replace: '',
      },
      {
        fault: 'the trail of a credit does not name it',
        find: 'audit(tx, [entry.id, ...',
        replace: 'audit(tx, [...',
      },
    ],
  },
  {
    file: 'operator/commands/partner-commands.ts',
    tests: ['operator/commands/partner-commands.test.ts'],
    faults: [
      {
        fault: 'partners list says of who signs that they did',
        find: "${signs ? 'signs' : 'signed'}",
        replace: "${signs ? 'signed' : 'signs'}",
      },
    ],
  },
]
