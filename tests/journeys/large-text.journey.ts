// Tests text of twice its size (WCAG 1.4.4) in the languages with the longest words. No page and no
// sheet is wider than the screen, and each text keeps to its box.
import { readdirSync, readFileSync } from 'node:fs'
import type { Locator } from '@playwright/test'
import { enter, expect, type Page, test } from '#tests/support/journey.ts'
import { issueTestBatch } from '#tests/support/people/batch.ts'
import { largeBatch, shownTxId } from '#tests/support/people/checkout.ts'
import { newPhone, Person } from '#tests/support/people/person.ts'
import { giveByCard } from '#tests/support/people/rewards.ts'
import { textFaults } from '#tests/support/text-faults.ts'

test.use({ locale: 'de-DE' })

const languages = ['de', 'tr'] as const
const widths = [360, 320]
const sizes = [150, 200]

type Say = (key: string) => string

/** The product's own texts in a language. */
function textsOf(language: string): Say {
  const folder = `texts/${language}`
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'))
  const words: Record<string, unknown> = Object.assign(
    {},
    ...files.map((name) => JSON.parse(readFileSync(`${folder}/${name}`, 'utf8'))),
  )
  return (key) => String(words[key] ?? `no ${key}`)
}

/** A pattern of a text with any values at its placeholders. */
function anyOf(text: string): RegExp {
  const parts = text.split(/\{\w+\}/)
  return new RegExp(parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('.*'))
}

/** Number of px by which the page, or a sheet in it, exceeds its box. */
const beyond = `Math.max(0, ...[...document.querySelectorAll('html, dialog, [role=dialog]')]
  .map((each) => each.scrollWidth - each.clientWidth))`

async function expectFits(page: Page, name: string): Promise<void> {
  for (const size of sizes) {
    await page.evaluate(`document.documentElement.style.fontSize = '${size}%'`)
    for (const width of widths) {
      await page.setViewportSize({ width, height: 844 })
      const place = `${name} at ${width} px and ${size} %`
      await expect.poll(() => page.evaluate(beyond), place).toBe(0)
      await expect.poll(() => page.evaluate(textFaults), place).toEqual([])
      const folder = process.env.PICTURES
      if (folder) await page.screenshot({ path: `${folder}/${name}-${width}-${size}.png` })
    }
  }
  await page.evaluate(`document.documentElement.style.fontSize = ''`)
}

async function openPage(page: Page, path: string, language: string): Promise<void> {
  await page.goto(`${path}${path.includes('?') ? '&' : '?'}language=${language}`)
  await expect(page.locator('html')).toHaveAttribute('lang', language)
  await page.getByRole('heading', { level: 1 }).first().waitFor({ state: 'attached' })
  await page.waitForLoadState('networkidle')
}

/** Presses a button of the page; returns the sheet that it opens. */
async function openSheet(page: Page, button: Locator): Promise<Locator> {
  await button.click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  await page.waitForLoadState('networkidle')
  return dialog
}

const settingsSheets = [
  'own_data_export',
  'receipts_statements',
  'own_data_sessions',
  'own_data_number',
  'own_data_delete',
]
const publicPaths = ['/', '/?gift=1', '/verify', '/transparency', '/log']
const pages = [
  ...['', 'projects', 'offers', 'card', 'settings', 'transactions', 'leaderboards'],
  ...['estimate', 'plans'],
]

test('text of twice its size fits each page of a phone', { tag: '@always' }, async ({
  page,
  product,
  db,
  expectedConsole,
}) => {
  for (const language of languages) {
    for (const path of publicPaths) {
      await openPage(page, path, language)
      await expectFits(page, `${language}-public-${path.replaceAll(/\W/g, '')}`)
    }
  }
  await page.goto('/api/docs')
  await expectFits(page, 'api-docs')
  const batch = await issueTestBatch(db, { kg: 10_000 })
  const me = await enter(page, product, '/app')
  const tx_id = await me.buyByCard(batch, 2_400)
  const certificate = await me.post('/api/certificates', { tx_id, name: 'Ada Lovelace' })
  for (const language of languages) {
    await openPage(page, new URL(certificate.body.url).pathname, language)
    await expectFits(page, `${language}-certificate`)
    for (const path of [...pages, `projects/${batch.projectId}`]) {
      await openPage(page, path === '' ? '/app' : `/app/${path}`, language)
      await expectFits(page, `${language}-app-${path.replaceAll('/', '-').slice(0, 14)}`)
    }
  }
  expectedConsole.push(/status of 503/)
  await page.route('**/api/achievements/leaderboard/**', (route) => route.fulfill({ status: 503 }))
  for (const language of languages) {
    await openPage(page, '/app/leaderboards', language)
    await expect(page.getByRole('alert').first()).toBeVisible()
    await expectFits(page, `${language}-app-failed`)
  }
  await page.route('**/api/tokens/transaction/me?**', () => new Promise(() => {}))
  for (const language of languages) {
    await page.goto(`/app/transactions?language=${language}`)
    await page.locator('.skeleton').first().waitFor()
    await expectFits(page, `${language}-app-loading`)
  }
})

