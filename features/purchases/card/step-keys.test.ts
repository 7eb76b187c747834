// Tests the keys of card steps: each step and attempt has one of its own, which never changes.
import { expect, it } from 'vitest'
import { authoriseStepKey, captureStepKey, refundStepKey, voidStepKey } from './step-keys.ts'

it('a step has the id of its purchase and its name', () => {
  expect([authoriseStepKey('p'), captureStepKey('p'), voidStepKey('p')]).toEqual([
    ...['p:authorise', 'p:capture', 'p:void'],
  ])
})

it.each([
  ['COMPLETED', 1, 'p:give-back:1'],
  ['COMPLETED', 2, 'p:give-back:2'],
  ['FAILED', 1, 'p:refund'],
  ['EXPIRED', 1, 'p:refund'],
  ['FAILED', 2, 'p:refund:after-1'],
  ['EXPIRED', 3, 'p:refund:after-2'],
] as const)(
  'a refund of a purchase that is %s has at attempt %i the key %s',
  (state, attempt, key) => {
    expect(refundStepKey({ id: 'p', state }, attempt)).toBe(key)
  },
)
