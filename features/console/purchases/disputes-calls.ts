// Declares the calls that read disputes.
import { z } from 'zod'
import {
  access,
  exampleTime,
  id,
  moment,
  money,
  sortBy,
  tag,
} from '#features/console/console-calls.ts'
import { page } from '#features/staff/staff-calls.ts'
import { call, json } from '#values/call.ts'

export const dispute = z.object({
  id: z.string(),
  tx_id: z.string(),
  status: z.string(),
  outcome: z.string(),
  /** The bank's reason, such as `fraudulent`. */
  reason: z.string().nullable(),
  amount: money.nullable(),
  currency: z.string().nullable(),
  opened_at: moment,
  /** The deadline for evidence. */
  due_at: moment.nullable(),
})
export type DisputeRow = z.infer<typeof dispute>
const exampleDispute: DisputeRow = {
  id: 'dp_1Pgc72',
  tx_id: 'CP-7K2M-9QXF-4HJD',
  status: 'needs_response',
  outcome: 'open',
  reason: 'fraudulent',
  amount: 2.03,
  currency: 'GBP',
  opened_at: exampleTime,
  due_at: '2026-12-04T09:30:00.000Z',
}

export const listDisputes = call({
  id: 'listDisputes',
  method: 'GET',
  path: '/console/api/disputes',
  access,
  tag,
  summary: 'Lists disputes, open ones first, by deadline.',
  description: 'Banks’ inquiries are among them.',
  query: z.object({
    ...page,
    outcome: z.enum(['open', 'won', 'lost']).optional(),
    sort: sortBy('opened_at', 'amount'),
  }),
  problems: ['forbidden'],
  answers: { 200: json(z.array(dispute), 'The disputes.', [exampleDispute]) },
})

export const getDispute = call({
  id: 'getDispute',
  method: 'GET',
  path: '/console/api/disputes/:id',
  access,
  tag,
  summary: 'Returns one dispute.',
  description: 'By the card provider’s id.',
  params: id,
  problems: ['forbidden', 'not_found'],
  answers: { 200: json(dispute, 'The dispute.', exampleDispute) },
})
