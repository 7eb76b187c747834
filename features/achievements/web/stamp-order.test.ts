// Tests the order of stamps and the next goal.
import { expect, it } from 'vitest'
import { byInterest, nextGoal } from './achievements-section.tsx'

const stamp = (code: string, progressPct: number, reached_at: string | null = null) => ({
  code,
  progressPct,
  reached_at,
})
const codes = (all: readonly { code: string }[]) => all.map(({ code }) => code).join(' ')

it('shows the newest reached, then the nearest, then the server’s order', () => {
  const all = [
    stamp('old', 100, '2026-01-01T00:00:00.000Z'),
    stamp('far', 10),
    stamp('none', 0),
    stamp('new', 100, '2026-02-01T00:00:00.000Z'),
    stamp('near', 66),
    stamp('nothing', 0),
  ]
  expect(codes(byInterest(all))).toBe('new old near far none nothing')
  expect(nextGoal(all)?.code).toBe('near')
})

it('has a first goal for a new user, and none for a user who has them all', () => {
  expect(nextGoal([stamp('first', 0), stamp('second', 0)])?.code).toBe('first')
  expect(nextGoal([stamp('first', 100, '2026-01-01T00:00:00.000Z')])).toBeUndefined()
})
