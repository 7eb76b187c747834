// Tests that papers and pictures draw every sign of a number.
import { expect, it } from 'vitest'
import { amountIn, countIn } from '#texts/figures-in.ts'
import { languages } from '#values/lists/languages.ts'
import { runsOf } from './faces.ts'

const drawn = (face: Parameters<typeof runsOf>[0], text: string) =>
  runsOf(face, text)
    .map((run) => run.text)
    .join('')
const blanks = (text: string) => text.replaceAll(/\s/g, ' ')

it.each(languages)('the groups of a number in %s stay apart on paper', (language) => {
  const figures = [countIn(language, 1_234_567), amountIn(language, 12_345.6, 'TRY')]
  for (const face of ['title', 'text', 'strong', 'light', 'code'] as const) {
    expect(figures.map((each) => blanks(drawn(face, each)))).toEqual(figures.map(blanks))
  }
})
