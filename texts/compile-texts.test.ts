// Tests the texts that the generator refuses, with which message, and that it then writes no file.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { inEachLanguage, type Language, languages } from '#values/lists/languages.ts'
import { compileTexts } from './compile-texts.ts'

const greeting = 'Hello, {name}'
const two = { plural: 'kg', one: '{kg} kg for {name}', other: '{kg} kgs for {name}' }
const three = { ...two, many: '{kg} kgs for {name}' }

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'carbon-passport-texts-'))
  for (const language of languages) {
    const held = new Intl.PluralRules(language).select(1e6) === 'many' ? three : two
    write(language, { greeting, held, loading: 'Loading' })
  }
})
afterEach(() => rmSync(folder, { recursive: true }))

function write(language: Language, texts: unknown, file = 'gifts.json') {
  mkdirSync(join(folder, language), { recursive: true })
  writeFileSync(join(folder, language, file), JSON.stringify(texts))
}
const words = inEachLanguage(() => 'Silver')
function writeList(members: unknown) {
  mkdirSync(join(folder, 'lists'))
  writeFileSync(join(folder, 'lists', 'leagues.json'), JSON.stringify(members))
}
const compiled = (path: string) => readFileSync(join(folder, '.compiled', path), 'utf8')
const all = { greeting, held: two, loading: 'Loading' }

describe('what compiles', () => {
  it('is a function a message, which takes the values of the message and no other', () => {
    compileTexts(folder)
    expect(compiled('en/loading.ts')).toBe('export const loading = (): string => "Loading"\n')
    expect(compiled('en/greeting.ts')).toContain('(values: { readonly name: string }): string')
    expect(compiled('nl/held.ts')).toContain('{ readonly kg: number; readonly name: string }')
    expect(compiled('de/index.ts')).toBe(
      ['greeting', 'held', 'loading']
        .map((key) => `export { ${key} } from './${key}.ts'\n`)
        .join(''),
    )
    expect(compiled('types/message-values.ts')).toContain('readonly loading: Record<never, never>')
  })

  it('is an object of functions for a list, whose texts are in one row for all languages', () => {
    writeList({ silver: words, gold: { ...words, nl: 'Goud' } })
    compileTexts(folder)
    expect(compiled('nl/leagues_gold.ts')).toBe(
      'export const leagues_gold = (): string => "Goud"\n',
    )
    expect(compiled('en/leagues.ts')).toContain(
      'export const leagues = {\n  silver: leagues_silver,\n  gold: leagues_gold,\n}',
    )
    expect(compiled('en/index.ts')).toContain("export { leagues } from './leagues.ts'\n")
    expect(compiled('types/message-values.ts')).toContain('readonly leagues_gold: Record<never,')
  })

  it('removes the function of a removed text', () => {
    compileTexts(folder)
    for (const language of languages) write(language, { greeting })
    compileTexts(folder)
    expect(existsSync(join(folder, '.compiled/en/held.ts'))).toBe(false)
    expect(compiled('tr/index.ts')).toBe("export { greeting } from './greeting.ts'\n")
  })
})

describe('refused texts', () => {
  it.each([
    ['a missing text', 'nl', { greeting, held: two }, 'loading is missing (nl)'],
    [
      'a text that English does not have',
      'tr',
      { ...all, bye: 'Bye' },
      'bye stands here but not in en (tr)',
    ],
    ['an empty text', 'nl', { ...all, loading: '' }, 'loading is empty (nl)'],
    [
      'a blank at the end',
      'nl',
      { ...all, loading: 'Even ' },
      'loading begins or ends with a blank (nl)',
    ],
    [
      'a missing value',
      'de',
      { ...all, greeting: 'Hallo' },
      'greeting misses the value {name} (de)',
    ],
    [
      'a superfluous value',
      'de',
      { ...all, greeting: 'Hallo, {name} {last}' },
      'greeting has the value {last}, which en does not have (de)',
    ],
    [
      'an unclosed brace',
      'de',
      { ...all, greeting: 'Hallo, {name} {' },
      'greeting has a brace that encloses no value (de)',
    ],
    [
      'a missing plural form',
      'nl',
      { ...all, held: { plural: 'kg', other: '{kg} kg voor {name}' } },
      'held misses the plural form "one" (nl)',
    ],
    [
      'the form for millions where a language has one',
      'fr',
      { ...all, held: two },
      'held misses the plural form "many" (fr)',
    ],
    [
      'a form that a language does not know',
      'tr',
      { ...all, held: three },
      'held has "many", which is no plural form of the language (tr)',
    ],
    [
      'no plural forms where English counts',
      'tr',
      { ...all, held: '{kg} kg, {name}' },
      'held needs plural forms for {kg} (tr)',
    ],
    [
      'plural forms where English has none',
      'de',
      { ...all, greeting: { plural: 'name', one: '{name}', other: '{name}' } },
      'greeting has plural forms, but en has none (de)',
    ],
    [
      'a value missing in one form only',
      'de',
      { ...all, held: { ...two, other: '{kg} kg' } },
      'held misses the value {name} (de)',
    ],
  ] as const)(
    '%s, in a sentence that names file, key and language',
    (_, language, texts, fault) => {
      write(language, texts)
      expect(() => compileTexts(folder)).toThrow(`texts/${language}/gifts.json: ${fault}.`)
      expect(existsSync(join(folder, '.compiled'))).toBe(false)
    },
  )

  it.each([
    ['a number', { loading: 1 }, 'loading is neither a sentence nor plural forms (nl)'],
    ['forms of what', { loading: { other: 'x' } }, 'loading is neither a sentence'],
    ['a key in capitals', { Loading: 'x' }, 'Loading is no key for a text (nl)'],
  ])('%s', (_, texts, fault) => {
    write('nl', texts)
    expect(() => compileTexts(folder)).toThrow(`texts/nl/gifts.json: ${fault}`)
  })

  it('a file that is no JSON', () => {
    writeFileSync(join(folder, 'nl/gifts.json'), '{"loading": "Laden",}')
    expect(() => compileTexts(folder)).toThrow('texts/nl/gifts.json: is no JSON.')
  })

  it('a key that occurs twice', () => {
    write('nl', { loading: 'Laden' }, 'other.json')
    expect(() => compileTexts(folder)).toThrow('texts/nl/other.json: loading stands twice in nl.')
  })

  it.each([
    ['in one language', { silver: { ...words, tr: undefined } }, 'silver is missing (tr)'],
    ['in none', { silver: null }, 'silver is missing (en)'],
    ['that is empty', { silver: { ...words, fr: '' } }, 'leagues_silver is empty (fr)'],
    ['of no language', { silver: { ...words, pt: 'Prata' } }, 'silver has words in "pt"'],
  ])('a word of a list that is missing or wrong: %s', (_, members, fault) => {
    writeList(members)
    expect(() => compileTexts(folder)).toThrow(`texts/lists/leagues.json: ${fault}`)
    expect(existsSync(join(folder, '.compiled'))).toBe(false)
  })

  it('no value where a form has the number in words', () => {
    write('en', { ...all, held: { ...two, one: 'One kilogram for {name}' } })
    expect(() => compileTexts(folder)).not.toThrow()
  })
})
