// Tests that papers and pictures draw every sign of a number.
import { expect, it } from 'vitest'
import { amountIn, countIn } from '#texts/figures-in.ts'
import { languages } from '#values/lists/languages.ts'
import { runsOf, sizeOf } from './faces.ts'

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
