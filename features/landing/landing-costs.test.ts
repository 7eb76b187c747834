// Tests the prices on the landing page, and that the page waits for them only briefly.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { issueTestBatch } from '#tests/support/people/batch.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { statement } from '#tests/support/test-statement.ts'
import type { Language } from '#values/lists/languages.ts'
import { noCosts, openLandingCosts, readLandingCosts } from './landing-costs.ts'

const feature = statement(
  'test-feature-project-at-home',
  {},
  `insert into featured_projects (country, project_id, position, preferred_batch_id)
   values ($1, $2, 0, $3)`,
)
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
  await db.run(feature, [country, projectId, id])
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
