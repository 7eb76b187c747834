// Tests the exported receipts and credit notes of a user: each with its own figures, in their order, and no other
// user's.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { refundPurchase } from '#features/purchases/refund/refund-purchase.ts'
import { issueTestBatch } from '#tests/support/people/batch.ts'
import { newPhone, Person } from '#tests/support/people/person.ts'
import { numberAll } from '#tests/support/people/receipt-numbers.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

let folder: string
let test: TestApp
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'own-tax-'))
  const TAX = join(folder, 'rates.csv')
  await writeFile(TAX, 'country,rate,from\n*,0,2020-01-01\nGB,20,2020-01-01\nDE,19,2020-01-01\n')
  test = await startTestApp({ TAX }, undefined, { background: false })
})
afterAll(async () => {
  await test.close()
  await rm(folder, { recursive: true })
})

it('are the buyer’s, with net amount, tax and gross amount', async () => {
  const { db } = test.services
  const batch = await issueTestBatch(db, { kg: 10_000 })
  const british = await new Person(test.url).signIn()
  const german = await new Person(test.url, `+49151${newPhone().slice(-8)}`).signIn()
  const first = await british.buyByCard(batch, 107)
  await numberAll(test.services)
  const foreign = await german.buyByCard(batch, 1_000)
  await numberAll(test.services)
  const second = await british.buyByCard(batch, 60)
  await numberAll(test.services)
  const record = async () => undefined
  await refundPurchase(test.services, { txId: first, keepsKilograms: false, record })
  await numberAll(test.services)
  const documentsOf = async (person: Person) =>
    (await person.get('/api/profile/export')).body['receipts and credit notes']
  const today = new Date().toISOString()
  const [year, day] = [today.slice(0, 4), today.slice(0, 10)]
  const common = { date: day, country: 'GB' }
  expect(await documentsOf(british)).toEqual([
    {
      ...{ ...common, number: `R-${year}-000001`, transaction: first },
      ...{ 'net amount': '1.78 GBP', tax: '0.36 GBP, 20 percent', 'gross amount': '2.14 GBP' },
    },
    {
      ...{ ...common, number: `R-${year}-000003`, transaction: second },
      ...{ 'net amount': '1.00 GBP', tax: '0.20 GBP, 20 percent', 'gross amount': '1.20 GBP' },
    },
    {
      ...{ ...common, number: `C-${year}-000001`, transaction: first },
      ...{ 'net amount': '1.78 GBP', tax: '0.36 GBP, 20 percent', 'gross amount': '2.14 GBP' },
    },
  ])
  expect(await documentsOf(german)).toEqual([
    expect.objectContaining({
      ...{ number: `R-${year}-000002`, transaction: foreign, country: 'DE' },
      tax: expect.stringMatching(/^\d\.\d\d EUR, 19 percent$/),
    }),
  ])
})
