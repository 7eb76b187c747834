// Tests that a user's first cache has the answers of the document, and no other cache.
import { expect, it } from 'vitest'
import { newFilledCache, provideAnswers } from './document-answers.ts'

const document = { passportId: 'ada', answers: [[['getWallet'], { total: 7 }] as const] }
const walletOf = (passportId: string | undefined) =>
  newFilledCache(passportId).getQueryData(['getWallet'])

it('the user’s first cache has the answers, and no later one', () => {
  provideAnswers(document)
  expect(walletOf('ada')).toEqual({ total: 7 })
  expect(walletOf('ada')).toBeUndefined()
})

it.each([['bob'], [undefined]])('the cache of %s has none, and drops them', (passportId) => {
  provideAnswers(document)
  expect(walletOf(passportId)).toBeUndefined()
  expect(walletOf('ada')).toBeUndefined()
})

it('a document without answers fills nothing', () => {
  expect(newFilledCache(undefined).getQueryCache().getAll()).toEqual([])
})
