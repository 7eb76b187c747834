// Tests the wait after each failure: four times longer each time, half an hour at most.
import { expect, it } from 'vitest'
import { triesMax, waitAfter } from './tries.ts'

it('Eight tries wait 1, 4, 16, 64, 256 and 1,024 seconds, then half an hour', () => {
  const waits = Array.from({ length: triesMax }, (_, index) => waitAfter(index + 1))
  expect(waits).toEqual([1, 4, 16, 64, 256, 1_024, 1_800, 1_800])
})
