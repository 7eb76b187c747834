// Walks achievements, leagues and leaderboards in a browser (docs/product.md#scores), and how a person
// appears on them.
import type { Page } from '@playwright/test'
import type { BoardRow } from '#features/boards/boards-calls.ts'
import {
  becomeMember,
  enter,
  expect,
  expectAccessible,
  expectUsable,
  onEveryScreen,
  test,
} from '#tests/support/journey.ts'
import { largeBatch } from '#tests/support/people/checkout.ts'
import type { Person } from '#tests/support/people/person.ts'
import { textIn } from '#texts/text-in.ts'
import { type BoardKind, leagueStarts, leagues } from '#values/lists/leagues.ts'
import { ecoPoints } from '#values/lists/score-rules.ts'

const achievements = (page: Page) => page.getByRole('region', { name: 'Achievements' })
const boards = (page: Page) => page.getByRole('region', { name: 'Leaderboards' })

async function buy(me: Person, kg: number): Promise<void> {
  await me.buyByCard(largeBatch((await me.get('/api/batches')).body), kg)
}

function rowsOf(count: number, mine: number, name = (place: number) => `Member ${place}`) {
  return Array.from({ length: count }, (_, index): BoardRow => {
    const place = index + 1
    return { rank: place, name: name(place), score: 1000 - place, isMe: place === mine }
  })
}

test('stamps show the part of the threshold, then ink, celebrated once', {
  tag: '@always',
}, async ({ page, product }) => {
  const me = await enter(page, product)
  await expect(achievements(page).getByRole('img', { name: '100 kg: 0% of the way' })).toBeVisible()
  await buy(me, 40)
  await page.reload()
  await expect(achievements(page).getByText('New stamp: First offset.')).toBeVisible()
  await expect(achievements(page).getByRole('img', { name: 'First offset: reached' })).toBeVisible()
  await expect(
    achievements(page).getByRole('img', { name: '100 kg: 40% of the way' }),
  ).toBeVisible()
  await expect(achievements(page).getByText('60 kg to go', { exact: true })).toBeVisible()
  await expectAccessible(page)
  await page.reload()
  await expect(achievements(page).getByRole('img', { name: 'First offset: reached' })).toBeVisible()
  await expect(achievements(page).getByText('New stamp:')).toHaveCount(0)
})

test('without achievements the places of the stamps are printed and empty', async ({
  page,
  product,
}) => {
  await page.route('**/api/achievements/me', (route) => route.fulfill({ json: [] }))
  await enter(page, product)
  await expect(achievements(page).getByText('No stamps yet.')).toBeVisible()
  await expectAccessible(page)
})

/** `Silver from 100 and Gold from 300`, by the list's own words and starts. */
function startsOf(kind: BoardKind, format: (score: number) => string): string {
  const starts = leagues
    .slice(1)
    .map((each) => `${textIn('en', `leagues_${each}`)} from ${format(leagueStarts[kind][each])}`)
  return new Intl.ListFormat('en').format(starts)
}

test('the leagues are on the passport as foil, with their words', async ({ page, product }) => {
  const me = await enter(page, product)
  const card = page.getByRole('article', { name: 'Carbon Passport' })
  await expect(card.getByText('Bronze')).toHaveCount(2)
  await buy(me, leagueStarts.offsets.silver)
  await page.reload()
  await expect(card.getByText('Silver')).toHaveCount(1)
})

test('the home tile has 5 rows around the person, one at a time of eco and offsets', async ({
  page,
  product,
}) => {
  const answer = { eco: rowsOf(10, 7), offsets: rowsOf(2, 2) }
  await page.route('**/api/achievements/leaderboard', (route) => route.fulfill({ json: answer }))
  await enter(page, product)
  const rows = boards(page).getByRole('table').getByRole('row')
  await expect(rows).toHaveCount(1 + 5)
  await expect(rows.nth(1)).toContainText('Member 5')
  await expect(rows.nth(3)).toContainText('Member 7')
  await expect(rows.nth(3)).toContainText('You')
  await boards(page).getByRole('tab', { name: 'Offset league' }).click()
  await expect(rows).toHaveCount(1 + 5)
  await expect(rows.nth(2)).toContainText('You')
  await expect(boards(page).getByText('3 open places')).toHaveCount(1)
})

