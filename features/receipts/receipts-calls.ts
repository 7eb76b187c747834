// Declares the API calls of receipts and statements.
import { z } from 'zod'
import { call, empty, file } from '#values/call.ts'

const commonToAll = {
  method: 'GET',
  tag: 'Activity',
  accepts: {
    'If-None-Match': 'The `ETag` of the stored file; 304 where it is unchanged.',
  },
} as const
const headers = ['Content-Disposition', 'ETag'] as const
const unchanged = empty('The stored file is unchanged.', ['ETag'])

export const downloadReceipt = call({
  ...commonToAll,
  id: 'downloadReceipt',
  path: '/api/tokens/transaction/:tx_id/receipt.pdf',
  summary: 'Returns the receipt of a purchase as a PDF.',
  description:
    'Available for the buyer’s completed purchases, also after a refund, which the receipt then names. The file is in the user’s language.',
  params: z.object({ tx_id: z.string().regex(/^[\w-]{1,64}$/) }),
  invalidInput: 'purchase_not_found',
  answers: { 200: file('application/pdf', 'The receipt.', headers), 304: unchanged },
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
