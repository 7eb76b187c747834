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
    'evil dot tk',
    'evil DOT zip/win',
    'evil d0t ly',
    'evil-dot-shop',
    'evil (dot) in',
    'www dot evil dot online',
    'evil punkt de',
    'evil punto es',
    'evil point fr',
    'evil nokta tr',
    'evil dot рф',
    '@evil_bot',
    'telegram: evilbot',
    'WhatsApp me evil_1',
    'evil_bot on snapchat',
    'discord evil#1234',
    ...['evil_bot telegram', 'evil.99 insta', 'evil#1234 discord', 'evil99 snap'],
    'insta (bob_1',
    'insta, bob_1',
    'insta / bob_1',
    'snap “bob_1',
    'Telegram ID: bob_1',
    'Insta name: bob_99',
    'IG is: bob_99',
    ...['Insta – bob.99', 'IG — bob.99', 'Insta | bob_1', 'Insta *bob_1', 'insta...bob_1'],
    ...['Instagram’da bob_7', 'insta’m bob_7', 'Insta name ist bob_99', 'KakaoTalk ID bob77'],
    '*#06#',
    '* # 0 6 #',
    '**21*447400123456#',
    '##002#',
    '*67',
    '127.1/win',
    '10.0.1/win',
    '127.1:8080',
    '127.1?win',
    '0x7f000001',
    'localhost:3000/win',
    'e\u200dv\u200di\u200dl\u200d.\u200dc\u200do\u200dm',
    'e\u200cvil.c\u200com',
    'javascript:x',
    'tel:+447',
    'sms:333',
    'other:x',
    '8️⃣2️⃣2️⃣2️⃣2️⃣',
    ...['evil dοt com', 'evil dоt org', 'evil pυnkt de', 'evil nоkta com', 'evil dot cοm'],
    ...['evilDOTcom', 'myshopDОTru', 'shop-1PUNKTde', 'evil noktacom', 'evil dotcom'],
    ...['evil ponto com', 'telegram evilbot', 'tg my freebot', 'evil.сom', 'evil.js/win'],
    ...['evil "dot" com', "evil 'dot' com", 'evil D O T com', 'evil d.o.t com'],
    ...[
      '$evilpay',
      '£evilpay',
      'u/evil',
      'r/evil_1',
      'PayPal evil_pay',
      'revolut: evil',
      'VK evil_1',
    ],
    ...['1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', 'DE89370400440532013000', 'evil‧com'],
    ...['carbon•com', 'carbon·com', 'www carbon com', '27:45:30', '12:45:3055'],
    ...['me@evil.js', 'evil.onion', '24.12.2026.7', '41.12.2026', '07,400.90', '0 24.12.2026'],
  ])('loses %s', (contact) => {
    expect(withoutContacts(`Look ${contact} now`)).toBe('Look now')
  })

  it.each([
    ['Text WIN to 82222', 'Text WIN to'],
    ['Text WIN to 7070', 'Text WIN to'],
    ['SMS JA an 333!', 'SMS JA an !'],
    ['Envoyez OUI au 3232', 'Envoyez OUI au'],
    ['Please call 112 now', 'Please call now'],
    ['JA an 4040 senden', 'JA an senden'],
    ['Die 4040 wählen', 'Die wählen'],
    ['Naar 4040 bellen', 'Naar bellen'],
    ['3340’a EVET yaz', '’a EVET yaz'],
    ['EVET yaz, 3340’a gönder', 'EVET yaz, ’a gönder'],
    ['155 ara hemen', 'ara hemen'],
    ['Envoie OUI au 7070', 'Envoie OUI au'],
    ['7070’i ara', '’i ara'],
    ['Composez le 3615', 'Composez le'],
    ['Call me: 1990-2020', 'Call me:'],
    ['My number 1990-2020-2030', 'My number'],
    ['My number 1234-5678', 'My number'],
    ['Page 100-1200', 'Page'],
    ['Text WIN to 60777 EUR', 'Text WIN to EUR'],
    ['Worth 1234567 EUR', 'Worth EUR'],
    ['Am 24-12.2026', 'Am'],
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
    'Hi:) Note: thanks :D',
    'See you on Telegram soon, or call Anna on WhatsApp',
    'The dot on the i, a polka dot dress',
    'Am Punkt in Berlin. Der Punkt ist klar.',
    'El punto es que sí, mi punto de vista',
    'At this point in time',
    'We are #1 and #2! *hugs*',
    '0.50/kg, or 1.5/month',
    'Me @ home',
    'See you 24.12.2026 at home',
    'On 24.11.2026 18:00, or 2026-11-25 9:30',
    'From 1/2/2026 to 28/2/2027, or 01.03.2026 - 31.03.2026',
    'Dec 24, 2026 or December 24th 2026',
    'Party on 24 Dec 2026 19:30, or 24 December 2026, 19:30',
    '24/12/2026 19:30 - 23:00 and 24.12.2026 9:30–11:00',
    'From 24-Dec-2026 19:30:15 to 1st January 2027 01:00',
    'Am 24. Dezember 2026 19:30, le 1er décembre 2026 18:00',
    'El 24 de diciembre de 2026, 19:30; il 24 dic. 2026 20:00',
    '24 Aralık 2026 19:30, 5 mrt 2027 10:00',
    '2026.01.31 and 2026/01/31',
    'At 12:45:30, or 9.30-11.00 and 18:00 – 19:30',
    '1,000,000 trees, 100.000 Bäume, 10 000 arbres',
    '1,000.00 EUR, € 12.345,00 and USD 1,234,567.89',
    '£1250.00 or 1250,00 €, then 12500 EUR, now €12500 and 1.250,00 TL, or 500000 kr or CHF 1250.00',
    'Op 24-12-2026 om 19:30',
    'We got a signal. R2D2 says hi, in line with A1',
    '1000 Küsse senden wir dir, 2026 yaz tatili, 500 mesaj aldım',
    'From 1990-2020, or 1990 – 2020, or season 2020/2021',
    'On page 100-120, pp. 10 – 12, Seite 100-120, páginas 99-101, sayfa 100-120',
    'St.Pauli, Node.js and Ende.Neu',
    'DOT is a dot, a dotcom boom',
    'A robot on Telegram',
    '$5 off, £20 each, AU$ and s/he, and/or, km/h',
    'Donaudampfschifffahrtsgesellschaft2026; come on; Dank;info folgt',
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

it('a fraction behind a digit stays a fraction, and a power a power', () => {
  expect(withoutContacts('2½ kg, 10⁶ t, ½ t')).toBe('2 1⁄2 kg, 10^6 t, 1⁄2 t')
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
    ['joiners between Latin letters', 'e\u200dv\u200ci\u200dl', /^evil$/],
    ['the joiner of Persian', 'می\u200cخواهم', /^می\u200cخواهم$/],
    ['the joiner of Hindi', 'क्\u200dष', /^क्\u200dष$/],
    ['a heart before a sign', '❤️!', /^❤️!$/u],
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
