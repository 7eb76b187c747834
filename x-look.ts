import { chromium } from '@playwright/test'
import { chromiumArguments, findChromium } from '#scripts/chromium.ts'
import { addAuthenticator } from '#tests/support/authenticator.ts'
const [invitation] = process.argv.slice(2)
const browser = await chromium.launch({ executablePath: findChromium() ?? '', args: [...chromiumArguments] })
const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
const page = await context.newPage()
await addAuthenticator(page)
page.on('console', (m) => m.type() === 'error' && console.log('console:', m.text()))
page.on('pageerror', (e) => console.log('pageerror', e.message))
const shot = (name: string) => page.screenshot({ path: `/work/wt/cshots/${name}.png`, fullPage: true })
await page.goto(invitation!)
await page.waitForTimeout(3000)
await shot('invitation')
await page.getByRole('button', { name: /passkey/i }).click()
await page.waitForTimeout(4000)
const origin = new URL(invitation!).origin
for (const path of ['/', '/people', '/purchases', '/disputes', '/catalogue/projects', '/catalogue/batches', '/retirement', '/programmes', '/approvals', '/audit', '/staff']) {
  await page.goto(origin + path)
  await page.waitForTimeout(2500)
  await shot('wide' + path.replaceAll('/', '-'))
}
await context.storageState({ path: '/tmp/con-state.json' })
await page.goto(origin + '/purchases')
await page.waitForTimeout(2500)
await page.locator('table a').first().click()
await page.waitForTimeout(3000)
await shot('wide-purchase')
console.log(page.url())
const url = page.url()
await page.getByRole('button', { name: 'Refund' }).first().click()
await page.waitForTimeout(1500)
await shot('refund-1')
for (const [w, scheme] of [[390, 'light'], [768, 'dark'], [1440, 'dark']] as const) {
  await page.setViewportSize({ width: w, height: 900 })
  await page.emulateMedia({ colorScheme: scheme })
  for (const [name, p] of [['today', '/'], ['purchases', '/purchases'], ['purchase', new URL(url).pathname], ['staff', '/staff']] as const) {
    await page.goto(origin + p)
    await page.waitForTimeout(2500)
    await shot(`${name}-${w}-${scheme}`)
  }
}
await browser.close()
