// Compares the table of reversals with the database: its words, its trigger, and every possible
// move of a purchase of any stage.
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { issueTestBatch } from '#tests/support/people/batch.ts'
import { cardOrder, Person } from '#tests/support/people/person.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import {
  isOwedAgain,
  isRefundStage,
  isTakenBack,
  type NextReversal,
  type ReversalStage,
  reversalColumnsOf,
  reversalStageOf,
  reversalStates,
  reversalTransitions,
} from './reversal-state.ts'
import { cardStates, purchaseStates } from './state.ts'

const stages: readonly ReversalStage[] = [
  ...reversalStates,
  'refunding kept',
  'refunded kept',
  'refund_failed kept',
]
const moves = Object.entries(reversalTransitions).flatMap(([from, next]) =>
  Object.keys(next).map((to) => `${from} > ${to}`),
)
/** Every pair of the two columns, including pairs without a stage. */
const places = reversalStates.flatMap((reversal) =>
  [false, true].map((keeps_kilograms) => ({ reversal, keeps_kilograms })),
)

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

/** One row for each stage of a purchase and its reversal; every change is rolled back. */
const tryEveryMove = `do $$
  declare
    one record; other record; row_id uuid; refusal text;
  begin
    for one in select * from stages cross join places loop
      begin
        insert into purchases (tx_id, buyer_id, batch_id, project_id, quantity_kg, price_micros,
          batch_currency, currency, rate, total_minor, wallet_minor, card_minor, state, card_state,
          reversal, keeps_kilograms, expires_at)
        select gen_random_uuid()::text, buyer_id, batch_id, project_id, quantity_kg, price_micros,
          batch_currency, currency, rate, total_minor, wallet_minor, card_minor, one.state,
          one.card_state, one.reversal, one.keeps, expires_at
        from purchases order by created_at limit 1 returning id into row_id;
      exception when check_violation then continue;
      end;
      for other in select * from places loop
        refusal := null;
        begin
          update purchases set reversal = other.reversal, keeps_kilograms = other.keeps
          where id = row_id;
          raise exception 'taken back' using errcode = 'P0001';
        exception
          when raise_exception then null;
          when others then refusal := sqlstate;
        end;
        insert into tried values (one.state,
          one.reversal || case when one.keeps then ' kept' else '' end || ' > ' ||
          other.reversal || case when other.keeps then ' kept' else '' end, refusal);
      end loop;
    end loop;
  end $$`

describe('the database', () => {
  it('lets a completed purchase make the moves of the table, and a refunded charge some of them', async () => {
    const buyer = await new Person(test.url).signIn()
    const batch = await issueTestBatch(test.services.db, { kg: 100 })
    const { status } = await buyer.reserve(cardOrder(batch, 20, await buyer.cardToken()))
    expect(status).toBe(200)
    // Another constraint checks a stage's card and places.
    await sql.query(`alter table purchases drop constraint purchases_places_when_completed,
      drop constraint purchases_card_part_has_card`)
    const all = purchaseStates.flatMap((state) => cardStates.map((card) => [state, card] as const))
    await sql.query(
      `create temp table stages as select * from unnest($1::text[], $2::text[])
      as given (state, card_state)`,
      [all.map(([state]) => state), all.map(([, card]) => card)],
    )
    await sql.query(
      `create temp table places as select * from unnest($1::text[], $2::boolean[])
      as given (reversal, keeps)`,
      [places.map(({ reversal }) => reversal), places.map((place) => place.keeps_kilograms)],
    )
    await sql.query('create temp table tried (state text, move text, refused text)')
    await sql.query(tryEveryMove)
    const { rows } = await sql.query('select distinct state, move, refused from tried')
    const { rows: counted } = await sql.query('select count(*)::int as count from tried')
    // Ten cards: the nine stages of a completed purchase. Of five other states, three stages of a
    // card that is REFUNDING, and one of every other card.
    expect(counted[0].count).toBe((10 * stages.length + 5 * (3 + 9)) * places.length)
    const stays = new Set(stages.map((stage) => `${stage} > ${stage}`))
    const made = rows.filter(({ refused }) => refused === null)
    const ofCompleted = made.filter(({ state }) => state === 'COMPLETED').map(({ move }) => move)
    expect(ofCompleted.filter((move) => !stays.has(move)).sort()).toEqual([...moves].sort())
    const ofOthers = made.filter(({ state }) => state !== 'COMPLETED').map(({ move }) => move)
    const owing = ['refunding', 'refund_failed', 'reinstated']
    const isOwing = (move: string) => move.split(' > ').every((stage) => owing.includes(stage))
    const ofCharges = [...moves, ...stays].filter(isOwing)
    expect(new Set(ofOthers)).toEqual(new Set(['none > none', 'refunded > refunded', ...ofCharges]))
    const refusals = new Set(rows.flatMap(({ refused }) => refused ?? []))
    // The trigger, and the constraints of a refunded charge.
    expect([...refusals].sort()).toEqual(['23001', '23514'])
  })
})

describe('the table', () => {
  it('leads every refund to its end, and no refund back to a sale', () => {
    const next = new Map(
      Object.entries(reversalTransitions).map(([at, to]) => [at, Object.keys(to)]),
    )
    for (const [from, ends] of next) {
      if (from === 'none' || from === 'disputed') continue
      for (const end of ends) expect(end).toMatch(/^(refund|reinstated)/)
      if (!/^refunded/.test(from)) expect(ends.some((end) => /^refunded/.test(end))).toBe(true)
    }
    expect(next.get('disputed')).toContain('none')
  })

  it('reads each pair of columns as the stage that it is written from', () => {
    for (const stage of stages) expect(reversalStageOf(reversalColumnsOf(stage))).toBe(stage)
    const taking = ['refunding', 'refunded', 'refund_failed', 'reinstated']
    expect(stages.filter(isTakenBack)).toEqual(taking)
    const owed = ['refund_failed', 'reinstated', 'refund_failed kept']
    expect(stages.filter(isOwedAgain)).toEqual(owed)
    expect(stages.filter((stage) => !isRefundStage(stage))).toEqual(['none', 'disputed'])
  })
})

it('moves outside the table do not compile', () => {
  // @ts-expect-error: a refunded amount cannot become owed again.
  const owedAgain: NextReversal<'refunding'> = 'none'
  // @ts-expect-error: the kilograms of a disputed purchase do not stay by a refund.
  const kept: NextReversal<'disputed'> = 'refunded kept'
  expect([owedAgain, kept]).toEqual(['none', 'refunded kept'])
})
