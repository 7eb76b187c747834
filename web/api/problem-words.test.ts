// Tests that the browser has its own text for every error code of the server.
import { expect, it } from 'vitest'
import { projectProblems } from '#features/catalogue/catalogue-calls.ts'
import { notificationProblems } from '#features/purchases/notify/notify-calls.ts'
import { purchaseProblems } from '#features/purchases/purchases-calls.ts'
import { rewardProblems } from '#features/reward-claims/reward-claims-calls.ts'
import { generalProblems } from '#values/problem.ts'
import { problemWords } from './problem-words.ts'

/**
 * These have texts in their feature, or no reader: the page handles them, or a partner gets them.
 */
const saidElsewhere = new Set([
  ...['unauthenticated', 'invalid_selection', 'card_details_required', 'invalid_recipient'],
  'invalid_from_name',
  'invalid_delivery_day',
  'invalid_reward_recipient',
  ...['note_too_long', 'card_refused', 'quote_changed', 'insufficient_stock', 'not_offered'],
  ...['too_many_reservations', 'card_action_required', 'purchase_expired'],
  ...['purchase_not_completed', 'not_the_recipient', 'key_required'],
])

const problems = {
  ...generalProblems,
  ...notificationProblems,
  ...projectProblems,
  ...purchaseProblems,
  ...rewardProblems,
}

it.each(Object.keys(problems).filter((code) => !saidElsewhere.has(code)))(
  'says %s in words of its own',
  (code) => expect(problemWords(code, undefined)).toBeTruthy(),
)

it("keeps the server's sentence in English, because it may contain an amount", () => {
  const sentence = 'Card payments start at £0.30. Add 5 kg or use your wallet.'
  expect(problemWords('card_minimum', sentence)).toBe(sentence)
})

it('has no text for an unknown code', () => {
  expect(problemWords('never_heard_of', undefined)).toBeUndefined()
  expect(problemWords('unknown', 'A sentence.')).toBe('A sentence.')
})
