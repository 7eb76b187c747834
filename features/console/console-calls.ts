// Declares the console's calls that read people, purchases, the catalogue, programmes and figures
// (docs/product.md#console). Phone numbers are masked unless the caller asks for them.
import { z } from 'zod'
import { page } from '#features/staff/staff-calls.ts'
import { call, json } from '#values/call.ts'

const tag = 'Console'
const access = 'session'
const exampleId = '0199c4a1-7f00-7a31-8c2e-1d2c3b4a5f61'
const exampleTime = '2026-11-27T09:30:00.000Z'
const id = z.object({ id: z.string().max(200) })
const moment = z.iso.datetime()
const money = z.number()

/** A hit of the search: where it leads, and two lines of words. */
const hit = z.object({
  kind: z.enum(['person', 'purchase', 'batch', 'project', 'programme']),
  id: z.string(),
  title: z.string(),
  detail: z.string(),
})
export type Hit = z.infer<typeof hit>

export const searchConsole = call({
  id: 'searchConsole',
  method: 'GET',
  path: '/console/api/search',
  access,
  tag,
  summary: 'Finds people, purchases, batches, projects and programmes.',
  description:
    'By a phone number in any spelling, a name, a transaction id, a serial number, or an id of the card provider. Only kinds that the roles may read; at most 50 hits.',
  query: z.object({ q: z.string().max(200) }),
  problems: ['forbidden'],
  answers: {
    200: json(z.array(hit), 'The hits, best first.', [
      {
        kind: 'purchase',
        id: 'CP-7K2M-9QXF-4HJD',
        title: 'CP-7K2M-9QXF-4HJD',
        detail: '20 kg, 2.03 GBP, COMPLETED',
      },
    ]),
  },
})

const tile = z.object({
  id: z.string(),
  label: z.string(),
  /** The figure with its unit, ready to be shown. */
  value: z.string(),
  /** `alarm`: somebody has to act today. `warning`: somebody has to look. */
  level: z.enum(['fine', 'warning', 'alarm']),
  /** The list behind the figure: a path of the console, such as `/purchases?state=DISPUTED`. */
  path: z.string().nullable(),
})
const day = z.object({
  day: z.iso.date(),
  purchases: z.number().int(),
  kilograms: z.number().int(),
  sign_ups: z.number().int(),
  sums: z.array(z.object({ currency: z.string(), amount: money })),
})
const today = z.object({ tiles: z.array(tile), days: z.array(day) })
export type Today = z.infer<typeof today>

export const getToday = call({
  id: 'getToday',
  method: 'GET',
  path: '/console/api/today',
  access,
  tag,
  summary: 'Returns the figures of the day, and the last 30 days for charts.',
  description: 'Only figures of parts that the roles may read. Days are in UTC.',
  problems: ['forbidden'],
  answers: {
    200: json(today, 'The figures.', {
      tiles: [
        {
          id: 'disputes',
          label: 'Open disputes',
          value: '1',
          level: 'alarm',
          path: '/disputes',
        },
      ],
      days: [{ day: '2026-11-27', purchases: 3, kilograms: 60, sign_ups: 1, sums: [] }],
    }),
  },
})

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
  description: '`q` is a number, name, passport or transaction id, as in the search.',
  query: z.object({
    ...page,
    q: z.string().max(200).optional(),
    country: z.string().length(2).optional(),
    blocked: z.enum(['yes', 'no']).optional(),
  }),
  problems: ['forbidden'],
  answers: { 200: json(z.array(person), 'The people.', [examplePerson]) },
})

