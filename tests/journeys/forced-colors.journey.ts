// Tests forced colours (Windows high contrast): states that differ by a ground or a shadow elsewhere
// still differ there, and no plate behind a text covers another one.
import { becomeMember, enter, expect, type Page, test } from '#tests/support/journey.ts'
import { issueTestBatch } from '#tests/support/people/batch.ts'
import { largeBatch } from '#tests/support/people/checkout.ts'
import { Person } from '#tests/support/people/person.ts'
import { giveByCard } from '#tests/support/people/rewards.ts'
import { textFaults } from '#tests/support/text-faults.ts'

/** The computed value of a system colour, as the browser reports it. */
const system = (page: Page, colour: string) =>
  page.evaluate<string>(`(() => {
    const probe = document.body.appendChild(document.createElement('i'))
    probe.style.cssText = 'forced-color-adjust: none; color: ${colour}'
    const value = getComputedStyle(probe).color
    probe.remove()
    return value
  })()`)

test.beforeEach(async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
})

test('a disabled button and the focus are seen in forced colours', { tag: '@always' }, async ({
  page,
}) => {
  await page.goto('/')
  const menu = page.getByRole('button', { name: /Languages/ })
  await menu.focus()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Tab')
  await expect(menu).toHaveCSS('outline-color', await system(page, 'Highlight'))
  await page.getByLabel('Phone number').fill('+447400123456')
  // It covers the flag.
  await expect(page.getByLabel('Country calling code')).toBeDisabled()
  await expect(page.getByLabel('Country calling code')).toHaveCSS('opacity', '0')
  await page.getByRole('button', { name: 'Join / Login' }).click()
  const verify = page.getByRole('dialog').getByRole('button', { name: 'Verify' })
  await expect(verify).toBeDisabled()
  const grey = await system(page, 'GrayText')
  await expect(verify).toHaveCSS('color', grey)
  await page.getByRole('dialog').getByRole('checkbox').check()
  await expect(verify).toBeEnabled()
  await expect(verify).not.toHaveCSS('color', grey)
})

test('leagues, tabs, figures, envelopes and steps stay apart in forced colours', {
  tag: '@always',
}, async ({ page, product, db }) => {
  const batch = await issueTestBatch(db, { kg: 1_000 })
  const person = await becomeMember(page, product)
  await person.buyByCard(batch, 100)
  await page.goto('/app/leaderboards')
  const board = page.getByRole('region', { name: 'Offset league' })
  const [open, chosen] = [
    board.getByRole('tab', { name: 'Bronze' }),
    board.getByRole('tab', { name: 'Silver' }),
  ]
  await expect(chosen).toHaveAttribute('aria-selected', 'true')
  const highlight = await system(page, 'Highlight')
  await expect(chosen).toHaveCSS('background-color', highlight)
  await expect(open).not.toHaveCSS('background-color', highlight)
  // The metal of a league that is not chosen.
  await expect(open.locator('.league-dot')).not.toHaveCSS('background-image', 'none')

  await page.goto('/app')
  const figure = page.locator('.passport-figure')
  await expect(figure).toHaveText('100')
  await expect(figure).toHaveCSS('forced-color-adjust', 'none')
  await expect(figure).toHaveCSS('color', await system(page, 'CanvasText'))
  await expect(page.locator('.stamp').first()).toHaveCSS('color', await system(page, 'CanvasText'))
  await expect(page.locator('.envelope').first()).toBeVisible()
  await expect(page.locator('.envelope-flap').first()).toBeHidden()

  await page.goto('/app/transactions')
  const home = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' })
  await expect(home).toHaveAttribute('aria-current', 'true')
  const bar = `getComputedStyle(document.querySelector('nav [aria-current]'), '::before')`
  expect(await page.evaluate(`${bar}.borderTopWidth`)).toBe('3px')

  await page.goto(`/app/projects/${batch.projectId}`)
  await page.getByRole('button', { name: 'Buy Offsets' }).click()
  const steps = page.getByRole('dialog').getByRole('listitem')
  await expect(steps.nth(0)).toHaveCSS('border-top-color', highlight)
  await expect(steps.nth(0)).toHaveCSS('border-top-style', 'solid')
  await expect(steps.nth(1)).not.toHaveCSS('border-top-color', highlight)
  await expect(steps.nth(1)).toHaveCSS('border-top-style', 'dotted')
})

test('each word keeps clear of the edge that forced colours draw', async ({
  page,
  product,
  db,
}) => {
  await page.setViewportSize({ width: 360, height: 844 })
  const expectClear = async (path: string) => {
    await page.goto(path)
    await page.waitForLoadState('networkidle')
    expect(await page.evaluate(textFaults), path).toEqual([])
  }
  for (const path of ['/', '/?gift=1', '/verify']) await expectClear(path)
  const batch = await issueTestBatch(db, { kg: 1_000 })
  const person = await becomeMember(page, product)
  for (let bought = 0; bought < 12; bought += 1) await person.buyByCard(batch, 50)
  for (const path of ['', '/transactions', '/leaderboards', '/settings', '/estimate']) {
    await expectClear(`/app${path}`)
  }
})

test('the screen of a gift covers the page in forced colours', async ({ page, product }) => {
  const sender = await new Person(product.url).signIn()
  const batch = largeBatch((await sender.get('/api/batches')).body)
  const me = await enter(page, product)
  await giveByCard(sender, batch, 40, me.phone)
  await page.goto('/?gift')
  const seal = page.getByRole('button', { name: 'Break the seal' })
  await expect(seal).toBeVisible()
  const screen = page.getByRole('dialog')
  await expect(screen).toHaveCSS('background-color', await system(page, 'Canvas'))
  await expect(screen).toHaveCSS('opacity', '1')
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
  await seal.click()
  await expect(page.getByRole('article', { name: /^Gift from/ })).toBeVisible()
  // The letter scrolls below its foot.
  const foot = page.locator('.gift-foot')
  await expect(foot).toHaveCSS('background-color', await system(page, 'Canvas'))
  expect(await page.evaluate(textFaults)).toEqual([])
})
