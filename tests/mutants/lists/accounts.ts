// Faults of what the operator reads: people, the audit trail, the books and the card provider’s reports.
import type { FaultyFile } from '../fault.ts'

export const accounts: readonly FaultyFile[] = [
  {
    file: 'operator/commands/people-commands.ts',
    tests: ['operator/commands/people-commands.test.ts'],
    faults: [
      {
        fault: 'the operator reads held money as spendable',
        find: 'balance: minorToUnits(balance_minor),',
        replace: 'balance: minorToUnits(held_minor),',
      },
      {
        fault: 'the operator does not learn of a STOP',
        find: 'messages_stopped_at: stoppedAt,',
        replace: 'messages_stopped_at: null as typeof stoppedAt,',
      },
      {
        fault: 'the operator is not told that no limit holds',
        find: "limits.length === 0 ? ['limit  none holds now'] : limits",
        replace: 'limits',
      },
    ],
  },
  {
    file: 'features/operations/inspect-person.ts',
    tests: ['operator/commands/people-commands.test.ts'],
    faults: [
      {
        fault: 'a STOP that holds is looked for among those that ended',
        find: "'select stopped_at from stopped_numbers where phone = $1 and ended_at is null'",
        replace: "'select stopped_at from stopped_numbers where phone = $1 and ended_at > now()'",
      },
    ],
  },
  {
    file: 'operator/one-person.ts',
    tests: ['operator/commands/people-commands.test.ts'],
    faults: [
      {
        fault: 'of two people whom a purchase names the first is meant',
        find: '  if (other !== undefined) {',
        replace: '  if (other !== undefined && people.length > 2) {',
      },
    ],
  },
  {
    file: 'operator/commands/own-data-commands.ts',
    tests: ['operator/commands/support-commands.test.ts'],
    faults: [
      {
        fault: 'a passport without a number is exported',
        find: 'help(context, async (services, { passportId, phone }, signature) => {\n      if (phone === null) return noNumber\n      const [, path',
        replace:
          "help(context, async (services, { passportId, phone: number }, signature) => {\n      const phone = number ?? ''\n      const [, path",
      },
    ],
  },
  {
    file: 'platform/database/audit/audit-trail.ts',
    tests: ['platform/database/audit/audit-trail.test.ts'],
    faults: [
      {
        fault: 'the trail keeps a number of seven digits',
        find: '\\p{Nd}){6,}/u',
        replace: '\\p{Nd}){9,}/u',
      },
      {
        fault: 'the trail keeps a number with dots',
        find: '[^\\p{L}\\p{N}]{0,4}\\p{Nd}',
        replace: ' ?\\p{Nd}',
      },
      {
        fault: 'the trail keeps a number in another script',
        find: '/\\p{Nd}(?:[^\\p{L}\\p{N}]{0,4}\\p{Nd}){6,}/u',
        replace: '/\\d(?:[^\\p{L}\\p{N}]{0,4}\\d){6,}/u',
      },
      {
        fault: 'a reason has no end',
        find: ' || reason.length > reasonMax',
        replace: '',
      },
    ],
  },
  {
    file: 'features/accounts/check-payouts.ts',
    tests: ['operator/commands/payout-commands.test.ts'],
    faults: [
      {
        fault: 'the check lets any posting reach the bank',
        find: "select 'bank ' || m.id, 1::bigint, count(l.id)",
        replace: "select 'bank ' || m.id, count(l.id), count(l.id)",
      },
    ],
  },
  {
    file: 'features/accounts/payout-differences.ts',
    tests: ['operator/commands/payout-commands.test.ts'],
    faults: [
      {
        fault: 'a payout whose lines no report has told of differs',
        find: '!is_told || !has_lines || ',
        replace: '!is_told || ',
      },
      {
        fault: 'what moved before a report’s first line is in no report',
        find: 'const from = Math.floor(first / dayMs) * dayMs',
        replace: 'const from = first',
      },
      {
        fault: 'what moved after a report’s last line is in no report',
        find: '(Math.floor(last / dayMs) + 1) * dayMs - 1',
        replace: 'last',
      },
      {
        fault: 'nothing is said of an open dispute',
        find: "is_disputed && kind === 'dispute' ?",
        replace: "is_disputed && kind !== 'dispute' ?",
      },
    ],
  },
  {
    file: 'features/accounts/payout-queries.ts',
    tests: ['operator/commands/payout-commands.test.ts'],
    faults: [
      {
        fault: 'what moved on earlier days is missed in a report',
        find: 'm.created_at between $2 and $3',
        replace: 'm.created_at < $3 and $2::timestamptz is not null',
      },
      {
        fault: 'every dispute is told as open',
        find: "d.purchase_id = s.id and d.outcome = 'open'",
        replace: 'd.purchase_id = s.id',
      },
    ],
  },
  {
    file: 'operator/read-moments.ts',
    tests: ['operator/commands/account-commands.test.ts'],
    faults: [
      {
        fault: 'balances at a moment are those of a day later',
        find: ' || !moment || !dayForm.test(text)) return moment',
        replace: ' || !moment) return moment',
      },
    ],
  },
  {
    file: 'features/accounts/read-balances.ts',
    tests: ['operator/commands/account-commands.test.ts'],
    faults: [
      {
        fault: 'each batch has the kilograms of all',
        find: 'accounts: kilograms.filter(({ batchId }) => batchId === id)',
        replace: "accounts: kilograms.filter(({ batchId }) => batchId === id || id !== '')",
      },
      {
        fault: 'accounts of several batches count as one',
        find: 'accounts: before.accounts + accounts',
        replace: 'accounts',
      },
    ],
  },
  {
    file: 'features/accounts/read-journal.ts',
    tests: ['operator/commands/account-commands.test.ts'],
    faults: [
      {
        fault: 'the last reason of a refund stands in the journal',
        find: 'order by a.id limit 1)`',
        replace: 'order by a.id desc limit 1)`',
      },
      {
        fault: 'a sale has the reason of its refund',
        find: "    and m.destination <> 'sales' and a.about",
        replace: '    and a.about',
      },
      {
        fault: 'the midnight after a period is in it',
        find: 'where m.id > $3 and m.created_at >= $1 and m.created_at < $2 order by m.id limit $4`,\n)\nconst kgPage',
        replace:
          'where m.id > $3 and m.created_at >= $1 and m.created_at <= $2 order by m.id limit $4`,\n)\nconst kgPage',
      },
      {
        fault: 'the midnight before a period is not in it',
        find: 'where m.id > $3 and m.created_at >= $1 and m.created_at < $2 order by m.id limit $4`,\n)\nconst kgPage',
        replace:
          'where m.id > $3 and m.created_at > $1 and m.created_at < $2 order by m.id limit $4`,\n)\nconst kgPage',
      },
      {
        fault: 'kilograms of the journal name no serial number',
        find: 'b.serial_number as about, p.tx_id,',
        replace: 'b.id::text as about, p.tx_id,',
      },
    ],
  },
  {
    file: 'operator/commands/account-commands.ts',
    tests: ['operator/commands/account-commands.test.ts'],
    faults: [
      {
        fault: 'postings have no seconds',
        find: 'at.slice(11, 19)',
        replace: 'at.slice(11, 16)',
      },
      {
        fault: 'kilograms are written as money',
        find: "unit === 'kg' ? String(amount) : minorText",
        replace: "unit === 'KG' ? String(amount) : minorText",
      },
    ],
  },
]
