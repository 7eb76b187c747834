// Simulates a card provider: tokens, payments, faults and a log, in its own schema and with its own
// connections. It must not join our transactions, nor store a card number.
import { randomBytes } from 'node:crypto'
import { type Database, openDatabase } from '#platform/database/database.ts'
import { groupCallsOn } from '#platform/database/group-calls.ts'
import { type Columns, type Row, type Statement, statement } from '#platform/database/statement.ts'
import {
  type Authorisation,
  type AuthoriseStep,
  type CardProvider,
  type PaidCard,
  type PaymentReport,
  type PaymentStatus,
  type PaymentStep,
  paymentStatuses,
  paymentTimeoutMs,
  type ReturnedPayment,
} from '#providers/cards/card-provider.ts'
import {
  behaviourOf,
  type CardDetails,
  declineSentences,
  monthCount,
  printOf,
  type RefusedCard,
} from '#providers/cards/sandbox-cards.ts'
import { findKeptCard, forgetCustomer, openCustomer } from '#providers/cards/sandbox-customers.ts'
import { withFault } from '#providers/sandbox-fault-injection.ts'
import { migrateSandbox } from '#providers/sandbox-schemas.ts'

const insertToken = statement(
  'sandbox-cards-insert-token',
  {},
  `insert into sandbox_cards.tokens (id, behaviour, fingerprint, brand, last_four, exp_month, exp_year,
     country)
   values ($1, $2, $3, $4, $5, $6, $7, $8)`,
)
const findPayment = statement(
  'sandbox-cards-find',
  {
    id: 'text',
    status: 'text',
    brand: 'text?',
    last_four: 'text?',
    country: 'text?',
  },
  'select id, status, brand, last_four, country from sandbox_cards.payments where step_key = $1',
)
/**
 * Creates the payment of a step once and logs it. Unless the card is declined, its token is used up, or kept at
 * the customer $8. Customer $7 may use its kept card again, while it has not expired in the month $10. $9 is
 * true without the cardholder, who then cannot answer a question of the bank.
 */
const authorisePayment = statement(
  'sandbox-cards-authorise',
  {
    id: 'text?',
    status: 'text?',
    behaviour: 'text?',
    is_new: 'bool',
    brand: 'text?',
    last_four: 'text?',
    country: 'text?',
  },
  `with before as (
     select id, status, brand, last_four, country from sandbox_cards.payments where step_key = $1
   ), token as (
     select case when exp_year * 12 + exp_month < $10::int then 'expired'
       when $9::bool and behaviour = 'asks' then 'needs_cardholder'
       when $7::text is not null and behaviour = 'declined_kept' then 'declined' else behaviour end as behaviour,
       brand, last_four, country
     from sandbox_cards.tokens t
     where id = $2 and (used_at is null or customer_id = $7 and exists (
       select from sandbox_cards.customers c where c.id = $7 and c.deleted_at is null)) for update
   ), made as (
     insert into sandbox_cards.payments (id, step_key, amount_minor, currency, status, refunds_are, reported,
       brand, last_four, country)
     select $3, $1, $4, $5, case when behaviour = any($6::text[]) then 'declined'
       when behaviour = 'asks' then 'action' else 'authorised' end,
       case behaviour when 'refund_fails' then 'failed' when 'refund_waits' then 'pending'
         else 'succeeded' end,
       case behaviour when 'disputed' then 'dispute' when 'warned' then 'warning' end,
       brand, last_four, country
     from token where not exists (select from before)
     on conflict (step_key) do nothing returning id, status, brand, last_four, country
   ), used as (
     update sandbox_cards.tokens set used_at = now(), customer_id = coalesce($8, customer_id)
     where id = $2 and exists (select from made where status <> 'declined')
   ), logged as (
     insert into sandbox_cards.log (step_key, payment_id, event) select $1, id, status from made
   )
   select coalesce(made.id, before.id) as id, coalesce(made.status, before.status) as status,
     token.behaviour, made.id is not null as is_new, coalesce(made.brand, before.brand) as brand,
     coalesce(made.last_four, before.last_four) as last_four, coalesce(made.country, before.country) as country
   from (values (1)) as one left join before on true left join token on true left join made on true`,
)
/**
 * Changes the status of a payment once. Returns the status, even if an earlier call changed it. A captured payment
 * is disputed, or warned of, if its card says so.
 */
