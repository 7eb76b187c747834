// Tests how many SMS segments each message takes in each language, with names of all kinds. A
// segment is what the provider charges.
import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import {
  giftRefundedText,
  giftSender,
  giftSentText,
  giftText,
  giftWithdrawnText,
  purchaseText,
} from '#features/purchases/notify/purchase-texts.ts'
import { refundText } from '#features/purchases/notify/refund-texts.ts'
import { codeText } from '#features/sign-in/codes/code-text.ts'
import { textIn } from '#texts/text-in.ts'
import { type Language, languages } from '#values/lists/languages.ts'
import { maskPhone } from '#values/text/phone-number.ts'
import { shownProjectNames } from '#values/text/project-name.ts'
import { segmentsOf, smsText } from '#values/text/sms-text.ts'
import { type NoticeTemplate, noticeTemplates } from './notice-templates.ts'
import { refundTemplates } from './purchase-templates.ts'

const publicUrl = 'https://passport.example'
const phone = '+447400123456'
const segments = (text: string) => segmentsOf(smsText(text))

function wordsIn(language: Language, projectName = 'Kariba Wind Farm') {
  return { language, publicUrl, projectName, quantityKg: 1_200, txId: 'CP-7K2M-9QXF-4HJD' }
}
const gift = (language: Language, name: string, note: string | null = null) =>
  giftText({ ...wordsIn(language), sender: giftSender([name], phone), note })

const url = `${publicUrl}/app/settings`
const notices: Readonly<Record<NoticeTemplate, (language: Language) => string>> = {
  new_device: (language) => textIn(language, 'sms_new_device', { device: 'Firefox, Android', url }),
  number_left: (language) => textIn(language, 'sms_number_left', { phone: maskPhone(phone) }),
  number_moving: (language) =>
    textIn(language, 'sms_number_moving', { phone: maskPhone(phone), url: publicUrl }),
  number_taken: (language) => textIn(language, 'sms_number_taken', { url }),
  passkey_added: (language) => textIn(language, 'sms_passkey_added', { url }),
  passkey_removed: (language) => textIn(language, 'sms_passkey_removed', { url }),
  passkey_ended: (language) => textIn(language, 'sms_passkey_ended', { url }),
  replaced: (language) => textIn(language, 'sms_replaced', { url: `${publicUrl}/app` }),
}

/** The most segments of each message in every language. */
const messages: readonly (readonly [string, number, (language: Language) => string])[] = [
  ...(['sign_in', 'export', 'passkeys', 'delete', 'leave_number', 'take_number'] as const).map(
    (purpose) => {
      const write = (language: Language) =>
        codeText({ language, purpose, code: '012345' }, 'passport.example')
      return [`code to ${purpose}`, 1, write] as const
    },
  ),
  ['purchase', 1, (language) => purchaseText(wordsIn(language))],
  ['gift sent', 1, (language) => giftSentText(wordsIn(language))],
  ['gift received', 2, (language) => gift(language, 'Ada')],
  ['gift refunded', 1, (language) => giftRefundedText(wordsIn(language))],
  ['gift withdrawn', 1, (language) => giftWithdrawnText(wordsIn(language))],
  ...refundTemplates.map((template) => {
    const money = {
      txId: 'CP-7K2M-9QXF-4HJD',
      currency: 'TRY',
      cardMinor: 123_450,
      walletMinor: 67,
    }
    const write = (language: Language) => refundText(template, { language, ...money })
    return [template, 1, write] as const
  }),
  ...noticeTemplates.map(
    (template) =>
      [
        template,
        ['number_moving', 'replaced'].includes(template) ? 2 : 1,
        notices[template],
      ] as const,
  ),
]

describe.each(languages)('in %s', (language) => {
  it.each(messages)('a message about %s takes at most %d', (_, most, write) => {
    const sent = smsText(write(language))
    expect([segmentsOf(sent) <= most, sent]).toEqual([true, sent])
  })

  it.each([
    'O’Neill',
    'Jean‑Luc',
    'Zoë',
    'José',
    'Çağrı Işıldak',
    'Łukasz Żółw',
    'Nguyễn Văn Đức',
    'Þór Ægisson',
    'Ştefan Țăranu',
  ])('a gift from %s takes as many as one from Ada', (name) => {
    expect(segments(gift(language, name))).toBe(segments(gift(language, 'Ada')))
  })

  it.each(['Оля', '王小明', 'محمد علي', 'דנה', 'สมชาย', 'नमिता', 'გიორგი', 'Ada 🌳'])(
    'a gift from %s keeps the name, which halves the room of a segment',
    (name) => {
      const sent = smsText(giftText({ ...wordsIn(language), sender: name, note: null }))
      expect(sent).toContain(name)
      expect(segmentsOf(sent)).toBeLessThanOrEqual(4)
    },
  )
})

it('project names of the catalogue make no message longer than their letters do', () => {
  const file = readFileSync('database/demo-catalogue/projects.csv', 'utf8')
  const rows = z
    .array(z.object({ name: z.string(), registry_name: z.string(), external_id: z.string() }))
    .parse(parse(file, { columns: true }))
  const names = shownProjectNames(
    rows.map(({ name, registry_name: registryName, external_id: externalId }) => {
      return { name, registryName, externalId }
    }),
  )
  expect(names.filter((name) => /[^ -~]/.test(name)).length).toBeGreaterThan(20)
  for (const name of names) {
    for (const language of languages) {
      const text = purchaseText(wordsIn(language, name))
      const ascii = purchaseText(wordsIn(language, 'x'.repeat(smsText(name).length)))
      expect([segments(text), text]).toEqual([segments(ascii), text])
    }
  }
})
