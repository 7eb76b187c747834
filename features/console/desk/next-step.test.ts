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

it.each([
  ['dispute_at_bank', 'Nothing to do: the bank decides.'],
  ['refund_failed', 'Refund it again, to the wallet, or in another way.'],
  ['reinstated', 'The bank gave the money back, and the buyer is owed it: refund it.'],
  ['refund_pending', 'The bank has held it for long: ask the provider again.'],
  ['fraud_warning', 'Refund it if the cardholder did not buy it. A dispute costs more.'],
  ['refund_under_way', 'Nothing to do: the provider sends the money.'],
] as const)('%s is worded', (kind, words) => {
  expect(nextStepOf({ ...facts, kind }, now).words).toBe(words)
})

it('a warning about a purchase without a card part has no action', () => {
  expect(nextStepOf({ ...facts, kind: 'fraud_warning', isCardPaid: false }, now)).toEqual({
    ...{ words: 'Look at the purchase.', action: null },
  })
})

it('a dispute is open until its deadline, with the file or without', () => {
  const kind = 'dispute'
  const [soon, over] = [1, 0].map((ms) => new Date(now + ms))
  for (const [hasEvidence, words] of [
    [true, 'The file was made. Send it on the provider’s page, if that is not done.'],
    [false, 'Make the file with the evidence, and send it on the provider’s page.'],
  ] as const) {
    expect(nextStepOf({ ...facts, kind, hasEvidence, dueAt: soon ?? null }, now)).toEqual({
      ...{ words, action: 'purchases evidence' },
    })
    expect(nextStepOf({ ...facts, kind, hasEvidence, dueAt: over ?? null }, now)).toEqual({
      ...{ words: 'The deadline is over. The bank decides.', action: null },
    })
  }
})
