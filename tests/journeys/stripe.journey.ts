// Walks card payments with Stripe: its fields in its own frames, the bank's page in the
// confirmation step, under the real Content-Security-Policy. Stripe is simulated for the browser
// and for our server.
import type { Locator, Page } from '@playwright/test'
import { expect, expectAccessible, expectNoOverflow } from '#tests/support/journey.ts'
import { test as base, chooseKg, retype, shownTxId } from '#tests/support/people/checkout.ts'
import { playStripe } from '#tests/support/stand-ins/stripe-page.ts'
import { openStripeStandIn, type StripeStandIn } from '#tests/support/stand-ins/stripe-stand-in.ts'

const test = base.extend<
  { readonly openCheckout: () => Promise<Locator> },
  { readonly stripe: StripeStandIn }
>({
  stripe: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern
    async ({}, use) => {
      const stripe = await openStripeStandIn()
      await use(stripe)
      await stripe.close()
      expect(stripe.malformed).toEqual([])
    },
    { scope: 'worker' },
  ],
  environment: [
    async ({ stripe }, use) =>
      use({
        CARD_PROVIDER: 'stripe',
        STRIPE_SECRET_KEY: stripe.secretKey,
        STRIPE_PUBLISHABLE_KEY: 'pk_test_journey',
        STRIPE_API_URL: stripe.url,
      }),
    { scope: 'worker' },
  ],
  /** Opens the checkout with 100 kg chosen and Stripe's card fields shown. */
  openCheckout: ({ enterBuy }, use) =>
    use(async () => {
      const { dialog } = await enterBuy()
      await chooseKg(dialog, 100)
      return dialog
    }),
})

// One worker: the product and the simulated Stripe are started once.
test.describe.configure({ mode: 'default' })

async function typeCard(page: Page, number: string) {
  const type = (frame: string, label: string, text: string) =>
    page.frameLocator(`iframe[title="Secure ${frame} input frame"]`).getByLabel(label).fill(text)
  await type('cardNumber', 'card number', number)
  await type('cardExpiry', 'expiration date', '12 / 40')
  await type('cardCvc', 'CVC', '123')
}

async function complete(dialog: Locator) {
  await retype(dialog, await shownTxId(dialog))
  await expect(dialog.getByText(/100\skg of carbon offsets are now in your passport/)).toBeVisible()
}

/** Reserves with a card whose bank asks for confirmation, and opens the bank's page. */
async function goToBank(page: Page, dialog: Locator) {
  await typeCard(page, '4000002500003155')
  await reserve(dialog)
  await expect(dialog.getByText(/Your bank wants you to confirm the payment of £/)).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Continue to your bank' }).click()
}

const reserve = (dialog: Locator) => dialog.getByRole('button', { name: 'Reserve 100 kg' }).click()
const numberFrame = (page: Page) =>
  page.frameLocator('iframe[title="Secure cardNumber input frame"]')
const bank = (page: Page) => page.frameLocator('iframe[title="Your bank"]')

test('a card is typed into Stripe’s frames, and its number reaches only Stripe', {
  tag: '@always',
}, async ({ page, stripe, openCheckout, baseURL }) => {
  await playStripe(page, stripe)
  const ours: string[] = []
  page.on('request', (request) => {
    if (request.url().startsWith(baseURL ?? '')) ours.push(request.postData() ?? '')
  })
  const dialog = await openCheckout()
  await expect(dialog.getByText('Your card details go straight to Stripe')).toBeVisible()
  await expect(page.getByText('Sandbox')).toHaveCount(0)
  await expectAccessible(page)
  await expectNoOverflow(page)
  const number = numberFrame(page)
  await expect(number.getByLabel('card number')).toHaveCSS('color', 'rgb(20, 39, 31)')
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(number.getByLabel('card number')).toHaveCSS('color', 'rgb(239, 233, 216)')
  await expect(number.owner()).toHaveCSS('color-scheme', 'light')

  await reserve(dialog)
  await expect(dialog.getByText('Card details required.')).toBeVisible()
  await typeCard(page, '4242 not a card')
  await expect(dialog.getByText('Card details required.')).toBeHidden()
  await reserve(dialog)
  await expect(dialog.getByText('Please check the card number.')).toBeVisible()
  await typeCard(page, '4242424242424242')
  await reserve(dialog)
  await complete(dialog)
  expect(ours.join(' ')).toContain('"card_token":"pm_')
  expect(ours.join(' ')).not.toMatch(/4242/)
})

test('Stripe’s pay sheet pays the shown amount, and only that', async ({
  page,
  stripe,
  openCheckout,
}) => {
  await playStripe(page, stripe)
  const dialog = await openCheckout()
  const frame = page.frameLocator('iframe[title="Secure express checkout frame"]')
  const button = frame.getByRole('button', { name: /^Google Pay \d+$/ })
  await expect(button).toBeVisible()
  await expectAccessible(page)
  await expectNoOverflow(page)
  const first = (await button.textContent()) ?? ''
  await chooseKg(dialog, 200)
  await expect(button).not.toHaveText(first)
  const amount = Number((await button.textContent())?.replace('Google Pay ', '')) / 100
  await button.click()
  const txId = await shownTxId(dialog)
  await expect(dialog.getByText(`charged £${amount.toFixed(2)}.`)).toBeVisible()
  await retype(dialog, txId)
  await expect(dialog.getByText(/200\skg of carbon offsets are now in your passport/)).toBeVisible()
})

test('the bank asks on its own page, and the purchase continues after its yes', async ({
  page,
  stripe,
  openCheckout,
}) => {
  await playStripe(page, stripe)
  const dialog = await openCheckout()
  await goToBank(page, dialog)
  // Typing works there only if the dialog behind does not take the focus back.
  await bank(page).getByLabel('Password').click()
  await page.keyboard.type('secret')
  await expect(bank(page).getByLabel('Password')).toHaveValue('secret')
  await bank(page).getByRole('button', { name: 'Complete' }).click()
  await expect(dialog.getByText('Your bank has confirmed this payment.')).toBeVisible()
  await complete(dialog)
})

test('a bank’s refusal releases everything and leads back to the card', async ({
  page,
  stripe,
  openCheckout,
}) => {
  await playStripe(page, stripe)
  const dialog = await openCheckout()
  await goToBank(page, dialog)
  await bank(page).getByRole('button', { name: 'Fail' }).click()
  await expect(
    dialog.getByText('Your bank declined the payment. Nothing was charged.'),
  ).toBeVisible()
  await typeCard(page, '4242424242424242')
  await reserve(dialog)
  await complete(dialog)
})

test.describe('without a connection to Stripe', () => {
  test.use({ expectedConsole: [/ERR_FAILED/] })

  test('the card’s fields report the failure, and Retry loads them', async ({
    page,
    stripe,
    openCheckout,
  }) => {
    await page.route('https://js.stripe.com/**', (route) => route.abort())
    const dialog = await openCheckout()
    await expect(dialog.getByText('The card fields could not be loaded.')).toBeVisible()
    await expectAccessible(page)
    await page.unroute('https://js.stripe.com/**')
    await playStripe(page, stripe)
    await dialog.getByRole('button', { name: 'Retry' }).click()
    await typeCard(page, '4242424242424242')
    await expect(dialog.getByText('The card fields could not be loaded.')).toBeHidden()
    await page
      .frameLocator('iframe[title="Secure cardCvc input frame"]')
      .getByLabel('CVC')
      .press('Escape')
    await expect(dialog).toBeHidden()
  })
})
