// Tests that each column of a report sums its own movements. The figures differ from each other, in two months,
// currencies and subjects. Some are just outside the report's days.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { issueTestBatch } from '#tests/support/people/batch.ts'
import { Person } from '#tests/support/people/person.ts'
import { runSql } from '#tests/support/postgres.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { type ReportName, readReport } from './read-report.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp({ WELCOME_CREDIT: '0' }, undefined, { background: false })
})
afterAll(() => test.close())

const sql = (text: string) => runSql(test.databaseUrl, text)

/** Returns the report of March and April 2015, as lines of its cells. */
async function linesOf(name: ReportName): Promise<string[]> {
  const { rows } = await readReport(test.services.db, name, '2015-03-01', '2015-05-01')
  return rows.map((row) => row.join(' '))
}
async function columnsOf(name: ReportName): Promise<readonly string[]> {
  return (await readReport(test.services.db, name, '2015-03-01', '2015-05-01')).columns
}

it('programmes: money paid in, returned, credited and taken back', async () => {
  const move = (currency: string, flow: string, minor: number, day: string) => {
    const [source, destination] = flow.split(' > ')
    return `insert into money_postings (currency, source, destination, amount_minor, value_date)
      values ('${currency}', '${source}', '${destination}', ${minor}, '${day}')`
  }
  const [green, blue, wallet] = ['programme:green', 'programme:blue', 'wallet:x:green']
  await sql(
    [
      move('GBP', `bank > ${green}`, 1_000, '2015-02-28'),
      move('GBP', `bank > ${green}`, 2_000, '2015-03-01'),
      move('GBP', `bank > ${green}`, 4_000, '2015-03-31'),
      move('GBP', `${green} > bank`, 800, '2015-03-31'),
      move('GBP', `${green} > ${wallet}`, 10, '2015-03-31'),
      move('GBP', `${green} > ${wallet}`, 20, '2015-03-31'),
      move('GBP', `${wallet} > ${green}`, 7, '2015-03-31'),
      move('EUR', `${green} > ${wallet}`, 40, '2015-03-31'),
      move('GBP', `${blue} > ${wallet}`, 50, '2015-04-30'),
      move('GBP', `${blue} > ${wallet}`, 60, '2015-05-01'),
      // Movements between other accounts are none of a programme.
      move('GBP', `bank > ${wallet}`, 70, '2015-04-30'),
    ].join(';'),
  )
  expect(await columnsOf('programmes')).toEqual([
    ...['month', 'programme', 'currency', 'paid_in', 'returned', 'credits', 'credited'],
    ...['taken_back', 'spent'],
  ])
  expect(await linesOf('programmes')).toEqual([
    '2015-03 green EUR 0 0 1 0.4 0 0',
    '2015-03 green GBP 60 8 2 0.3 0.07 0',
    '2015-04 blue GBP 0 0 1 0.5 0 0',
  ])
})

