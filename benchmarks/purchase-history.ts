// Compares purchases after millions of earlier purchases with purchases in an empty product. The history
// has the rows and postings of real purchases. BENCH_PURCHASES sets the number of earlier purchases
// (default a million; ten million take about 20 GB).
import { totalmem } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { type Claim, compare, type Finding } from '#benchmarks/compare.ts'
import { runClients } from '#benchmarks/load.ts'
import { openShop, type Shop, type Shopper, walletOrder } from '#benchmarks/shop.ts'
import { sqlStage } from '#features/purchases/states/state-sql.ts'
import { filledTables } from '#platform/database/schema/has-table.ts'
import type { TestBatch } from '#tests/support/people/person.ts'

const purchases = Number(process.env.BENCH_PURCHASES ?? 1_000_000)
const clients = 32
const plentyKg = 1_000_000_000
/** Purchases per transaction, so that no transaction takes hours. */
const chunkRows = 500_000
/** Number of people; each has bought ten times. */
const peopleCount = Math.ceil(purchases / 10)
/** Gives PostgreSQL a quarter of the memory, as its manual suggests (shared_buffers). */
const settings = { shared_buffers: `${Math.floor(totalmem() / 4 / 2 ** 20)}MB` }

export async function measureHistory(seconds: number, rounds: number): Promise<Finding[]> {
  const [emptyShop, shopWithHistory] = [await openShop({}, settings), await openShop({}, settings)]
  try {
    const batch = await shopWithHistory.issueBatch(plentyKg)
    await writeHistory(shopWithHistory, batch)
    const buyersWithHistory = await buyersOf(shopWithHistory, batch)
    const buyersWithoutHistory = await buyersOf(emptyShop, await emptyShop.issueBatch(plentyKg))
    const claim: Claim = {
      row: '14',
      measure: 'buys with an empty history (so the cost with one)',
      rival: `buys after ${purchases} purchases`,
      goal: 1.2,
      isMaximum: true,
      measureOurs: () => measureBuys(buyersWithoutHistory, seconds),
      measureRival: () => measureBuys(buyersWithHistory, seconds),
    }
    const finding = await compare(claim, rounds)
    await emptyShop.close()
    await shopWithHistory.close()
    return [finding]
  } catch (error) {
    await Promise.allSettled([emptyShop.closeUnchecked(), shopWithHistory.closeUnchecked()])
    throw error
  }
}

type Buyers = {
  readonly people: readonly Shopper[]
  readonly order: ReturnType<typeof walletOrder>
}

async function buyersOf(shop: Shop, batch: TestBatch): Promise<Buyers> {
  return { people: await shop.signIn(clients), order: walletOrder(batch, 1) }
}

function measureBuys({ people, order }: Buyers, seconds: number) {
  return runClients(
    people.map((person) => () => person.buy(order)),
    seconds,
  )
}

/**
 * Writes purchases of one kilogram by card within the last year, with their postings, messages, weekly
 * sales, scores and stock. Waits until the public log contains them.
 */
async function writeHistory({ ownSuperuserUrl }: Shop, batch: TestBatch): Promise<void> {
  const client = new pg.Client({ connectionString: ownSuperuserUrl })
  client.on('error', () => undefined)
  await client.connect()
  const startedAt = performance.now()
  await client.query(
    `create temp table holders as
     with made as (insert into passports (country, currency, phone)
       select 'GB', 'GBP', '+4470' || lpad(n::text, 8, '0') from generate_series(1, $1::int) n
       returning id)
     select id, row_number() over () - 1 as place from made`,
    [peopleCount],
  )
  await client.query('create index on holders (place)')
  await client.query('analyze holders')
  for (let first = 1; first <= purchases; first += chunkRows) {
    const last = Math.min(purchases, first + chunkRows - 1)
    await client.query(chunkOfHistory, [batch.id, first, last, purchases, peopleCount])
  }
  await client.query(sumsOfHistory, [batch.id])
  // Waits until the public log has appended all postings and all receipts have their numbers, so that this is not
  // done during the measures.
  for (const unfinished of [unloggedPostings, unnumberedPostings]) {
    while ((await client.query(unfinished)).rows.length > 0) await pause(1_000)
  }
  await client.query('drop table holders')
  await client.query(`vacuum analyze ${await filledTables(client)}`)
  await client.query('checkpoint')
  await client.end()
  const took = Math.round((performance.now() - startedAt) / 1_000)
  process.stderr.write(`${purchases} purchases in ${took} s\n`)
}

const sold = sqlStage('COMPLETED CAPTURED')
const chunkOfHistory = `with bought as (
    insert into purchases (id, tx_id, buyer_id, holder_id, batch_id, project_id, quantity_kg,
      price_micros, batch_currency, currency, rate, total_minor, wallet_minor, card_minor, state,
      card_state, first_place, created_at, expires_at, completed_at)
    select uuidv7(at - now()), 'H' || lpad(n::text, 14, '0'), h.id, h.id, b.id, b.project_id, 1,
      b.price_micros, b.currency, b.currency, 1, b.price_micros / 10000, 0, b.price_micros / 10000,
      ${sold.state}, ${sold.cardState}, n, at, at + interval '10 minutes', at + interval '1 minute'
    from generate_series($2::bigint, $3::bigint) n
    cross join lateral (select now() - (($4::bigint - n)::float8 / $4) * interval '365 days' as at)
    join holders h on h.place = (n * 7919) % $5::bigint
    join batches b on b.id = $1
    order by n
    returning id, holder_id, batch_id, currency, total_minor, first_place, completed_at
  ), kg as (
    insert into kg_postings (purchase_id, batch_id, source, destination, quantity_kg, created_at)
    select id, batch_id, leg.source, leg.destination, 1, completed_at from bought
    cross join lateral (values ('available', 'held'), ('held', 'holder:' || holder_id))
      as leg (source, destination)
    order by first_place, source
  ), money as (
    insert into money_postings (purchase_id, currency, source, destination, amount_minor, created_at)
    select id, currency, 'card_clearing', 'sales', total_minor, completed_at from bought
  ), told as (
    insert into outbox (template, subject, recipient, state, created_at, sent_at)
    select 'purchase_success', id, 'buyer', 'sent', completed_at, completed_at from bought
  )
  insert into batch_weeks (batch_id, week_start, sold_kg)
  select batch_id, date_trunc('week', completed_at at time zone 'UTC')::date, count(*) from bought
  group by 1, 2 order by 1, 2
  on conflict (batch_id, week_start) do update set sold_kg = batch_weeks.sold_kg + excluded.sold_kg`

const unloggedPostings = `select from kg_postings p
  where p.id > (select max(taken_through) from log_heads) limit 1`

const unnumberedPostings = `select from money_postings m
  where m.id > (select taken_through from tax_progress) limit 1`

const sumsOfHistory = `with sold as (
    select holder_id, count(*) as kg from purchases where batch_id = $1 group by 1
  ), held as (
    update passports p set total_kg = sold.kg from sold where p.id = sold.holder_id
  ), placed as (
    insert into batch_places (batch_id, sold_kg) select $1, sum(kg)::bigint from sold
    on conflict (batch_id) do update set sold_kg = batch_places.sold_kg + excluded.sold_kg
  )
  update batch_stock s set available_kg = available_kg - t.kg
  from (select sum(kg)::bigint as kg from sold) t where s.batch_id = $1`