test('the page has 10 rows of each kind, and names what opens the leagues above', async ({
  page,
  product,
}) => {
  const me = await becomeMember(page, product)
  await buy(me, 12)
  await page.goto('/app/leaderboards')
  const home = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' })
  await expect(home).toBeVisible()
  await expect(home).toHaveAttribute('aria-current', 'true')
  const offsets = page.getByRole('region', { name: 'Offset league' })
  const eco = page.getByRole('region', { name: 'Eco league' })
  for (const board of [eco, offsets]) {
    await expect(board.getByRole('row')).toHaveCount(1 + 10)
    await expect(board.getByRole('row').filter({ hasText: 'You' })).toHaveCount(1)
    await expect(board.getByRole('tab', { name: /Bronze/ })).toHaveAttribute(
      'aria-selected',
      'true',
    )
  }
  await expect(offsets.getByText(/^Silver opens at 100\skg\. You have 12\skg\.$/)).toBeVisible()
  await expect(offsets.getByText(/^Gold opens at 1,000\skg\. You have 12\skg\.$/)).toBeVisible()
  await expect(eco.getByText(/^Silver opens at an eco score of 100\./)).toBeVisible()
  await expect(eco.getByText(/^Gold opens at an eco score of 300\./)).toBeVisible()
  let asked = ''
  page.on('request', (request) => {
    asked += request.url()
  })
  const gold = offsets.getByRole('tab', { name: /Gold.*Locked: opens at 1,000\skg\./ })
  await expect(gold).toBeDisabled()
  await gold.click({ force: true })
  await expect(offsets.getByRole('tab', { name: /Bronze/ })).toHaveAttribute(
    'aria-selected',
    'true',
  )
  expect(asked).not.toContain('league=gold')

  const how = page.getByRole('region', { name: 'How scores work' })
  for (const sentence of [
    `${ecoPoints.week} for each week in which you buy or gift`,
    `${ecoPoints.gift} for each gift you send, at most one a person a week`,
    `${ecoPoints.project} for each different project you support`,
    `${ecoPoints.achievement} for each achievement you reach`,
    `The leagues: ${startsOf('eco', String)}.`,
  ]) {
    await expect(how.getByText(sentence)).toBeVisible()
  }
  const inKg = startsOf('offsets', (kg) => `${kg.toLocaleString('en')}\\skg`)
  await expect(how.getByText(new RegExp(`^The leagues: ${inKg}\\.$`))).toBeVisible()
  await expectAccessible(page)
})

test('failed leaderboards show their sentence, and load on Retry', async ({
  page,
  product,
  expectedConsole,
}) => {
  expectedConsole.push(/Failed to load resource/)
  await page.route('**/api/achievements/leaderboard/**', (route) =>
    route.fulfill({ status: 500, json: {} }),
  )
  await enter(page, product, '/app/leaderboards')
  // Both boards share one sentence and one Retry.
  await expect(page.getByText('Could not load leaderboards.')).toHaveCount(1)
  await expectAccessible(page)
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText('Could not load leaderboards.')).toHaveCount(0)
})

test('a nickname is on the leaderboards, and only the person sees a hidden entry', async ({
  page,
  product,
}) => {
  const me = await enter(page, product, '/app/settings')
  const identity = page.getByRole('region', { name: 'You on the leaderboards' })
  const nickname = identity.getByLabel('Nickname')
  const save = identity.getByRole('button', { name: 'Save nickname' })
  await expect(save).toBeDisabled()
  await nickname.fill('<b>')
  await save.click()
  await expect(
    identity.getByText("Please use 2 to 24 letters, digits, spaces and . - '", { exact: true }),
  ).toBeVisible()
  await expect(nickname).toBeFocused()
  await expectAccessible(page)
  await nickname.fill("Zoë O'Neill-Þór 3.")
  await save.click()
  await expect(page.getByText('Saved.')).toBeVisible()
  await identity.getByRole('checkbox', { name: /Hide me from leaderboards/ }).check()
  await expect
    .poll(async () => (await me.get('/api/auth/me')).body.hide_from_leaderboards)
    .toBe(true)
  await page.goto('/app/leaderboards')
  await expect(page.getByRole('row').filter({ hasText: "Zoë O'Neill-Þór 3." })).toHaveCount(2)
  await page.goto('/app/settings')
  await nickname.fill('')
  await save.click()
  await expect.poll(async () => (await me.get('/api/auth/me')).body.nickname).toBeNull()
})

test('stamps and boards fit every screen in both themes, with the longest names', async ({
  page,
  product,
}) => {
  const long = (place: number) => `${'W'.repeat(22)}${place % 10}${place % 10}`
  const rows = rowsOf(10, 5, long).map((row) => ({ ...row, rank: 1_234_567, score: 98_765_432 }))
  const answer = { eco: rows, offsets: rows }
  await page.route('**/api/achievements/leaderboard', (route) => route.fulfill({ json: answer }))
  await page.route('**/api/achievements/leaderboard/**', (route) => route.fulfill({ json: rows }))
  const me = await becomeMember(page, product)
  await buy(me, 120)
  for (const path of ['/app', '/app/leaderboards', '/app/settings']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await onEveryScreen(page, () => expectUsable(page))
  }
})
