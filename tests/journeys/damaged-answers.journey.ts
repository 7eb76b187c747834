// Damages answers of the API and code files one at a time while a person uses the app. The page is
// never empty, always offers a next step, the person succeeds, and no effect is lost or doubled.
// FAULT_ANSWERS sets how many (6 in npm test), FAULT_SEED repeats a run.
import type { Browser, Locator, Page } from '@playwright/test'
import { checkLedger } from '#features/purchases/inspect/check-ledger.ts'
import { scoreComparisons } from '#features/purchases/inspect/check-scores.ts'
import type { Database } from '#platform/database/database.ts'
import { damageOneAnswer } from '#tests/support/damaged-answers.ts'
import { becomeMember, expect, readCode, skipWelcome, test } from '#tests/support/journey.ts'
import { type IssuedBatch, issueTestBatch } from '#tests/support/people/batch.ts'
import { fillCard } from '#tests/support/people/checkout.ts'
import { creditTestWallet } from '#tests/support/people/credit.ts'
import { newPhone, type Person } from '#tests/support/people/person.ts'
import { type Random, randomFrom } from '#tests/support/random.ts'
import type { Product } from '#tests/support/servers/product.ts'

const answers = Number(process.env.FAULT_ANSWERS ?? 6)
const seed = Number(process.env.FAULT_SEED ?? Math.floor(Math.random() * 2 ** 31))
/** Walks per person: each new person has unclaimed rewards. */
const walksOfOne = 12
/** Number of attempts of a person before giving up. */
const triesMax = 6

type Walker = {
  readonly page: Page
  readonly person: Person
  readonly batch: IssuedBatch
  /** Kilograms that no other purchase of this person has. */
  readonly kg: number
  /** Kilograms that the screen has acknowledged, by receiver. */
  readonly acknowledged: { kg: number; isGift: boolean; isReward: boolean }[]
}

/** The page shows some text and a control. */
async function expectWayOn(page: Page): Promise<void> {
  const ways = page.getByRole('button').or(page.getByRole('link')).filter({ visible: true })
  await expect(ways.first()).toBeVisible()
  await expect(page.locator('body')).toContainText(/\S/)
}

const retryOf = (page: Page) =>
  page.getByRole('button', { name: 'Retry', exact: true }).filter({ visible: true }).first()

/**
 * Repeats `act` until `goal` is visible, as a person would: Retry if it is offered, else `act`
 * again, else a reload. `act` may find that it is done already.
 */
async function reach(page: Page, goal: Locator, act: () => Promise<void>): Promise<void> {
  for (let tries = 0; tries < triesMax; tries += 1) {
    if (await goal.first().isVisible()) return
    await act().catch(() => undefined)
    await goal
      .or(retryOf(page))
      .first()
      .waitFor({ timeout: 8_000 })
      .catch(() => undefined)
    if (await goal.first().isVisible()) return
    await expectWayOn(page)
    if (await retryOf(page).isVisible()) await retryOf(page).click({ timeout: 5_000 })
    else if (tries > 1) await page.reload()
    await goal
      .first()
      .waitFor({ timeout: 4_000 })
      .catch(() => undefined)
  }
  await expect(goal.first()).toBeVisible()
}

const press = (target: Locator) => target.first().click({ timeout: 5_000 })
const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true })
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name })

async function openHome(page: Page): Promise<void> {
  await reach(page, heading(page, 'Achievements'), async () => void (await page.goto('/app')))
}

/** From 'Reserve' to the last step; returns whether the screen acknowledged it. */
async function purchase(
  { page, kg }: Walker,
  name: string,
  fill: (dialog: Locator) => Promise<void>,
) {
  const dialog = page.getByRole('dialog')
  const shown = dialog.getByText(/^CP-[2-9A-Z]{4}-[2-9A-Z]{4}-[2-9A-Z]{4}$/)
  const amount = dialog.getByLabel('Or another amount')
  await reach(page, amount.or(shown), () => press(page.getByRole('button', { name })))
  await reach(page, shown, async () => {
    if (!(await amount.isVisible())) await press(page.getByRole('button', { name }))
    await fill(dialog)
    await amount.fill(String(kg), { timeout: 5_000 })
    // The wallet's part is shown a moment after the typing stops.
    await page.waitForTimeout(800)
    if (await dialog.getByLabel('Card number').isVisible()) await fillCard(dialog)
    await press(dialog.getByRole('button', { name: /^Reserve/ }))
  })
  const done = dialog.getByRole('button', { name: 'Done' })
  await reach(page, done, async () => {
    const field = dialog.getByLabel('Retype the transaction ID')
    await field.fill((await shown.textContent({ timeout: 5_000 })) ?? '', { timeout: 5_000 })
    await press(dialog.getByRole('button', { name: 'Complete' }))
  })
  await press(done)
}

