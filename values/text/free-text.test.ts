// Tests how texts of users are cleaned, and which of them may reach another user's phone.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cleanNote, cleanText, holdsContacts, lengthOf, withoutContacts } from './free-text.ts'

describe('a text for a stranger', () => {
  it.each([
    'evil。com/win',
    'evil．com',
    'evil｡com',
    '💩.la',
    '💩。la',
    '1.1.1.1/login',
    '1.1.1.1',
    '١.١.١.١/login',
    '2001:db8::1/x',
    '[2001:db8:0:0:0:0:0:1]',
    'evil .com',
    'evil . com/x',
    'evil. com',
    'evil dot com',
    'evil (dot) com',
    'evil punkt com',
    'evil[.]com',
    'élan.com',
    'xn--ls8h.xn--p1ai',
    'me@evil.com',
    'me.too@evil.example',
    '82222',
    '82 222',
    '8-2-2-2-2',
    '822 224',
  ])('loses %s', (contact) => {
    expect(withoutContacts(`Look ${contact} now`)).toBe('Look now')
  })

  it.each([
    ['Text WIN to 82222', 'Text WIN to'],
    ['Text WIN to 7070', 'Text WIN to'],
    ['SMS JA an 333!', 'SMS JA an !'],
    ['Envoyez OUI au 3232', 'Envoyez OUI au'],
    ['Please call 112 now', 'Please call now'],
  ])('%s loses its number', (text, left) => {
    expect(withoutContacts(text)).toBe(left)
  })

  it.each([
    'I send you 100 kg for 2026.',
    '10000 kg, one each',
    'Worth 12345 €, or 10000 % more',
    'Thank you. Me too. Go on!',
    'Fini. De rien. Goed. Net op tijd.',
    'C’est le point de départ',
    'At 12.30 on 24.12. we meet',
    'おめでとう。元気で',
    'Happy 40th 💚 — with love…',
    'Wow … nice',
    'Ratio 2:1, see you at 10:30',
  ])('%s stays as it is', (text) => {
    expect(withoutContacts(text)).toBe(text.normalize('NFKC'))
  })
})

it('a name contains a contact exactly where a text for a stranger would lose one', () => {
  const parts = ['a', 'evil', ' ', ' ', '.', 'com', 'io', 'dot', 'PUNKT', 'call', '1', '82222', '@']
  const signs = [
    '://',
    'www',
    ':',
    '::',
    '[',
    '(',
    ']',
    ')',
    '/',
    '+',
    '-',
    'é',
    'kg',
    '255',
    'xn--',
  ]
  const text = fc.array(fc.constantFrom(...parts, ...signs), { maxLength: 9 })
  fc.assert(
    fc.property(text, (letters) => {
      const given = letters.join('')
      const isShortened = withoutContacts(given) !== given.replace(/\s+/g, ' ').trim()
      expect(holdsContacts(given)).toBe(isShortened)
    }),
    { numRuns: 2_000 },
  )
})

describe('a stored text', () => {
  it.each([
    [
      'towers of marks',
      `Z${'\u0351'.repeat(40)}a${'\u0316'.repeat(40)}`,
      /^Z\u0351{3}a\u0316{3}$/u,
    ],
    ['letters that show nothing', '\u1160\u1160\u3164\uffa0\u115f', /^$/],
    ['blanks without width', 'a\u200bb\u2060c\ufeffd\u2800', /^abcd$/],
    ['tags that spell what nobody sees', 'hi\u{e0068}\u{e0069}', /^hi$/],
    [
      'a flag, whose tags are seen',
      '🏴\u{e0067}\u{e0062}\u{e007f}',
      /^🏴\u{e0067}\u{e0062}\u{e007f}$/u,
    ],
    ['a family of emoji', '👩‍👩‍👧', /^👩‍👩‍👧$/u],
    ['Vietnamese', 'Tiê\u0301ng Viê\u0323t', /^Tiếng Việt$/],
  ])('%s', (_case, text, kept) => {
    expect(cleanText(text)).toMatch(kept)
  })
})

it('a note keeps its lines, one empty one between them at most', () => {
  expect(cleanNote(' Dear Ada,\r\n\r\n\n\n for\u200b you \u2028Grace\n')).toBe(
    'Dear Ada,\n\nfor you\nGrace',
  )
})

it('a text has the length of its code points', () => {
  expect(['', 'Ada', '💚💚', 'e\u0301'].map(lengthOf)).toEqual([0, 3, 2, 2])
})
