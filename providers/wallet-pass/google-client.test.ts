// Tests the requests to Google Wallet and the meaning of its answers, with a local server that
// refuses as Google does.
import { generateKeyPairSync } from 'node:crypto'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openGoogleWallet } from '#providers/wallet-pass/google-client.ts'
import type { GoogleObject } from '#providers/wallet-pass/google-wallet.ts'
import { googleAccount as account } from '#tests/support/stand-ins/google-account.ts'
import { type GoogleStandIn, openGoogleStandIn } from '#tests/support/stand-ins/google-stand-in.ts'

let google: GoogleStandIn
beforeEach(async () => {
  google = await openGoogleStandIn()
  google.saved.add(pass.id)
})
afterEach(() => google.close())

const text = (value: string) => ({ defaultValue: { language: 'en', value } })
const pass: GoogleObject = {
  id: `${account.issuerId}.a-pass`,
  classId: `${account.issuerId}.passport`,
  hexBackgroundColor: '#173f31',
  cardTitle: text('Carbon Passport'),
  header: text('120'),
  barcode: { type: 'QR_CODE', value: 'an id' },
  textModulesData: [{ id: 'eco', header: 'Eco league', body: 'Silver' }],
}
const client = (key = account.key) =>
  openGoogleWallet({ account: { ...account, key }, apiUrl: google.url, tokenUrl: google.url })

it('changes a saved pass as a whole, with a token for its account', async () => {
  expect(await client().patch(pass)).toBe('accepted')
  expect(google.patches).toEqual([{ id: pass.id, body: pass }])
  expect(google.refused).toEqual([])
})

it('gets one token for many changes, also for concurrent ones', async () => {
  const wallet = client()
  await Promise.all(Array.from({ length: 10 }, () => wallet.patch(pass)))
  await wallet.patch(pass)
  expect(google.patches).toHaveLength(11)
  expect(google.tokenRequests()).toBe(1)
})

it('gets another token a minute before the old one ends, and not earlier', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const wallet = client()
  await wallet.patch(pass)
  // Google's tokens live for 3,599 seconds.
  vi.setSystemTime(Date.now() + 3_538_000)
  await wallet.patch(pass)
  expect(google.tokenRequests()).toBe(1)
  vi.setSystemTime(Date.now() + 2_000)
  await wallet.patch(pass)
  expect(google.tokenRequests()).toBe(2)
  vi.useRealTimers()
})

it('gets another token once its own is withdrawn', async () => {
  const wallet = client()
  await wallet.patch(pass)
  google.withdrawTokens()
  await expect(wallet.patch(pass)).rejects.toThrow('401')
  expect(await wallet.patch(pass)).toBe('accepted')
  expect(google.tokenRequests()).toBe(2)
})

it('counts a pass that no user saved as gone', async () => {
  google.saved.clear()
  expect(await client().patch(pass)).toBe('gone')
})

it.each([429, 500, 503])('counts an answer %i as a temporary failure', async (status) => {
  google.fail(status)
  const wallet = client()
  await expect(wallet.patch(pass)).rejects.toThrow(String(status))
  expect(await wallet.patch(pass)).toBe('accepted')
})

it('gives up a call without an answer', async () => {
  google.fail('silence')
  await expect(client().patch(pass)).rejects.toThrow()
})

it('reports that the token service refuses the account’s key', async () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 })
  const wallet = client(privateKey)
  await expect(wallet.patch(pass)).rejects.toThrow('token service answered 400')
  expect(google.patches).toEqual([])
  // A failed request for a token is repeated.
  await expect(wallet.patch(pass)).rejects.toThrow()
  expect(google.tokenRequests()).toBe(2)
})
