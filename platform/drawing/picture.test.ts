// Tests pixel by pixel which area a picture fills, from its PNG file.
import { inflateSync } from 'node:zlib'
import { expect, it } from 'vitest'
import {
  circle,
  letterOutline,
  pathOutline,
  strokeOutline,
  transformOutline,
} from '#platform/drawing/outline.ts'
import { openPicture } from '#platform/drawing/picture.ts'

/**
 * One channel (0 is red) of each pixel, row by row, of a PNG whose rows say what differs from the pixel
 * before.
 */
function channelOf(png: Buffer, width: number, channel: number): number[][] {
  const start = png.indexOf('IDAT') + 4
  const bytes = inflateSync(png.subarray(start, start + png.readUInt32BE(start - 8)))
  const stride = width * 3 + 1
  return Array.from({ length: bytes.length / stride }, (_, row) => {
    const values: number[] = []
    for (let x = 0; x < width; x += 1) {
      values.push(((values.at(-1) ?? 0) + (bytes[row * stride + 1 + x * 3 + channel] ?? 0)) & 0xff)
    }
    return values
  })
}
const redsOf = (png: Buffer, width: number) => channelOf(png, width, 0)

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

it('fills its ground and a shape with all of their colour, and leaves a hole', async () => {
  const picture = openPicture(4, 4, '#102030')
  picture.fill(pathOutline('M0 0H3V3H0ZM1 1V2H2V1Z'), '#f0e0d0')
  const png = await picture.png()
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([4, 4])
  for (const [channel, ground, ink] of [
    [0, 0x10, 0xf0],
    [1, 0x20, 0xe0],
    [2, 0x30, 0xd0],
  ] as const) {
    expect(channelOf(png, 4, channel)).toEqual([
      [ink, ink, ink, ground],
      [ink, ground, ink, ground],
      [ink, ink, ink, ground],
      [ground, ground, ground, ground],
    ])
  }
})

it('scales, turns and moves a shape, in this order', () => {
  const placed = (placing: Parameters<typeof transformOutline>[1]) =>
    transformOutline([[[1, 2]]], placing)[0]?.[0]?.map((value) => Math.round(value * 1e6) / 1e6)
  expect(placed({})).toEqual([1, 2])
  expect(placed({ x: 10, y: 20 })).toEqual([11, 22])
  expect(placed({ scale: 3 })).toEqual([3, 6])
  expect(placed({ scale: 3, scaleY: -1 })).toEqual([3, -2])
  expect(placed({ turn: 90, scale: 3, x: 10, y: 20 })).toEqual([4, 23])
  expect(pathOutline('M1 2L3 4', { x: 10, y: 20 })).toEqual([
    [
      [11, 22],
      [13, 24],
    ],
  ])
})

it('draws letters from their baseline on, further apart by their tracking, and subscripts below it', () => {
  const style = { face: 'text', size: 20 } as const
  const boxOf = (text: string, at = { x: 0, y: 0 }, tracking = 0) => {
    const { outline, width } = letterOutline(text, { ...style, tracking }, at)
    const points = outline.flat()
    const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)]
    return { width, left: Math.min(...xs), top: Math.min(...ys), bottom: Math.max(...ys) }
  }
  const plain = boxOf('HH')
  const moved = boxOf('HH', { x: 100, y: 200 })
  expect(moved.left - plain.left).toBeCloseTo(100)
  expect(moved.bottom - plain.bottom).toBeCloseTo(200)
  expect(moved.width).toBeCloseTo(plain.width)
  expect([plain.bottom, plain.top < -10]).toEqual([0, true])
  expect(boxOf('HHH', undefined, 3).width - boxOf('HHH').width).toBeCloseTo(6)
  const low = boxOf('₂')
  expect(low.bottom).toBeCloseTo(2.8, 1)
  expect(low.top).toBeGreaterThan(plain.top + 3)
})
