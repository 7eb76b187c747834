// Describes the calls of receipts and statements, for the API description.
import type { DescribedCalls } from '#platform/http/description/described-calls.ts'

const headers = ['Content-Disposition', 'ETag'] as const
const accepts = {
  'If-None-Match': 'The `ETag` of the file that is held: 304 where it is right still.',
}
const unchanged = { is: 'What is held is right still.', headers: ['ETag'] } as const

export const receiptCalls = {
  'GET /api/tokens/transaction/{tx_id}/receipt.pdf': {
    id: 'downloadReceipt',
    tag: 'Activity',
    summary: 'What was paid for a purchase, on paper.',
    accepts,
    answers: {
      200: { is: 'The receipt.', media: 'application/pdf', headers },
      304: unchanged,
    },
  },
  'GET /passport/statement.pdf': {
    id: 'downloadStatement',
    tag: 'Activity',
    summary: 'The kilograms and the money of a year, on paper.',
    accepts,
    answers: {
      200: { is: 'The statement.', media: 'application/pdf', headers },
      304: unchanged,
    },
  },
} as const satisfies DescribedCalls
