// Tests that sandboxes migrate their own schemas: also those of databases that previous versions made, and
// never by a role that may not.
import { expect, it } from 'vitest'
import { openCardSandbox } from '#providers/cards/card-sandbox.ts'
import { migrateSandbox } from '#providers/sandbox-schemas.ts'
import {
  askRows,
  createEmptyDatabase,
  createRoledDatabase,
  runSql,
  timeoutFactor,
} from '#tests/support/postgres.ts'

/** The schema as versions before the migrations made it. Older ones had fewer columns of payments. */
const previous = (more: string) => `
  create schema sandbox_cards;
  create table sandbox_cards.tokens (id text primary key, behaviour text not null,
    created_at timestamptz not null default now(), used_at timestamptz);
  create table sandbox_cards.payments (id text primary key,
    step_key text not null constraint payments_step_is_one_payment unique,
    amount_minor bigint not null constraint payments_amount_positive check (amount_minor > 0),
    currency text not null, status text not null, created_at timestamptz not null default now()${more});
  create table sandbox_cards.log (id bigint generated always as identity primary key,
    step_key text not null, payment_id text not null, event text not null,
    at timestamptz not null default now());
  create table sandbox_cards.faults (id bigint generated always as identity primary key,
    step text not null default 'authorise' constraint faults_step_known check (step in
      ('authorise', 'capture', 'void', 'refund', 'find', 'returned', 'events')),
    fault text not null constraint faults_fault_known
      check (fault in ('slow', 'error', 'hang', 'unknown', 'late', 'duplicate')),
    calls_left integer not null default 1 constraint faults_calls_floor check (calls_left >= 0),
    wait_ms integer not null default 0);
  create table sandbox_cards.disputes (id text primary key, payment_id text not null,
    amount_minor bigint not null, outcome text not null constraint disputes_outcome_known
      check (outcome in ('open', 'won', 'lost')));
  create table sandbox_cards.events (id bigint generated always as identity primary key,
    payment_id text not null, at timestamptz not null default now());
  create table sandbox_cards.refunds (id text primary key, payment_id text not null,
    step_key text constraint refunds_step_is_one_refund unique,
    amount_minor bigint not null constraint refunds_amount_positive check (amount_minor > 0),
    status text not null constraint refunds_status_known
      check (status in ('pending', 'succeeded', 'failed')),
    created_at timestamptz not null default now());
  insert into sandbox_cards.payments (id, step_key, amount_minor, currency, status)
    values ('pay_1', 'purchase:authorise', 250, 'GBP', 'captured')`

const describeSchema = (url: string) =>
  askRows(
    url,
    `select table_name, column_name, data_type, is_nullable, column_default
     from information_schema.columns where table_schema = 'sandbox_cards'
     union all
     select conrelid::regclass::text, conname, contype::text, '', pg_get_constraintdef(oid)
     from pg_constraint where connamespace = 'sandbox_cards'::regnamespace order by 1, 2`,
  )

it.each([
  [
    'previous',
    `, refunded_minor bigint not null default 0,
    refunds_are text not null default 'succeeded' constraint payments_refunds_known
      check (refunds_are in ('succeeded', 'pending', 'failed'))`,
  ],
  ['an older', ''],
])('the schema of %s version becomes the newest with its rows', async (_name, more) => {
  const [database, fresh] = [await createEmptyDatabase(), await createEmptyDatabase()]
  await runSql(database.url, previous(more))
  await migrateSandbox(fresh.url, 'sandbox_cards')
  // Two processes start at once.
  await Promise.all([
    migrateSandbox(database.url, 'sandbox_cards'),
    migrateSandbox(database.url, 'sandbox_cards'),
  ])
  const cards = await openCardSandbox(database.url, Date.now, timeoutFactor)
  const { capturedMinor, refundedMinor } = await cards.findReturned('pay_1')
  await cards.close()
  expect([capturedMinor, refundedMinor]).toEqual([250, 0])
  expect(await describeSchema(database.url)).toEqual(await describeSchema(fresh.url))
  await database.drop()
  await fresh.drop()
})

it('a role that may not change the schema gets the next step, and then uses it', async () => {
  const database = await createRoledDatabase()
  const open = () => migrateSandbox(database.appUrl, 'sandbox_push')
  await expect(open()).rejects.toThrow(/0001_sandbox_push\.sql.*npm run operator -- migrate/)
  await migrateSandbox(database.ownerUrl, 'sandbox_push')
  const app = 'carbon_passport_server'
  await runSql(
    database.ownerUrl,
    `grant usage on schema sandbox_push to ${app};
     grant select on sandbox_push.migrations to ${app}`,
  )
  await open()
  await database.drop()
})
