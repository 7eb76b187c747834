// Tests the names of wallets on papers: the product's own in each language, others as their partner wrote them.
import { describe, expect, it } from 'vitest'
import { textIn } from '#texts/text-in.ts'
import { languages } from '#values/lists/languages.ts'
import { refundsProgramme } from '#values/lists/refunds-programme.ts'
import { welcomeProgramme } from '#values/lists/welcome-programme.ts'
import { walletNameIn } from './document-rows.ts'

describe.each(languages)('in %s a wallet', (language) => {
  it.each([
    [welcomeProgramme, 'wallet_welcome'],
    [refundsProgramme, 'wallet_refunds'],
  ] as const)('of the product’s programme %j has its text', ({ id, name }, key) => {
    expect(walletNameIn(language, { programme_id: id, programme: name })).toBe(
      textIn(language, key),
    )
  })

  it.each([
    ['green-bank', 'Green Bank', 'Green Bank'],
    ['bank-2', 'مشروع', 'bank-2'],
  ])('of the programme %s, %s, is called %s', (programme_id, programme, shown) => {
    expect(walletNameIn(language, { programme_id, programme })).toBe(shown)
  })
})
