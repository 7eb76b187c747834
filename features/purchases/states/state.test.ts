// Compares the table of a purchase's states with the database's words, trigger and indexes, and
// with the source, whose SQL spells no state by hand.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lockPurchases, movePurchase } from '#features/purchases/purchase-queries.ts'
import type { Transaction } from '#platform/database/database.ts'
import { issueTestBatch } from '#tests/support/people/batch.ts'
import { cardOrder, Person } from '#tests/support/people/person.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { reversalStates } from './reversal-state.ts'
import {
  cardStates,
  completionStepOf,
  expirableStates,
  expiredStageOf,
  failureCodes,
  firstStages,
  listedStates,
  openCardStates,
  openStates,
  openStepOf,
  purchaseStates,
  stageOf,
  transitions,
  wireStateOf,
  wireStates,
} from './state.ts'
import { sqlState, statesOf } from './state-sql.ts'

const combinations = purchaseStates.flatMap((state) =>
  cardStates.map((card_state) => ({ state, card_state })),
)
const moves = Object.entries(transitions).flatMap(([from, next]) =>
  Object.keys(next).map((to) => `${from} > ${to}`),
)
const reachable = new Set<string>([
  ...Object.values(firstStages),
  ...moves.map((move) => move.split(' > ')[1] ?? ''),
])

let test: TestApp
let sql: pg.Client
beforeAll(async () => {
  test = await startTestApp()
  sql = new pg.Client({ connectionString: test.databaseUrl })
  await sql.connect()
})
afterAll(async () => {
  await sql.end()
  await test.close()
})

/** Returns the quoted words in capitals of a part of the schema. */
async function wordsOf(definition: string, name: string): Promise<string[]> {
  const { rows } = await sql.query(`select ${definition} as text`, [name])
  return [...String(rows[0]?.text).matchAll(/'([A-Z]+)'/g)].map(([, word]) => word ?? '')
}
const constraint = '(select pg_get_constraintdef(oid) from pg_constraint where conname = $1)'
const index = 'pg_get_indexdef($1::regclass)'

describe('the database', () => {
  it.each([
    ['purchases_state_known', constraint, purchaseStates],
    ['purchases_card_state_known', constraint, cardStates],
    ['purchases_open', index, openStates],
    ['purchases_to_expire', index, expirableStates],
    ['purchases_to_settle', index, [...openCardStates, 'COMPLETING']],
  ])('knows the words of %s, and no other', async (name, definition, words) => {
    expect((await wordsOf(definition, name)).sort()).toEqual([...words].sort())
  })

  it('lets a purchase make the moves of the table, and none of the other 3,600', async () => {
    const buyer = await new Person(test.url).signIn()
    const batch = await issueTestBatch(test.services.db, { kg: 100 })
    const { status } = await buyer.reserve(cardOrder(batch, 20, await buyer.cardToken()))
    expect(status).toBe(200)
    // Another constraint checks a stage's card and combinations.
    await sql.query(`alter table purchases drop constraint purchases_places_when_completed,
      drop constraint purchases_card_part_has_card, drop constraint purchases_reversal_of_charged`)
    await sql.query(
      `create temp table stages as select * from unnest($1::text[], $2::text[])
      as given (state, card_state)`,
      [combinations.map(({ state }) => state), combinations.map(({ card_state }) => card_state)],
    )
    await sql.query(`create temp table tried (move text, refused text)`)
    await sql.query(tryEveryMove)
    const { rows } = await sql.query('select move, refused from tried')
    expect(rows).toHaveLength((purchaseStates.length * cardStates.length) ** 2)
    const stays = new Set(
      combinations.map((combination) => `${stageOf(combination)} > ${stageOf(combination)}`),
    )
    const made = rows.filter(({ refused }) => refused === null).map(({ move }) => String(move))
    expect(made.filter((move) => !stays.has(move)).sort()).toEqual([...moves].sort())
    const refusals = new Set(rows.flatMap(({ refused }) => refused ?? []))
    expect([...refusals]).toEqual(['23001'])
  })
})

