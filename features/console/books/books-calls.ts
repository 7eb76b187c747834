// Declares the calls of the books: balances of all accounts, the journal, and payouts of the card provider.
import { z } from 'zod'
import { access, exampleTime, moment, money, tag } from '#features/console/console-calls.ts'
import { page } from '#features/staff/staff-calls.ts'
import { call, file, json } from '#values/call.ts'

const ledger = z.enum(['money', 'kilograms'])
export type Ledger = z.infer<typeof ledger>

/** Days in UTC, both included. */
const days = { since: z.iso.date().optional(), until: z.iso.date().optional() }

const balance = z.object({
  /** A kind of account, such as `sales` or `wallet`; a programme's account has its whole name. */
  account: z.string(),
  /** Units of the currency, or kilograms. Debit balances are negative. */
  balance: money,
})
const trialBalance = z.object({
  /** The currency, or `kg`. */
  unit: z.string(),
  /** In the order of the chart of accounts. */
  accounts: z.array(balance),
  /** The sum of all balances, which is 0 in books that add up. */
  sum: money,
})
const balances = z.object({
  /** The end of the chosen day, or the present. */
  until: moment,
  ledgers: z.array(trialBalance),
})
export type Balances = z.infer<typeof balances>

export const getBalances = call({
  id: 'getBalances',
  method: 'GET',
  path: '/console/api/books',
  access,
  tag,
  summary: 'Returns the balances of all accounts, now or at the end of a day.',
  description: 'The day is in UTC. Accounts of one kind, such as all wallets, have one sum.',
  query: z.object({ at: z.iso.date().optional() }),
  problems: ['forbidden'],
  answers: {
    200: json(balances, 'The balances.', {
      until: exampleTime,
      ledgers: [
        {
          unit: 'GBP',
          accounts: [
            { account: 'card_clearing', balance: -2.03 },
            { account: 'sales', balance: 2.03 },
          ],
          sum: 0,
        },
      ],
    }),
  },
})

const posting = z.object({
  id: z.number().int(),
  at: moment,
  /** The currency, or `kg`. */
  unit: z.string(),
  /** The whole name of the debited account, such as `wallet:<passport>:<programme>`. */
  source: z.string(),
  /** The whole name of the credited account. */
  destination: z.string(),
  amount: money,
  /** The transaction id of the purchase. */
  tx_id: z.string().nullable(),
  /** The id of the line of a card report, or the serial number of the batch. */
  about: z.string().nullable(),
  reason: z.string(),
  /** The reason that a member of staff gave. */
  note: z.string().nullable(),
})
export type JournalPosting = z.infer<typeof posting>

const journalFilters = {
  ledger: ledger.default('money'),
  account: z.string().max(200).optional(),
  purchase: z.string().max(40).optional(),
  ...days,
}

export const listJournal = call({
  id: 'listJournal',
  method: 'GET',
  path: '/console/api/books/journal',
  access,
  tag,
  summary: 'Lists postings, newest first.',
  description:
    '`account` is a kind of account or a whole name. `since` and `until` are days in UTC, both included. `purchase` is a transaction id.',
  query: z.object({ ...page, ...journalFilters }),
  problems: ['forbidden'],
  answers: {
    200: json(z.array(posting), 'The postings.', [
      {
        id: 7,
        at: exampleTime,
        unit: 'GBP',
        source: 'card_clearing',
        destination: 'sales',
        amount: 2.03,
        tx_id: 'CP-7K2M-9QXF-4HJD',
        about: null,
        reason: 'sold by card',
        note: null,
      },
    ]),
  },
})

export const saveJournal = call({
  id: 'saveJournal',
  method: 'GET',
  path: '/console/api/books/journal.csv',
  access,
  tag,
  summary: 'Returns the journal as a file for an accountant, oldest posting first.',
  description: 'Two lines a posting: the debit and the credit. Filters as in the list.',
  query: z.object(journalFilters),
  problems: ['forbidden'],
  answers: {
    200: file('text/csv', 'The file.', ['Content-Disposition'], 'date,time,posting,account\r\n'),
  },
})

const payout = z.object({
  id: z.string(),
  currency: z.string(),
  /** The day of the newest line. */
  moved_at: moment,
  /** The amount that reached the bank. */
  paid: money,
  /** The sum of the lines that it pays out; null without any. */
  lines: money.nullable(),
  /** The amount that the ledger has at the bank. */
  posted: money,
  /** Null if the payout and its lines agree. */
  difference: money.nullable(),
})
export type PayoutRow = z.infer<typeof payout>

export const listPayouts = call({
  id: 'listPayouts',
  method: 'GET',
  path: '/console/api/books/payouts',
  access,
  tag,
  summary: 'Lists payouts of the card provider, newest first.',
  description:
    'Of the recorded reports’ lines of the chosen days, by default of the last 92. `differing=yes` lists those whose lines do not add up.',
  query: z.object({ ...page, ...days, differing: z.enum(['yes']).optional() }),
  problems: ['forbidden'],
  answers: {
    200: json(z.array(payout), 'The payouts.', [
      {
        id: 'po_1Pgc72',
        currency: 'GBP',
        moved_at: exampleTime,
        paid: 18.59,
        lines: 18.59,
        posted: 18.59,
        difference: null,
      },
    ]),
  },
})

const difference = z.object({
  /** The payment, or the line of the report without one. */
  id: z.string(),
  tx_id: z.string().nullable(),
  kind: z.enum(['charge', 'refund', 'dispute']),
  currency: z.string(),
  moved_at: moment,
  reported: money,
  posted: money,
  /** The cause in words. */
  cause: z.string(),
})
export type PaymentDifference = z.infer<typeof difference>

export const listDifferences = call({
  id: 'listDifferences',
  method: 'GET',
  path: '/console/api/books/differences',
  access,
  tag,
  summary: 'Lists payments of which the reports and the ledger differ, by payment.',
  description: 'Of lines of the chosen days in UTC, by default of the last 31.',
  query: z.object({ ...page, ...days }),
  problems: ['forbidden'],
  answers: {
    200: json(z.array(difference), 'The differences.', [
      {
        id: 'pi_1Pgc72',
        tx_id: 'CP-7K2M-9QXF-4HJD',
        kind: 'charge',
        currency: 'GBP',
        moved_at: exampleTime,
        reported: 2.03,
        posted: 0,
        cause: 'The ledger has no such charge.',
      },
    ]),
  },
})

const closedMonth = z.object({
  /** Such as `2026-10`. */
  month: z.string(),
  closed_at: moment,
  closed_by: z.string(),
  /** The number of its postings of money. */
  postings: z.number().int(),
})
export type ClosedMonthRow = z.infer<typeof closedMonth>

export const listMonths = call({
  id: 'listMonths',
  method: 'GET',
  path: '/console/api/books/months',
  access,
  tag,
  summary: 'Lists the closed months of the books, newest first.',
  description: 'No later posting has a value date in one of them.',
  query: z.object({ ...page }),
  problems: ['forbidden'],
  answers: {
    200: json(z.array(closedMonth), 'The months.', [
      { month: '2026-10', closed_at: exampleTime, closed_by: 'Ada', postings: 4_711 },
    ]),
  },
})
