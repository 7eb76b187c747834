// The receipt's call in words, for the description of the API.
import type { DescribedCalls } from '#platform/http/described-calls.ts'

export const receiptCalls = {
  'GET /api/tokens/transaction/{tx_id}/receipt.pdf': {
    id: 'downloadReceipt',
    tag: 'Activity',
    summary: 'What was paid for a purchase, on paper.',
    answers: {
      200: { is: 'The receipt.', media: 'application/pdf', headers: ['Content-Disposition'] },
    },
  },
  'GET /passport/statement.pdf': {
    id: 'downloadStatement',
    tag: 'Activity',
    summary: 'The kilograms and the money of a year, on paper.',
    answers: {
      200: { is: 'The statement.', media: 'application/pdf', headers: ['Content-Disposition'] },
    },
  },
} as const satisfies DescribedCalls
