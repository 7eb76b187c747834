// Tests the text of a problem, and its reason, for each kind of purchase (docs/product.md#text-catalogue).
import { expect, it } from 'vitest'
import { hintOf, problemAt, problemText } from './purchase-words.ts'

const declined = { code: 'card_declined', text: 'Your card has insufficient funds.' }
const failed = { at: 'form', code: 'verification_failed', reason: declined } as const

it('a failed verification shows a buyer that text and the reason beneath, a giver the reason alone', () => {
  expect([problemText(failed, 'buy'), hintOf(failed, 'buy')]).toEqual([
    'Verification failed',
    declined.text,
  ])
  expect([problemText(failed, 'gift'), hintOf(failed, 'gift')]).toEqual([declined.text, undefined])
  expect(problemText({ ...failed, reason: undefined }, 'gift')).toBe('Gift transaction failed.')
})

it('too little stock shows how many kilograms are left, or that there are none', () => {
  const stock = { at: 'quantity', code: 'insufficient_stock' } as const
  expect(problemText({ ...stock, leftKg: 30 }, 'buy')).toBe('Only 30\u00a0kg left in this batch.')
  expect(problemText({ ...stock, leftKg: 0 }, 'buy')).toBe('This batch is sold out.')
})

it('without an answer the text says that the order may have succeeded, only at its own field', () => {
  const lost = { at: 'form', code: 'failed', hint: 'no_answer' } as const
  expect(hintOf(lost, 'gift')).toMatch(/^We cannot tell whether it was reserved/)
  expect(problemAt(lost, 'form', 'buy')).toBe('Buy process failed')
  expect(problemAt(lost, 'card', 'buy')).toBeUndefined()
})

it.each([
  ['invalid_selection', 'Invalid selection.'],
  ['not_offered', 'This batch is no longer offered. Please choose another one.'],
  ['invalid_recipient', 'Valid recipient phone required (E.164).'],
  ['note_too_long', 'Gift note cannot exceed 255 characters.'],
  ['invalid_from_name', "Please use 2 to 24 letters, digits, spaces and . - '"],
  ['invalid_delivery_day', 'Choose a day from tomorrow on, at most 12 months ahead.'],
  ['nickname_wrong', "Please use 2 to 24 letters, digits, spaces and . - '"],
  ['nickname_not_saved', 'It could not be saved. Please try again.'],
  ['gift_incomplete', 'Please complete all fields including recipient phone.'],
  ['card_details_required', 'Card details required.'],
  ['quote_changed', 'The price has changed. Please review and try again.'],
  ['too_many_reservations', 'You have too many open purchases. Complete or cancel one first.'],
  ['purchase_expired', 'The time to complete this purchase has passed. Nothing was charged.'],
  ['card_action_required', 'Please answer your bank first.'],
  ['bank_declined', 'Your bank declined the payment. Nothing was charged.'],
  ['unreached', 'No connection. Nothing was lost; please try again.'],
])('%s has words of its own for each kind', (code, text) => {
  for (const kind of ['buy', 'gift', 'reward'] as const) {
    expect(problemText({ at: 'form', code, text: 'Of the server' }, kind)).toBe(text)
  }
})