/** One row a stage, from which each stage is tried; every change is rolled back. */
const tryEveryMove = `do $$
  declare
    one record; other record; row_id uuid; refusal text;
  begin
    for one in select * from stages loop
      insert into purchases (tx_id, buyer_id, batch_id, project_id, quantity_kg, price_micros,
        batch_currency, currency, rate, total_minor, wallet_minor, card_minor, state, card_state,
        expires_at)
      select gen_random_uuid()::text, buyer_id, batch_id, project_id, quantity_kg, price_micros,
        batch_currency, currency, rate, total_minor, wallet_minor, card_minor, one.state,
        one.card_state, expires_at
      from purchases order by created_at limit 1 returning id into row_id;
      for other in select * from stages loop
        refusal := null;
        begin
          update purchases set state = other.state, card_state = other.card_state where id = row_id;
          raise exception 'taken back' using errcode = 'P0001';
        exception
          when raise_exception then null;
          when others then refusal := sqlstate;
        end;
        insert into tried values (
          one.state || ' ' || one.card_state || ' > ' || other.state || ' ' || other.card_state,
          refusal);
      end loop;
    end loop;
  end $$`

describe('the table', () => {
  it('leads every purchase to an end, and from no end to another', () => {
    const from = new Map(Object.entries(transitions).map(([at, next]) => [at, Object.keys(next)]))
    // A refunded amount may be owed again, which is not a way out of the end.
    const endsOf = (stage: string): string[] =>
      stage.endsWith(' REFUNDED') ? [stage] : (from.get(stage)?.flatMap(endsOf) ?? [stage])
    const ends = new Set(Object.values(firstStages).flatMap(endsOf))
    expect([...ends].sort()).toEqual([
      'COMPLETED CAPTURED',
      'COMPLETED NONE',
      'EXPIRED NONE',
      'EXPIRED REFUNDED',
      'EXPIRED VOIDED',
      'FAILED REFUNDED',
      'FAILED VOIDED',
    ])
    for (const move of moves) {
      const [before = '', after = ''] = move.split(' > ').map((stage) => stage.split(' ')[0])
      if (!openStates.some((state) => state === before)) expect(after).toBe(before)
    }
  })

  it('names a step at the provider for each card state that is under way there, and for no other', () => {
    for (const combination of combinations.filter((each) => reachable.has(stageOf(each)))) {
      const isOpen = openCardStates.some((state) => state === combination.card_state)
      expect([stageOf(combination), openStepOf(combination) !== null]).toEqual([
        stageOf(combination),
        isOpen,
      ])
      // The audit and the reconciler look for COMPLETING and for the card's own states.
      if (combination.state === 'COMPLETING') expect(openStepOf(combination)).toBe('capture')
    }
  })

  it('names the step of completing for every stage', () => {
    const steps = combinations
      .filter((combination) => reachable.has(stageOf(combination)))
      .map((combination) => {
        const inTime = completionStepOf({ ...combination, is_over: false })
        return `${stageOf(combination)}: ${inTime}, ${completionStepOf({ ...combination, is_over: true })}`
      })
    expect(steps).toEqual([
      'HELD AUTHORISING: wait, expired',
      'READY NONE: complete, expired',
      'READY ACTION: ask_bank, expired',
      'READY AUTHORISED: capture, expired',
      'COMPLETING CAPTURING: capture, capture',
      'COMPLETED NONE: done, done',
      'COMPLETED CAPTURED: done, done',
      'FAILED VOIDING: failed, failed',
      'FAILED VOIDED: failed, failed',
      'FAILED REFUNDING: failed, failed',
      'FAILED REFUNDED: failed, failed',
      'EXPIRED NONE: expired, expired',
      'EXPIRED VOIDING: expired, expired',
      'EXPIRED VOIDED: expired, expired',
      'EXPIRED REFUNDING: expired, expired',
      'EXPIRED REFUNDED: expired, expired',
    ])
  })

  it('lets purchases expire by a move of their own, and throws for the rest', () => {
    for (const combination of combinations) {
      const [from, [state]] = [stageOf(combination), statesOf(stageOf(combination))]
      if (reachable.has(from) && expirableStates.some((each) => each === state)) {
        expect(moves).toContain(`${from} > ${expiredStageOf(combination)}`)
      } else {
        expect(() => expiredStageOf(combination)).toThrow('does not lapse')
      }
    }
  })

  it('is one of four words on the wire, and a fifth once it is taken back', () => {
    const words = purchaseStates.map((state) => [
      state,
      wireStateOf(state, false, 'none'),
      wireStateOf(state, true, 'none'),
    ])
    expect(words).toEqual([
      ['HELD', 'PENDING', 'EXPIRED'],
      ['READY', 'PENDING', 'EXPIRED'],
      ['COMPLETING', 'PENDING', 'PENDING'],
      ['COMPLETED', 'COMPLETED', 'COMPLETED'],
      ['FAILED', 'FAILED', 'FAILED'],
      ['EXPIRED', 'EXPIRED', 'EXPIRED'],
    ])
    const refunded = wireStateOf('COMPLETED', false, 'refunding')
    expect(new Set([...words.flatMap(([, ...wire]) => wire), refunded])).toEqual(
      new Set(wireStates),
    )
  })
})

