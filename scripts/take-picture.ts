// Makes the README's picture: a passport after 100 kg, on a phone, from the product as it is. It
// works on a folder of its own and leaves nothing behind but docs/passport.png.
import { chromium } from '@playwright/test'
import { chromiumArguments, findOrInstallChromium } from '#scripts/chromium.ts'
import { Person } from '#tests/support/person.ts'
import { openProduct } from '#tests/support/product.ts'

const picture = 'docs/passport.png'
const screen = { width: 390, height: 844 }

const product = await openProduct({ NODE_ENV: 'development', LOG_LEVEL: 'error' })
try {
  await product.start()
  const person = await new Person(product.url, '+447400123456').signIn()
  const batches = (await person.get('/api/batches')).body
  const batch = batches.find(
    (each: { currency: string; kg_available: number }) =>
      each.currency === 'GBP' && each.kg_available >= 1_000,
  )
  await person.buyByCard(batch, 100)
  const browser = await chromium.launch({
    executablePath: findOrInstallChromium((sentence) => process.stdout.write(`${sentence}\n`)),
    args: [...chromiumArguments],
  })
  const context = await browser.newContext({
    viewport: screen,
    deviceScaleFactor: 2,
    reducedMotion: 'reduce',
    locale: 'en-GB',
  })
  const [name = '', value = ''] = person.cookie.split('=')
  await context.addCookies([{ name, value, url: product.url }])
  const page = await context.newPage()
  await page.goto(`${product.url}/app`)
  await page.getByText('kg CO').first().waitFor()
  await page.screenshot({ path: picture })
  await browser.close()
  process.stdout.write(`${picture} shows the product as it is now.\n`)
} finally {
  await product.remove()
}
