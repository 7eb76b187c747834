// Tests what staff do next about each kind of case.
import { expect, it } from 'vitest'
import { caseKinds } from './desk-calls.ts'
import { nextStepOf } from './next-step.ts'

const now = Date.parse('2026-11-27T09:30:00Z')
const facts = {
  dueAt: new Date('2026-12-01T00:00:00Z'),
  hasEvidence: false,
  isCardPaid: true,
} as const

it.each([
  ['dispute', 'purchases evidence'],
  ['refund_failed', 'purchases refund'],
  ['reinstated', 'purchases refund'],
  ['refund_pending', 'purchases reconcile'],
  ['fraud_warning', 'purchases refund'],
  ['dispute_at_bank', null],
  ['refund_under_way', null],
] as const)('%s leads to the action %s', (kind, action) => {
  expect(nextStepOf({ ...facts, kind }, now).action).toBe(action)
})

it('each kind has words of its own', () => {
  const words = caseKinds.map((kind) => nextStepOf({ ...facts, kind }, now).words)
  expect(new Set(words).size).toBe(caseKinds.length)
})

it('a dispute says whether the file was made, and ends with its deadline', () => {
  const made = nextStepOf({ ...facts, kind: 'dispute', hasEvidence: true }, now)
  expect(made.words).toMatch(/^The file was made/)
  const dueAt = new Date('2026-11-27T09:30:00Z')
  expect(nextStepOf({ ...facts, kind: 'dispute', dueAt }, now).action).toBeNull()
  expect(nextStepOf({ ...facts, kind: 'dispute', dueAt: null }, now).action).not.toBeNull()
})
