// Tests where text stands on a paper: its lines, their places, and its links. Each letter is half as wide as its size.
import { describe, expect, it } from 'vitest'
import { type Drawing, openLines, type Style } from './paper-lines.ts'

type Written = {
  readonly text: string
  readonly x: number
  readonly y: number
  readonly size: number
  readonly colour: string
  readonly options: object
}

function openTestLines() {
  const written: Written[] = []
  const fonts: string[] = []
  let [size, colour] = [0, '']
  const drawing = {
    registerFont: (path: string) => fonts.push(path),
    font: () => drawing,
    fontSize(next: number) {
      size = next
      return drawing
    },
    widthOfString: (text: string, { characterSpacing }: { characterSpacing: number }) =>
      text.length * (size / 2 + characterSpacing),
    fillColor(next: string) {
      colour = next
      return drawing
    },
    text: (text: string, x: number, y: number, options: object) =>
      written.push({ text, x, y, size, colour, options }),
  }
  return { ...openLines(drawing as unknown as Drawing), written, fonts }
}

const style: Style = { face: 'text', size: 10, color: '#123456' }
const place = { x: 100, y: 50, width: 200 }
const plain = { lineBreak: false, baseline: 'alphabetic', characterSpacing: 0 }

describe('a line', () => {
  it.each<[string, Partial<Style>, number]>([
    ['begins at its place', {}, 100],
    ['begins at its place', { align: 'left' }, 100],
    ['ends at the end of its width', { align: 'right' }, 280],
    ['is in the middle of its width', { align: 'center' }, 190],
  ])('%s with %j', (_, more, x) => {
    const { write, written } = openTestLines()
    expect(write('abcd', place, { ...style, ...more })).toBe(64)
    expect(written).toEqual([
      { text: 'abcd', x, y: 59.5, size: 10, colour: '#123456', options: plain },
    ])
  })

  it('is as high as its lead, and as wide as its tracking makes it', () => {
    const { write, written, heightOf } = openTestLines()
    const wide: Style = { ...style, lead: 2, tracking: 3, align: 'right' }
    expect(write('abcd', place, wide)).toBe(70)
    expect(written[0]).toMatchObject({ x: 300 - 4 * 8, options: { characterSpacing: 3 } })
    expect([heightOf('abcd', 200, wide), heightOf('abcd', 200, style)]).toEqual([20, 14])
  })

  it('is a link in each of its parts, and its subscripts are small and low', () => {
    const { write, written, fonts } = openTestLines()
    write('CO₂ saved', place, style, 'https://passport.example/x')
    const link = { ...plain, link: 'https://passport.example/x' }
    expect(written.map(({ text, options }) => [text, options])).toEqual([
      ['CO', link],
      ['2', link],
      [' saved', link],
    ])
    const [first, low, rest] = written
    expect(first).toMatchObject({ x: 100, y: 59.5, size: 10 })
    expect(low?.x).toBe(110)
    expect(low?.y).toBeCloseTo(60.9)
    expect(low?.size).toBeCloseTo(6.4)
    expect(rest?.x).toBeCloseTo(113.2)
    expect(rest).toMatchObject({ y: 59.5, size: 10 })
    // A font is registered once.
    expect(new Set(fonts).size).toBe(fonts.length)
  })
})

describe('a text', () => {
  it.each([
    ['fits', 'aaaa bbbb', 45, ['aaaa bbbb']],
    ['is broken at a space', 'aaaa bbbb', 44, ['aaaa ', 'bbbb']],
    ['is broken at its own line breaks', 'aa\nbb', 200, ['aa', 'bb']],
    ['is broken after a dash', 'aaaa-bbbb', 30, ['aaaa-', 'bbbb']],
    ['has a word that is wider than a line', 'aa bbbbbbb', 20, ['aa ', 'bbbb', 'bbb']],
    ['ends with a space', 'aaaa ', 20, ['aaaa']],
    ['is empty', '', 20, []],
  ])('that %s', (_, text, width, lines) => {
    const { write, written, heightOf, isOneLine } = openTestLines()
    const below = write(text, { x: 0, y: 0, width }, style)
    expect(written.map((each) => each.text)).toEqual(lines)
    expect(written.map(({ x, y }) => [x, y])).toEqual(lines.map((__, at) => [0, 14 * at + 9.5]))
    expect([below, heightOf(text, width, style)]).toEqual([14 * lines.length, 14 * lines.length])
    expect(isOneLine(text, width, style)).toBe(lines.length <= 1)
  })

  it('on the right ends with its last letter, not with the space behind it', () => {
    const { write, written } = openTestLines()
    write('aaaa bbbb', { x: 0, y: 0, width: 30 }, { ...style, align: 'right' })
    expect(written.map(({ x }) => x)).toEqual([10, 10])
  })
})
