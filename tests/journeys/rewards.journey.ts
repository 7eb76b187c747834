// Walks rewards in a browser (docs/product.md#rewards): claimed, given away, dismissed, rolled back, and
// continued after a reload.
import type { Locator, Page } from '@playwright/test'
import type { Batch, FeaturedProject } from '#features/catalogue/catalogue-calls.ts'
import {
  becomeMember,
  expect,
  expectAccessible,
  expectUsable,
  onEveryScreen,
  test,
} from '#tests/support/journey.ts'
import { largeBatch } from '#tests/support/people/checkout.ts'
import { tabTo } from '#tests/support/people/gift-steps.ts'
import { newPhone, type Person } from '#tests/support/people/person.ts'
import { giveByCard, rewardsOf } from '#tests/support/people/rewards.ts'
import type { Product } from '#tests/support/servers/product.ts'

/** A user with 100 kg: the badge Seedling and 1 kg can be claimed. */
async function enterWithRewards(page: Page, product: Product, gift = false): Promise<Person> {
  const me = await becomeMember(page, product)
  const batch = await someBatch(me)
  await me.buyByCard(batch, 100)
  if (gift) await giveByCard(me, batch, 20, newPhone())
  await page.goto('/app')
  await expect(envelopes(page)).toHaveCount((await rewardsOf(me)).length)
  return me
}

async function someBatch(me: Person): Promise<Batch> {
  return largeBatch((await me.get('/api/batches')).body)
}

const rewards = (page: Page) => page.getByRole('region', { name: 'Unclaimed rewards' })
const envelopes = (page: Page) => rewards(page).getByRole('article')
const oneKg = (page: Page) => envelopes(page).filter({ hasText: 'Carbon offset' })
const totalOf = async (me: Person) => (await me.get('/passport/me')).body.total_offsets

async function openClaim(page: Page): Promise<Locator> {
  await rewards(page)
    .getByRole('button', { name: /^Claim: 1\skg/ })
    .click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('heading', { name: 'Claim Reward' })).toBeVisible()
  return dialog
}

const claimButton = (dialog: Locator) => dialog.getByRole('button', { name: 'Claim', exact: true })

test('a reward is claimed from the featured project’s preferred batch', {
  tag: '@always',
}, async ({ page, product }) => {
  const me = await enterWithRewards(page, product)
  const featured: FeaturedProject[] = (await me.get('/api/projects/featured?country=GB')).body
  const dialog = await openClaim(page)
  await expectAccessible(page)
  const sent = page.waitForRequest('**/api/tokens/getPin')
  await claimButton(dialog).click()
  await expect(dialog.getByText(/1\skg of carbon offsets is now in your passport/)).toBeVisible()
  const order = (await sent).postDataJSON()
  expect(order).toMatchObject({ is_reward: 1, is_gift: 0, count: 1, amount: 0, card_used: 0 })
  expect(order.batchId).toBe(featured[0]?.preferred_batch?.id)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(oneKg(page)).toHaveCount(0)
  expect(await totalOf(me)).toBe(101)
  const claimed = rewards(page).getByRole('listitem').filter({ hasText: '100 kg” on ' })
  await expect(claimed).toContainText('1\u00a0kg · Carbon offset')
  const activity = page.getByRole('region', { name: 'Offset activity' })
  await expect(activity.getByText('Reward').first()).toBeVisible()
})

test('a reward is given to a phone number, which must be valid', async ({
  page,
  product,
  expectedConsole,
}) => {
  expectedConsole.push(/status of 400/)
  const me = await enterWithRewards(page, product)
  const dialog = await openClaim(page)
  await dialog.getByRole('radio', { name: 'As a gift' }).check()
  const give = dialog.getByRole('button', { name: 'Claim and gift' })
  await dialog.getByLabel('Recipient phone').fill('+44 12')
  await give.click()
  await expect(dialog.getByText('Enter a valid recipient phone (+E.164).')).toBeVisible()
  await expect(dialog.getByLabel('Recipient phone')).toBeFocused()
  await expectAccessible(page)
  await dialog.getByLabel('Recipient phone').fill(me.phone)
  await give.click()
  await expect(dialog.getByText('A reward cannot be given to your own number.')).toBeVisible()
  const receiver = newPhone()
  await dialog.getByLabel('Recipient phone').fill(receiver)
  await dialog.getByLabel('Gift note').fill('All yours')
  const asked = page.waitForRequest('**/api/notify')
  await give.click()
  await expect(dialog.getByText(/1\skg of carbon offsets is on its way/)).toBeVisible()
  const message = (await asked).postDataJSON()
  expect(message).toMatchObject({ to: receiver, templateKey: 'gift_success' })
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(oneKg(page)).toHaveCount(0)
  expect(await totalOf(me)).toBe(100)
})

