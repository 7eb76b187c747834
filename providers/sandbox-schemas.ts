// Defines the sandboxes' own tables, which a real provider would have on its side. Each sandbox
// makes its schema when it is opened, so that a database with real providers has none. No table of
// the product may refer to them.
import { type Db, sqlState } from '#platform/database/database.ts'
import { type Statement, statement } from '#platform/database/statement.ts'

/**
 * Faults of the next `calls_left` calls of a step. They are rows, so that every process sees the
 * same, also after a kill.
 */
const faults = (steps: readonly string[]) => `faults (
  id bigint generated always as identity primary key,
  step text not null default '${steps[0]}' constraint faults_step_known
    check (step in (${steps.map((step) => `'${step}'`).join(', ')})),
  fault text not null constraint faults_fault_known
    check (fault in ('slow', 'error', 'hang', 'unknown', 'late', 'duplicate')),
  calls_left integer not null default 1 constraint faults_calls_floor check (calls_left >= 0),
  wait_ms integer not null default 0
)`

const tablesOf = {
  sandbox_sms: [
    `messages (
      id bigint generated always as identity primary key,
      key text not null constraint messages_key_is_one_message unique,
      recipient text not null,
      body text not null,
      template text not null,
      created_at timestamptz not null default now()
    )`,
    // Phones that answered STOP.
    `stopped (
      phone text primary key,
      stopped_at timestamptz not null default now()
    )`,
    // The steps, in order. A repeated message is marked as one.
    `log (
      id bigint generated always as identity primary key,
      key text not null,
      recipient text not null,
      event text not null constraint log_event_known
        check (event in ('sent', 'repeated', 'refused')),
      at timestamptz not null default now()
    )`,
    faults(['send']),
    // Answers from phones, in order.
    `answers (
      id bigint generated always as identity primary key,
      phone text not null,
      kind text not null constraint answers_kind_known check (kind in ('stopped', 'started')),
      at timestamptz not null default now()
    )`,
  ],
  sandbox_cards: [
    `tokens (
      id text primary key,
      behaviour text not null,
      created_at timestamptz not null default now(),
      used_at timestamptz
    )`,
    `payments (
      id text primary key,
      step_key text not null constraint payments_step_is_one_payment unique,
      amount_minor bigint not null constraint payments_amount_positive check (amount_minor > 0),
      currency text not null,
      status text not null,
      created_at timestamptz not null default now(),
      refunded_minor bigint not null default 0,
      -- What becomes of refunds that are asked for: at once, or for good.
      refunds_are text not null default 'succeeded' constraint payments_refunds_known
        check (refunds_are in ('succeeded', 'pending', 'failed'))
    )`,
    `log (
      id bigint generated always as identity primary key,
      step_key text not null,
      payment_id text not null,
      event text not null,
      at timestamptz not null default now()
    )`,
    faults(['authorise', 'capture', 'void', 'refund', 'find', 'returned', 'events']),
    `disputes (
      id text primary key,
      payment_id text not null,
      amount_minor bigint not null,
      outcome text not null constraint disputes_outcome_known
        check (outcome in ('open', 'won', 'lost'))
    )`,
    // Events of payments, which customers may poll.
    `events (
      id bigint generated always as identity primary key,
      payment_id text not null,
      at timestamptz not null default now()
    )`,
    `refunds (
      id text primary key,
      payment_id text not null,
      step_key text constraint refunds_step_is_one_refund unique,
      amount_minor bigint not null constraint refunds_amount_positive check (amount_minor > 0),
      status text not null constraint refunds_status_known
        check (status in ('pending', 'succeeded', 'failed')),
      created_at timestamptz not null default now()
    )`,
  ],
  sandbox_push: [
    `log (
      id bigint generated always as identity primary key,
      push_token text not null,
      answer text not null,
      at timestamptz not null default now()
    )`,
  ],
  sandbox_google_wallet: [
    `objects (
      id text primary key,
      content jsonb not null
    )`,
    `log (
      id bigint generated always as identity primary key,
      object_id text not null,
      content jsonb not null,
      answer text not null,
      at timestamptz not null default now()
    )`,
    faults(['patch']),
  ],
} as const satisfies Record<string, readonly string[]>

export type SandboxSchema = keyof typeof tablesOf

/** Indexes, and additions to schemas of earlier versions. */
const moreOf: Partial<Record<SandboxSchema, string>> = {
  sandbox_sms:
    'create index if not exists messages_to on sandbox_sms.messages (recipient, id desc);',
  sandbox_cards: `alter table sandbox_cards.payments
    add column if not exists refunded_minor bigint not null default 0,
    add column if not exists refunds_are text not null default 'succeeded';`,
}

/** SQLSTATE of PostgreSQL, appendix A. */
const insufficientPrivilege = '42501'

/** Two processes that open a sandbox at once: the second one finds the schema made. */
const schemaLock = 7_276_614_003

function making(schema: SandboxSchema): Statement {
  const tables = tablesOf[schema].map((table) => `create table if not exists ${schema}.${table};`)
  const [newest = ''] = tablesOf[schema].at(-1)?.split(' ', 1) ?? []
  const isMade = `to_regclass('${schema}.${newest}') is not null`
  return statement(
    `make-${schema}`,
    {},
    `do $$ begin
       if ${isMade} then return; end if;
       perform pg_advisory_xact_lock(${schemaLock});
       if ${isMade} then return; end if;
       create schema if not exists ${schema};
       ${tables.join('\n       ')}
       ${moreOf[schema] ?? ''}
     end $$`,
  )
}

const makings: Readonly<Record<SandboxSchema, Statement>> = {
  sandbox_sms: making('sandbox_sms'),
  sandbox_cards: making('sandbox_cards'),
  sandbox_push: making('sandbox_push'),
  sandbox_google_wallet: making('sandbox_google_wallet'),
}

/**
 * Makes the schema of a sandbox where it is not there yet. Throws a sentence where the role may not:
 * then `migrate` makes it.
 */
export async function makeSandboxSchema(db: Db, schema: SandboxSchema): Promise<void> {
  try {
    await db.run(makings[schema])
  } catch (error) {
    if (sqlState(error) !== insufficientPrivilege) throw error
    throw new Error(
      `The database lacks ${schema}, and this role may not make it: npm run operator -- migrate`,
      { cause: error },
    )
  }
}

/** The SQL that makes the schemas of all sandboxes, for restoring a backup of them. */
export const allSandboxSchemas: readonly string[] = Object.values(makings).map(({ text }) => text)
