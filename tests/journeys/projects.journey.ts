// Walks the list of projects in a browser (docs/product.md#project-list).
import type { Locator } from '@playwright/test'
import type { ProjectSummary } from '#features/catalogue/catalogue-calls.ts'
import { enter, expect, expectAccessible, expectNoOverflow, test } from '#tests/support/journey.ts'
import sceneWords from '#texts/lists/project_scenes.json' with { type: 'json' }

test('the filters are All plus the registries and types found, and All, Certified Design and Listed', {
  tag: '@always',
}, async ({ page, product }) => {
  const person = await enter(page, product, '/app/projects')
  const projects: ProjectSummary[] = (await person.get('/api/projects/')).body
  const found = (values: string[]) => ['All', ...new Set(values.sort((a, b) => a.localeCompare(b)))]
  await page.getByRole('button', { name: 'Filter' }).click()
  const optionsOf = (label: string) =>
    page.getByLabel(label, { exact: true }).getByRole('option').allTextContents()
  await expect(page.getByLabel('Registry', { exact: true })).toHaveValue('')
  expect(await optionsOf('Registry')).toEqual(found(projects.map((each) => each.registry_name)))
  expect(await optionsOf('Type')).toEqual(found(projects.flatMap((each) => each.project_type)))
  expect(await optionsOf('Status')).toEqual(['All', 'Certified Design', 'Listed'])
})

test('the list starts with 3 projects, or the given limit, and Load More adds 3', async ({
  page,
  product,
}) => {
  await enter(page, product, '/app/projects')
  const cards = page.getByRole('main').getByRole('article')
  await expect(cards).toHaveCount(3)
  await page.getByRole('button', { name: 'Load More' }).click()
  await expect(cards).toHaveCount(6)
  // The focus moves to the first of the new ones.
  await expect(cards.nth(3).getByRole('link')).toBeFocused()
  await page.goto('/app/projects?limit=7')
  await expect(cards).toHaveCount(7)
  await page.getByRole('button', { name: 'Load More' }).click()
  await expect(cards).toHaveCount(10)
})

test('filters, search and length stay in the address: reload, a project and Back keep them', async ({
  page,
  product,
}) => {
  await enter(page, product, '/app/projects')
  const cards = page.getByRole('main').getByRole('article')
  await page.getByRole('button', { name: 'Filter' }).click()
  await page.getByLabel('Registry', { exact: true }).selectOption('Gold Standard')
  await page.getByLabel('Search projects').fill('india')
  await expect(page).toHaveURL(/registry=Gold\+Standard&q=india/)
  await page.getByRole('button', { name: 'Load More' }).click()
  await expect(cards).toHaveCount(6)
  const first = await cards.first().textContent()

  await page.reload()
  await expect(cards).toHaveCount(6)
  await expect(page.getByLabel('Search projects')).toHaveValue('india')
  await expect(page.getByLabel('Registry', { exact: true })).toHaveValue('Gold Standard')
  await cards.nth(4).getByRole('link').click()
  await expect(page.getByRole('heading', { name: 'Batches' })).toBeVisible()
  await page.goBack()
  await expect(cards).toHaveCount(6)
  expect(await cards.first().textContent()).toBe(first)

  await page.getByRole('button', { name: /^Filter/ }).click()
  await page.getByLabel('Status', { exact: true }).selectOption('Listed')
  await expect(page).toHaveURL(/status=Listed/)
  await page.goBack()
  await expect(page.getByLabel('Status', { exact: true })).toHaveValue('')
  await expect(page.getByLabel('Search projects')).toHaveValue('india')
})

test('a search finds by name, country, type and registry id, in any capitals', async ({
  page,
  product,
}) => {
  const person = await enter(page, product, '/app/projects')
  const [one]: ProjectSummary[] = (await person.get('/api/projects/')).body
  const cards = page.getByRole('main').getByRole('article')
  for (const words of [one?.name, one?.external_id, 'turkiye WIND']) {
    await page.getByLabel('Search projects').fill(words ?? '')
    await expect(page).toHaveURL(/q=/)
    if (words === 'turkiye WIND') await expect(cards.first()).toContainText('Türkiye')
    else await expect(cards.first()).toContainText(one?.shown_name ?? '?')
  }
  await page.getByLabel('Search projects').fill('no such project')
  await expect(page.getByText('No projects match the current filters.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Show all projects' }).click()
  await expect(cards).toHaveCount(3)
  await expect(page.getByLabel('Search projects')).toHaveValue('')
})

