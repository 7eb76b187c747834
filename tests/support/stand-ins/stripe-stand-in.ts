// Simulates Stripe by its OpenAPI file and documentation, as far as the product uses it: payments with
// states, idempotency keys, refunds, disputes and events.
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  type ApiStandIn,
  openApiStandIn,
  type StandInAnswer,
  type StandInCall,
} from './api-stand-in.ts'

export type StandInCard = 'pays' | 'declined' | 'lacks_funds' | 'errs' | 'asks'

export type StripeStandIn = ApiStandIn & {
  readonly secretKey: string
  /** Creates a PaymentMethod for one payment, as Stripe's card fields do. Returns its id. */
  tokenise(card: StandInCard): string
  /** Returns the ids of the customers that were not deleted, each with the number of its kept cards. */
  customers(): ReadonlyMap<string, number>
  /** Records the user's answer to their bank, which the user gives in the browser. */
  answerBank(clientSecret: string, approved: boolean): void
  /** Returns the events of a step's payment in order, such as `authorised` and `captured`. */
  eventsOf(stepKey: string): string[]
  /** Refunds a part of a step's payment, as an operator does on Stripe's page. */
  refundOnPage(stepKey: string, amount: number): void
  /** Opens a dispute about a step's payment, or changes the status of the open one. */
  dispute(stepKey: string, status: string, amount?: number): void
  /**
   * Sends an early fraud warning about a step's payment. With `names` the warning contains the charge's
   * id only, not the payment's.
   */
  warnOfFraud(stepKey: string, names?: 'charge'): void
  /** Returns the ids that Stripe's pages show for a step's payment. */
  idsOf(stepKey: string): {
    readonly payment: string
    readonly charge: string
    readonly refunds: readonly string[]
    readonly dispute: string
    readonly warning: string
  }
  /** Refuses statement descriptor suffixes from now on. */
  refuseSuffixes(): void
  /** Stripe's events about refunds, disputes and fraud warnings, oldest first. */
  readonly sentEvents: StripeEvent[]
  /**
   * Lets the next calls of an operation fail with status 500. Stripe repeats that answer for their
   * idempotency key.
   */
  failInside(operation: string, times?: number): void
  /** Sets the status of later refunds. Default: `succeeded`. */
  setRefundStatus(status: RefundStatus): void
  /** Ends the newest refund of a step's payment. Sends an event of this type, or none if it is null. */
  endRefund(stepKey: string, status: RefundStatus, type?: string | null): void
  /** Returns the money of a lost dispute, with this status of the dispute. */
  reinstate(stepKey: string, status: string): void
}

export type RefundStatus = 'pending' | 'requires_action' | 'succeeded' | 'failed' | 'canceled'

export type StripeEvent = {
  readonly id: string
  readonly type: string
  readonly created: number
  readonly data: { readonly object: Readonly<Record<string, unknown>> }
}

type Dispute = {
  readonly id: string
  readonly amount: number
  status: string
  readonly dueBy: number
  isReinstated?: boolean
}
type Refund = {
  readonly id: string
  readonly amount: number
  readonly metadata: Readonly<Record<string, string>>
  readonly created: number
  status: RefundStatus
}
type Warning = { readonly id: string; readonly created: number }

type Intent = {
  readonly id: string
  readonly created: Record<string, unknown>
  readonly stepKey: string
  customer: string | null
  status: string
  token: string | null
  refused: string | null
  refunded: number
  dispute: Dispute | null
  readonly chargeId: string
  readonly refunds: Refund[]
  readonly warnings: Warning[]
}

const fixtures = JSON.parse(
  readFileSync(join(import.meta.dirname, '../..', 'openapi', 'stripe-fixtures.json'), 'utf8'),
).resources

const declines: Readonly<Record<string, Record<string, string>>> = {
  declined: { code: 'card_declined', decline_code: 'generic_decline' },
  lacks_funds: { code: 'card_declined', decline_code: 'insufficient_funds' },
  errs: { code: 'processing_error' },
}

const error = (status: number, body: Record<string, unknown>): StandInAnswer => ({
  status,
  body: { error: { message: 'a message for developers', ...body } },
})
const invalid = (body: Record<string, unknown> = {}, status = 400) =>
  error(status, { type: 'invalid_request_error', ...body })
