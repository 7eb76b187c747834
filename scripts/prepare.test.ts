// Tests which files of a feature make the built web app and the console stale.
import { expect, it } from 'vitest'
import { isOfBrowser, isOfConsole } from './prepare.mjs'

it.each([
  ['features/wallet/wallet-calls.ts', true],
  ['features/wallet/web/use-wallet.ts', true],
  ['features/purchases/states/state.ts', true],
  ['features/wallet/wallet-queries.ts', false],
])('%s: %s', (file, isPart) => {
  expect(isOfBrowser(file)).toBe(isPart)
})

it.each([
  ['features/console/web/console-app.tsx', true],
  ['features/staff/staff-calls.ts', true],
  ['features/wallet/wallet-calls.ts', false],
])('of the console alone: %s: %s', (file, isAlone) => {
  expect(isOfConsole(file)).toBe(isAlone)
})
