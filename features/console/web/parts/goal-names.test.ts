// Tests the names of goals.
import { expect, it } from 'vitest'
import { goalName } from './goal-names.ts'

it.each([
  [1, '1 No poverty'],
  [7, '7 Affordable and clean energy'],
  [13, '13 Climate action'],
  [17, '17 Partnerships for the goals'],
  [18, '18'],
])('goal %i is %s', (goal, name) => {
  expect(goalName(goal)).toBe(name)
})
