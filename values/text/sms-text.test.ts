// Tests how a text is written as an SMS, and how many segments it takes.
import { describe, expect, it } from 'vitest'
import { segmentsOf, smsText } from './sms-text.ts'

const long = ' A sentence that fills the message, as the sentences of purchases and gifts do.'

describe('a text that is sent', () => {
  it.each([
    ['PoA – VPA 2', 'PoA - VPA 2'],
    ['O’Neill “at” home…', 'O\'Neill "at" home...'],
    ['1\u202f200\u00a0kg CO₂', '1 200 kg CO2'],
    ['+44•••••456', '+44*****456'],
    ['Ｗｉｎｄ　Ｆａｒｍ', 'Ｗｉｎｄ Ｆａｒｍ'],
    ['₺60,00', 'TL 60,00'],
    ['½ × 2™', '1/2 x 2TM'],
    ['≥ 5 t ± 1, ≈ 20 °C ÷ 2', '>= 5 t +/- 1, ~ 20 degC / 2'],
    ['A tree ≠ a forest, 2 ≯ 3', 'A tree != a forest, 2 <= 3'],
    ['2½ kg, 10⁶ t', '2 1/2 kg, 10^6 t'],
    ['∆ 2∶1 ∕ ₹60 ★●', 'Δ 2:1 / INR 60 **'],
    ['Wind\u00adpark\u200b Ost\ufeff – \u2060A', 'Windpark Ost - A'],
    ['Zoë', 'Zoë'],
  ])('has plain signs: %j is %j', (text, sent) => {
    expect(smsText(text)).toBe(sent)
  })

  it.each([
    ['más', 'mas'],
    ['Çağrı Işıldak', 'Çagri Isildak'],
    ['Łukasz Żak', 'Lukasz Zak'],
    ['Nguyễn Văn Đức', 'Nguyen Van Duc'],
    ['Zoë\u0308', 'Zoe'],
    ['À voir : œuvre', 'A voir : oeuvre'],
    ['José é à ñ ü ß Å', 'José é à ñ ü ß Å'],
  ])(
    'keeps accents where they cost nothing, and drops them where they cost segments: %j',
    (text, plain) => {
      expect(smsText(text)).toBe(text.normalize('NFC'))
      expect(smsText(text + long)).toBe(plain + long)
    },
  )

  it.each(['Оля', '王小明', 'محمد', '🌳', 'Ελένη'])(
    'keeps letters of other scripts, and then all accents: %s',
    (name) => {
      expect(smsText(`más, ${name}.${long}`)).toBe(`más, ${name}.${long}`)
    },
  )
})

describe('segments', () => {
  it.each([
    ['a'.repeat(160), 1],
    ['a'.repeat(161), 2],
    ['a'.repeat(306), 2],
    ['a'.repeat(307), 3],
    ['€'.repeat(80), 1],
    ['€'.repeat(81), 2],
    ['é'.repeat(160), 1],
    ['á'.repeat(70), 1],
    ['á'.repeat(71), 2],
    ['á'.repeat(135), 3],
    ['🌳'.repeat(35), 1],
    ['🌳'.repeat(36), 2],
  ])('of %j: %d', (text, segments) => {
    expect(segmentsOf(text)).toBe(segments)
  })
})