const movePayment = statement(
  'sandbox-cards-move',
  { status: 'text' },
  `with moved as (
     update sandbox_cards.payments set status = $4 where id = $1 and status = $3
     returning id, amount_minor, case when $4 = 'captured' then reported end as reported
   ), logged as (
     insert into sandbox_cards.log (step_key, payment_id, event) select $2, id, $4 from moved
   ), disputed as (
     insert into sandbox_cards.disputes (id, payment_id, amount_minor, outcome)
     select 'dp_' || substr(id, 5), id, amount_minor, 'open' from moved where reported = 'dispute'
   ), warned as (
     insert into sandbox_cards.fraud_warnings (id, payment_id)
     select 'issfr_' || substr(id, 5), id from moved where reported = 'warning'
   ), told as (
     insert into sandbox_cards.events (payment_id) select id from moved where reported is not null
   )
   select case when exists (select from moved) then $4 else status end as status
   from sandbox_cards.payments where id = $1`,
)

/** Refunds `$4` of a payment, or its rest if `$4` is null, once for each step, unless a bank disputes the payment. */
const refundPayment = statement(
  'sandbox-cards-refund',
  { status: 'text' },
  `with payment as (
     select p.id, p.refunds_are, p.amount_minor - p.refunded_minor
       - (select coalesce(sum(d.amount_minor), 0) from sandbox_cards.disputes d
         where d.payment_id = p.id and d.outcome = 'lost') as left_minor
     from sandbox_cards.payments p
     where id = $1 and status in ('captured', 'refunded')
       and not exists (select from sandbox_cards.disputes d
       where d.payment_id = p.id and d.outcome = 'open') for update
   ), made as (
     insert into sandbox_cards.refunds (id, payment_id, step_key, amount_minor, status)
     select $3, id, $2, least(left_minor, coalesce($4::int8, left_minor)), refunds_are
     from payment where left_minor > 0
     on conflict (step_key) do nothing returning payment_id, amount_minor, status
   ), moved as (
     update sandbox_cards.payments p set refunded_minor = p.refunded_minor + made.amount_minor,
       status = case when $4::int8 is null or p.refunded_minor + made.amount_minor = p.amount_minor
         then 'refunded' else p.status end
     from made where p.id = made.payment_id and made.status <> 'failed' returning p.id
   ), logged as (
     insert into sandbox_cards.log (step_key, payment_id, event)
     select $2, payment_id, case status when 'failed' then 'refund failed' else 'refunded' end
     from made
   ), told as (
     insert into sandbox_cards.events (payment_id) select payment_id from made
   )
   select case when exists (select from moved) then 'refunded' else status end as status
   from sandbox_cards.payments where id = $1`,
)
const findRefunds = statement(
  'sandbox-cards-find-refunds',
  {
    id: 'text',
    step_key: 'text?',
    amount_minor: 'int8',
    status: ['pending', 'succeeded', 'failed'],
    created_at: 'timestamptz',
  },
  `select id, step_key, amount_minor, status, created_at from sandbox_cards.refunds
   where payment_id = $1 order by created_at, id`,
)
const findReturned = statement(
  'sandbox-cards-find-returned',
  { amount_minor: 'int8', currency: 'text', refunded_minor: 'int8' },
  `select amount_minor, currency, refunded_minor from sandbox_cards.payments
   where id = $1 and status in ('captured', 'refunded')`,
)
const findDisputes = statement(
  'sandbox-cards-find-disputes',
  { id: 'text', amount_minor: 'int8', outcome: ['open', 'won', 'lost'], moved_at: 'timestamptz?' },
  `select d.id, d.amount_minor, d.outcome, (select max(e.at) from sandbox_cards.events e
     where e.payment_id = d.payment_id) as moved_at
   from sandbox_cards.disputes d where d.payment_id = $1 order by d.id`,
)
/**
 * Finds a payment's disputes for its report, with currency and dates. The sandbox stores no dates of
 * disputes. The opening is the payment's first event, or its creation if it has none; the due date is
 * nine days later.
 */
const findReports = statement(
  'sandbox-cards-find-dispute-reports',
  {
    id: 'text',
    amount_minor: 'int8',
    currency: 'text',
    outcome: ['open', 'won', 'lost'],
    opened_at: 'timestamptz',
    due_at: 'timestamptz',
  },
  `select d.id, d.amount_minor, p.currency, d.outcome, r.opened_at,
     r.opened_at + interval '9 days' as due_at
   from sandbox_cards.disputes d join sandbox_cards.payments p on p.id = d.payment_id
   cross join lateral (select coalesce(min(e.at), p.created_at) as opened_at
     from sandbox_cards.events e where e.payment_id = p.id) r
   where d.payment_id = $1 order by d.id`,
)
const findWarnings = statement(
  'sandbox-cards-find-warnings',
  { id: 'text', at: 'timestamptz' },
  'select id, at from sandbox_cards.fraud_warnings where payment_id = $1 order by at, id',
)
const findNamed = statement(
  'sandbox-cards-find-named',
  { id: 'text', step_key: 'text' },
  `select id, step_key from sandbox_cards.payments
   where id = $1 or id = (select payment_id from sandbox_cards.disputes where id = $1)
     or id = (select payment_id from sandbox_cards.refunds where id = $1)`,
)
const findEvents = statement(
  'sandbox-cards-find-events',
  { id: 'int8', payment_id: 'text' },
  'select id, payment_id from sandbox_cards.events where at >= $1 order by id',
)