const dispute = z.object({
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

const purchaseRow = z.object({
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
const examplePurchase: PurchaseRow = {
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

const message = z.object({
  id: z.number().int(),
  template: z.string(),
  state: z.string(),
  attempts: z.number().int(),
  created_at: moment,
  sent_at: moment.nullable(),
  arrival: z.string().nullable(),
  last_error: z.string().nullable(),
})

const wholePerson = z.object({
  ...person.shape,
  first_name: z.string().nullable(),
  last_name: z.string().nullable(),
  email: z.string().nullable(),
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
      email: null,
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
  description: '`since` and `until` are days in UTC, both included.',
  query: z.object({
    ...page,
    q: z.string().max(200).optional(),
    state: listedState.optional(),
    since: z.iso.date().optional(),
    until: z.iso.date().optional(),
    person: z.uuid().optional(),
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
  refunded: money,
  lost: money,
  card_state: z.string(),
  payment_id: z.string().nullable(),
  /** The card provider's own word; null without a card part, `no answer` while it is away. */
  provider_status: z.string().nullable(),
  certificate: z.string().nullable(),
  log_entry: z.number().int().nullable(),
  /** All that happened, oldest first. */
  timeline: z.array(event),
  postings: z.array(posting),
  messages: z.array(message),
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
      refunded: 0,
      lost: 0,
      card_state: 'captured',
      payment_id: 'pi_1Pgc72',
      provider_status: 'captured',
      certificate: null,
      log_entry: 7,
      timeline: [{ at: exampleTime, kind: 'state', title: 'Reserved', detail: '20 kg' }],
      postings: [],
      messages: [],
      disputes: [],
    }),
  },
})

export const listDisputes = call({
  id: 'listDisputes',
  method: 'GET',
  path: '/console/api/disputes',
  access,
  tag,
  summary: 'Lists disputes, open ones first, by deadline.',
  description: 'Banks’ inquiries are among them.',
  query: z.object({ ...page, outcome: z.enum(['open', 'won', 'lost']).optional() }),
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

const batchRow = z.object({
  id: z.uuid(),
  serial_number: z.string(),
  registry: z.string(),
  project_id: z.uuid(),
  project: z.string(),
  vintage: z.number().int().nullable(),
  /** Price of a kilogram, with at most 6 decimals. */
  price_per_kg: z.number(),
  currency: z.string(),
  kilograms: z.number().int(),
  sold_kg: z.number().int(),
  held_kg: z.number().int(),
  available_kg: z.number().int(),
  offer: z.string(),
  offer_reason: z.string().nullable(),
})
export type BatchRow = z.infer<typeof batchRow>
const exampleBatch: BatchRow = {
  id: exampleId,
  serial_number: 'GS1-1-SO-GS12285-16-2022-29930-6499-42536',
  registry: 'GS',
  project_id: exampleId,
  project: 'Cookstoves in Somalia',
  vintage: 2022,
  price_per_kg: 0.0243,
  currency: 'GBP',
  kilograms: 36_038_000,
  sold_kg: 20,
  held_kg: 0,
  available_kg: 36_037_980,
  offer: 'offered',
  offer_reason: null,
}

export const listBatches = call({
  id: 'listConsoleBatches',
  method: 'GET',
  path: '/console/api/batches',
  access,
  tag,
  summary: 'Lists batches, by serial number.',
  description: '`q` is a part of the serial number or of the project’s name.',
  query: z.object({
    ...page,
    q: z.string().max(200).optional(),
    offer: z.string().max(40).optional(),
    project: z.uuid().optional(),
  }),
  problems: ['forbidden'],
  answers: { 200: json(z.array(batchRow), 'The batches.', [exampleBatch]) },
})

const wholeBatch = z.object({
  ...batchRow.shape,
  prices: z.array(
    z.object({
      at: moment,
      by: z.string(),
      price_per_kg: z.number(),
      currency: z.string(),
      source: z.string(),
    }),
  ),
  retired_tonnes: z.number().int(),
  due_tonnes: z.number().int(),
})
export type WholeBatch = z.infer<typeof wholeBatch>

export const getBatch = call({
  id: 'getConsoleBatch',
  method: 'GET',
  path: '/console/api/batches/:id',
  access,
  tag,
  summary: 'Returns one batch, with the history of its price.',
  description: 'By its id.',
  params: id,
  problems: ['forbidden', 'not_found'],
  answers: {
    200: json(wholeBatch, 'The batch.', {
      ...exampleBatch,
      prices: [],
      retired_tonnes: 0,
      due_tonnes: 0,
    }),
  },
})

const projectRow = z.object({
  id: z.uuid(),
  registry: z.string(),
  registry_id: z.string(),
  name: z.string(),
  shown_name: z.string(),
  country: z.string(),
  status: z.string().nullable(),
  is_listed: z.boolean(),
  batches: z.number().int(),
  available_kg: z.number().int(),
})
export type ProjectRow = z.infer<typeof projectRow>
const exampleProject: ProjectRow = {
  id: exampleId,
  registry: 'GS',
  registry_id: 'GS12285',
  name: 'Cookstoves in Somalia',
  shown_name: 'Cookstoves in Somalia',
  country: 'SO',
  status: 'GOLD_STANDARD_CERTIFIED_PROJECT',
  is_listed: true,
  batches: 1,
  available_kg: 36_037_980,
}

export const listConsoleProjects = call({
  id: 'listConsoleProjects',
  method: 'GET',
  path: '/console/api/projects',
  access,
  tag,
  summary: 'Lists projects, by name.',
  description: '`q` is a part of the name or of the registry’s id.',
  query: z.object({
    ...page,
    q: z.string().max(200).optional(),
    on_sale: z.enum(['yes', 'no']).optional(),
  }),
  problems: ['forbidden'],
  answers: { 200: json(z.array(projectRow), 'The projects.', [exampleProject]) },
})

const wholeProject = z.object({
  ...projectRow.shape,
  description: z.string().nullable(),
  image_url: z.string().nullable(),
  sdgs: z.array(z.number().int()),
  /** Fields that staff set, which imports keep. */
  edited: z.array(z.string()),
  featured_in: z.array(z.string()),
})
export type WholeProject = z.infer<typeof wholeProject>

export const getConsoleProject = call({
  id: 'getConsoleProject',
  method: 'GET',
  path: '/console/api/projects/:id',
  access,
  tag,
  summary: 'Returns one project.',
  description: 'By its id here.',
  params: id,
  problems: ['forbidden', 'not_found'],
  answers: {
    200: json(wholeProject, 'The project.', {
      ...exampleProject,
      description: null,
      image_url: null,
      sdgs: [7, 13],
      edited: [],
      featured_in: ['GB'],
    }),
  },
})

const programmeRow = z.object({
  id: z.string(),
  name: z.string(),
  state: z.enum(['open', 'closed']),
  funds: z.array(
    z.object({
      currency: z.string(),
      paid_in: money,
      line: money,
      /** The amount that it may still give. */
      left: money,
    }),
  ),
  limit_currency: z.string(),
  person_limit: money.nullable(),
  day_limit: money.nullable(),
  given_today: money,
})
export type ProgrammeRow = z.infer<typeof programmeRow>
const exampleProgramme: ProgrammeRow = {
  id: 'green-bank',
  name: 'Green Bank',
  state: 'open',
  funds: [{ currency: 'GBP', paid_in: 100, line: 0, left: 95 }],
  limit_currency: 'GBP',
  person_limit: 20,
  day_limit: 500,
  given_today: 5,
}

export const listProgrammes = call({
  id: 'listConsoleProgrammes',
  method: 'GET',
  path: '/console/api/programmes',
  access,
  tag,
  summary: 'Lists programmes, by id.',
  description: 'A programme’s own people see that programme only.',
  query: z.object(page),
  problems: ['forbidden'],
  answers: { 200: json(z.array(programmeRow), 'The programmes.', [exampleProgramme]) },
})

const wholeProgramme = z.object({
  ...programmeRow.shape,
  terminals: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      signs: z.boolean(),
      retires_at: moment.nullable(),
    }),
  ),
  /** Credits of the last 30 days by day. */
  days: z.array(z.object({ day: z.iso.date(), currency: z.string(), given: money })),
})
export type WholeProgramme = z.infer<typeof wholeProgramme>

export const getProgramme = call({
  id: 'getConsoleProgramme',
  method: 'GET',
  path: '/console/api/programmes/:id',
  access,
  tag,
  summary: 'Returns one programme, with its terminals and what it gave.',
  description: 'Another programme than one’s own is 404.',
  params: id,
  problems: ['forbidden', 'not_found'],
  answers: {
    200: json(wholeProgramme, 'The programme.', { ...exampleProgramme, terminals: [], days: [] }),
  },
})

const dueRow = z.object({
  registry: z.string(),
  project: z.string(),
  serial_number: z.string(),
  sold_tonnes: z.number().int(),
  retired_tonnes: z.number().int(),
  due_tonnes: z.number().int(),
  due_since: moment.nullable(),
  held_back_tonnes: z.number().int(),
})
export type DueRow = z.infer<typeof dueRow>

export const listConsoleDue = call({
  id: 'listConsoleDue',
  method: 'GET',
  path: '/console/api/retirements',
  access,
  tag,
  summary: 'Lists what is due for retirement, by batch.',
  description: 'The batch with the oldest due tonne is first.',
  query: z.object(page),
  problems: ['forbidden'],
  answers: {
    200: json(z.array(dueRow), 'The batches.', [
      {
        registry: 'GS',
        project: 'Cookstoves in Somalia',
        serial_number: 'GS1-1-SO-GS12285-16-2022-29930-6499-42536',
        sold_tonnes: 3,
        retired_tonnes: 1,
        due_tonnes: 2,
        due_since: exampleTime,
        held_back_tonnes: 0,
      },
    ]),
  },
})
