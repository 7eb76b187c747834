// Declares the calls that read purchases and their history.
import { z } from 'zod'
import {
  access,
  exampleId,
  exampleTime,
  id,
  moment,
  money,
  sortBy,
  tag,
} from '#features/console/console-calls.ts'
import { deskCase, purchaseMessage } from '#features/console/desk/desk-calls.ts'
import { dispute } from '#features/console/purchases/disputes-calls.ts'
import { page } from '#features/staff/staff-calls.ts'
import { call, json } from '#values/call.ts'

export const purchaseRow = z.object({
  tx_id: z.string(),
  created_at: moment,
  quantity_kg: z.number().int(),
  total: money,
  currency: z.string(),
  /** A state of docs/commands.md, such as COMPLETED or DISPUTED. */
  status: z.string(),
  reversal: z.string(),
  goodwill: money,
  owed: money,
  is_gift: z.boolean(),
  project: z.string(),
  buyer_id: z.uuid(),
  /** Name or masked phone number; null for a deleted passport. */
  buyer: z.string().nullable(),
  dispute: z
    .object({ status: z.string(), outcome: z.string(), due_at: moment.nullable() })
    .nullable(),
  fraud_warned_at: moment.nullable(),
})
export type PurchaseRow = z.infer<typeof purchaseRow>
export const examplePurchase: PurchaseRow = {
  tx_id: 'CP-7K2M-9QXF-4HJD',
  created_at: exampleTime,
  quantity_kg: 20,
  total: 2.03,
  currency: 'GBP',
  status: 'COMPLETED',
  reversal: 'none',
  goodwill: 0,
  owed: 0,
  is_gift: false,
  project: 'Cookstoves in Somalia',
  buyer_id: exampleId,
  buyer: 'Ada Lovelace',
  dispute: null,
  fraud_warned_at: null,
}

/** States that the list of purchases can be filtered by (docs/commands.md#states-of-purchases). */
const listedState = z.enum([
  'PENDING',
  'COMPLETED',
  'FAILED',
  'EXPIRED',
  'REFUNDED',
  'DISPUTED',
  'REFUND_FAILED',
  'REINSTATED',
  'GOODWILL',
  'FRAUD_WARNING',
])

export const listConsolePurchases = call({
  id: 'listConsolePurchases',
  method: 'GET',
  path: '/console/api/purchases',
  access,
  tag,
  summary: 'Lists purchases, newest first.',
  description:
    'By `sort=created_at` the oldest first. `since` and `until` are days in UTC, both included.',
  query: z.object({
    ...page,
    q: z.string().max(200).optional(),
    state: listedState.optional(),
    since: z.iso.date().optional(),
    until: z.iso.date().optional(),
    person: z.uuid().optional(),
    sort: sortBy('created_at'),
  }),
  problems: ['forbidden'],
  answers: { 200: json(z.array(purchaseRow), 'The purchases.', [examplePurchase]) },
})

/** Something that happened to a purchase, in words. */
const event = z.object({
  at: moment,
  /** The subject, which decides colour and icon. */
  kind: z.enum([
    'state',
    'card',
    'message',
    'dispute',
    'staff',
    'log',
    'certificate',
    'retirement',
  ]),
  title: z.string(),
  detail: z.string().nullable(),
})
export type PurchaseEvent = z.infer<typeof event>

const posting = z.object({
  at: moment,
  ledger: z.enum(['kg', 'money']),
  source: z.string(),
  destination: z.string(),
  /** Kilograms, or units of `currency`. */
  amount: z.number(),
  /** Null for kilograms. A wallet may have another currency than the purchase. */
  currency: z.string().nullable(),
})

const wholePurchase = z.object({
  ...purchaseRow.shape,
  wallet: money,
  card: money,
  /** Euros to one unit of the currency, as the purchase fixed it. */
  serial_number: z.string(),
  batch_id: z.uuid(),
  recipient: z.string().nullable(),
  holder_id: z.uuid().nullable(),
  holder: z.string().nullable(),
  places: z.object({ first: z.number().int(), last: z.number().int() }).nullable(),
  failure: z.string().nullable(),
  completed_at: moment.nullable(),
  expires_at: moment,
  keeps_kilograms: z.boolean(),
  refunded_kg: z.number().int(),
  refunded: money,
  lost: money,
  card_state: z.string(),
  payment_id: z.string().nullable(),
  /** The card provider's own word; null without a card part, `no answer` while it is away. */
  provider_status: z.string().nullable(),
  /** Cause of a missing answer, in words; null if the provider is only late. */
  provider_reason: z.string().nullable(),
  certificate: z.string().nullable(),
  log_entry: z.number().int().nullable(),
  /** All that happened, oldest first. */
  timeline: z.array(event),
  postings: z.array(posting),
  messages: z.array(purchaseMessage),
  /** Its cases of the desk, most urgent first. */
  cases: z.array(deskCase),
  /** Completed purchases of the same buyer, kilograms and total within an hour, at most 5. */
  similar: z.array(purchaseRow),
  disputes: z.array(dispute),
})
export type WholePurchase = z.infer<typeof wholePurchase>

export const getConsolePurchase = call({
  id: 'getConsolePurchase',
  method: 'GET',
  path: '/console/api/purchases/:id',
  access,
  tag,
  summary: 'Returns one purchase, with all that happened, in order.',
  description: 'By its transaction id. Each read is a row of the audit trail.',
  params: id,
  problems: ['forbidden', 'not_found'],
  answers: {
    200: json(wholePurchase, 'The purchase.', {
      ...examplePurchase,
      wallet: 1,
      card: 1.03,
      serial_number: 'GS1-1-SO-GS12285-16-2022-29930-6499-42536',
      batch_id: exampleId,
      recipient: null,
      holder_id: exampleId,
      holder: 'Ada Lovelace',
      places: { first: 1, last: 20 },
      failure: null,
      completed_at: exampleTime,
      expires_at: exampleTime,
      keeps_kilograms: false,
      refunded_kg: 0,
      refunded: 0,
      lost: 0,
      card_state: 'captured',
      payment_id: 'pi_1Pgc72',
      provider_status: 'captured',
      provider_reason: null,
      certificate: null,
      log_entry: 7,
      timeline: [{ at: exampleTime, kind: 'state', title: 'Reserved', detail: '20 kg' }],
      postings: [],
      messages: [],
      cases: [],
      similar: [],
      disputes: [],
    }),
  },
})
