// Declares the API calls of receipts, credit notes and statements.
import { z } from 'zod'
import { call, empty, file } from '#values/call.ts'
import type { ProblemKind } from '#values/problem.ts'

const commonToAll = {
  method: 'GET',
  tag: 'Activity',
  accepts: {
    'If-None-Match': 'The `ETag` of the stored file; 304 where it is unchanged.',
  },
} as const
const headers = ['Content-Disposition', 'ETag'] as const
const unchanged = empty('The stored file is unchanged.', ['ETag'])

const params = z.object({ tx_id: z.string().regex(/^[\w-]{1,64}$/) })

export const receiptProblems = {
  not_yet: {
    status: 409,
    text: 'The receipt gets its number in a few seconds. Please try again.',
  },
  credit_note_not_found: { status: 404, text: 'There is no credit note of this purchase.' },
} as const satisfies Record<string, ProblemKind>

export const downloadReceipt = call({
  ...commonToAll,
  id: 'downloadReceipt',
  path: '/api/tokens/transaction/:tx_id/receipt.pdf',
  summary: 'Returns the receipt of a purchase as a PDF.',
  description:
    'Available for the buyer’s completed purchases, also after a refund, which the receipt then names. A receipt has its number within 10 seconds of the purchase; until then the answer is 409 `not_yet`. The file is in the user’s language.',
  params,
  invalidInput: 'purchase_not_found',
  problems: ['not_yet'],
  answers: { 200: file('application/pdf', 'The receipt.', headers), 304: unchanged },
})

export const downloadCreditNote = call({
  ...commonToAll,
  id: 'downloadCreditNote',
  path: '/api/tokens/transaction/:tx_id/credit-note.pdf',
  summary: 'Returns the credit notes of a purchase as a PDF.',
  description:
    'Each refund, part of a refund and lost dispute of the buyer’s purchase has a credit note, within 10 seconds, each on a page. They stay if the refund fails. Without one the answer is 404. The file is in the user’s language.',
  params,
  invalidInput: 'purchase_not_found',
  problems: ['credit_note_not_found'],
  answers: { 200: file('application/pdf', 'The credit notes.', headers), 304: unchanged },
})

export const downloadStatement = call({
  ...commonToAll,
  id: 'downloadStatement',
  path: '/passport/statement.pdf',
  summary: 'Returns the statement of a year, kilograms and money, as a PDF.',
  description:
    '`year` is a year in UTC. The file lists purchases, gifts, rewards and wallet money of that year, in the user’s language.',
  query: z.object({
    year: z
      .string()
      .regex(/^20\d\d$/)
      .transform(Number)
      .describe('A year in UTC, such as 2026.'),
  }),
  answers: { 200: file('application/pdf', 'The statement.', headers), 304: unchanged },
})
