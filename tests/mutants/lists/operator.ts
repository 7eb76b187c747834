// Faults of what the operator does and reads: commands, books, backups, what providers are asked.
import type { FaultyFile } from '../fault.ts'

export const operator: readonly FaultyFile[] = [
  {
    file: 'platform/database/audit/audit-trail.ts',
    tests: ['operator/commands/support-commands.test.ts'],
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
      {
        fault: 'a name of just 120 letters is refused',
        find: 'by.length > nameMax',
        replace: 'by.length >= nameMax',
      },
      {
        fault: 'a short number is kept in the audit trail',
        find: '\\p{Nd}){6,}/u',
        replace: '\\p{Nd}){8,}/u',
      },
    ],
  },
  {
    file: 'features/operations/inspect-person.ts',
    tests: ['operator/commands/people-commands.test.ts'],
    faults: [
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
    file: 'platform/database/audit/provider-events.ts',
    tests: ['platform/database/audit/provider-events.test.ts'],
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
    tests: ['operator/commands/payout-commands.test.ts'],
    faults: [
      {
        fault: 'a report without payouts contradicts one with them',
        find: '      (payout_id === null || row.payoutId === null || payout_id === row.payoutId)',
        replace: '      (payout_id === null || payout_id === row.payoutId)',
      },
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
    file: 'operator/backup/restore-refusals.ts',
    tests: ['operator/backup/backup.test.ts'],
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
    file: 'operator/backup/repeat-erasures.ts',
    tests: ['operator/backup/restore-erasures.test.ts'],
    faults: [
      {
        fault: 'partners that were revoked are named for review',
        find: '   where retires_at is null or retires_at > now() order',
        replace: '   order',
      },
      {
        fault: 'a partner’s terminal that still signs for a day is not named for review',
        find: 'where retires_at is null or retires_at > now() order',
        replace: 'where retires_at is null order',
      },
    ],
  },
  {
    file: 'operator/commands/purchase-commands.ts',
    tests: ['operator/commands/purchase-commands.test.ts'],
    faults: [
      {
        fault: 'a purchase that is not settled is',
        find: 'return { ok: done.is_settled, lines',
        replace: 'return { ok: true, lines',
      },
      {
        fault: 'a state that there is not lists all purchases',
        find: 'if (state !== undefined && filter === undefined) {',
        replace: 'if (state === undefined && filter !== undefined) {',
      },
      {
        fault: 'the wallet’s part is shown as the card’s',
        find: 'wallet ${money(purchase.wallet_minor)}, card ${money(purchase.card_minor)}',
        replace: 'wallet ${money(purchase.card_minor)}, card ${money(purchase.wallet_minor)}',
      },
      {
        fault: 'kilograms are shown as money',
        find: "ledger === 'kg' ? amount : minorToUnits(amount).toFixed(2)",
        replace: "ledger === 'kg' ? minorToUnits(amount).toFixed(2) : amount",
      },
    ],
  },
  {
    file: 'operator/commands/own-data-commands.ts',
    tests: ['operator/commands/support-commands.test.ts'],
    faults: [
      {
        fault: 'anybody on the machine reads an export',
        find: 'JSON.stringify(file), 0o600)',
        replace: 'JSON.stringify(file), 0o644)',
      },
    ],
  },
  {
    file: 'operator/commands/provider-commands.ts',
    tests: ['operator/commands/support-commands.test.ts'],
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
    tests: ['operator/commands/account-commands.test.ts'],
    faults: [
      {
        fault: 'a journal of one page',
        find: 'page.length < pageSize',
        replace: 'page.length <= pageSize',
      },
      {
        fault: 'a sale has the reason of its refund',
        find: "\n    and m.destination <> 'sales' and",
        replace: '\n    and',
      },
    ],
  },
  {
    file: 'operator/commands/account-commands.ts',
    tests: ['operator/commands/account-commands.test.ts'],
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
      {
        fault: 'kilograms of the journal are hundredths',
        find: "const wireAmount = unit === 'kg' ? amount : minorToUnits",
        replace: "const wireAmount = unit === '' ? amount : minorToUnits",
      },
      {
        fault: 'kilograms of the file have decimals',
        find: "unit === 'kg' ? String(amount) : minorText",
        replace: "unit === '' ? String(amount) : minorText",
      },
      {
        fault: 'purchases stand in the column of batches',
        find: '    txId,\n    about,\n    reason,\n    note,\n    detail,',
        replace: '    about,\n    txId,\n    reason,\n    note,\n    detail,',
      },
    ],
  },
  {
    file: 'operator/commands/log-commands.ts',
    tests: ['operator/commands/retirement-commands.test.ts'],
    faults: [
      {
        fault: 'a log with faults is well',
        find: 'const ok = verified.faults.length === 0',
        replace: 'const ok = true',
      },
      {
        fault: 'a log’s address may not end in a slash',
        find: ".replace(/\\/+$/, '')",
        replace: '',
      },
      {
        fault: 'retired kilograms are told as replaced',
        find: 'replaced_kg: replacedKg,',
        replace: 'replaced_kg: retiredKg,',
      },
      {
        fault: 'a log’s named key does not count',
        find: 'verifyLog(settings.dataDir, address, options.key)',
        replace: 'verifyLog(settings.dataDir, address)',
      },
    ],
  },
  {
    file: 'features/accounts/payout-differences.ts',
    tests: ['operator/commands/payout-commands.test.ts'],
    faults: [
      {
        fault: 'a dispute that is open is not told as one',
        find: "is_disputed && kind === 'dispute' ? ",
        replace: "is_disputed && kind === 'refund' ? ",
      },
      {
        fault: 'a payout whose lines are not there yet differs',
        find: 'if (!is_told || !has_lines || paid_minor',
        replace: 'if (!is_told || paid_minor',
      },
    ],
  },
  {
    file: 'features/accounts/payout-queries.ts',
    tests: ['operator/commands/payout-commands.test.ts'],
    faults: [
      {
        fault: 'a dispute of nobody’s payment is not named',
        find: "and l.kind in ('charge', 'refund', 'dispute')\n     and not exists",
        replace: "and l.kind in ('charge', 'refund')\n     and not exists",
      },
      {
        fault: 'a refund stands in no report',
        find: "where l.kind in ('charge', 'refund', 'dispute') group by",
        replace: "where l.kind in ('charge', 'dispute') group by",
      },
    ],
  },
  {
    file: 'features/accounts/check-payouts.ts',
    tests: ['operator/commands/payout-commands.test.ts'],
    faults: [
      {
        fault: 'the check sees no wrong payout',
        find: "payout_id || ' ' || currency, paid_minor, posted_minor",
        replace: "payout_id || ' ' || currency, paid_minor, paid_minor",
      },
      {
        fault: 'the check sees no money at the bank that nobody told of',
        find: '1::bigint, count(l.id)',
        replace: '1::bigint, count(*)',
      },
    ],
  },
  {
    file: 'operator/commands/retirement-commands.ts',
    tests: ['operator/commands/retirement-commands.test.ts'],
    faults: [
      {
        fault: 'tonnes that are due wait for a dispute',
        find: 'held_back_tonnes: kgOf(heldBack) / tonneKg',
        replace: 'held_back_tonnes: kgOf(tonnes.due) / tonneKg',
      },
      {
        fault: 'all that was sold is due',
        find: 'batches.reduce((sum, each) => sum + each.due_tonnes, 0)',
        replace: 'batches.reduce((sum, each) => sum + each.sold_tonnes, 0)',
      },
      {
        fault: 'nothing says that a record took kilograms for the operator',
        find: "const command = fill ? 'retirements record --fill' : 'retirements record'",
        replace: "const command = 'retirements record'",
      },
    ],
  },
  {
    file: 'operator/commands/offer-commands.ts',
    tests: ['operator/commands/retirement-commands.test.ts'],
    faults: [
      {
        fault: 'a batch is replaced by itself in words',
        find: 'by_serial: bySerial, purchases',
        replace: 'by_serial: serial, purchases',
      },
      {
        fault: 'replaced kilograms are the former batch’s',
        find: "are ${bySerial}'s now.",
        replace: "are ${serial}'s now.",
      },
      {
        fault: 'nothing says that some are reserved still',
        find: '...(reservedKg > 0\n',
        replace: '...(reservedKg > 1_000\n',
      },
      {
        fault: 'a batch was replaced by itself',
        find: 'by_serial: bySerial, purchases, kg, reserved_kg',
        replace: 'by_serial: serial, purchases, kg, reserved_kg',
      },
      {
        fault: 'a replacement is audited as a withdrawal',
        find: "command: 'batches replace', about })",
        replace: "command: 'batches withdraw', about })",
      },
    ],
  },
  {
    file: 'operator/commands/partner-commands.ts',
    tests: ['operator/operator.test.ts'],
    faults: [
      {
        fault: 'a credit by hand is named by its programme',
        find: "options.source ?? 'Carbon Passport'",
        replace: 'options.source ?? program',
      },
    ],
  },
  {
    file: 'features/purchases/inspect/watch-purchases.ts',
    tests: ['server/watch-figures.test.ts'],
    faults: [
      {
        fault: 'purchases of two minutes are old',
        find: "interval '10 minutes' then",
        replace: "interval '1 minute' then",
      },
    ],
  },
  {
    file: 'features/accounts/read-balances.ts',
    tests: ['operator/commands/account-commands.test.ts'],
    faults: [
      {
        fault: 'a batch has the kilograms of the others',
        find: 'kilograms.filter(({ batchId }) => batchId === id)',
        replace: 'kilograms.filter(({ batchId }) => batchId !== id)',
      },
    ],
  },
  {
    file: 'ledger/balances-at.ts',
    tests: ['operator/commands/account-commands.test.ts'],
    faults: [
      {
        fault: 'kilograms of any day stand in the balances of another',
        find: 'union all select batch_id, source, -quantity_kg, created_at from kg_postings) legs\n     where created_at < $1',
        replace:
          'union all select batch_id, source, -quantity_kg, created_at from kg_postings) legs\n     where created_at is not null',
      },
      {
        fault: 'money of the next day’s first moment stands in the balances of a day',
        find: 'union all select currency, source, -amount_minor, created_at from money_postings) legs\n     where created_at < $1',
        replace:
          'union all select currency, source, -amount_minor, created_at from money_postings) legs\n     where created_at <= $1',
      },
      {
        fault: 'kilograms of the next day’s first moment stand in the balances of a day',
        find: 'union all select batch_id, source, -quantity_kg, created_at from kg_postings) legs\n     where created_at < $1',
        replace:
          'union all select batch_id, source, -quantity_kg, created_at from kg_postings) legs\n     where created_at <= $1',
      },
    ],
  },
]