it('kilograms: each way that they go, by month and batch', async () => {
  const { db } = test.services
  const [one, other] = [
    await issueTestBatch(db, { kg: 100, serial: 'TST-A' }),
    await issueTestBatch(db, { kg: 100, serial: 'TST-B' }),
  ]
  const move = (id: string, flow: string, kg: number, at: string) => {
    const [source, destination] = flow.split(' > ')
    return `insert into kg_postings (batch_id, source, destination, quantity_kg, created_at)
      values ('${id}', '${source}', '${destination}', ${kg}, '${at}')`
  }
  const lastOfMarch = '2015-03-31T23:59:59Z'
  await sql(
    [
      move(one.id, 'issued > available', 1_000, '2015-02-28T23:59:59Z'),
      move(one.id, 'issued > available', 2_000, '2015-03-01T00:00:00Z'),
      move(one.id, 'held > holder:x', 1, lastOfMarch),
      move(one.id, 'held > waiting:x', 2, lastOfMarch),
      move(one.id, 'available > holder:x', 4, lastOfMarch),
      move(one.id, 'available > waiting:x', 8, lastOfMarch),
      move(one.id, 'holder:x > returned', 16, lastOfMarch),
      move(one.id, 'waiting:x > returned', 32, lastOfMarch),
      move(one.id, 'holder:x > replaced', 64, lastOfMarch),
      move(one.id, 'waiting:x > replaced', 128, lastOfMarch),
      move(one.id, 'available > operator', 256, lastOfMarch),
      // Reservations, and gifts that arrive, are in no column.
      move(one.id, 'available > held', 512, lastOfMarch),
      move(one.id, 'held > available', 512, lastOfMarch),
      move(one.id, 'waiting:x > holder:y', 512, lastOfMarch),
      move(other.id, 'held > holder:x', 5, lastOfMarch),
      move(other.id, 'available > held', 5, '2015-04-01T00:00:00Z'),
      move(one.id, 'held > holder:x', 6, '2015-04-30T23:59:59Z'),
      move(one.id, 'held > holder:x', 7, '2015-05-01T00:00:00Z'),
    ].join(';'),
  )
  const retire = (
    id: string,
    firstPlace: number,
    lastPlace: number,
    day: string,
  ) => `with notice as (
      insert into log_notices (batch_id, kind, first_place, last_place, reference)
      values ('${id}', 'retire', ${firstPlace}, ${lastPlace}, 'R') returning id)
    insert into retirements (notice_id, batch_id, first_place, last_place, serial, reference, retired_on)
    select id, '${id}', ${firstPlace}, ${lastPlace}, 'S', 'R', '${day}' from notice`
  await sql(
    [
      // These kilograms were issued for the test alone, and sold to no holder.
      'alter table log_notices disable trigger user; alter table retirements disable trigger user',
      retire(one.id, 1, 1_000, '2015-02-28'),
      retire(one.id, 1_001, 3_000, '2015-03-01'),
      retire(one.id, 3_001, 6_000, '2015-03-31'),
      // The other batch has no other movement in this month.
      retire(other.id, 1, 4_000, '2015-04-30'),
      retire(other.id, 4_001, 9_000, '2015-05-01'),
      'alter table log_notices enable trigger user; alter table retirements enable trigger user',
    ].join(';'),
  )
  expect(await columnsOf('kilograms')).toEqual([
    ...['month', 'project', 'serial_number', 'issued', 'sold', 'given_for_replaced', 'returned'],
    ...['replaced', 'filled', 'retired'],
  ])
  expect(await linesOf('kilograms')).toEqual([
    '2015-03 TST TST-A TST-A 2000 3 12 48 192 256 5000',
    '2015-03 TST TST-B TST-B 0 5 0 0 0 0 0',
    '2015-04 TST TST-A TST-A 0 6 0 0 0 0 0',
    '2015-04 TST TST-B TST-B 0 0 0 0 0 0 4000',
  ])
})

it('sales, people and cohorts: purchases by month, country and currency', async () => {
  const { db } = test.services
  const batch = await issueTestBatch(db, { kg: 10_000 })
  const [ada, bob, eve] = [
    await new Person(test.url).signIn(),
    await new Person(test.url).signIn(),
    await new Person(test.url).signIn(),
  ]
  const buy = async (buyer: Person, kg: number, completedAt: string, more: string) => {
    const txId = await buyer.buyByCard(batch, kg)
    await sql(`alter table purchases disable trigger user;
      update purchases set completed_at = '${completedAt}', ${more} where tx_id = '${txId}';
      alter table purchases enable trigger user`)
  }
  await buy(ada, 50, '2015-03-01T00:00:00Z', `tax_country = 'FR', currency = 'EUR', is_gift = true`)
  await buy(
    ada,
    100,
    '2015-03-31T23:59:59Z',
    `tax_country = 'FR', currency = 'EUR', is_planned = true,
    total_minor = 210, wallet_minor = 30, card_minor = 180`,
  )
  await buy(ada, 60, '2015-04-01T00:00:00Z', `tax_country = 'FR', is_planned = true`)
  await buy(
    bob,
    70,
    '2015-04-15T00:00:00Z',
    `tax_country = null, currency = 'EUR', is_planned = true`,
  )
  await buy(bob, 80, '2015-04-30T23:59:59Z', `tax_country = 'GB'`)
  await buy(bob, 90, '2015-05-01T00:00:00Z', `tax_country = 'GB'`)
  await buy(eve, 40, '2015-02-28T23:59:59Z', `tax_country = 'GB'`)
  await buy(eve, 45, '2015-04-10T00:00:00Z', `tax_country = 'GB', currency = 'EUR', is_gift = true`)
  // Rewards are paid by none, and count in no report of purchases.
  const asReward = `is_reward = true, total_minor = 0, card_minor = 0, wallet_minor = 0, card_state = 'NONE', card_payment_id = null,
    reward_id = (select id from rewards limit 1)`
  await buy(ada, 30, '2015-04-02T00:00:00Z', `tax_country = 'FR', ${asReward}`)
  // Bob redeemed a reward in the month before he bought first.
  await buy(bob, 35, '2015-03-20T00:00:00Z', `tax_country = 'GB', ${asReward}`)
  await sql(`update passports set country = 'FR', created_at = '2015-03-31T23:59:59Z' where id = '${ada.id}';
    update passports set created_at = '2015-04-01T00:00:00Z', erased_at = '2015-04-30T23:59:59Z' where id = '${bob.id}';
    update passports set created_at = '2015-02-28T23:59:59Z', erased_at = '2015-05-01T00:00:00Z' where id = '${eve.id}'`)
  expect(await columnsOf('sales')).toEqual([
    ...['month', 'country', 'currency', 'purchases', 'gifts', 'planned', 'kilograms', 'total'],
    ...['card', 'wallet', 'taken_back', 'kilograms_back', 'total_back'],
  ])
  expect(await linesOf('sales')).toEqual([
    '2015-03 FR EUR 2 1 1 150 3.1 2.8 0.3 0 0 0',
    '2015-04 FR GBP 1 0 1 60 1.2 1.2 0 0 0 0',
    '2015-04 GB EUR 1 1 0 45 0.9 0.9 0 0 0 0',
    '2015-04 GB GBP 1 0 0 80 1.6 1.6 0 0 0 0',
    // Purchases without a country are last.
    '2015-04  EUR 1 0 1 70 1.4 1.4 0 0 0 0',
  ])
  expect(await columnsOf('people')).toEqual([
    ...['month', 'country', 'sign_ups', 'deletions', 'buyers', 'first_buyers', 'givers'],
  ])
  expect(await linesOf('people')).toEqual([
    '2015-03 FR 1 0 1 1 1',
    '2015-04 FR 0 0 1 0 0',
    // Bob signed up, bought first, and was deleted; Eve had bought before.
    '2015-04 GB 1 1 2 1 1',
  ])
  expect(await linesOf('cohorts')).toEqual([
    '2015-03 1 0 1 2 150',
    '2015-03 1 1 1 1 60',
    '2015-04 1 0 1 2 150',
  ])
})

