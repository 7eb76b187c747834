// Tests which words of registries mean that a block of credits may be sold.
import { expect, it } from 'vitest'
import { maySell } from './batch-status.ts'

it.each(['ISSUED', 'Active', ' available ', 'issued'])('%j may be sold', (word) => {
  expect(maySell(word)).toBe(true)
})

it.each(['RETIRED', 'Cancelled', 'Expired', 'On hold', 'Held', '', 'Inactive', 'Issued, in part'])(
  '%j may not be sold',
  (word) => {
    expect(maySell(word)).toBe(false)
  },
)
