// Tests that papers and pictures draw every sign of a number.
import { expect, it } from 'vitest'
import { amountIn, countIn } from '#texts/figures-in.ts'
import { languages } from '#values/lists/languages.ts'
import { drawable, drawsLetters, runsOf, sizeOf } from './faces.ts'

const drawn = (face: Parameters<typeof runsOf>[0], text: string) =>
  runsOf(face, text)
    .map((run) => run.text)
    .join('')
const blanks = (text: string) => text.replaceAll(/\s/g, ' ')

it.each(languages)('the groups of a number in %s stay apart on paper', (language) => {
  const figures = [countIn(language, 1_234_567), amountIn(language, 12_345.6, 'TRY')]
  for (const face of ['title', 'figure', 'text', 'strong', 'code'] as const) {
    expect(figures.map((each) => blanks(drawn(face, each)))).toEqual(figures.map(blanks))
  }
})

it('the figure of a subscript is drawn small and low, and no other sign is', () => {
  const runs = runsOf('title', '1,030 kg CO₂ · x')
  expect(runs.map(({ text, isLow }) => [text, isLow])).toEqual([
    ...[
      ['1,030 kg CO', undefined],
      ['2', true],
      [' · x', undefined],
    ],
  ])
  const [plain, small] = [runs[0], runs[1]].map((run) => run && sizeOf(run, 10))
  expect(plain).toEqual({ size: 10, drop: 0 })
  expect(small?.size).toBeLessThan(8)
  expect(small?.drop).toBeGreaterThan(1)
})

it('a large figure is drawn by one font, the passport’s', () => {
  const fonts = runsOf('figure', '1,234,567,890').map(({ cut }) => cut.path)
  expect(fonts).toEqual([expect.stringContaining('spectral')])
})

it.each([
  ['plain', 'Ada  Lovelace', 'Ada  Lovelace'],
  ['with a sign that no font has', 'Ada 🙂 Lovelace', 'Ada Lovelace'],
  ['at the end of which no font has the sign', 'Ada 🙂', 'Ada'],
  ['with a wide letter', 'Ａda', 'Ada'],
  ['with a separate accent', 'Zoe\u0308', 'Zo\u00eb'],
  ['with a narrow space', '1\u202f234', '1 234'],
  ['of other letters alone', '王小明', ''],
  ['of Greek letters', 'Αθήνα', 'Αθήνα'],
])('a text %s is drawn as far as the fonts have its signs', (_, text, written) => {
  for (const face of ['title', 'text', 'strong'] as const) {
    expect(blanks(drawable(face, text))).toBe(written)
  }
})

it.each([
  ['Ada 2', true],
  ['Ada 🙂', true],
  ['Zoe\u0308', true],
  ['Ayşe Öztürk', true],
  ['Анна', true],
  ['Ada 王', false],
  ['王小明', false],
  ['🙂', false],
  ['', false],
])('the fonts have each letter of "%s": %s', (text, has) => {
  expect(drawsLetters('title', text)).toBe(has)
})