it('programmes and sales: what completed purchases spent of wallets, and what of it came back', async () => {
  const batch = await issueTestBatch(test.services.db, { kg: 10_000 })
  const buyer = await new Person(test.url).signIn()
  const [txId, later] = [await buyer.buyByCard(batch, 50), await buyer.buyByCard(batch, 52)]
  const idOf = (tx: string) => `(select id from purchases where tx_id = '${tx}')`
  const part = (tx: string, programme: string, currency: string, minor: number, paid: number) =>
    `insert into purchase_wallet_parts (purchase_id, passport_id, programme_id, wallet_currency, wallet_minor, paid_minor)
     values (${idOf(tx)}, '${buyer.id}', '${programme}', '${currency}', ${minor}, ${paid})`
  await sql(`alter table purchases disable trigger user;
    update purchases set tax_country = 'NL', completed_at = '2015-03-20Z' where tx_id = '${txId}';
    update purchases set completed_at = '2015-05-01Z' where tx_id = '${later}';
    ${part(txId, 'spring', 'TRY', 300, 20)}; ${part(txId, 'spring', 'EUR', 40, 5)};
    ${part(later, 'spring', 'TRY', 8, 1)};
    update purchases set refunded_kg = 20 where tx_id = '${txId}';
    insert into refund_parts (purchase_id, part, kg, card_minor, previous_posting_id, posting_id)
    values (${idOf(txId)}, 1, 15, 30, 0, 0), (${idOf(txId)}, 2, 5, 4, 0, 0);
    insert into refund_part_wallets (purchase_id, part, programme_id, wallet_currency, wallet_minor, paid_minor, rounding_minor)
    values (${idOf(txId)}, 1, 'spring', 'TRY', 100, 7, 0), (${idOf(txId)}, 2, 'spring', 'TRY', 9, 2, 0);
    alter table purchases enable trigger user`)
  const ownOf = async (name: ReportName, word: string) =>
    (await linesOf(name)).filter((line) => line.includes(word))
  expect(await ownOf('programmes', ' spring ')).toEqual([
    '2015-03 spring EUR 0 0 0 0 0 0.4',
    '2015-03 spring TRY 0 0 0 0 0 3',
  ])
  expect(await ownOf('sales', ' NL ')).toEqual(['2015-03 NL GBP 1 0 0 50 1 1 0 1 20 0.43'])
})
