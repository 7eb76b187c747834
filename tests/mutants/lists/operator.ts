// Faults of what the operator does and reads: commands, books, backups, what providers are asked.
import type { FaultyFile } from '../fault.ts'

export const operator: readonly FaultyFile[] = [
  {
    file: 'features/operations/audit-trail.ts',
    tests: ['operator/support-commands.test.ts'],
    faults: [
      {
        fault: 'a number in a name is kept in the audit trail',
        find: ' || holdsPhone(by)',
        replace: '',
      },
      {
        fault: 'a blank reason will do',
        find: "(reason.trim() === '' || reason.length",
        replace: "(reason === '' || reason.length",
      },
      {
        fault: 'a blank name will do',
        find: "by.trim() === '' ||",
        replace: "by === '' ||",
      },
    ],
  },
  {
    file: 'features/operations/inspect-person.ts',
    tests: ['operator/people-commands.test.ts'],
    faults: [
      {
        fault: 'a gift’s receiver is not found by it',
        find: 'array[buyer_id, recipient_id]',
        replace: 'array[buyer_id]',
      },
      {
        fault: 'sessions that are over are shown',
        find: ' and ends_at > now() order',
        replace: ' order',
      },
      {
        fault: 'a STOP that has ended is shown',
        find: 'where phone = $1 and ended_at is null',
        replace: 'where phone = $1',
      },
    ],
  },
  {
    file: 'features/operations/provider-events.ts',
    tests: ['features/operations/provider-events.test.ts'],
    faults: [
      {
        fault: 'a poll goes on exactly where the last one ended',
        find: 'overlapSeconds = 60 * 60',
        replace: 'overlapSeconds = 0',
      },
      {
        fault: 'a provider is asked again at each turn',
        find: '     where provider_polls.next_at <= now()\n',
        replace: '     where provider_polls.next_at is not null\n',
      },
      {
        fault: 'a provider is asked each fifteen hours',
        find: 'pollSeconds = 15 * 60',
        replace: 'pollSeconds = 15 * 3_600',
      },
      {
        fault: 'the first poll looks back a minute',
        find: 'firstLookBackSeconds = 30 * 24 * 60 * 60',
        replace: 'firstLookBackSeconds = 60',
      },
      {
        fault: 'a poll skips an hour',
        find: 'await db.run(endPoll, [provider, due.asked_at, pollSeconds])',
        replace: 'await db.run(endPoll, [provider, new Date(Date.now() + 3_600_000), pollSeconds])',
      },
    ],
  },
  {
    file: 'features/operations/last-runs.ts',
    tests: ['server/watch-figures.test.ts'],
    faults: [
      {
        fault: 'a run that failed is told by the one before',
        find: 'ended_at = excluded.ended_at, ok = excluded.ok',
        replace: 'ended_at = excluded.ended_at',
      },
    ],
  },
  {
    file: 'features/accounts/record-payouts.ts',
    tests: ['operator/payout-commands.test.ts'],
    faults: [
      {
        fault: 'a line of another category is taken for the same',
        find: '      category === row.category &&\n',
        replace: '',
      },
      {
        fault: 'a line of another currency is taken for the same',
        find: '      currency === row.currency &&\n',
        replace: '',
      },
      {
        fault: 'a line of another fee is taken for the same',
        find: '      fee_minor === row.feeMinor &&\n',
        replace: '',
      },
      {
        fault: 'a line of another payout is taken for the same',
        find: ' || payout_id === row.payoutId)',
        replace: " || payout_id !== '')",
      },
      {
        fault: 'what a report teaches leaves no trail',
        find: 'fresh.size + learned.length > 0',
        replace: 'fresh.size > 0',
      },
    ],
  },
  {
    file: 'operator/restore-refusals.ts',
    tests: ['operator/backup.test.ts'],
    faults: [
      {
        fault: 'a backup is put over partners',
        find: "'projects', 'partner_terminals',",
        replace: "'projects',",
      },
      {
        fault: 'a backup is put over a catalogue',
        find: "['passports', 'projects',",
        replace: "['passports',",
      },
    ],
  },
  {
    file: 'operator/repeat-erasures.ts',
    tests: ['operator/restore-erasures.test.ts'],
    faults: [
      {
        fault: 'partners that were revoked are named for review',
        find: '   where retires_at is null or retires_at > now() order',
        replace: '   order',
      },
    ],
  },
  {
    file: 'operator/purchase-commands.ts',
    tests: ['operator/purchase-commands.test.ts'],
    faults: [
      {
        fault: 'a refund is not found by the purchase’s id',
        find: 'about: [txId, id], reason',
        replace: 'about: [txId], reason',
      },
    ],
  },
  {
    file: 'operator/own-data-commands.ts',
    tests: ['operator/support-commands.test.ts'],
    faults: [
      {
        fault: 'anybody on the machine reads an export',
        find: 'JSON.stringify(file), 0o600)',
        replace: 'JSON.stringify(file), 0o644)',
      },
    ],
  },
  {
    file: 'operator/provider-commands.ts',
    tests: ['operator/support-commands.test.ts'],
    faults: [
      {
        fault: 'Google is not asked whether it answers',
        find: '    ...wallet,\n',
        replace: '',
      },
    ],
  },
  {
    file: 'features/accounts/read-journal.ts',
    tests: ['operator/account-commands.test.ts'],
    faults: [
      {
        fault: 'a journal of one page',
        find: 'page.length < pageSize',
        replace: 'page.length <= pageSize',
      },
    ],
  },
  {
    file: 'operator/account-commands.ts',
    tests: ['operator/account-commands.test.ts'],
    faults: [
      {
        fault: 'days that are turned round are an empty journal',
        find: 'if (from >= until)',
        replace: 'if (from > until)',
      },
      {
        fault: 'the accounts of a posting are exchanged in the file',
        find: "[line(entry.debit, amount, '', source), line(entry.credit, '', amount, destination)]",
        replace:
          "[line(entry.debit, amount, '', destination), line(entry.credit, '', amount, source)]",
      },
      {
        fault: 'a debit stands as a credit in the file',
        find: "[line(entry.debit, amount, '', ",
        replace: "[line(entry.debit, '', amount, ",
      },
    ],
  },
]
