// Tests how a text is divided into the lines of a picture: whole words, no more lines than allowed, and a sign where it
// was cut.
import { expect, it } from 'vitest'
import { wrapText } from './share-image.ts'

const style = { face: 'text', size: 34 } as const
const words = Array.from({ length: 40 }, (_, at) => `word${at}`)
const text = words.join(' ')

it('a text that fits is one line', () => {
  expect(wrapText('Wind farm of İzmir', 2, style)).toEqual(['Wind farm of İzmir'])
  expect(wrapText('Wind  farm\nof İzmir', 1, style)).toEqual(['Wind farm of İzmir'])
})

it('a longer one has as many lines as it may, and ends with an ellipsis', () => {
  for (const linesMax of [1, 2, 3]) {
    const lines = wrapText(text, linesMax, style)
    expect(lines).toHaveLength(linesMax)
    const joined = lines.join(' ')
    expect([joined.at(-1), text.startsWith(joined.slice(0, -1))]).toEqual(['…', true])
    for (const line of lines.slice(0, -1)) expect(line).toMatch(/^word\d+( word\d+)*$/)
  }
})

it('is whole if its last line takes the rest of it', () => {
  const [first = '', second = ''] = wrapText(text, 3, style)
  const both = `${first} ${second}`
  expect(wrapText(both, 2, style)).toEqual([first, second])
  expect(wrapText(`${both} more`, 2, style)[1]).toMatch(/…$/)
  expect(wrapText(`${both} more`, 3, style)).toEqual([first, second, 'more'])
})

it('one word that is too long is cut', () => {
  const [line = '', ...others] = wrapText('W'.repeat(200), 2, style)
  expect(others).toEqual([])
  expect(line).toMatch(/^W{5,100}…$/)
})