const openProject = ({ page, batch }: Walker, button: string) =>
  reach(page, page.getByRole('button', { name: button }), async () => {
    await page.goto(`/app/projects/${batch.projectId}`)
  })

const walks: Readonly<Record<string, (walker: Walker) => Promise<void>>> = {
  async 'landing and sign-in'({ page }) {
    const phone = newPhone()
    await page.context().clearCookies()
    // A new tab: the sheet of an earlier walk would open again by itself.
    await page.evaluate('sessionStorage.clear()')
    const code = page.getByLabel('Code from the SMS')
    await page.goto('/')
    await expectWayOn(page)
    const told = page.getByText('Unable to send OTP.')
    // If the page's code did not load, the first press reloads the page.
    await reach(page, code.or(told), async () => {
      await page.getByLabel('Phone number').fill(phone, { timeout: 5_000 })
      await press(page.getByRole('button', { name: 'Join / Login' }))
    })
    if (await code.isVisible()) {
      await code.fill(await readCode(page, phone))
      await page.getByRole('dialog').getByRole('checkbox').check()
      await press(page.getByRole('button', { name: 'Verify' }))
      const end = heading(page, 'Achievements')
        .or(page.getByRole('dialog').getByRole('alert').filter({ hasText: /./ }))
        .or(heading(page, 'This page could not be shown.'))
      // An assertion, because waiting alone does not skip the welcome that covers the page.
      await expect(end.first()).toBeVisible({ timeout: 30_000 })
    }
    await expectWayOn(page)
  },
  async 'projects, one of them, Back and forward'({ page }) {
    const more = page.getByRole('button', { name: 'Load More' })
    const weeks = heading(page, 'Bought each week')
    await reach(page, more, () => press(link(page, 'Projects')))
    await reach(page, weeks, async () => {
      if (/projects$/.test(page.url())) {
        await press(page.getByRole('main').getByRole('article').getByRole('link'))
      }
    })
    await page.goBack()
    await reach(page, more, async () => undefined)
    await page.goForward()
    await reach(page, weeks, async () => undefined)
  },
  async 'a purchase'(walker) {
    await openProject(walker, 'Buy Offsets')
    await purchase(walker, 'Buy Offsets', async () => undefined)
    walker.acknowledged.push({ kg: walker.kg, isGift: false, isReward: false })
  },
  async 'a gift'(walker) {
    await openProject(walker, 'Gift Offsets')
    const phone = newPhone()
    await purchase(walker, 'Gift Offsets', (dialog) =>
      dialog.getByLabel('Recipient phone').fill(phone, { timeout: 5_000 }),
    )
    walker.acknowledged.push({ kg: walker.kg, isGift: true, isReward: false })
  },
  async 'a reward'({ page, person, acknowledged }) {
    const rewards: { reward_type: string; reward_value: { kg: number } }[] = (
      await person.get('/api/rewards/me')
    ).body
    const token = rewards.find(({ reward_type }) => reward_type === 'token')
    if (token === undefined) return
    const open = page.getByRole('button', { name: /^Claim: \d+\skg/ })
    const done = page.getByRole('dialog').getByRole('button', { name: 'Done' })
    const claim = page.getByRole('dialog').getByRole('button', { name: 'Claim', exact: true })
    const told = page.getByText(/of carbon offsets (is|are) now in your passport/)
    await reach(page, done.or(told), async () => {
      if (!(await claim.isVisible())) await press(open)
      await press(claim)
    })
    if (await done.isVisible()) await press(done)
    acknowledged.push({ kg: token.reward_value.kg, isGift: false, isReward: true })
  },
  async 'transactions and the kilograms of one'({ page }) {
    const row = page.getByRole('button', { name: /Kilograms of/ })
    await reach(page, row, async () => void (await page.goto('/app/transactions')))
    await reach(page, page.getByRole('dialog', { name: 'Where these kilograms come from' }), () =>
      press(row),
    )
    await press(page.getByRole('dialog').getByRole('button', { name: 'Close' }))
  },
  async leaderboards({ page }) {
    await reach(page, page.getByRole('table'), async () => {
      await press(page.getByRole('region', { name: 'Leaderboards' }).getByRole('link'))
    })
  },
  async 'profile and Back'({ page }) {
    await reach(page, heading(page, 'Wallet activity'), () => press(link(page, 'Profile')))
    await page.goBack()
    await reach(page, heading(page, 'Achievements'), async () => undefined)
  },
  async 'the card'({ page }) {
    await reach(page, page.getByRole('main').getByRole('heading', { level: 1 }), async () => {
      await page.goto('/app/card')
    })
  },
  async offers({ page }) {
    await reach(page, page.getByLabel('Recipient phone'), async () => {
      await page.goto('/app/offers')
    })
  },
}

