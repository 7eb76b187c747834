// Tests the prices on the landing page, and that the page waits for them only briefly.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { currentRates, rateBetween } from '#features/wallet/rates/rates.ts'
import { issueTestBatch } from '#tests/support/people/batch.ts'
import { Person } from '#tests/support/people/person.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { statement } from '#tests/support/test-statement.ts'
import { amountIn } from '#texts/figures-in.ts'
import type { Language } from '#values/lists/languages.ts'
import { minorToUnits, totalMinorOf } from '#values/money/money.ts'
import { noCosts, openLandingCosts, readLandingCosts } from './landing-costs.ts'

const feature = statement(
  'test-feature-project-at-home',
  {},
  `insert into featured_projects (country, project_id, position, preferred_batch_id)
   values ($1, $2, $4, $3)`,
)
const rename = statement('test-rename-project', {}, 'update projects set name = $2 where id = $1')
const unfeature = statement('test-unfeature-all', {}, 'delete from featured_projects')

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())

const readCosts = (language: Language) =>
  readLandingCosts(test.services.db, test.services.settings.cardMinimumMinor, language)

async function featured(
  country: string,
  batch: { kg: number; priceMicros: number; currency: string },
) {
  const { db } = test.services
  await db.run(unfeature)
  const { id, projectId } = await issueTestBatch(db, batch)
  await db.run(feature, [country, projectId, id, 0])
}

it('are those of the featured project, in the currency of the language’s home', async () => {
  await featured('DE', { kg: 20_000, priceMicros: 39_125, currency: 'EUR' })
  const { costs, year } = await readCosts('de')
  expect(costs).toEqual([{ price: '0,78\u00a0€', kg: '20', km: '96', project: 'Test wind farm' }])
  const [{ yearPrice, yearKg, country } = {}] = year
  expect([yearPrice, yearKg, country]).toEqual(['389,57\u00a0€', '9.957', 'Deutschland'])
})

it('lack a year if the batch has fewer kilograms, and all if it lacks the example', async () => {
  await featured('DE', { kg: 9_000, priceMicros: 39_125, currency: 'EUR' })
  expect(await readCosts('de')).toMatchObject({ costs: [{ km: '96' }], year: [] })
  await featured('DE', { kg: 9, priceMicros: 39_125, currency: 'EUR' })
  expect(await readCosts('de')).toEqual(noCosts)
})

it('have the first example that a card can pay', async () => {
  await featured('DE', { kg: 9_000, priceMicros: 2_600, currency: 'EUR' })
  const [cheap] = (await readCosts('de')).costs
  expect([cheap?.kg, cheap?.price]).toEqual(['200', '0,52\u00a0€'])
  await featured('DE', { kg: 9_000, priceMicros: 52_000, currency: 'EUR' })
  expect((await readCosts('de')).costs[0]).toMatchObject({ kg: '10', price: '0,52\u00a0€' })
})

it.each([
  [20, true, false],
  [19, false, false],
  [9_957, true, true],
  [9_956, true, false],
])('with %i kg in stock have an example (%j) and a year (%j)', async (kg, hasExample, hasYear) => {
  await featured('DE', { kg, priceMicros: 39_125, currency: 'EUR' })
  const { costs, year } = await readCosts('de')
  expect([costs.length, year.length]).toEqual([hasExample ? 1 : 0, hasYear ? 1 : 0])
})

it('are those of each language’s home: its project, currency, figures and name', async () => {
  const { db } = test.services
  const kg = 30_000
  const offered: Readonly<Record<string, string>> = { GB: 'GBP', DE: 'EUR', NL: 'EUR', TR: 'TRY' }
  await db.run(unfeature)
  for (const [country, currency] of Object.entries(offered)) {
    const { id, projectId } = await issueTestBatch(db, { kg, priceMicros: 500_000, currency })
    await db.run(rename, [projectId, `Project of ${country}`])
    await db.run(feature, [country, projectId, id, 0])
  }
  const found = new Map<string, object>()
  for (const language of ['en', 'de', 'nl', 'tr'] as const) {
    const { costs, year } = await readCosts(language)
    found.set(language, { ...costs[0], ...year[0] })
  }
  expect(Object.fromEntries(found)).toMatchInlineSnapshot(`
    {
      "de": {
        "country": "Deutschland",
        "kg": "10",
        "km": "48",
        "price": "5,00 €",
        "project": "Project of DE",
        "yearKg": "9.957",
        "yearPrice": "4.978,50 €",
      },
      "en": {
        "country": "United Kingdom",
        "kg": "10",
        "km": "48",
        "price": "£5.00",
        "project": "Project of GB",
        "yearKg": "7,631",
        "yearPrice": "£3,815.50",
      },
      "nl": {
        "country": "Nederland",
        "kg": "10",
        "km": "48",
        "price": "€ 5,00",
        "project": "Project of NL",
        "yearKg": "9.381",
        "yearPrice": "€ 4.690,50",
      },
      "tr": {
        "country": "Türkiye",
        "kg": "50",
        "km": "241",
        "price": "₺25,00",
        "project": "Project of TR",
        "yearKg": "4.977",
        "yearPrice": "₺2.488,50",
      },
    }
  `)
})

it('are those of the next featured project if the first has no stock', async () => {
  const { db } = test.services
  await db.run(unfeature)
  const batches = []
  for (const [position, kg] of [1, 5_000].entries()) {
    const batch = await issueTestBatch(db, { kg, priceMicros: 1_000_000, currency: 'EUR' })
    await db.run(rename, [batch.projectId, `Place ${position}`])
    await db.run(feature, ['DE', batch.projectId, batch.id, position])
    batches.push(batch)
  }
  const [first] = batches
  if (first === undefined) throw new Error('no batch')
  expect((await readCosts('de')).costs).toEqual([])
  await (await new Person(test.url).signIn()).buyByCard(first, 1)
  expect((await readCosts('de')).costs).toMatchObject([{ project: 'Place 1' }])
})

it('are converted from the batch’s currency', async () => {
  await featured('DE', { kg: 20_000, priceMicros: 100_000, currency: 'USD' })
  const rates = await currentRates(test.services.db)
  const rate = rateBetween(rates, 'USD', 'EUR')
  const [{ price, kg } = {}] = (await readCosts('de')).costs
  if (rate === null) throw new Error('no rate')
  const units = minorToUnits(totalMinorOf(100_000, Number(kg), rate))
  expect(price).toBe(amountIn('de', units, 'EUR'))
})

it('are absent in a currency without a rate', async () => {
  await featured('DE', { kg: 9_000, priceMicros: 39_125, currency: 'AED' })
  expect(await readCosts('de')).toEqual(noCosts)
})

it('are read once a minute, and stay while they cannot be read', async () => {
  let now = 1
  let readings = 0
  let isAway = true
  const costs = { costs: [{ price: '£0.39' }], year: [] }
  const costsIn = openLandingCosts(
    async () => {
      readings += 1
      if (isAway) throw new Error('the database is away')
      return costs
    },
    () => now,
  )
  expect(await costsIn('en')).toEqual(noCosts)
  isAway = false
  expect([await costsIn('en'), readings]).toEqual([noCosts, 1])
  now += 5_000
  expect([await costsIn('en'), await costsIn('en'), readings]).toEqual([costs, costs, 2])
  isAway = true
  now += 60_000
  expect([await costsIn('en'), readings]).toEqual([costs, 3])
})

it('do not delay the page', async () => {
  const costsIn = openLandingCosts(
    () => new Promise(() => {}),
    () => 1,
  )
  expect(await costsIn('en')).toEqual(noCosts)
})