test('text of twice its size fits the screen of a gift', async ({ page, product }) => {
  const sender = await new Person(product.url).signIn()
  const batch = largeBatch((await sender.get('/api/batches')).body)
  const me = await enter(page, product)
  for (const language of languages) {
    const say = textsOf(language)
    const button = (name: string | RegExp) => page.getByRole('button', { name }).first()
    await giveByCard(sender, batch, 40, me.phone, { note: 'Donaudampfschifffahrtsgesellschaft' })
    await openPage(page, '/app', language)
    await button(new RegExp(`^${say('passport_gift_open')}: `)).click()
    await button(say('passport_gift_break')).waitFor()
    await expectFits(page, `${language}-gift-sealed`)
    await button(say('passport_gift_break')).click()
    await button(say('purchases_see_passport')).waitFor()
    await expectFits(page, `${language}-gift-letter`)
    await button(say('purchases_see_passport')).click()
    await button(say('purchases_done')).waitFor()
    await expectFits(page, `${language}-gift-passport`)
  }
})

test('text of twice its size hides neither the wallet’s sentence nor the year’s link on home', async ({
  page,
  product,
  db,
}) => {
  await issueTestBatch(db, { kg: 1_000 })
  const me = await enter(page, product)
  await me.buyByCard(await issueTestBatch(db, { kg: 1_000 }), 100)
  await page.setViewportSize({ width: 360, height: 844 })
  await openPage(page, '/app', 'de')
  const say = textsOf('de')
  await page.evaluate(`document.documentElement.style.fontSize = '200%'`)
  const buy = page.getByRole('button', { name: say('projects_buy') }).first()
  const year = page.getByRole('link', { name: say('estimate_invite') })
  await expect(year).toBeVisible()
  const words = await page.evaluate<number>(`(() => {
    const range = document.createRange()
    range.selectNodeContents(document.querySelector('main a[href="/app/estimate"]'))
    return range.getBoundingClientRect().bottom
  })()`)
  expect(words).toBeLessThanOrEqual((await buy.boundingBox())?.y ?? 0)
  const wallet = page.getByRole('paragraph').filter({ hasText: anyOf(say('passport_wallet_buys')) })
  expect((await wallet.boundingBox())?.height).toBeGreaterThan(20)
})

for (const language of languages) {
  const say = textsOf(language)
  const button = (within: Page | Locator, name: string | RegExp) =>
    within.getByRole('button', { name }).first()

  test(`text of twice its size fits each sheet of a phone in ${language}`, async ({
    page,
    product,
    db,
  }) => {
    await openPage(page, '/', language)
    await page.getByLabel(say('sign_in_phone')).fill(newPhone())
    await expectFits(page, `${language}-number`)
    const code = await openSheet(page, button(page, say('sign_in_join')))
    await code.getByLabel(say('sign_in_code')).fill('000000')
    await expectFits(page, `${language}-sheet-code`)

    const batch = await issueTestBatch(db, { kg: 1_000 })
    const me = await enter(page, product)
    await me.buyByCard(batch, 100)
    await openPage(page, '/app', language)
    await openSheet(page, button(page, `${say('rewards_claim')}:`))
    await expectFits(page, `${language}-sheet-claim`)
    await button(page, say('common_cancel')).click()
    const tokens = await openSheet(page, button(page, new RegExp(`^${say('rewards_claim')}: 1\\s`)))
    await tokens.getByRole('radio', { name: say('rewards_for_gift') }).check()
    await expectFits(page, `${language}-sheet-claim-gift`)

    await openPage(page, '/app/transactions', language)
    await openSheet(page, button(page, anyOf(say('activity_details'))))
    await expectFits(page, `${language}-sheet-tokens`)

    const projectPath = `/app/projects/${batch.projectId}`
    await openPage(page, projectPath, language)
    await openSheet(page, button(page, say('projects_gift')))
    await expectFits(page, `${language}-sheet-gift`)

    await openPage(page, projectPath, language)
    const dialog = await openSheet(page, button(page, say('projects_buy')))
    await expectFits(page, `${language}-sheet-buy`)
    await dialog.getByLabel(say('purchases_other_amount')).fill('10')
    await button(dialog, anyOf(say('purchases_reserve_for'))).click()
    const txId = await shownTxId(dialog)
    await expectFits(page, `${language}-sheet-acknowledge`)
    await dialog.getByLabel(say('purchases_retype')).fill(txId)
    await button(dialog, say('purchases_complete')).click()
    await expect(button(dialog, say('purchases_done'))).toBeVisible()
    await expectFits(page, `${language}-sheet-success`)
  })

  test(`text of twice its size fits each sheet of the settings in ${language}`, async ({
    page,
    product,
  }) => {
    const me = await enter(page, product)
    await new Person(product.url, me.phone).signIn()
    for (const key of settingsSheets) {
      await openPage(page, '/app/settings', language)
      const dialog = await openSheet(page, button(page, say(key)))
      await expectFits(page, `${language}-sheet-${key}`)
      const send = dialog.getByRole('button', { name: say('own_data_send_code'), exact: true })
      if ((await send.count()) > 0) {
        await send.click()
        await expect(dialog.getByLabel(anyOf(say('own_data_code_to')))).toBeVisible()
        await expectFits(page, `${language}-sheet-${key}-code`)
      }
    }
  })
}
