// Tests what the catalogue's statements find of stored projects and batches: every column, several batches of a project
// in different states and currencies, and their order.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ago, insertSql, type Row } from '#tests/support/insert-rows.ts'
import { idOf, openRowsDatabase, type RowsDatabase } from '#tests/support/rows-database.ts'
import {
  findAllBatches,
  findBatchesById,
  findBatchesOfProject,
  findFeaturedProjects,
  findProjectById,
  findProjects,
  findWeeksOfProject,
} from './catalogue-queries.ts'
import { findOffersBySerial, readBatchPage, readOffers } from './offers/batch-offers.ts'
import { findRecentPrices, listPrices } from './offers/price-queries.ts'
import { readProjectOffer } from './project-offer.ts'

const [wind, solar, ended, empty] = [idOf(1), idOf(2), idOf(3), idOf(4)]
const project = (id: string, position: number, row: Row = {}) =>
  insertSql('projects', {
    ...{ id, position, registry: 'GS', registry_name: 'Gold Standard', country: 'KE' },
    ...{ external_id: `GS${position}`, name: `NAME ${position}`, country_name: 'Kenya' },
    ...{ status: 'Verified', ...row },
  })
type Stock = { readonly issued: number; readonly available: number; readonly sold: number }
const batch = (id: number, project_id: string, stock: Partial<Stock>, row: Row = {}) => {
  const { issued = 100, available = 50, sold = 20 } = stock
  const batch_id = idOf(id)
  return (
    insertSql('batches', {
      ...{ id: batch_id, project_id, name: `B${id}`, vintage_year: 2024, currency: 'EUR' },
      ...{ serial_number: `S-${id}`, price_micros: 20_000, is_uncompared: true, ...row },
    }) +
    insertSql('batch_stock', { batch_id, issued_kg: issued, available_kg: available }) +
    insertSql('batch_places', { batch_id, sold_kg: sold })
  )
}
const withdrawn = { offer: 'withdrawn', offer_reason: 'a test' }
/** Only a serial that is read can be compared. */
const read = 'GS1-1-UG-GS7-16-2024-80001-501-600'
const compared = { serial_number: read, is_uncompared: false }

let rows: RowsDatabase
beforeAll(async () => {
  rows = await openRowsDatabase()
  await rows.run(
    project(wind, 7, {
      ...{ shown_name: 'Wind', scene: 'wind', image_url: 'https://p.example/1', sdgs: '{7,13}' },
      ...{ project_type: '{Wind,PV}', is_demo: true, external_url: 'https://r.example/1' },
      ...{ description: 'Nine turbines.', developer: 'Gale', raw_data: '{"methodology":"A"}' },
    }) +
      project(solar, 5, { registry: 'VCS', registry_name: 'Verra', country: 'DE' }) +
      project(ended, 6, { unlisted_status: 'Withdrawn', shown_name: 'Ended' }) +
      project(empty, 7, { status: 'Listed', external_id: 'GS8' }) +
      // 1 EUR is 2 USD today, and was 4 USD before: the batch in USD is the cheapest only today.
      insertSql('exchange_rates', {
        ...{ as_of: '2026-01-01', currency: 'USD', units_per_eur: 4, source: 'ECB' },
      }) +
      insertSql('exchange_rates', {
        ...{ as_of: '2026-01-02', currency: 'USD', units_per_eur: 2, source: 'ECB' },
      }) +
      batch(11, wind, { issued: 1_000, available: 400, sold: 500 }, { price_micros: 21_000 }) +
      batch(
        12,
        wind,
        { issued: 2_000, available: 700 },
        { price_micros: 41_000, currency: 'USD' },
      ) +
      batch(13, wind, { issued: 400, available: 0, sold: 400 }, { price_micros: 10_000 }) +
      batch(
        14,
        wind,
        { issued: 800, available: 800, sold: 0 },
        { price_micros: 5_000, ...withdrawn, ...compared },
      ) +
      batch(15, wind, {}, { price_micros: 21_000, vintage_year: 2025 }) +
      // Of a currency without a rate.
      batch(16, wind, {}, { price_micros: 1, currency: 'TRY' }) +
      batch(21, solar, { available: 0 }, { price_micros: 1_000 }) +
      batch(31, ended, { issued: 300, available: 200, sold: 60 }) +
      batch(
        32,
        ended,
        { issued: 300, available: 200, sold: 70 },
        { ...withdrawn, offer: 'unread', is_uncompared: false },
      ),
  )
})
afterAll(() => rows.close())