it('moves outside the table, and locks outside a transaction, do not compile', () => {
  // The type check is the test: each line must have an error, and none of it runs.
  const refused = (tx: Transaction) => [
    // @ts-expect-error: without the bank's answer a purchase does not complete.
    movePurchase(tx, '', ['READY ACTION', 'COMPLETED NONE'], null),
    // @ts-expect-error: a completed purchase makes no move.
    movePurchase(tx, '', ['COMPLETED CAPTURED', 'FAILED REFUNDING'], null),
    // @ts-expect-error: no such state.
    sqlState('COMPLETE'),
    // @ts-expect-error: a card's state is no purchase's.
    sqlState('CAPTURED'),
    // @ts-expect-error: a lock lasts as long as its transaction.
    lockPurchases(test.services.db, ['']),
    // @ts-expect-error: only the database makes a transaction.
    lockPurchases({ ...test.services.db }, ['']),
  ]
  expect(refused).toBeTypeOf('function')
})

/** A word of a purchase's states, reversal, failure or place on the wire, written out in SQL. */
const words = [...purchaseStates, ...cardStates, ...listedStates, ...failureCodes].join('|')
const column = '(state|reversal|failure_code)'
const anyWord = `(${words}|${reversalStates.join('|')})`
const byHand = new RegExp(
  [
    `${column}\\s+(=|<>|!=|in|not in)\\s+\\(?'${anyWord}'`,
    `${column}\\s+is (not )?distinct from\\s+'${anyWord}'`,
    `any\\(\\s*'\\{[^}]*\\b${anyWord}\\b`,
    // Without a column next to it, a word of reversals may have another meaning.
    `(when|then|else)\\s+'(${words})'`,
  ].join('|'),
)

it.each([
  "where p.state = 'READY'",
  "card_state not in ('VOIDED')",
  "case $1 when 'PENDING' then",
  "then 'DISPUTED' end",
  "p.reversal <> 'none'",
  "failure_code is distinct from 'card_declined'",
  "p.state = any('{HELD,READY}')",
])('a state that SQL spells by hand is found: %s', (sql) => {
  expect(sql).toMatch(byHand)
})

it('no SQL of the product spells a state by hand', () => {
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.ts', '*.tsx'], {
    encoding: 'utf8',
  })
    .split('\n')
    .filter((file) =>
      /^(benchmarks|features|ledger|operator|platform|providers|scripts|server|web)\//.test(file),
    )
    .filter((file) => !/\.test\.tsx?$/.test(file))
  expect(files.length).toBeGreaterThan(200)
  const offences = files.filter((file) => byHand.test(readFileSync(file, 'utf8')))
  expect(offences).toEqual([])
})