const unexpectedState = () => invalid({ code: 'payment_intent_unexpected_state' })
const newId = (prefix: string) => `${prefix}_${randomBytes(12).toString('hex')}`

/** A PaymentMethod. After its first payment only its customer may use it. */
type Method = { readonly card: StandInCard; isUsed: boolean; customer: string | null }

type State = {
  readonly intents: Map<string, Intent>
  readonly cards: Map<string, Method>
  /** Customers by id; true for a deleted one. */
  readonly customers: Map<string, boolean>
  readonly answersByKey: Map<string, { readonly request: string; readonly answer: StandInAnswer }>
  readonly events: { readonly stepKey: string; readonly event: string }[]
  readonly failingOperations: string[]
  readonly sentEvents: StripeEvent[]
  refundStatus: RefundStatus
  takesSuffixes: boolean
}
type Handle = (call: StandInCall) => StandInAnswer

export async function openStripeStandIn(): Promise<StripeStandIn> {
  const secretKey = `sk_test_${randomBytes(12).toString('hex')}`
  const state: State = {
    intents: new Map(),
    cards: new Map(),
    customers: new Map(),
    answersByKey: new Map(),
    events: [],
    failingOperations: [],
    sentEvents: [],
    refundStatus: 'succeeded',
    takesSuffixes: true,
  }
  const standIn = await openApiStandIn({
    file: 'stripe-2023-08-16.json',
    securityScheme: 'bearerAuth',
    isKnown: (authorization) => authorization === `Bearer ${secretKey}`,
    unauthorised: invalid({ message: 'Invalid API Key provided' }, 401),
    busy: error(503, { type: 'api_error' }),
    malformed: (reason) => invalid({ message: reason }),
    handlers: handlersOf(state),
  })
  return {
    ...standIn,
    secretKey,
    tokenise(card) {
      const token = newId('pm')
      state.cards.set(token, { card, isUsed: false, customer: null })
      return token
    },
    customers() {
      const kept = [...state.cards.values()].map(({ customer }) => customer)
      const living = [...state.customers].filter(([, isDeleted]) => !isDeleted)
      return new Map(living.map(([id]) => [id, kept.filter((each) => each === id).length]))
    },
    answerBank(clientSecret, approved) {
      const intent = state.intents.get(clientSecret.replace(/_secret$/, ''))
      if (intent?.status !== 'requires_action') throw new Error('the bank asks nothing')
      intent.status = approved ? 'requires_capture' : 'requires_payment_method'
      if (!approved) intent.refused = 'declined'
      recordEvent(state, intent, approved ? 'authorised' : 'declined')
    },
    eventsOf: (stepKey) =>
      state.events.filter((each) => each.stepKey === stepKey).map(({ event }) => event),
    sentEvents: state.sentEvents,
    setRefundStatus(status) {
      state.refundStatus = status
    },
    refundOnPage(stepKey, amount) {
      const intent = intentOf(state, stepKey)
      if (intent.refunded + amount > Number(intent.created.amount)) throw new Error('too much')
      intent.refunded += amount
      const created = Math.floor(Date.now() / 1_000)
      intent.refunds.push({ id: newId('re'), amount, metadata: {}, created, status: 'succeeded' })
      sendEvent(state, intent, 'charge.refunded')
    },
    endRefund(stepKey, status, type = 'charge.refund.updated') {
      const intent = intentOf(state, stepKey)
      const refund = intent.refunds.at(-1)
      if (refund === undefined) throw new Error('there is no refund')
      if (isCounted(refund.status) && !isCounted(status)) intent.refunded -= refund.amount
      refund.status = status
      if (type !== null) sendEvent(state, intent, type)
    },
    reinstate(stepKey, status) {
      const intent = intentOf(state, stepKey)
      if (intent.dispute === null) throw new Error('there is no dispute')
      intent.dispute.status = status
      intent.dispute.isReinstated = true
      sendEvent(state, intent, 'charge.dispute.funds_reinstated')
    },
    dispute(stepKey, status, amount) {
      const intent = intentOf(state, stepKey)
      const type = intent.dispute === null ? 'created' : 'closed'
      const captured = Number(intent.created.amount)
      const dueBy = Math.floor(Date.now() / 1_000) + 9 * 86_400
      intent.dispute ??= { id: newId('dp'), amount: amount ?? captured, status, dueBy }
      intent.dispute.status = status
      sendEvent(state, intent, `charge.dispute.${type}`)
    },
    warnOfFraud(stepKey, names) {
      const intent = intentOf(state, stepKey)
      const created = Math.floor(Date.now() / 1_000)
      const warning = { id: newId('issfr'), created }
      intent.warnings.push(warning)
      const warningObject = warningOnWire(intent, warning)
      const object =
        names === 'charge' ? { ...warningObject, payment_intent: undefined } : warningObject
      const type = 'radar.early_fraud_warning.created'
      state.sentEvents.push({
        ...fixtures.event,
        id: newId('evt'),
        type,
        created,
        data: { object },
      })
    },
    idsOf(stepKey) {
      const { id, chargeId, refunds, dispute, warnings } = intentOf(state, stepKey)
      const [warning] = warnings
      const ids = { dispute: dispute?.id ?? '', warning: warning?.id ?? '' }
      return { payment: id, charge: chargeId, refunds: refunds.map((each) => each.id), ...ids }
    },
    refuseSuffixes() {
      state.takesSuffixes = false
    },
    failInside(operation, times = 1) {
      for (let time = 0; time < times; time += 1) state.failingOperations.push(operation)
    },
  }
}