test('a badge can be claimed and not given away', async ({ page, product }) => {
  await enterWithRewards(page, product)
  await rewards(page).getByRole('button', { name: 'Claim: Badge: Seedling' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('radio')).toHaveCount(0)
  await claimButton(dialog).click()
  await expect(dialog.getByText('The badge Seedling is yours now.')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(envelopes(page).filter({ hasText: 'Seedling' })).toHaveCount(0)
})

test('the X claims a reward for oneself and fades it out in 400 ms', async ({ page, product }) => {
  await page.clock.install()
  const me = await enterWithRewards(page, product)
  const claimed = page.waitForRequest('**/api/rewards/claim')
  await page.clock.pauseAt(Date.now() + 1_000)
  await rewards(page)
    .getByRole('button', { name: /^Dismiss: 1\skg/ })
    .click()
  await expect(oneKg(page)).toHaveClass(/opacity-0/)
  await page.clock.resume()
  expect((await claimed).postDataJSON()).toMatchObject({ gift: false })
  await expect(oneKg(page)).toHaveCount(0)
  await expect.poll(() => totalOf(me)).toBe(101)
  await expect(page.getByText(/1\skg of carbon offsets is now in your passport/)).toBeVisible()
  await rewards(page)
    .getByRole('button', { name: /^Dismiss: Badge/ })
    .click()
  await expect(page.getByText('You have no rewards to claim.')).toBeVisible()
})

test('a dismissal that fails brings the reward back', async ({
  page,
  product,
  expectedConsole,
}) => {
  expectedConsole.push(/Failed to load resource/)
  const me = await enterWithRewards(page, product)
  await page.route('**/api/rewards/claim', (route) =>
    route.fulfill({ status: 409, json: { code: 'x', error: 'Another sentence.' } }),
  )
  await rewards(page)
    .getByRole('button', { name: /^Dismiss: 1\skg/ })
    .click()
  await expect(rewards(page).getByText('Could not claim reward.')).toBeVisible()
  await expect(oneKg(page)).toBeVisible()
  await expect(oneKg(page)).not.toHaveClass(/opacity-0/)
  await page.unroute('**/api/rewards/claim')
  await rewards(page)
    .getByRole('button', { name: /^Dismiss: 1\skg/ })
    .click()
  await expect(oneKg(page)).toHaveCount(0)
  await expect.poll(() => totalOf(me)).toBe(101)
})

for (const [what, call, answer, sentence, isClaimed] of [
  ['the claim is refused without a reason', 'rewards/claim', 400, 'Could not claim reward.', false],
  ['the claim is refused', 'rewards/claim', 'The reason.', 'The reason.', false],
  ['nobody knows whether it was made', 'rewards/claim', 503, 'Could not claim reward.', true],
  ['nothing is on sale', 'batches', [], 'No available batches for reward.', true],
  ['no id comes back', 'tokens/getPin', {}, 'Missing txId from getPin.', true],
  ['it is not confirmed', 'tokens/validatePin', {}, 'Transaction verification failed.', true],
  ['the purchase is refused', 'tokens/getPin', 'The reason.', 'The reason.', true],
] as const) {
  test(`a failed claim is rolled back and can be repeated: ${what}`, async ({
    page,
    product,
    expectedConsole,
  }) => {
    expectedConsole.push(/Failed to load resource/)
    const me = await enterWithRewards(page, product)
    await page.route(`**/api/${call}`, (route) => {
      if (typeof answer === 'number') return route.fulfill({ status: answer, json: {} })
      if (typeof answer !== 'string') return route.fulfill({ json: answer })
      return route.fulfill({ status: 409, json: { code: 'x', error: answer } })
    })
    if (call === 'batches') {
      await page.route('**/api/projects/featured*', (route) =>
        route.fulfill({ status: 404, json: { code: 'x' } }),
      )
    }
    let unclaims = 0
    page.on('request', (request) => {
      if (request.url().endsWith('/api/rewards/unclaim')) unclaims += 1
    })
    const dialog = await openClaim(page)
    await claimButton(dialog).click()
    await expect(dialog.getByText(sentence)).toBeVisible()
    expect(unclaims).toBe(isClaimed ? 1 : 0)
    expect((await rewardsOf(me)).some(({ reward_type }) => reward_type === 'token')).toBe(true)
    await page.unrouteAll()
    await claimButton(dialog).click()
    await expect(dialog.getByText(/is now in your passport/)).toBeVisible()
    expect(await totalOf(me)).toBe(101)
  })
}

for (const call of ['rewards/claim', 'tokens/getPin', 'tokens/validatePin']) {
  test(`a claim that a reload interrupts at ${call} continues and loses no step`, async ({
    page,
    product,
  }) => {
    const me = await enterWithRewards(page, product)
    // The server carries it out, but its answer never reaches the page.
    const done = Promise.withResolvers<void>()
    await page.route(
      `**/api/${call}`,
      async (route) => {
        await route.fetch()
        done.resolve()
      },
      { times: 1 },
    )
    const dialog = await openClaim(page)
    await claimButton(dialog).click()
    await done.promise
    await page.reload()
    await expect(page.getByText(/1\skg of carbon offsets is now in your passport/)).toBeVisible()
    expect(await totalOf(me)).toBe(101)
    await expect(oneKg(page)).toHaveCount(0)
    const mine: { is_reward: boolean }[] = (await me.get('/api/tokens/transaction/me')).body
    expect(mine.filter(({ is_reward }) => is_reward)).toHaveLength(1)
  })
}

test('a reward can be claimed and given away with the keyboard alone', async ({
  page,
  product,
}) => {
  await enterWithRewards(page, product)
  const open = rewards(page).getByRole('button', { name: /^Claim: 1\skg/ })
  await open.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(open).toBeFocused()
  await page.keyboard.press('Enter')
  await tabTo(page, dialog.getByRole('radio', { name: 'For me' }))
  await page.keyboard.press('ArrowRight')
  await tabTo(page, dialog.getByLabel('Recipient phone'))
  await page.keyboard.type('+447400654322')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText(/is on its way/)).toBeVisible()
})

test('envelopes and the claim fit every screen in both themes', async ({ page, product }) => {
  await enterWithRewards(page, product, true)
  await onEveryScreen(page, async () => {
    await expectUsable(page)
    const dialog = await openClaim(page)
    await dialog.getByRole('radio', { name: 'As a gift' }).check()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog).toBeHidden()
  })
})