const summaryOf = {
  wind: {
    ...{ id: wind, position: 7, name: 'NAME 7', shown_name: 'Wind', scene: 'wind', country: 'KE' },
    ...{ image_url: 'https://p.example/1', status: 'Verified', registry: 'GS' },
    ...{ registry_name: 'Gold Standard', project_type: ['Wind', 'PV'], sdgs: [7, 13] },
    ...{ is_demo: true, external_id: 'GS7', external_url: 'https://r.example/1' },
    ...{ is_offered: true, batch_count: 5, total_kg: 3_600, available_kg: 1_200 },
    ...{ price_micros: 41_000, price_currency: 'USD' },
  },
  solar: {
    ...{ id: solar, position: 5, name: 'NAME 5', shown_name: 'NAME 5', country: 'DE' },
    ...{ scene: expect.any(String), image_url: null, status: 'Verified', registry: 'VCS' },
    ...{ registry_name: 'Verra', project_type: [], sdgs: [], is_demo: false },
    ...{ external_id: 'GS5', external_url: null, is_offered: true, batch_count: 1 },
    ...{ total_kg: 100, available_kg: 0, price_micros: null, price_currency: null },
  },
}
const none = { registry: null, type: null, status: null, patterns: null }

it('a project has the sums of its batches on sale, and the price that is the lowest today', async () => {
  const listed = await findProjects(rows.db, none, null, null)
  expect(listed.map(({ id }) => id)).toEqual([solar, wind, empty])
  expect(listed.slice(0, 2)).toEqual([summaryOf.solar, summaryOf.wind])
  expect(listed[2]).toMatchObject({ batch_count: 0, total_kg: 0, available_kg: 0 })
  expect(await findProjectById(rows.db, wind)).toEqual({
    ...{ ...summaryOf.wind, description: 'Nine turbines.', country_name: 'Kenya' },
    ...{ developer: 'Gale', raw_data: { methodology: 'A' } },
  })
  // An ended project sells nothing.
  expect(await findProjectById(rows.db, ended)).toMatchObject({
    ...{ is_offered: false, batch_count: 0, total_kg: 0, available_kg: 0, price_micros: null },
  })
})

it.each([
  [{ registry: 'verra' }, [solar]],
  [{ registry: 'vcs' }, [solar]],
  [{ type: 'pv' }, [wind]],
  [{ status: 'LISTED' }, [empty]],
  [{ status: 'verified', registry: 'GS' }, [wind]],
  [{ patterns: ['%wind%', '%kenya%'] }, [wind]],
  [{ patterns: ['%wind%', '%verra%'] }, []],
  [{ patterns: ['%gs5%'] }, [solar]],
])('the list with %j has its projects alone', async (filters, ids) => {
  const found = await findProjects(rows.db, { ...none, ...filters }, null, null)
  expect(found.map(({ id }) => id)).toEqual(ids)
})

it('pages continue after their last project or batch, also among those of one position', async () => {
  const ids = async (position: number, id: string, limit: number | null) =>
    (await findProjects(rows.db, none, { position, id }, limit)).map((each) => each.id)
  expect(await ids(5, solar, 1)).toEqual([wind])
  expect(await ids(7, wind, null)).toEqual([empty])
  expect(await ids(7, empty, null)).toEqual([])
  const batches = async (position: number, id: string, limit: number | null) =>
    (await findAllBatches(rows.db, { position, id }, limit)).map((each) => each.name)
  expect(
    (await findAllBatches(rows.db, null, null)).map((each) => [each.position, each.name]),
  ).toEqual([[5, 'B21'], ...['B11', 'B12', 'B13', 'B15', 'B16'].map((name) => [7, name])])
  expect(await batches(7, idOf(11), 2)).toEqual(['B12', 'B13'])
  expect(await batches(7, idOf(16), 2)).toEqual([])
})