test('a card shows status, place, work, registry, the lowest price, and whether it is sold out', async ({
  page,
  product,
}) => {
  const person = await enter(page, product, '/app/projects')
  const projects: ProjectSummary[] = (await person.get('/api/projects/')).body
  const card = (project: ProjectSummary | undefined) =>
    page.getByRole('article', { name: project?.shown_name ?? '?', exact: true })
  const show = async (project: ProjectSummary | undefined) => {
    await page.goto(`/app/projects?q=${project?.external_id}`)
    await expect(card(project)).toBeVisible()
  }
  const offered = projects.find((each) => each.price_from?.currency === 'GBP')
  await show(offered)
  const price = offered?.price_from?.price_per_kg ?? 0
  for (const words of [
    offered?.status,
    offered?.registry_name,
    Object.entries(sceneWords).find(([scene]) => scene === offered?.scene)?.[1].en,
    `£${price.toFixed(4)} / kg`,
    `£${(price * 1000).toFixed(2)} a tonne`,
  ]) {
    await expect(card(offered)).toContainText(words ?? '?')
  }
  const foreign = projects.find((each) => each.price_from?.currency === 'EUR')
  await show(foreign)
  await expect(card(foreign)).toContainText(/about £\d+\.\d\d a tonne/)
  await expect(card(foreign)).toContainText(/€0\.\d{4,} \/ kg/)
  const soldOut = projects.find((each) => each.batch_count > 0 && each.available_kg === 0)
  await show(soldOut)
  await expect(card(soldOut)).toContainText('Sold out')
  const unoffered = projects.find((each) => each.batch_count === 0)
  await show(unoffered)
  await expect(card(unoffered)).toContainText('Not on sale yet')
  await expectAccessible(page)
})

test('a failed list shows its sentence and loads on Retry', async ({
  page,
  product,
  expectedConsole,
}) => {
  expectedConsole.push(/Failed to load resource/)
  await page.route('**/api/projects/', (route) => route.fulfill({ status: 500, json: {} }))
  await enter(page, product, '/app/projects')
  await expect(page.getByText('Could not load offset projects.')).toBeVisible()
  await page.unroute('**/api/projects/')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('main').getByRole('article')).toHaveCount(3)
})

test('offers shows the first 3 projects, and See all leads to the list', async ({
  page,
  product,
}) => {
  await enter(page, product, '/app/offers')
  await expect(page.getByRole('main').getByRole('article')).toHaveCount(3)
  await expectAccessible(page)
  await expectNoOverflow(page)
  await page.getByRole('main').getByRole('link', { name: 'See all' }).click()
  await expect(page).toHaveURL(/\/app\/projects$/)
})

test('See all next to the featured projects leads to a list that begins with them', async ({
  page,
  product,
}) => {
  await enter(page, product)
  const featured = page.getByRole('region', { name: 'Featured projects' })
  const namesIn = (place: Locator) =>
    place.getByRole('article').getByRole('heading').allTextContents()
  await expect(featured.getByRole('article').first()).toBeVisible()
  const names = await namesIn(featured)
  await featured.getByRole('link', { name: 'See all' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Projects' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('article')).toHaveCount(names.length)
  expect(await namesIn(page.getByRole('main'))).toEqual(names)
})

test('the filters take the focus in their visual order, also on a phone', async ({
  page,
  product,
}) => {
  await enter(page, product, '/app/projects')
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    const places: number[][] = []
    await page.getByLabel('Search projects').focus()
    // On a phone the button that unfolds them is in front of them.
    if (width === 360) {
      await page.keyboard.press('Tab')
      await expect(page.getByRole('button', { name: 'Filter' })).toBeFocused()
      await page.keyboard.press('Enter')
    }
    for (const label of ['Registry', 'Type', 'Status']) {
      await page.keyboard.press('Tab')
      await expect(page.getByLabel(label, { exact: true })).toBeFocused()
      const box = await page.getByLabel(label, { exact: true }).boundingBox()
      places.push([box?.y ?? 0, box?.x ?? 0])
    }
    const read = places.toSorted(
      (one, other) => (one[0] ?? 0) - (other[0] ?? 0) || (one[1] ?? 0) - (other[1] ?? 0),
    )
    expect(places).toEqual(read)
  }
})
