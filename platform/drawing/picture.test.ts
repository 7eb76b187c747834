// Tests pixel by pixel which area a picture fills, from its PNG file.
import { inflateSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { circle, letterOutline, pathOutline, strokeOutline } from '#platform/drawing/outline.ts'
import { openPicture } from '#platform/drawing/picture.ts'

/** Red of each pixel, row by row, of a PNG whose rows say what differs from the pixel before. */
function redsOf(png: Buffer, width: number): number[][] {
  const start = png.indexOf('IDAT') + 4
  const bytes = inflateSync(png.subarray(start, start + png.readUInt32BE(start - 8)))
  const stride = width * 3 + 1
  return Array.from({ length: bytes.length / stride }, (_, row) => {
    const reds: number[] = []
    for (let x = 0; x < width; x += 1) {
      reds.push(((reds.at(-1) ?? 0) + (bytes[row * stride + 1 + x * 3] ?? 0)) & 0xff)
    }
    return reds
  })
}

it('covers whole pixels and parts of them, as the shape does', async () => {
  const picture = openPicture(4, 3, '#000000')
  picture.fill(pathOutline('M1 0H2.5V2H1Z'), '#ff0000')
  expect(redsOf(await picture.png(), 4)).toEqual([
    [0, 255, 128, 0],
    [0, 255, 128, 0],
    [0, 0, 0, 0],
  ])
})

it('covers half of a pixel on a diagonal, and is transparent by its opacity', async () => {
  const picture = openPicture(2, 2, '#000000')
  picture.fill(pathOutline('M0 0L2 2H0Z'), '#c80000', 0.5)
  expect(redsOf(await picture.png(), 2)).toEqual([
    [50, 0],
    [100, 50],
  ])
})

it('covers the area of a circle, also where it leaves the picture', async () => {
  const picture = openPicture(40, 40, '#000000')
  picture.fill(circle(20, 20, 15), '#ff0000')
  const sum = redsOf(await picture.png(), 40)
    .flat()
    .reduce((all, red) => all + red / 255, 0)
  expect(sum).toBeCloseTo(Math.PI * 15 ** 2, -1)
  const outside = openPicture(40, 40, '#000000')
  outside.fill(circle(0, 20, 15), '#ff0000')
  const half = redsOf(await outside.png(), 40)
    .flat()
    .reduce((all, red) => all + red / 255, 0)
  expect(half).toBeCloseTo((Math.PI * 15 ** 2) / 2, -1)
})

it('draws curves, lines and letters of every language at their places', async () => {
  expect(pathOutline('M0 0Q5 10 10 0')[0]?.[3]).toEqual([5, 5])
  expect(pathOutline('M0 0C0 10 10 10 10 0L3 4 5 6')[0]?.slice(-2)).toEqual([
    [3, 4],
    [5, 6],
  ])
  expect(strokeOutline(pathOutline('M0 0H10'), 2)[0]).toEqual([
    [0, 1],
    [10, 1],
    [10, -1],
    [0, -1],
  ])
  const style = { face: 'text', size: 20 } as const
  const one = letterOutline('ş', style, { x: 0, y: 0 })
  expect(letterOutline('şş', style, { x: 0, y: 0 }).width).toBeCloseTo(one.width * 2)
  expect(letterOutline('₺', style, { x: 0, y: 0 }).outline.length).toBeGreaterThan(0)
  expect(letterOutline('', style, { x: 0, y: 0 })).toEqual({ outline: [], width: 0 })
})