function handlersOf(state: State): Readonly<Record<string, Handle>> {
  const open = ['requires_payment_method', 'requires_action', 'requires_capture']
  const post = (effect: (state: State, call: StandInCall) => StandInAnswer) =>
    answerOncePerKey(state, (call) => effect(state, call))
  const read: Handle = (call) => withIntent(state, call, () => undefined)
  return {
    PostPaymentIntents: post(create),
    GetPaymentIntentsIntent: read,
    PostPaymentIntentsIntentConfirm: post(confirm),
    PostPaymentIntentsIntent: post(updateIntent),
    PostCustomers: post(createCustomer),
    GetCustomersCustomerPaymentMethods: listMethods(state),
    DeleteCustomersCustomer: deleteCustomer(state),
    PostPaymentIntentsIntentCapture: post(
      transition(['requires_capture'], 'succeeded', 'captured'),
    ),
    PostPaymentIntentsIntentCancel: post(transition(open, 'canceled', 'voided')),
    PostRefunds: post(refund),
    GetRefunds: objectList(state, refundsOf, '/v1/refunds'),
    GetRadarEarlyFraudWarnings: objectList(state, warningsOf, '/v1/radar/early_fraud_warnings'),
    GetChargesCharge: singleObject(state, ({ params }, intent) =>
      params.charge === intent.chargeId ? chargeOf(intent) : undefined,
    ),
    GetRefundsRefund: singleObject(state, ({ params }, intent) => {
      const refund = intent.refunds.find(({ id }) => id === params.refund)
      return refund && refundOnWire(intent, refund)
    }),
    GetDisputesDispute: singleObject(state, ({ params }, intent) =>
      params.dispute === intent.dispute?.id ? disputeOnWire(intent) : undefined,
    ),
    GetRadarEarlyFraudWarningsEarlyFraudWarning: singleObject(state, ({ params }, intent) => {
      const warning = intent.warnings.find(({ id }) => id === params.early_fraud_warning)
      return warning && warningOnWire(intent, warning)
    }),
    GetDisputes: objectList(state, disputesOf, '/v1/disputes'),
    GetEvents: objectList(state, eventsOf, '/v1/events'),
  }
}

/** Runs `effect` once per idempotency key, as Stripe does, and repeats the first answer. */
function answerOncePerKey({ answersByKey, failingOperations }: State, effect: Handle): Handle {
  return (call) => {
    const key = String(call.headers['idempotency-key'] ?? newId('none'))
    const request = JSON.stringify([call.operation, call.params, call.body])
    const earlier = answersByKey.get(key)
    if (earlier !== undefined) {
      if (earlier.request !== request) return error(400, { type: 'idempotency_error' })
      return { ...earlier.answer, headers: { 'idempotent-replayed': 'true' } }
    }
    const index = failingOperations.indexOf(call.operation)
    if (index >= 0) failingOperations.splice(index, 1)
    const answer = index < 0 ? effect(call) : error(500, { type: 'api_error' })
    answersByKey.set(key, { request, answer })
    return index < 0 ? answer : { ...answer, headers: { 'stripe-should-retry': 'false' } }
  }
}

