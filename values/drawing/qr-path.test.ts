// Tests the finder patterns of a QR code, by which a camera recognises it.
import { expect, it } from 'vitest'
import { qrPath } from './qr-path.ts'

const { path, size } = qrPath('https://passport.example/c/0123ABCDEFGHJKMN')
/** Each run of dark modules of a row, from its first to its last. */
function runsOf(row: number): (readonly [first: number, last: number])[] {
  const runs = [...path.matchAll(/M(\d+) (\d+)h(\d+)v1H(\d+)z/g)].map((run) => run.map(Number))
  return runs.flatMap(([, x = 0, y, width = 0, back]) => {
    expect(back).toBe(x)
    return y === row ? [[x, x + width - 1] as const] : []
  })
}

it('has a square of seven modules in three of its corners', () => {
  for (const [top, corners] of [
    [0, [0, size - 7]],
    [size - 7, [0]],
  ] as const) {
    for (const left of corners) {
      const rowOf = (row: number) =>
        runsOf(top + row)
          .filter(([first]) => first >= left && first < left + 7)
          .map(([first, last]) => `${first - left}-${last - left}`)
      expect([0, 6].map(rowOf)).toEqual([['0-6'], ['0-6']])
      expect([1, 5].map(rowOf)).toEqual([
        ['0-0', '6-6'],
        ['0-0', '6-6'],
      ])
      expect([2, 3, 4].map(rowOf)).toEqual(Array(3).fill(['0-0', '2-4', '6-6']))
    }
  }
})

it('has alternating modules between two of them', () => {
  const between = runsOf(6).filter(([first]) => first > 6 && first < size - 8)
  const dark = Array.from({ length: (size - 15) / 2 }, (_, place) => 8 + 2 * place)
  expect(between).toEqual(dark.map((x) => [x, x]))
})
