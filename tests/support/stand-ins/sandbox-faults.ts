// Sets faults of the sandbox providers and reads their logs. Tests check effects at the provider by these
// logs, never by the product's tables.
import type { Db } from '#platform/database/database.ts'
import type { SandboxFaultKind } from '#providers/sandbox-fault-injection.ts'
import type { Services } from '#server/services.ts'
import { statement } from '#tests/support/test-statement.ts'

type CardStep =
  | 'authorise'
  | 'capture'
  | 'void'
  | 'refund'
  | 'find'
  | 'returned'
  | 'events'
  | 'customer'
  | 'kept'
  | 'forget'

const setCardFault = statement(
  'test-set-card-fault',
  {},
  `insert into sandbox_cards.faults (step, fault, wait_ms)
   select $1, $2, $4 from generate_series(1, $3::int)`,
)
const setSmsFault = statement(
  'test-set-sms-fault',
  {},
  `insert into sandbox_sms.faults (fault, wait_ms) select $1, $3 from generate_series(1, $2::int)`,
)
const setGoogleFault = statement(
  'test-set-google-fault',
  {},
  `insert into sandbox_google_wallet.faults (fault) select $1 from generate_series(1, $2::int)`,
)
const clearCardFaults = statement('test-clear-card-faults', {}, 'delete from sandbox_cards.faults')
const clearSmsFaults = statement('test-clear-sms-faults', {}, 'delete from sandbox_sms.faults')
const stopPhone = statement(
  'test-stop-phone',
  {},
  'insert into sandbox_sms.stopped (phone) values ($1)',
)
const startPhone = statement(
  'test-start-phone',
  {},
  'delete from sandbox_sms.stopped where phone = $1',
)
const cardEvents = statement(
  'test-card-events',
  { event: 'text' },
  `select l.event from sandbox_cards.log l join sandbox_cards.payments p on p.id = l.payment_id
   where p.step_key = $1 order by l.id`,
)
const messagesTo = statement(
  'test-messages-to',
  { template: 'text', body: 'text' },
  `select m.template, m.body from sandbox_sms.log l join sandbox_sms.messages m on m.key = l.key
   where l.recipient = $1 and l.event = 'sent' order by l.id`,
)

/**
 * Returns the sandbox providers without circuit breakers. Tests whose providers fail often need them,
 * because an open circuit would skip calls.
 */
export function withoutCircuits({ sms, smsSandbox, cards, cardSandbox }: Services) {
  return { sms: smsSandbox ?? sms, cards: cardSandbox ?? cards }
}

type FaultOptions = { readonly calls?: number; readonly waitMs?: number }

/**
 * Sets the fault of the next `calls` calls of a step. Each fault is a row, so that concurrent calls of any
 * process take one fault each.
 */
export async function failCards(
  db: Db,
  step: CardStep,
  fault: SandboxFaultKind,
  { calls = 1, waitMs = 0 }: FaultOptions = {},
): Promise<void> {
  await db.run(setCardFault, [step, fault, calls, waitMs])
}

export async function failSms(
  db: Db,
  fault: SandboxFaultKind,
  { calls = 1, waitMs = 0 }: FaultOptions = {},
): Promise<void> {
  await db.run(setSmsFault, [fault, calls, waitMs])
}

/** Sets the fault of the next `calls` changes of passes in Google Wallet. */
export async function failGoogle(db: Db, fault: SandboxFaultKind, calls: number): Promise<void> {
  await db.run(setGoogleFault, [fault, calls])
}

export async function healSandboxes(db: Db): Promise<void> {
  await db.run(clearCardFaults)
  await db.run(clearSmsFaults)
}

/** Lets a phone answer STOP to the SMS provider, or START if `isStopped` is false. */
export async function answerStop(db: Db, phone: string, isStopped: boolean): Promise<void> {
  await db.run(isStopped ? stopPhone : startPhone, [phone])
}

/** Returns the events of a purchase from the card provider's own log, in order. */
export async function cardEventsOf(db: Db, purchaseId: string): Promise<string[]> {
  const rows = await db.run(cardEvents, [`${purchaseId}:authorise`])
  return rows.map(({ event }) => event)
}

/** Returns the templates of sent messages to a phone from the SMS provider's log, except sign-in codes. */
export async function messagesSentTo(db: Db, phone: string): Promise<string[]> {
  const rows = await db.run(messagesTo, [phone])
  return rows.map(({ template }) => template).filter((template) => template !== 'otp')
}