function recordEvent({ events }: State, { stepKey }: Intent, event: string): void {
  events.push({ stepKey, event })
}

/** Returns the fields that a call expands, by its query or its body. */
function expandedOf(query: StandInCall['query'], body: StandInCall['body']): string[] {
  return [query.expand, body?.expand].flatMap((each) =>
    typeof each === 'object' && each !== null ? Object.values(each) : (each ?? []),
  )
}

/** Changes the payment that a call names. If `change` returns an answer, it replaces the payment. */
function withIntent(
  { intents }: State,
  { params, query, body }: StandInCall,
  change: (intent: Intent) => StandInAnswer | undefined,
): StandInAnswer {
  const intent = intents.get(String(params.intent))
  if (intent === undefined) return invalid({ code: 'resource_missing' }, 404)
  return change(intent) ?? { status: 200, body: onWire(intent, expandedOf(query, body)) }
}

function create({ intents, takesSuffixes }: State, { body }: StandInCall): StandInAnswer {
  const { amount, currency, metadata, description, statement_descriptor_suffix: suffix } = body
  if (suffix !== undefined && !(takesSuffixes && isSuffix(suffix))) {
    return invalid({ param: 'statement_descriptor_suffix' })
  }
  if (amount < 30) return invalid({ code: 'amount_too_small', param: 'amount' })
  const intent = {
    id: newId('pi'),
    created: { amount, currency, metadata, description, statement_descriptor_suffix: suffix },
    stepKey: metadata.step_key,
    customer: null,
    status: 'requires_payment_method',
    token: null,
    refused: null,
    refunded: 0,
    dispute: null,
    chargeId: newId('ch'),
    refunds: [],
    warnings: [],
  }
  intents.set(intent.id, intent)
  return { status: 200, body: onWire(intent) }
}

/**
 * Limits a suffix to 10 characters: the whole descriptor has at most 22, with a prefix of up to 10 and
 * `* ` (https://docs.stripe.com/get-started/account/statement-descriptors).
 */
