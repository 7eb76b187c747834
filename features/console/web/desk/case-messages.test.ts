// Tests the words for what became of a message.
import { expect, it } from 'vitest'
import { fateOf } from './case-messages.tsx'

it.each([
  ['sent', 'delivered', 'arrived'],
  ['sent', 'failed', 'did not arrive'],
  ['sent', null, 'sent'],
  ['queued', null, 'waits'],
  ['dead', null, 'could not be sent'],
  ['withheld', null, 'was not sent'],
  ['paused', null, 'paused'],
])('a message that is %s with the arrival %s: %s', (state, arrival, fate) => {
  expect(fateOf({ state, arrival })).toBe(fate)
})
