// Tests the SMS about refunds in each language: the format of sums, the characters of a short SMS,
// and the subject of a row.
import { describe, expect, it } from 'vitest'
import { refundTemplates } from '#features/messages/purchase-templates.ts'
import { languages } from '#values/lists/languages.ts'
import { refundSubjectOf, refundText } from './refund-texts.ts'

/** The characters of a 160-character SMS (GSM 03.38); the euro sign takes two. */
const shortAlphabet =
  /^[@£$¥èéùìòÇ\nØøÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&'()*+,\-./0-9:;<=>?¡A-ZÄÖÑÜ§¿a-zäöñüà€]*$/

const txId = 'CP-7K2M-9QXF-4HJD'
const parts = [
  [123_450, 0],
  [0, 67],
  [123_450, 67],
] as const
const texts = languages.flatMap((language) =>
  refundTemplates.flatMap((template) =>
    parts.map(([cardMinor, walletMinor]) => {
      const words = { language, txId, currency: 'EUR', cardMinor, walletMinor }
      return [language, template, refundText(template, words)] as const
    }),
  ),
)

describe('every SMS about a refund', () => {
  it.each(texts)(
    'in %s (%s) names the purchase and holds no special space: %s',
    (language, _, text) => {
      expect(text).toContain(txId)
      expect(text).not.toMatch(/[\u00a0\u202f{}]/)
      // Turkish has letters outside the short SMS alphabet.
      if (language === 'tr') return
      expect(text).toMatch(shortAlphabet)
      expect(text.length + (text.match(/€/g)?.length ?? 0)).toBeLessThanOrEqual(160)
    },
  )

  it.each([
    ['en', 'Refund for CP-7K2M-9QXF-4HJD: €1,234.50 is on its way to your card.'],
    ['de', 'Erstattung für CP-7K2M-9QXF-4HJD: 1.234,50 € ist auf dem Weg zu deiner Karte.'],
    ['nl', 'Terugbetaling voor CP-7K2M-9QXF-4HJD: € 1.234,50 is onderweg naar je kaart.'],
    ['fr', 'Remboursement pour CP-7K2M-9QXF-4HJD : 1 234,50 € en route vers votre carte.'],
  ] as const)('writes the sum in the format of %s', (language, sentence) => {
    const words = { language, txId, currency: 'EUR', cardMinor: 123_450, walletMinor: 0 }
    expect(refundText('refund_sent', words)).toBe(sentence)
  })

  it.each([
    ['refund_sent', 'TRY 1,234.50', 'TRY 0.67'],
    ['refund_failed', 'TRY 1,234.50', undefined],
    ['refund_paid', 'TRY 1,234.50', undefined],
    ['dispute_lost', 'TRY 1,234.50', 'TRY 0.67'],
  ] as const)('of %s has each sum in the currency of the purchase', (template, sum, wallet) => {
    const words = { txId, currency: 'TRY', cardMinor: 123_450, walletMinor: 67 }
    const text = refundText(template, { language: 'en', ...words })
    expect(text).toContain(sum)
    expect(text.includes('0.67')).toBe(wallet !== undefined)
    if (wallet !== undefined) expect(text).toContain(wallet)
    expect(refundText(template, { language: 'de', ...words, currency: 'GBP' })).toContain(
      '1.234,50 £',
    )
  })

  it.each([
    ['refund_sent', '€1,234.50 is on its way to your card, €0.67 is back in your wallet.'],
    ['dispute_lost', 'Your bank has returned €1,234.50 to you'],
    ['dispute_lost', '€0.67 is back in your wallet.'],
  ] as const)('of %s keeps card and wallet apart: %s', (template, words) => {
    const sums = { currency: 'EUR', cardMinor: 123_450, walletMinor: 67 }
    expect(refundText(template, { language: 'en', txId, ...sums })).toContain(words)
  })

  it('contains the sums of its subject', () => {
    const purchaseId = '0199c4c0-1111-7222-8333-444455556666'
    const sums = { purchaseId, cardMinor: 123_450, walletMinor: 67 }
    expect(refundSubjectOf(`${purchaseId}/2/123450/67`)).toEqual(sums)
  })
})
