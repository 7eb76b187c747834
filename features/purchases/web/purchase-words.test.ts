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
