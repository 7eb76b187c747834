// Declares the calls of receipts and statements.
import { z } from 'zod'
import { call, empty, file } from '#values/call.ts'

const ofEveryCall = {
  method: 'GET',
  tag: 'Activity',
  accepts: {
    'If-None-Match': 'The `ETag` of the file that is held: 304 where it is right still.',
  },
} as const
const headers = ['Content-Disposition', 'ETag'] as const
const unchanged = empty('What is held is right still.', ['ETag'])

export const downloadReceipt = call({
  ...ofEveryCall,
  id: 'downloadReceipt',
  path: '/api/tokens/transaction/:tx_id/receipt.pdf',
  summary: 'What was paid for a purchase, on paper.',
  params: z.object({ tx_id: z.string().regex(/^[\w-]{1,64}$/) }),
  invalidInput: 'purchase_not_found',
  answers: { 200: file('application/pdf', 'The receipt.', headers), 304: unchanged },
})

export const downloadStatement = call({
  ...ofEveryCall,
  id: 'downloadStatement',
  path: '/passport/statement.pdf',
  summary: 'The kilograms and the money of a year, on paper.',
  /** A year of this century. */
  query: z.object({
    year: z
      .string()
      .regex(/^20\d\d$/)
      .transform(Number)
      .describe('In UTC, such as 2026.'),
  }),
  answers: { 200: file('application/pdf', 'The statement.', headers), 304: unchanged },
})
