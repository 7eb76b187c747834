// Tests the welcome credit of each currency, and its entry in the history of the wallet.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newPhone, Person } from '#tests/support/people/person.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp({}, undefined, { background: false })
})
afterAll(() => test.close())

const digits = () => newPhone().slice(-7)
it.each([
  ['GBP', 1, () => newPhone()],
  ['EUR', 1, () => `+491515${digits()}`],
  ['USD', 1, () => `+1212555${digits().slice(-4)}`],
  ['TRY', 60, () => `+90532${digits()}`],
] as const)('in %s it is %d', async (currency, amount, phone) => {
  const person = await new Person(test.url, phone()).signIn()
  expect((await person.get('/api/wallet/me')).body).toEqual({
    wallets: [
      {
        ...{ program_id: 'welcome', program_name: 'Welcome', logo_url: null },
        totals: [{ currency, total: amount, held: 0 }],
      },
    ],
    ...{ totalInUserCurrency: amount, userCurrency: currency, as_of: null },
  })
  expect((await person.get('/api/wallet/transactions')).body).toEqual([
    {
      ...{ id: expect.any(String), type: 'credit', amount, currency, source: 'Welcome' },
      ...{ logo_url: null, created_at: expect.any(String), is_refund: false },
    },
  ])
})
