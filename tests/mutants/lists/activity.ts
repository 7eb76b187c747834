// Faults of activity: its list, months, kilograms one by one, and words.
import type { FaultyFile } from '../fault.ts'

export const activity: readonly FaultyFile[] = [
  {
    file: 'features/activity/pieces.ts',
    tests: ['features/purchases/replace/replace-batch.test.ts'],
    faults: [
      {
        fault: 'pages of a replaced purchase begin anew at each piece',
        find: '    skip -= skipped\n',
        replace: '',
      },
      {
        fault: 'pages of a replaced purchase are longer than asked for',
        find: '    left -= taken\n',
        replace: '',
      },
    ],
  },
  {
    file: 'features/activity/activity-queries.ts',
    tests: [
      'features/activity/month-sums.test.ts',
      'features/achievements/rewards/reward-loopholes.test.ts',
      'features/activity/activity.test.ts',
    ],
    faults: [
      {
        fault: 'a month counts what was not paid',
        find: "where buyer_id = $3 and ${sqlStands('purchases')}",
        replace: 'where buyer_id = $3',
      },
      {
        fault: 'a reward that lapsed was cancelled',
        find: ' and not p.is_reward\n',
        replace: '\n',
      },
      {
        fault: 'a receiver cannot see the kilograms',
        find: '(p.buyer_id = $2 or p.holder_id = $2)',
        replace: '(p.buyer_id = $2)',
      },
      {
        fault: 'what is not complete has kilograms',
        find: "\n     and p.state = ${sqlState('COMPLETED')}`,",
        replace: '`,',
      },
    ],
  },
  {
    file: 'features/activity/activity-routes.ts',
    tests: ['features/activity/activity.test.ts', 'features/activity/month-sums.test.ts'],
    faults: [
      {
        fault: 'the last page of kilograms leads on',
        find: 'if (cursor + count < range.quantity_kg)',
        replace: 'if (cursor + count <= range.quantity_kg)',
      },
      {
        fault: 'the first page of kilograms leads nowhere',
        find: 'if (cursor + count < range.quantity_kg)',
        replace: 'if (cursor + count < range.quantity_kg - limit)',
      },
      {
        fault: 'the next page brings every kilogram',
        find: '          ...(tokens === undefined ? {} : { tokens }),\n',
        replace: '',
      },
    ],
  },
  {
    file: 'features/activity/web/activity-row.tsx',
    tests: ['features/activity/web/activity-list.test.tsx'],
    faults: [
      {
        fault: 'a gift that arrived can be sent again',
        find: "isGivenAway(entry) && entry.gift_status === 'waiting'",
        replace: 'isGivenAway(entry)',
      },
      {
        fault: 'a note is not shown',
        find: '{note && !isBrief ? (',
        replace: '{note && isBrief ? (',
      },
    ],
  },
  {
    file: 'features/activity/web/activity-words.ts',
    tests: ['features/activity/web/activity.test.ts'],
    faults: [
      {
        fault: 'a receiver reads how the giver paid',
        find: "isReceivedGift(entry) || entry.payment_source === 'reward'",
        replace: "entry.payment_source === 'reward'",
      },
      {
        fault: 'a received gift has a price',
        find: '  if (isReceivedGift(entry)) return texts.activity_gift()\n',
        replace: '',
      },
      {
        fault: 'a reward has a price',
        find: '  if (entry.is_reward) return texts.activity_reward()\n',
        replace: '',
      },
      {
        fault: 'thanks are not told',
        find: 'entry.is_thanked ? texts.activity_gift_thanked() : texts.activity_gift_received()',
        replace: 'texts.activity_gift_received()',
      },
      {
        fault: 'a gift received looks like one given',
        find: 'return entry.is_gift && entry.from_user === null',
        replace: 'return entry.is_gift',
      },
    ],
  },
  {
    file: 'features/activity/list-activity.ts',
    tests: ['features/activity/activity.test.ts'],
    faults: [
      {
        fault: 'a page cut by its tokens is the last one',
        find: 'rows.length < found.length ? (rows.at(-1)?.id ?? null)',
        replace: 'found.length > limit ? (rows.at(-1)?.id ?? null)',
      },
      {
        fault: 'what was paid is in the currency of the batch',
        find: 'total_currency: row.currency',
        replace: 'total_currency: row.batch_currency',
      },
    ],
  },
  {
    file: 'features/activity/activity-queries.ts',
    tests: ['features/activity/activity.test.ts'],
    faults: [
      {
        fault: 'a project is drawn as of its buyer’s country',
        find: 'project.country as project_country',
        replace: 'buyer.country as project_country',
      },
      {
        fault: 'a receiver’s first page shows the oldest gifts',
        find: '(select id from purchases where holder_id = $1 and id < coalesce($2::uuid, ${sqlLastUuid})\n      order by id desc limit $3)',
        replace:
          '(select id from purchases where holder_id = $1 and id < coalesce($2::uuid, ${sqlLastUuid})\n      order by id limit $3)',
      },
      {
        fault: 'a giver’s next page begins anew',
        find: '(select id from purchases where buyer_id = $1 and id < coalesce($2::uuid, ${sqlLastUuid})',
        replace:
          '(select id from purchases where buyer_id = $1 and coalesce($2::uuid, ${sqlLastUuid}) is not null',
      },
    ],
  },
  {
    file: 'features/activity/activity-queries.ts',
    tests: ['features/activity/month-sums.test.ts'],
    faults: [
      {
        fault: 'a gift that waits counts in no month',
        find: 'filter (where p.holder_id is distinct from $3)',
        replace: 'filter (where p.holder_id <> $3)',
      },
      {
        fault: 'a month counts a gift that a refund took back',
        find: "where holder_id = $3 and buyer_id <> $3 and ${sqlStands('purchases')}",
        replace: "where holder_id = $3 and buyer_id <> $3 and ${sqlState('COMPLETED')} = state",
      },
      {
        fault: 'the first moment of the next month is in this one',
        find: 'p.created_at < given.month_to',
        replace: 'p.created_at <= given.month_to',
      },
      {
        fault: 'the first moment of a month is in none',
        find: 'p.created_at >= given.month_from',
        replace: 'p.created_at > given.month_from',
      },
    ],
  },
  {
    file: 'features/activity/list-activity.ts',
    tests: ['features/demo/seed-demo-catalogue.test.ts'],
    faults: [
      {
        fault: 'a page of a thousand purchases',
        find: 'const pageMaxPurchases = 100',
        replace: 'const pageMaxPurchases = 1_000',
      },
    ],
  },
]