/** Returns a function that runs the statement. Concurrent calls of the function share one transaction. */
function groupRuns<C extends Columns>(each: Statement<C>) {
  return groupCallsOn<Database, readonly unknown[], Row<C>[]>(
    (db, calls) => db.transaction((tx) => Promise.all(calls.map((values) => tx.run(each, values)))),
    { groupMax: 128, waitingMax: 10_000 },
  )
}

const authoriseInGroup = groupRuns(authorisePayment)
const moveInGroup = groupRuns(movePayment)
const refundInGroup = groupRuns(refundPayment)

export type CardSandbox = CardProvider & {
  /** Returns a one-time token as the provider's hosted field does, or the refused field. */
  tokenise(card: CardDetails): Promise<string | RefusedCard>
  /** Completes a `card_action` with the user's answer. Returns whether the payment is authorised. */
  confirm(clientSecret: string, approved: boolean): Promise<boolean>
}

/** Opens the sandbox. `timeoutFactor` multiplies its timeouts. */
export async function openCardSandbox(
  url: string,
  clock: () => number,
  timeoutFactor = 1,
): Promise<CardSandbox> {
  const connectionsMax = 4
  // A call waits for a connection as long as for a real provider.
  const connectionWaitMs = paymentTimeoutMs * timeoutFactor
  const applicationName = 'card-sandbox'
  const db = openDatabase({ url, connectionsMax, connectionWaitMs, applicationName, timeoutFactor })
  await migrateSandbox(url, 'sandbox_cards')
  const call = <T>(step: string, effect: () => Promise<T>) => withFault(db, 'cards', step, effect)
  return {
    authorise: (step) => call('authorise', () => authorise(db, step, new Date(clock()))),
    capture: (step) => call('capture', () => move(db, step, 'authorised', 'captured')),
    void: (step) =>
      call('void', async () => {
        await move(db, step, 'action', 'voided')
        return move(db, step, 'authorised', 'voided')
      }),
    refund: ({ paymentId, stepKey, amountMinor = null }) =>
      call('refund', async () => {
        const id = `re_${randomBytes(12).toString('base64url')}`
        const [row] = await refundInGroup(db, [paymentId, stepKey, id, amountMinor])
        return statusOf(row?.status)
      }),
    findReturned: (paymentId) => call('returned', () => readReturned(db, paymentId)),
    readReport: (paymentId) => readReport(db, paymentId),
    async findNamed(id) {
      const [row] = await db.run(findNamed, [id])
      return row === undefined ? null : { paymentId: row.id, stepKey: row.step_key }
    },
    eventsSince: (since) =>
      call('events', async () => {
        const rows = await db.run(findEvents, [since])
        return rows.map(({ id, payment_id }) => ({ id: String(id), paymentId: payment_id }))
      }),
    find: ({ stepKey }) =>
      call('find', async () => {
        const [row] = await db.run(findPayment, [stepKey])
        return { status: statusOf(row?.status), paymentId: row?.id ?? null, ...paidCardOf(row) }
      }),
    async tokenise(card) {
      const behaviour = behaviourOf(card, new Date(clock()))
      if (typeof behaviour !== 'string') return behaviour
      const id = `tok_${randomBytes(12).toString('base64url')}`
      const { fingerprint, brand, lastFour, expMonth, expYear, country } = printOf(card)
      const values = [id, behaviour, fingerprint, brand, lastFour, expMonth, expYear, country]
      await db.run(insertToken, values)
      return id
    },
    async confirm(clientSecret, approved) {
      const paymentId = clientSecret.replace(/_secret$/, '')
      const step = { stepKey: `${paymentId}:confirm`, paymentId }
      const status = await move(db, step, 'action', approved ? 'authorised' : 'declined')
      return status === 'authorised'
    },
    openCustomer: (stepKey) => call('customer', () => openCustomer(db, stepKey)),
    findKeptCard: (customerId) => call('kept', () => findKeptCard(db, customerId)),
    forgetCustomer: (customerId) => call('forget', () => forgetCustomer(db, customerId)),
    close: () => db.close(),
  }
}

