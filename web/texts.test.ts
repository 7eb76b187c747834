// Tests that each text function formats one message and its plural.
import { expect, it } from 'vitest'
import { texts } from './texts.ts'

it('returns a sentence, inserts a name, and counts', () => {
  expect(texts.common_loading()).toBe('Loading…')
  expect(texts.activity_gift_from({ name: 'Ada {name} $&' })).toBe('Gift from Ada {name} $&')
  expect(texts.purchases_held({ kg: 1 })).toBe('1\u00a0kg is held for you.')
  expect(texts.purchases_held({ kg: 12_345 })).toBe('12,345\u00a0kg are held for you.')
})