const isSuffix = (text: string) => /^(?=.*[A-Z])[^<>\\'"*]{1,10}$/.test(text)

function confirm(state: State, call: StandInCall): StandInAnswer {
  return withIntent(state, call, (intent) => {
    if (intent.status !== 'requires_payment_method') return unexpectedState()
    const token = String(call.body.payment_method)
    const method = state.cards.get(token)
    const param = 'payment_method'
    if (method === undefined) return invalid({ code: 'resource_missing', param })
    // Only the customer of a PaymentMethod may use it, and one that was used without a customer never again.
    if (method.customer !== null && method.customer !== intent.customer) return invalid({ param })
    if (method.isUsed && method.customer === null) return invalid({ param })
    if (call.body.off_session === true && method.card === 'asks') {
      intent.refused = 'declined'
      recordEvent(state, intent, 'declined')
      const code = 'authentication_required'
      return error(402, { type: 'card_error', code, payment_intent: onWire(intent) })
    }
    method.isUsed = true
    intent.token = token
    const decline = declines[method.card]
    if (decline !== undefined) {
      intent.refused = method.card
      recordEvent(state, intent, 'declined')
      return error(402, { type: 'card_error', ...decline, payment_intent: onWire(intent) })
    }
    if (call.body.setup_future_usage !== undefined) method.customer = intent.customer
    intent.status = method.card === 'asks' ? 'requires_action' : 'requires_capture'
    recordEvent(state, intent, method.card === 'asks' ? 'action' : 'authorised')
    return undefined
  })
}

/** Sets the customer of an intent once, as Stripe allows it. */
function updateIntent(state: State, call: StandInCall): StandInAnswer {
  const { customer } = call.body
  if (state.customers.get(customer) !== false) return invalid({ param: 'customer' })
  return withIntent(state, call, (intent) => {
    if (intent.customer !== null) return invalid({ param: 'customer' })
    intent.customer = customer
    return undefined
  })
}

function createCustomer({ customers }: State, { body }: StandInCall): StandInAnswer {
  const id = newId('cus')
  customers.set(id, false)
  return { status: 200, body: { ...fixtures.customer, ...body, id } }
}

const listMethods =
  ({ customers, cards }: State): Handle =>
  ({ params }) => {
    const customer = String(params.customer)
    if (customers.get(customer) !== false) return invalid({ code: 'resource_missing' }, 404)
    const data = [...cards]
      .filter(([, method]) => method.customer === customer)
      .map(([id, { card }]) => ({
        ...fixtures.payment_method,
        id,
        type: 'card',
        customer,
        card: {
          ...fixtures.payment_method.card,
          brand: 'visa',
          last4: '4242',
          exp_month: 12,
          exp_year: 2040,
          fingerprint: card,
        },
      }))
    const url = `/v1/customers/${customer}/payment_methods`
    return { status: 200, body: { object: 'list', data, has_more: false, url } }
  }

/** Deletes a customer, whose cards then pay nothing. Its payments stay. */
const deleteCustomer =
  ({ customers, cards }: State): Handle =>
  ({ params }) => {
    const id = String(params.customer)
    if (customers.get(id) !== false) return invalid({ code: 'resource_missing' }, 404)
    customers.set(id, true)
    for (const [token, { customer }] of cards) if (customer === id) cards.delete(token)
    return { status: 200, body: { ...fixtures.deleted_customer, id } }
  }

function transition(from: readonly string[], to: string, event: string) {
  return (state: State, call: StandInCall): StandInAnswer =>
    withIntent(state, call, (intent) => {
      if (!from.includes(intent.status)) return unexpectedState()
      intent.status = to
      recordEvent(state, intent, event)
      return undefined
    })
}

function refund(state: State, { body }: StandInCall): StandInAnswer {
  const intent = state.intents.get(String(body.payment_intent))
  if (intent?.status !== 'succeeded') return unexpectedState()
  const amount = Number(intent.created.amount)
  if (intent.refunded === amount) return invalid({ code: 'charge_already_refunded' })
  if (intent.dispute?.status === 'needs_response') return invalid({ code: 'charge_disputed' })
  const { refundStatus: status } = state
  const id = newId('re')
  const created = Math.floor(Date.now() / 1_000)
  const { metadata = {} } = body
  const left = amount - intent.refunded
  const requested = Number(body.amount ?? left)
  if (requested > left) return invalid({ param: 'amount' })
  const newRefund = { id, amount: requested, metadata, created, status }
  intent.refunds.push(newRefund)
  if (isCounted(status)) {
    intent.refunded += requested
    recordEvent(state, intent, 'refunded')
    sendEvent(state, intent, 'charge.refunded')
  } else {
    recordEvent(state, intent, `refund ${status}`)
    sendEvent(state, intent, 'refund.failed')
  }
  return { status: 200, body: refundOnWire(intent, newRefund) }
}

/** Returns true if a charge's refunded amount includes a refund with this status. */
const isCounted = (status: RefundStatus) => status !== 'failed' && status !== 'canceled'

/** Answers with the first object that `find` returns for a payment, or with 404. */
function singleObject(
  { intents }: State,
  find: (call: StandInCall, intent: Intent) => object | undefined,
): Handle {
  return (call) => {
    for (const intent of intents.values()) {
      const body = find(call, intent)
      if (body !== undefined) return { status: 200, body }
    }
    return invalid({ code: 'resource_missing' }, 404)
  }
}

function refundOnWire({ id: payment_intent, chargeId: charge }: Intent, refund: Refund) {
  return { ...fixtures.refund, ...refund, charge, payment_intent }
}

function warningOnWire(
  { id: payment_intent, chargeId: charge }: Intent,
  { id, created }: Warning,
): Record<string, unknown> {
  return { ...fixtures['radar.early_fraud_warning'], id, created, charge, payment_intent }
}

function disputeOnWire({ id, chargeId: charge, dispute, created }: Intent) {
  const {
    dueBy: due_by,
    isReinstated,
    ...disputeFields
  } = dispute ?? { dueBy: 0, id: '', amount: 0, isReinstated: false }
  const amounts = isReinstated === true ? [-disputeFields.amount, disputeFields.amount] : []
  const evidence_details = { ...fixtures.dispute.evidence_details, due_by }
  const { currency } = created
  const balance_transactions = amounts.map((each) => ({
    ...fixtures.balance_transaction,
    amount: each,
  }))
  const more = { evidence_details, charge, currency, balance_transactions, payment_intent: id }
  return { ...fixtures.dispute, ...disputeFields, ...more }
}

const intentOfQuery = ({ intents }: State, { query }: StandInCall) =>
  intents.get(String(query.payment_intent))

function refundsOf(state: State, call: StandInCall): { readonly id: string }[] {
  const intent = intentOfQuery(state, call)
  return intent?.refunds.map((each) => ({ ...refundOnWire(intent, each), id: each.id })) ?? []
}

function warningsOf(state: State, call: StandInCall): { readonly id: string }[] {
  const intent = intentOfQuery(state, call)
  return intent?.warnings.map((each) => ({ ...warningOnWire(intent, each), id: each.id })) ?? []
}

/** Answers with one page of the objects that `find` returns. */
function objectList(
  state: State,
  find: (state: State, call: StandInCall) => { readonly id: string }[],
  url: string,
): Handle {
  return (call) => {
    const found = find(state, call)
    const { limit, starting_after: after } = call.query
    const from = after === undefined ? 0 : found.findIndex(({ id }) => id === after) + 1
    const data = found.slice(from, from + Number(limit))
    const has_more = from + data.length < found.length
    return { status: 200, body: { object: 'list', data, has_more, url } }
  }
}

function disputesOf(state: State, call: StandInCall) {
  const intent = intentOfQuery(state, call)
  return intent?.dispute ? [disputeOnWire(intent)] : []
}

/** Returns the events of the requested types and time, newest first, as Stripe lists them. */
function eventsOf({ sentEvents }: State, { query }: StandInCall): StripeEvent[] {
  const types = [query.types ?? []].flat()
  const { gte, gt }: { gte?: string; gt?: string } = Object(query.created)
  const since = gte === undefined ? Number(gt) + 1 : Number(gte)
  return sentEvents
    .filter(({ type, created }) => types.includes(type) && created >= since)
    .reverse()
}

function intentOf({ intents }: State, stepKey: string): Intent {
  const found = [...intents.values()].find((intent) => intent.stepKey === stepKey)
  if (found?.status !== 'succeeded') throw new Error('there is no such captured payment')
  return found
}

/** Records an event of Stripe about a payment's charge, newest refund or dispute, by the event's type. */
function sendEvent(
  { sentEvents }: State,
  { id, dispute, chargeId, refunds }: Intent,
  type: string,
): void {
  const isDispute = type.startsWith('charge.dispute')
  const isRefund = type.includes('refund.')
  const object = isDispute
    ? { object: 'dispute', id: dispute?.id ?? '', charge: chargeId }
    : isRefund
      ? { object: 'refund', id: refunds.at(-1)?.id ?? '', charge: chargeId }
      : { object: 'charge', id: chargeId }
  const created = Math.floor(Date.now() / 1_000)
  const event = { ...fixtures.event, id: newId('evt'), type, created }
  sentEvents.push({ ...event, data: { object: { ...object, payment_intent: id } } })
}

function chargeOf({ id, created, status, refunded, chargeId }: Intent) {
  return {
    ...fixtures.charge,
    id: chargeId,
    payment_intent: id,
    currency: created.currency,
    amount_captured: status === 'succeeded' ? created.amount : 0,
    amount_refunded: refunded,
    refunded: refunded === created.amount,
    payment_method_details: { card: { brand: 'visa', last4: '4242', country: 'US' }, type: 'card' },
  }
}

/** Returns a payment in Stripe's form. Its charge is an id only, unless a call expands it. */
function onWire(intent: Intent, expand: readonly string[] = []) {
  const { id, created, status, refused, token, chargeId } = intent
  const isCharged = status === 'requires_capture' || status === 'succeeded'
  const charge = expand.includes('latest_charge') ? chargeOf(intent) : chargeId
  const isAsked = status === 'requires_action'
  return {
    ...fixtures.payment_intent,
    ...created,
    id,
    client_secret: `${id}_secret`,
    capture_method: 'manual',
    status,
    payment_method: token,
    customer: intent.customer,
    next_action: isAsked ? { type: 'use_stripe_sdk', use_stripe_sdk: {} } : null,
    last_payment_error: refused === null ? null : { type: 'card_error', ...declines[refused] },
    latest_charge: isCharged ? charge : null,
  }
}
