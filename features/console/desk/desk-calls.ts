// Declares the call of the desk: disputes, fraud warnings and refunds that somebody has to look at.
import { z } from 'zod'
import {
  access,
  exampleId,
  exampleTime,
  moment,
  money,
  tag,
} from '#features/console/console-calls.ts'
import { page } from '#features/staff/staff-calls.ts'
import { call, json } from '#values/call.ts'

/** A message to a person, and what became of it. */
export const message = z.object({
  id: z.number().int(),
  template: z.string(),
  state: z.string(),
  attempts: z.number().int(),
  created_at: moment,
  sent_at: moment.nullable(),
  arrival: z.string().nullable(),
  last_error: z.string().nullable(),
})

/** A message about a purchase. */
export const purchaseMessage = z.object({ ...message.shape, to: z.enum(['buyer', 'receiver']) })
export type PurchaseMessage = z.infer<typeof purchaseMessage>

/** The kinds, most urgent first. */
export const caseKinds = [
  'dispute',
  'refund_failed',
  'reinstated',
  'refund_pending',
  'fraud_warning',
  'dispute_at_bank',
  'refund_under_way',
] as const
const caseKind = z.enum(caseKinds)
export type CaseKind = z.infer<typeof caseKind>

export const deskCase = z.object({
  id: z.string(),
  kind: caseKind,
  tx_id: z.string(),
  buyer_id: z.uuid(),
  /** Name or masked phone number; null for a deleted passport. */
  buyer: z.string().nullable(),
  since: moment,
  /** The deadline for evidence. */
  due_at: moment.nullable(),
  amount: money,
  currency: z.string(),
  /** The provider's id of the dispute, warning or payment. */
  provider_id: z.string().nullable(),
  /** The bank's reason, the network's kind of fraud, or the state at the provider. */
  detail: z.string().nullable(),
  /** The newest file with the evidence, and its maker. */
  evidence: z.object({ at: moment, by: z.string() }).nullable(),
  /** The next step in words, and the name of the action that does it. */
  next: z.object({ words: z.string(), action: z.string().nullable() }),
  /** The messages to buyer and receiver, oldest first. */
  messages: z.array(purchaseMessage),
})
export type DeskCase = z.infer<typeof deskCase>

export const listCases = call({
  id: 'listCases',
  method: 'GET',
  path: '/console/api/desk',
  access,
  tag,
  summary: 'Lists open disputes, fraud warnings and refunds, most urgent first.',
  description:
    'Disputes that need an answer come first, by deadline, then money that is owed, refunds that hang, warnings, and what is under way.',
  query: z.object({ ...page, kind: caseKind.optional() }),
  problems: ['forbidden'],
  answers: {
    200: json(z.array(deskCase), 'The cases.', [
      {
        id: 'dispute:dp_1Pgc72',
        kind: 'dispute',
        tx_id: 'CP-7K2M-9QXF-4HJD',
        buyer_id: exampleId,
        buyer: 'Ada Lovelace',
        since: exampleTime,
        due_at: '2026-12-04T09:30:00.000Z',
        amount: 2.03,
        currency: 'GBP',
        provider_id: 'dp_1Pgc72',
        detail: 'fraudulent',
        evidence: null,
        next: { words: 'Send the bank the evidence.', action: 'purchases evidence' },
        messages: [],
      },
    ]),
  },
})
