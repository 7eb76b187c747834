// Tests the choice of a batch on a project's page: what follows it, and the words of each part of the offer.

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { Route, Router } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'
import {
  type Batch,
  exampleBatch,
  exampleProject,
  getProject,
  listFeaturedProjects,
  listProjects,
  type Project,
} from '#features/catalogue/catalogue-calls.ts'
import { openSession, signOut } from '#features/people/web/session/session.ts'
import { getExchangeRate, getWallet } from '#features/wallet/wallet-calls.ts'
import { patterns } from '#web/paths.ts'
import { draw, openPage, until } from '#web/test-page.ts'
import { ada, terminal } from '#web/test-person.ts'
import { texts } from '#web/texts.ts'
import { ProjectPage } from './project-page.tsx'

beforeEach(openPage)

const batch = (id: string, own: Partial<Batch> = {}): Batch => ({
  ...{ ...exampleBatch, id, project_id: 'one', price_per_kg: 0.02, serial_number: `GS-${id}` },
  ...{ kg_available: 900, vintage_year: 2022, is_offered: true, uncompared: false, ...own },
})
const project = (batches: readonly Batch[]): Project => ({
  ...{ ...exampleProject, id: 'one', shown_name: 'Wind', description: '', raw_data: { sdgs: [] } },
  ...{ batches: [...batches], weeklyPurchases: [], is_offered: true },
})

async function newPage() {
  vi.stubGlobal('fetch', async () => Response.json({}, { status: 404 }))
  await openSession(ada, terminal)
  onTestFinished(() => act(async () => signOut()))
  const client = new QueryClient({
    defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY, retry: false } },
  })
  const rate = { from: 'EUR', to: 'GBP', rate: 0.5, as_of: '2026-11-20', source: 'ecb' }
  client.setQueryData([getExchangeRate.id, 'EUR', 'GBP'], rate)
  const wallet = { wallets: [], totalInUserCurrency: 0, userCurrency: 'GBP', as_of: null }
  client.setQueryData([getWallet.id], wallet)
  const { hook, searchHook } = memoryLocation({ path: '/app/projects/one' })
  const part = (
    <QueryClientProvider client={client}>
      <Router hook={hook} searchHook={searchHook}>
        <Route path={patterns.project}>
          <ProjectPage />
        </Route>
      </Router>
    </QueryClientProvider>
  )
  return { client, part }
}

async function drawn(batches: readonly Batch[], own: Partial<Project> = {}) {
  const { client, part } = await newPage()
  client.setQueryData([getProject.id, 'one'], { ...project(batches), ...own })
  const page = await draw(part)
  return { page, client, offer: () => page.text().split('Batches')[1] }
}

const sold = (own: readonly string[]) => own.join('')
const listedBatches = [
  'Choose a batch',
  'Vintage 2021£20.00 a tonneSold out£0.0200 / kgSerial number GS-gone',
  'Vintage 2022£20.00 a tonne900 kg left£0.0200 / kgSerial number GS-first',
  'Vintage 2023about £15.00 a tonne7 kg left€0.0300 / kg, you pay in £Serial number GS-second',
  'Vintage 2020£20.00 a tonneNo longer offered£0.0200 / kgSerial number GS-off',
]
const batches = [
  batch('gone', { kg_available: 0, vintage_year: 2021 }),
  batch('first'),
  batch('second', { vintage_year: 2023, price_per_kg: 0.03, currency: 'EUR', kg_available: 7 }),
  batch('off', { kg_available: 0, is_offered: false, vintage_year: 2020 }),
]
const actions = 'Buy OffsetsGift OffsetsBought each weekNo purchase activity yet.'

it('a chosen batch sets the price and the round sum, and its plan link has the project', async () => {
  const { page, client, offer } = await drawn(batches)
  const ofFirst = ['£1 is about 50 kg', 'Buy every month', 'Vintage 2022 £20.00 a tonne', actions]
  expect(offer()).toBe(sold([...listedBatches, ...ofFirst]))
  await page.tick(/2023/)
  const ofSecond = ['£1 is about 67 kg', 'Buy every month']
  const priced = ['Vintage 2023 about £15.00 a tonne', actions]
  expect(offer()).toBe(sold([...listedBatches, ...ofSecond, ...priced]))
  const links = [...document.querySelectorAll('a')].map((each) => [
    each.textContent,
    each.getAttribute('href'),
  ])
  expect(links).toContainEqual(['Buy every month', '/app/plans?project=one'])
  const chosen = () =>
    [...document.querySelectorAll('input[type=radio]')].map(
      (each) => each instanceof window.HTMLInputElement && each.checked,
    )
  expect(chosen()).toEqual([false, false, true, false])
  const next = batches.map((each) => (each.id === 'second' ? { ...each, kg_available: 0 } : each))
  await act(async () => client.setQueryData([getProject.id, 'one'], project(next)))
  await until(() => expect(chosen()).toEqual([false, true, false, false]))
  expect(offer()).toContain('Vintage 2022 £20.00 a tonneBuy Offsets')
})

it('a sold-out project leads to the others, and offers no plan', async () => {
  const { offer } = await drawn([batch('gone', { kg_available: 0 })])
  expect(offer()).toContain('Every batch of this project is sold out for now.Sold out')
  expect(offer()).not.toMatch(/Buy|Gift/)
  const links = [...document.querySelectorAll('a')].map((each) => each.getAttribute('href'))
  expect(links).toContain('/app/projects')
  expect(links.join()).not.toContain('plans')
})

it.each([
  ['2022-01-10', 'Facts as ofJan 10, 2022'],
  ['2026-04', 'Facts as ofApril 2026'],
  ['2019', 'Facts as of2019'],
])('the facts have the day, the month or the year of their source: %s', async (as_of, words) => {
  const { page } = await drawn(batches, { raw_data: { sdgs: [], as_of } })
  expect(page.text()).toContain(words)
})

it.each([
  [{ crediting_period_start: '2018-10-24', crediting_period_end: '2028-10-23' }, '2018–2028'],
  [{ crediting_period_start: '2018-10-24' }, undefined],
  [{ crediting_period_end: '2028-10-23' }, undefined],
])('the years counted are shown where both are known: %j', async (own, words) => {
  const { page } = await drawn(batches, { raw_data: { sdgs: [], ...own } })
  expect(/Years counted([\d–]+)/.exec(page.text())?.[1]).toBe(words)
})

it('a narrow chart names every other week, back from the present one', async () => {
  const weeklyPurchases = Array.from({ length: 8 }, (_, place) => ({
    week: `2026-${place + 41}`,
    purchased_kg: place,
  }))
  await drawn(batches, { weeklyPurchases })
  const labels = [...document.querySelectorAll('figure text')].map((each) => each.textContent)
  expect(labels.filter((each) => /^\D+\d\d$/.test(each))).toEqual(
    [42, 44, 46, 48].map((week) => texts.projects_week_short({ week: String(week) })),
  )
})

it('while it loads, its picture is that of a list that has it', async () => {
  const listed = { ...exampleProject, id: 'one', scene: 'solar', image_url: null }
  const { client, part } = await newPage()
  client.setQueryData([listProjects.id], [{ ...listed, id: 'another', scene: 'wind' }])
  client.setQueryData([listFeaturedProjects.id, 'GB'], [{ ...listed, preferred_batch: null }])
  await draw(part)
  expect(document.querySelector('.project-picture [data-scene="solar"]')).not.toBeNull()
})
