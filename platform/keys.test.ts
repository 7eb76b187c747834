// Tests that the keys of one secret are independent of each other.
import { expect, it } from 'vitest'
import { deriveKeys, openNumberKeys, underEach } from '#platform/keys.ts'

it('all keys of a secret differ, by purpose and by person', () => {
  const keys = deriveKeys(Buffer.alloc(32, 1))
  const { code, quote, device, terminalKey, partnerKey, passToken, googlePassId } = keys
  const ofOne = (id: string) => [
    ...[terminalKey(id), partnerKey(id)].map((key) => key.toString('base64url')),
    passToken(id, 0),
    passToken(id, 1),
    // Without its prefix, which differs anyway.
    passToken(id, 2).slice(2),
    googlePassId(id),
  ]
  const fixed = [code, quote, device].map((key) => key.toString('base64url'))
  const all = [...fixed, ...ofOne('one'), ...ofOne('other')]
  // Google's are the first half of their kind.
  expect(new Set(all.map((key) => key.slice(0, 20))).size).toBe(all.length)
  expect(deriveKeys(Buffer.alloc(32, 2)).code).not.toEqual(code)
})

it('a phone hash differs for each giver and each key, and reveals no key', () => {
  const [one, other] = [1, 2].map((byte) => openNumberKeys(Buffer.alloc(32, byte)))
  const phone = '+447400123456'
  const of = ({ hashOf, giftKeyOf, fingerprint }: ReturnType<typeof openNumberKeys>) => [
    ...[hashOf(phone), hashOf(''), fingerprint],
    ...['ada', 'grace'].map((giver) => giftKeyOf(giver, phone)),
  ]
  if (one === undefined || other === undefined) throw new Error('no keys')
  expect(new Set([...of(one), ...of(other)]).size).toBe(10)
  expect(of(openNumberKeys(Buffer.alloc(32, 1)))).toEqual(of(one))
})

it('the key in use comes before the one that is still accepted', () => {
  const [keys, previousKeys] = [deriveKeys(Buffer.alloc(32, 1)), deriveKeys(Buffer.alloc(32, 2))]
  const codes = underEach({ keys, previousKeys }, ({ code }) => code)
  expect(codes).toEqual([keys.code, previousKeys.code])
  expect(underEach({ keys, previousKeys: undefined }, ({ code }) => code)).toEqual([keys.code])
})
