// Declares the calls that read people. Phone numbers are masked unless the caller asks for them.
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
import { message } from '#features/console/desk/desk-calls.ts'
import {
  examplePurchase,
  purchaseRow,
} from '#features/console/purchases/console-purchases-calls.ts'
import { page } from '#features/staff/staff-calls.ts'
import { call, json } from '#values/call.ts'

const person = z.object({
  id: z.uuid(),
  /** First and last name, else the nickname; null without either, or after a deletion. */
  name: z.string().nullable(),
  nickname: z.string().nullable(),
  /** Masked; null for a deleted passport. */
  phone: z.string().nullable(),
  country: z.string(),
  currency: z.string(),
  language: z.string(),
  created_at: moment,
  kilograms: z.number().int(),
  is_blocked: z.boolean(),
})
export type PersonRow = z.infer<typeof person>
const examplePerson: PersonRow = {
  id: exampleId,
  name: 'Ada Lovelace',
  nickname: 'Ada',
  phone: '+44•••••456',
  country: 'GB',
  currency: 'GBP',
  language: 'en',
  created_at: exampleTime,
  kilograms: 20,
  is_blocked: false,
}

export const listPeople = call({
  id: 'listPeople',
  method: 'GET',
  path: '/console/api/people',
  access,
  tag,
  summary: 'Lists people, newest first.',
  description:
    'By `sort=created_at` the oldest first. `q` is a number, name, passport or transaction id, as in the search.',
  query: z.object({
    ...page,
    q: z.string().max(200).optional(),
    country: z.string().length(2).optional(),
    blocked: z.enum(['yes', 'no']).optional(),
    sort: sortBy('created_at'),
  }),
  problems: ['forbidden'],
  answers: { 200: json(z.array(person), 'The people.', [examplePerson]) },
})

const wholePerson = z.object({
  ...person.shape,
  first_name: z.string().nullable(),
  last_name: z.string().nullable(),
  parked_at: moment.nullable(),
  messages_stopped_at: moment.nullable(),
  blocked_at: moment.nullable(),
  /** Limits of the number that hold now, each as a sentence. */
  limits: z.array(z.string()),
  passkeys: z.number().int(),
  sessions: z.array(z.object({ created_at: moment, last_seen_at: moment, ends_at: moment })),
  wallets: z.array(
    z.object({ programme_id: z.string(), currency: z.string(), balance: money, held: money }),
  ),
  plans: z.array(
    z.object({
      id: z.string(),
      state: z.string(),
      /** The most that a run may cost, in units of `currency`. */
      amount: money,
      currency: z.string(),
      /** Kilograms that the plan has bought. */
      kilograms: z.number().int(),
      next_on: z.iso.date().nullable(),
    }),
  ),
  cards: z.array(z.object({ brand: z.string(), last4: z.string(), expires: z.string() })),
  /** The newest 50. */
  purchases: z.array(purchaseRow),
  /** The newest 50. */
  messages: z.array(message),
})
export type WholePerson = z.infer<typeof wholePerson>

export const getPerson = call({
  id: 'getPerson',
  method: 'GET',
  path: '/console/api/people/:id',
  access,
  tag,
  summary: 'Returns one person, with all that support needs.',
  description:
    '`show_phone=1` returns the whole number to roles that may see it. Each read is a row of the audit trail.',
  params: id,
  query: z.object({ show_phone: z.enum(['1']).optional() }),
  problems: ['forbidden', 'not_found'],
  answers: {
    200: json(wholePerson, 'The person.', {
      ...examplePerson,
      first_name: 'Ada',
      last_name: 'Lovelace',
      parked_at: null,
      messages_stopped_at: null,
      blocked_at: null,
      limits: [],
      passkeys: 1,
      sessions: [],
      wallets: [],
      plans: [],
      cards: [],
      purchases: [examplePurchase],
      messages: [],
    }),
  },
})