it('batches of a project begin with those in stock by their worth and vintage, and end with those off sale', async () => {
  const found = await findBatchesOfProject(rows.db, wind)
  expect(found.map(({ name }) => name)).toEqual(['B12', 'B15', 'B11', 'B16', 'B13', 'B14'])
  expect(found.at(-1)).toEqual({
    ...{ id: idOf(14), project_id: wind, price_micros: 5_000, currency: 'EUR', name: 'B14' },
    ...{ vintage_year: 2024, available_kg: 0, issued_kg: 800, serial_number: read },
    ...{ is_offered: false, uncompared: false },
  })
  expect(found[1]).toEqual({
    ...{ id: idOf(15), project_id: wind, price_micros: 21_000, currency: 'EUR', name: 'B15' },
    ...{ vintage_year: 2025, available_kg: 50, issued_kg: 100, serial_number: 'S-15' },
    ...{ is_offered: true, uncompared: true },
  })
  const [ofEnded] = await findBatchesById(rows.db, [idOf(31)])
  expect(ofEnded).toMatchObject({ available_kg: 0, issued_kg: 300, is_offered: false })
})

it('featured projects are the country’s own by place, or the worldwide ones if each of its own has ended', async () => {
  const feature = (country: string, position: number, project_id: string, row: Row = {}) =>
    insertSql('featured_projects', { country, position, project_id, ...row })
  await rows.run(
    feature('KE', 2, solar, { preferred_batch_id: idOf(21) }) +
      feature('KE', 1, ended) +
      feature('KE', 3, wind) +
      feature('DE', 1, ended, { preferred_batch_id: idOf(31) }) +
      feature('WW', 1, wind, { preferred_batch_id: idOf(12) }) +
      feature('WW', 2, empty),
  )
  expect(await findFeaturedProjects(rows.db, 'KE')).toEqual([
    { ...summaryOf.solar, preferred_batch_id: idOf(21) },
    { ...summaryOf.wind, preferred_batch_id: null },
  ])
  const worldwide = [wind, empty]
  for (const country of ['DE', 'FR', 'WW']) {
    const found = await findFeaturedProjects(rows.db, country)
    expect([country, found.map(({ id }) => id)]).toEqual([country, worldwide])
  }
  const offerOf = async (id: string | null, country: string) => {
    const offer = await readProjectOffer(rows.db, id, country)
    return [offer?.preferredId, offer?.batches.map(({ name }) => name)]
  }
  expect(await offerOf(null, 'KE')).toEqual([idOf(21), ['B21']])
  expect(await offerOf(null, 'FR')).toEqual([idOf(12), ['B12', 'B15', 'B11', 'B16', 'B13']])
  expect(await offerOf(wind, 'KE')).toEqual([null, ['B12', 'B15', 'B11', 'B16', 'B13']])
  expect(await offerOf(ended, 'KE')).toEqual([null, []])
})

it('weeks are the last twelve, with the sales of all batches of the project alone', async () => {
  const week = (id: number, weeks: number, sold_kg: number) => {
    const monday = `date_trunc('week', now() at time zone 'UTC')::date - 7 * ${weeks}`
    const row = { batch_id: idOf(id), week_start: { sql: monday }, sold_kg }
    return insertSql('batch_weeks', row)
  }
  await rows.run(
    week(11, 0, 5) +
      week(14, 0, 7) +
      week(21, 0, 100) +
      week(12, 3, 9) +
      week(11, 11, 2) +
      week(11, 12, 4),
  )
  const found = await findWeeksOfProject(rows.db, wind)
  expect(found.map(({ sold_kg }) => sold_kg)).toEqual([2, 0, 0, 0, 0, 0, 0, 0, 9, 0, 0, 12])
  const days = found.map(({ week_start }) => Date.parse(week_start) / 86_400_000)
  expect(days.map((day) => day - (days[0] ?? 0))).toEqual(found.map((_, at) => 7 * at))
})