/** Every acknowledged purchase exists once, and no other is open or complete. */
async function expectNothingLostOrDoubled({ person, acknowledged }: Walker, first: number) {
  const entries: { status: string; kg: number; is_gift: boolean; is_reward: boolean }[] = (
    await person.get('/api/tokens/transaction/me?tokens=none')
  ).body
  const found = entries
    .filter(({ status }) => status === 'COMPLETED' || status === 'PENDING')
    .map(({ status, kg, is_gift, is_reward }) => `${status} ${kg} ${is_gift} ${is_reward}`)
  const expected = [{ kg: first, isGift: false, isReward: false }, ...acknowledged].map(
    ({ kg, isGift, isReward }) => `COMPLETED ${kg} ${isGift} ${isReward}`,
  )
  expect(found.sort()).toEqual(expected.sort())
}

const firstKg = 100

async function newWalker(page: Page, product: Product, db: Database, batch: IssuedBatch) {
  const person = await becomeMember(page, product)
  await person.buyByCard(batch, firstKg)
  const credit = { passportId: person.id, currency: 'GBP', amountMinor: 400 }
  await creditTestWallet(db, credit)
  return { page, person, batch, acknowledged: [] }
}

type World = { readonly browser: Browser; readonly product: Product; readonly db: Database }

/** One person's walks, with one damaged answer in each. */
async function live({ browser, product, db }: World, random: Random, rounds: number) {
  const context = await browser.newContext()
  const page = await context.newPage()
  await skipWelcome(page)
  const thrown: string[] = []
  page.on('pageerror', (error) => thrown.push(String(error)))
  const batch = await issueTestBatch(db, { kg: 100_000 })
  const walker = await newWalker(page, product, db, batch)
  const names = Object.keys(walks)
  for (let round = 0; round < rounds; round += 1) {
    await context.addCookies([walker.person.browserCookie])
    await openHome(page)
    const walk = random.pick(names)
    const within = random.between(0, 12)
    const damage = await damageOneAnswer(page, random, within)
    await test.step(walk, async () => {
      try {
        await walks[walk]?.({ ...walker, kg: firstKg + 1 + round })
        damage.stop()
        await expectWayOn(page)
        await expectNothingLostOrDoubled({ ...walker, kg: 0 }, firstKg)
        // The browser itself reports damaged code.
        const isCode = /\/assets\/[^ ]*\.js/.test(damage.report() ?? '')
        const own = thrown.splice(0).filter((each) => !(isCode && each.startsWith('SyntaxError')))
        expect(own).toEqual([])
      } catch (error) {
        throw new Error(`FAULT_SEED=${seed}, ${walk}, ${damage.report() ?? 'undamaged'}`, {
          cause: error,
        })
      }
    })
  }
  await context.close()
}

test(`${answers} damaged answers never empty the page, and lose or double nothing`, {
  tag: '@always',
}, async ({ browser, product, db }) => {
  test.setTimeout(120_000 + answers * 20_000)
  console.log(`FAULT_SEED=${seed}`)
  const random = randomFrom(seed)
  for (let left = answers; left > 0; left -= walksOfOne) {
    await live({ browser, product, db }, random, Math.min(left, walksOfOne))
  }
  const { faults } = await checkLedger(db, scoreComparisons)
  expect(faults).toEqual([])
})
