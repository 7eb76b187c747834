// Tests which files of a feature make the built web app stale.
import { expect, it } from 'vitest'
import { isOfBrowser } from './prepare.mjs'

it.each([
  ['features/wallet/wallet-calls.ts', true],
  ['features/wallet/web/use-wallet.ts', true],
  ['features/purchases/states/state.ts', true],
  ['features/wallet/wallet-queries.ts', false],
])('%s: %s', (file, isPart) => {
  expect(isOfBrowser(file)).toBe(isPart)
})
