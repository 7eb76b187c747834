// Takes the README's picture, docs/passport.png: a passport with 100 kg on a phone.

import { largeBatch } from '#tests/support/people/checkout.ts'
import { Person } from '#tests/support/people/person.ts'
import { openPage, showProduct } from './show-product.ts'

const picture = 'docs/passport.png'
const viewport = { width: 390, height: 844 }

await showProduct(async (show) => {
  const person = await new Person(show.url, '+447400123456').signIn()
  await person.buyByCard(largeBatch((await person.get('/api/batches')).body), 100)
  const page = await openPage(show, person, { viewport, deviceScaleFactor: 2, locale: 'en-GB' })
  await page.goto('/app')
  await page.getByText('kg CO').first().waitFor()
  await page.screenshot({ path: picture })
})
process.stdout.write(`${picture} shows the product as it is now.\n`)
