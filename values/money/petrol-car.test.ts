// Tests that the distances on the pages are whole hundreds.
import { expect, it } from 'vitest'
import { petrolCarDistance } from './petrol-car.ts'

it.each([
  [100, 400, 600],
  [1_000, 4_000, 5_900],
])('a petrol car emits %i kg over %i to %i km', (kg, from, to) => {
  expect(petrolCarDistance(kg)).toEqual({ from, to })
})
