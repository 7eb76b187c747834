// Tests which names other users see, and which words no user receives.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { skeleton } from './look-alikes.ts'
import { nicknamePattern } from './nickname.ts'
import { withoutProfanity } from './profanity.ts'
import { isFitName } from './shown-name.ts'

describe('a name', () => {
  it.each([
    'Ada L.',
    "Zoë O'Neill-Þór 3.",
    'Çağrı',
    'Ольга',
    'علي ٢',
    '山田',
    'नमस्ते',
    'Carbon Copy',
    'Scunthorpe',
    'Amina',
    'Dominique',
  ])('%s may be shown', (name) => {
    expect(isFitName(name)).toBe(true)
  })

  it.each([
    ['the product’s', 'Carbon Passport'],
    ['in capitals without the blank', 'CARBONPASSPORT'],
    ['with blanks between', 'C a r b o n  Passport'],
    ['with Cyrillic letters', 'Саrbоn Раssроrt'],
    ['with Greek letters', 'Cαrbοn Pαsspορt'.replace('ρt', 'rt')],
    ['with digits', 'Carb0n Pa55p0rt'],
    ['with accents', 'Cárbön Pässport'],
    ['with more behind it', 'Carbon Passport Help'],
    ['of the people who help', 'Support'],
    ['of those who run it', 'Adm1n'],
    ['with two letters for one', 'Adrnin'],
    ['with two others for one', 'VVelcome'],
    ['that boards give to others', 'Member 1234'],
    ['of letters that show nothing', '\u1160\u1160'],
    ['with such a letter in it', 'Ada\u3164Ada'],
    ['of digits alone', '42'],
    ['of signs alone', '.-.'],
    ['with towers of marks', `Z${'\u0351'.repeat(20)}`],
    ['that opens', 'evil .com'],
    ['that dials', 'Text me 82222'],
    ['that insults', 'Fuck you'],
    ['that insults with signs', '5h1t'],
    ['that spells an insult', 'f u c k'],
  ])('%s is not shown', (_case, name) => {
    expect(isFitName(name)).toBe(false)
  })
})

it('looks the same with or without letters of other scripts next to it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary-ascii' }), (text) => {
      expect(skeleton(`${text}à`)).toBe(skeleton(`${text}a`))
    }),
  )
})

it.each([
  ['A', false],
  ['Al', true],
  ['Zoë O’Neill', false],
  ["Zoë O'Neill-Þór 3.", true],
  ['x'.repeat(24), true],
  ['x'.repeat(25), false],
])('a nickname may be %s: %s', (name, isOne) => {
  expect(nicknamePattern.test(name)).toBe(isOne)
})

describe('a note', () => {
  it.each([
    ['You fucking bitch!', 'You *** ***!'],
    ['Du Arschloch', 'Du ***'],
    ['s h i t happens', '*** happens'],
    ['ŞİKTİR'.normalize('NFC'), '***'],
    [
      'A shiitake for Scunthorpe, mon pote en retard',
      'A shiitake for Scunthorpe, mon pote en retard',
    ],
    ['I am 40 $ richer!', 'I am 40 $ richer!'],
  ])('%s is sent as %s', (note, sent) => {
    expect(withoutProfanity(note)).toBe(sent)
  })
})
