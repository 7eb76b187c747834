// Tests the customer of a kept card, from what Stripe answers, without a server.
import Stripe from 'stripe'
import { expect, it } from 'vitest'
import type { Ask } from './stripe-calls.ts'
import { findKeptCard, forgetCustomer, openCustomer } from './stripe-customer.ts'

const ask = ((call: (options: object) => unknown) => Promise.resolve(call({}))) as unknown as Ask
const refused = (code: string) =>
  new Stripe.errors.StripeInvalidRequestError({
    ...{ type: 'invalid_request_error', code, statusCode: 404 },
  } as never)

const card = {
  ...{ brand: 'amex', last4: '0005', exp_month: 3, exp_year: 2040, fingerprint: 'f_1' },
}
const kept = {
  ...{ methodId: 'pm_1', fingerprint: 'f_1', brand: 'amex', lastFour: '0005' },
  ...{ expMonth: 3, expYear: 2040 },
}

it.each([
  [
    [
      { id: 'pm_1', card },
      { id: 'pm_2', card },
    ],
    kept,
  ],
  [[{ id: 'pm_1', card: { ...card, fingerprint: null } }], { ...kept, fingerprint: 'pm_1' }],
  [[{ id: 'pm_1' }], null],
  [[], null],
])('of %j the card is %j', async (data, found) => {
  const asked: unknown[] = []
  const listPaymentMethods = async (...given: unknown[]) => {
    asked.push(given.slice(0, 2))
    return { data }
  }
  const stripe = { customers: { listPaymentMethods } } as unknown as Stripe
  expect(await findKeptCard(stripe, ask, 'cus_1')).toEqual(found)
  expect(asked).toEqual([['cus_1', { type: 'card', limit: 1 }]])
})

it('is opened under the key of its step, with that key and nothing else', async () => {
  const asked: unknown[] = []
  const create = async (...given: unknown[]) => {
    asked.push(given)
    return { id: 'cus_1' }
  }
  const stripe = { customers: { create } } as unknown as Stripe
  expect(await openCustomer(stripe, ask, 'step')).toBe('cus_1')
  expect(asked).toEqual([[{ metadata: { step_key: 'step' } }, { idempotencyKey: 'step' }]])
})

it('that is gone has no card and is forgotten; any other refusal is a failure', async () => {
  const failing = (code: string) => {
    const call = () => Promise.reject(refused(code))
    return { customers: { listPaymentMethods: call, del: call } } as unknown as Stripe
  }
  expect(await findKeptCard(failing('resource_missing'), ask, 'cus_1')).toBeNull()
  expect(await forgetCustomer(failing('resource_missing'), ask, 'cus_1')).toBeUndefined()
  await expect(findKeptCard(failing('other'), ask, 'cus_1')).rejects.toThrow()
  await expect(forgetCustomer(failing('other'), ask, 'cus_1')).rejects.toThrow()
})