async function authorise(
  db: Database,
  { stepKey, cardToken, amountMinor, currency, customer }: AuthoriseStep,
  today: Date,
): Promise<Authorisation> {
  const id = `pay_${randomBytes(12).toString('base64url')}`
  const decliningBehaviours = [...declineSentences.keys()]
  const { customerId = null, use = null } = customer ?? {}
  const keepsCard = use === 'keep'
  const values = [
    ...[stepKey, cardToken, id, amountMinor, currency, decliningBehaviours],
    ...(keepsCard ? [null, customerId] : [customerId, null]),
    use === 'off_session',
    monthCount(today.getUTCFullYear(), today.getUTCMonth() + 1),
  ]
  const [row] = await authoriseInGroup(db, values)
  const behaviour = row?.is_new ? (row.behaviour ?? '') : ''
  const sentence = declineSentences.get(behaviour)
  if (sentence !== undefined) {
    return behaviour === 'needs_cardholder'
      ? { status: 'declined', sentence, isCardholderNeeded: true }
      : { status: 'declined', sentence }
  }
  if (row?.id != null) return authorisationOf(statusOf(row.status), row.id, paidCardOf(row))
  // A concurrent repeat of this step may have used up the token.
  const [repeat] = await db.run(findPayment, [stepKey])
  if (repeat === undefined) return { status: 'bad_token' }
  return authorisationOf(statusOf(repeat.status), repeat.id, paidCardOf(repeat))
}

type PaymentRow = Pick<Row<typeof findPayment.columns>, 'brand' | 'last_four' | 'country'>

/** Returns the card of a payment, or an empty object if an earlier version stored none. */
function paidCardOf(row: PaymentRow | undefined): { readonly card?: PaidCard } {
  const { brand = null, last_four: lastFour = null, country = null } = row ?? {}
  return brand === null || lastFour === null ? {} : { card: { brand, lastFour, country } }
}

function authorisationOf(
  status: PaymentStatus,
  paymentId: string,
  card: { readonly card?: PaidCard },
): Authorisation {
  if (status === 'action') {
    const action = { type: 'three_d_secure', client_secret: `${paymentId}_secret` }
    return { status, paymentId, action }
  }
  if (status === 'authorised' || status === 'captured') {
    return { status: 'authorised', paymentId, ...card }
  }
  return { status: 'declined', sentence: declineSentences.get('declined') ?? '' }
}

async function readReturned(db: Database, paymentId: string): Promise<ReturnedPayment> {
  const [refunds, disputes] = await Promise.all([
    db.run(findRefunds, [paymentId]),
    db.run(findDisputes, [paymentId]),
  ])
  const [payment] = await db.run(findReturned, [paymentId])
  if (payment === undefined) throw new Error('there is no such captured payment')
  return {
    capturedMinor: payment.amount_minor,
    currency: payment.currency,
    refundedMinor: payment.refunded_minor,
    refunds: refunds.map(({ id, step_key, amount_minor, status, created_at }) => ({
      id,
      stepKey: step_key,
      status,
      amountMinor: amount_minor,
      createdAt: created_at,
    })),
    disputes: disputes.map(({ id, amount_minor, outcome, moved_at }) => ({
      id,
      amountMinor: amount_minor,
      outcome,
      ...(moved_at === null || outcome === 'open' ? {} : { movedAt: moved_at }),
    })),
  }
}

/** Returns the report of a payment, without a card brand. */
async function readReport(db: Database, paymentId: string): Promise<PaymentReport> {
  const [rows, refunds, warnings] = await Promise.all([
    db.run(findReports, [paymentId]),
    db.run(findRefunds, [paymentId]),
    db.run(findWarnings, [paymentId]),
  ])
  const fraudWarnings = warnings.map(({ id, at }) => ({ id, kind: 'sandbox', warnedAt: at }))
  const disputes = rows.map(({ id, amount_minor, currency, outcome, opened_at, due_at }) => ({
    id,
    status: outcome === 'open' ? 'needs_response' : outcome,
    outcome,
    reason: 'general',
    amountMinor: amount_minor,
    currency,
    openedAt: opened_at,
    dueAt: outcome === 'open' ? due_at : null,
  }))
  const refundIds = refunds.map(({ id }) => id)
  return { chargeIds: [], refundIds, disputes, fraudWarnings, card: null }
}

async function move(
  db: Database,
  { stepKey, paymentId }: PaymentStep,
  from: PaymentStatus,
  to: PaymentStatus,
): Promise<PaymentStatus> {
  const [row] = await moveInGroup(db, [paymentId, stepKey, from, to])
  return statusOf(row?.status)
}

/** Converts a stored status; `none` if there is no payment. Throws for an unknown text. */
function statusOf(text: string | null | undefined): PaymentStatus {
  if (text == null) return 'none'
  const knownStatus = paymentStatuses.find((status) => status === text)
  if (knownStatus === undefined) throw new Error(`a payment of the sandbox is ${text}`)
  return knownStatus
}