it('staff find a batch with its kilograms, those off sale by their reason, and ended projects', async () => {
  const common = { is_replaced: false, offer_reason: null, offer: 'offered' }
  const ofEnded = { project: 'GS GS6', unlisted_status: 'Withdrawn', issued_kg: 300 }
  expect(await findOffersBySerial(rows.db, 'S-31')).toEqual([
    {
      ...{ ...common, id: idOf(31), serial_number: 'S-31', ...ofEnded },
      ...{ available_kg: 200, sold_kg: 60, held_kg: 40 },
    },
  ])
  await rows.run(`update batches set replaced_at = now() where id = '${idOf(14)}'`)
  const { notOffered, unlisted } = await readOffers(rows.db)
  expect(notOffered).toEqual([
    {
      ...{ ...common, id: idOf(32), serial_number: 'S-32', offer: 'unread', ...ofEnded },
      ...{ offer_reason: 'a test', available_kg: 200, sold_kg: 70, held_kg: 30 },
    },
    {
      ...{ id: idOf(14), serial_number: read, offer: 'withdrawn', offer_reason: 'a test' },
      ...{ is_replaced: true, project: 'GS GS7', unlisted_status: null, issued_kg: 800 },
      ...{ available_kg: 800, sold_kg: 0, held_kg: 0 },
    },
  ])
  expect(unlisted).toEqual([
    { project: 'GS GS6', name: 'NAME 6', status: 'Withdrawn', batches: 2, sold_kg: 130 },
  ])
  expect(await readBatchPage(rows.db, idOf(31))).toEqual([
    {
      ...{ id: idOf(32), registry: 'GS', project: 'GS GS6', serial_number: 'S-32' },
      ...{ offer: 'unread', is_uncompared: false, issued_kg: 300, sold_kg: 70 },
    },
  ])
  expect((await readBatchPage(rows.db, null)).map(({ id }) => id)).toEqual(
    [11, 12, 13, 14, 15, 16, 21, 31, 32].map(idOf),
  )
})

it('recent prices are the present one, those of seven days, and the one before them', async () => {
  const price = (id: number, price_micros: number, at: Row['at'], row: Row = {}) =>
    insertSql('batch_prices', {
      ...{ batch_id: idOf(id), price_micros, currency: 'EUR', at: at ?? null },
      ...{ by_name: `by ${price_micros}`, source: `from ${price_micros}`, ...row },
    })
  await rows.run(
    price(11, 1, ago('30 days')) +
      price(11, 2, ago('8 days')) +
      price(11, 3, ago('6 days')) +
      price(11, 4, ago('5 days'), { currency: 'USD' }) +
      price(12, 5, ago('9 days'), { currency: 'USD' }) +
      price(13, 6, ago('1 day')),
  )
  const found = await findRecentPrices(rows.db, [idOf(11), idOf(12)])
  const sorted = [...found].map(([id, prices]) => [
    id,
    prices
      .map(({ priceMicros, currency }) => `${priceMicros} ${currency}`)
      .toSorted((one, other) => Number.parseInt(one, 10) - Number.parseInt(other, 10)),
  ])
  expect(sorted.toSorted()).toEqual([
    [idOf(11), ['2 EUR', '3 EUR', '4 USD', '21000 EUR']],
    [idOf(12), ['5 USD', '41000 USD']],
  ])
  const history = await listPrices(rows.db, idOf(11))
  expect(history.map(({ at: _, ...each }) => each)).toEqual(
    [4, 3, 2, 1].map((price_micros) => ({
      ...{ price_micros, currency: price_micros === 4 ? 'USD' : 'EUR' },
      ...{ by_name: `by ${price_micros}`, source: `from ${price_micros}` },
    })),
  )
})
