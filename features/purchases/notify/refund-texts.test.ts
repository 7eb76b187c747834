// The SMS about refunds in each language: sums as its readers write them, signs of the short SMS alphabet
// where the language has them, and one row's subject.
import { describe, expect, it } from 'vitest'
import { refundTemplates } from '#features/messages/purchase-templates.ts'
import { languages } from '#values/lists/languages.ts'
import { refundSubjectOf, refundText } from './refund-texts.ts'

/** The signs of an SMS of 160 (GSM 03.38); the sign of the euro takes two. */
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
    'in %s (%s) names the purchase and no blank that a format adds: %s',
    (language, _, text) => {
      expect(text).toContain(txId)
      expect(text).not.toMatch(/[\u00a0\u202f{}]/)
      // Turkish has letters that no short SMS holds.
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
  ] as const)('writes the sum as people in %s do', (language, sentence) => {
    const words = { language, txId, currency: 'EUR', cardMinor: 123_450, walletMinor: 0 }
    expect(refundText('refund_sent', words)).toBe(sentence)
  })

  it('is of the sums that its subject names', () => {
    const purchaseId = '0199c4c0-1111-7222-8333-444455556666'
    const sums = { purchaseId, cardMinor: 123_450, walletMinor: 67 }
    expect(refundSubjectOf(`${purchaseId}/2/123450/67`)).toEqual(sums)
  })
})
