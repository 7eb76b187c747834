// Tests when Stripe's script is loaded, in whose language, and the meaning of the bank's answers.
import { beforeEach, describe, expect, it } from 'vitest'
import { languages } from '#values/lists/languages.ts'
import { openPage } from '#web/test-page.ts'
import { openStripeScript } from './test-stripe.ts'

/** Returns the module as a new document loads it. */
const newDocument = (): Promise<typeof import('./load-stripe.ts')> =>
  import(/* @vite-ignore */ `./load-stripe.ts?${crypto.randomUUID()}`)

let loads: { key: string; locale: string | undefined }[]
beforeEach(() => {
  loads = []
  openPage()
  document.documentElement.dataset.stripeKey = 'pk_of_the_page'
  openStripeScript({ name: 'stripe' }, (key, { locale }) => loads.push({ key, locale }))
})

it.each([
  ...languages.map((language) => [language, language] as const),
  ['xx', 'auto'],
  ['', 'auto'],
] as const)('loads it with the page’s key, in its language: %s', async (lang, locale) => {
  document.documentElement.lang = lang
  const { openStripe } = await newDocument()
  await openStripe()
  expect(loads).toEqual([{ key: 'pk_of_the_page', locale }])
})

it('loads it once, also for parts that need it at the same time', async () => {
  const { openStripe } = await newDocument()
  const [first, second] = await Promise.all([openStripe(), openStripe()])
  expect(second).toBe(first)
  expect(await openStripe()).toBe(first)
  expect(loads).toHaveLength(1)
})

it('loads it again after a failure', async () => {
  let attempts = 0
  openStripeScript({}, () => {
    attempts += 1
    if (attempts < 3) throw new Error('blocked')
  })
  const { openStripe } = await newDocument()
  await expect(openStripe()).rejects.toThrow('blocked')
  await expect(openStripe()).rejects.toThrow('blocked')
  expect(await openStripe()).toBeDefined()
  expect(attempts).toBe(3)
})

describe('the bank’s question', () => {
  const intent = (status: string) => ({ status })
  const refused = (own: object) => ({ error: { type: 'card_error', ...own } })
  const noAnswer = 'payment_intent_authentication_failure'

  async function asked(result: object) {
    const secrets: unknown[] = []
    openStripeScript({
      handleNextAction: async (request: unknown) => {
        secrets.push(request)
        return result
      },
    })
    const { askBank } = await newDocument()
    const answer = await askBank('secret').catch((error: Error) => error)
    expect(secrets).toEqual([{ clientSecret: 'secret' }])
    return answer
  }

  it.each([
    ['the money is held', { paymentIntent: intent('requires_capture') }, true],
    ['the money is taken', { paymentIntent: intent('succeeded') }, true],
    ['it was answered before', refused({ payment_intent: intent('requires_capture') }), true],
    ['it is still open', { paymentIntent: intent('requires_action') }, false],
    ['another card is needed', { paymentIntent: intent('requires_payment_method') }, false],
    ['the bank refused', refused({ payment_intent: intent('requires_payment_method') }), false],
    ['the user closed it', refused({ code: noAnswer }), false],
  ])('is confirmed only where the money is held or taken: %s', async (_, result, isConfirmed) => {
    expect(await asked(result)).toBe(isConfirmed)
  })

  it.each(['api_connection_error', 'api_error', 'rate_limit_error'])(
    'has no answer where Stripe does not reach the bank: %s',
    async (type) => {
      expect(await asked({ error: { type } })).toEqual(new Error(type))
    },
  )
})
