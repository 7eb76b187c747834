// Simulates Stripe's part of a page in journeys, without a network. Requests for its script and iframes
// get files of tests/support/stripe-browser; the simulated server answers its API.
import { join } from 'node:path'
import type { Page, Route } from '@playwright/test'
import type { StandInCard, StripeStandIn } from './stripe-stand-in.ts'

const folder = join(import.meta.dirname, '../stripe-browser')
const cards: ReadonlyMap<string, StandInCard> = new Map([
  ['4242424242424242', 'pays'],
  ['4000000000000002', 'declined'],
  ['4000002500003155', 'asks'],
])

/** Answers all requests of a page to Stripe's hosts. */
export async function playStripe(page: Page, standIn: StripeStandIn): Promise<void> {
  const file = (name: string) => (route: Route) => route.fulfill({ path: join(folder, name) })
  await page.route('https://js.stripe.com/*/stripe.js', file('stripe.js'))
  await page.route('https://js.stripe.com/field.html', file('field.html'))
  await page.route('https://js.stripe.com/sheet.html', file('sheet.html'))
  await page.route('https://hooks.stripe.com/bank.html', file('bank.html'))
  const answer = (route: Route, json: unknown) =>
    route.fulfill({ json, headers: { 'access-control-allow-origin': '*' } })
  await page.route('https://api.stripe.com/v1/payment_methods', (route) => {
    const { number } = route.request().postDataJSON()
    const card = cards.get(number)
    const error = { type: 'validation_error', code: 'invalid_number' }
    if (card === undefined) return answer(route, { error })
    return answer(route, { paymentMethod: { id: standIn.tokenise(card) } })
  })
  await page.route('https://api.stripe.com/v1/next_action', (route) => {
    const { clientSecret, approved } = route.request().postDataJSON()
    standIn.answerBank(clientSecret, approved)
    if (approved) return answer(route, { paymentIntent: { status: 'requires_capture' } })
    const payment_intent = { status: 'requires_payment_method' }
    const code = 'payment_intent_authentication_failure'
    return answer(route, { error: { type: 'invalid_request_error', code, payment_intent } })
  })
}
