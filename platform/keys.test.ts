// Keys out of one secret: whoever has one of them has no other.
import { expect, it } from 'vitest'
import { deriveKeys } from '#platform/keys.ts'

it('no two of a secret are the same, whatever they are for and whoever they are of', () => {
  const keys = deriveKeys(Buffer.alloc(32, 1))
  const { code, quote, device, terminalKey, partnerKey, passToken, googlePassId } = keys
  const ofOne = (id: string) => [
    ...[terminalKey(id), partnerKey(id)].map((key) => key.toString('base64url')),
    passToken(id),
    googlePassId(id),
  ]
  const fixed = [code, quote, device].map((key) => key.toString('base64url'))
  const all = [...fixed, ...ofOne('one'), ...ofOne('other')]
  // Google's are the first half of their kind.
  expect(new Set(all.map((key) => key.slice(0, 20))).size).toBe(all.length)
  expect(deriveKeys(Buffer.alloc(32, 2)).code).not.toEqual(code)
})
