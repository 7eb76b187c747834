// Paints a PNG picture from filled outlines with antialiased edges. It serves pictures whose text depends
// on the request; all other pictures are drawn during the build.
import { promisify } from 'node:util'
import { deflate } from 'node:zlib'
import type { Outline, Point } from '#platform/drawing/outline.ts'
import { pngFile } from '#platform/drawing/png-file.ts'

const compress = promisify(deflate)

export type Picture = {
  /** `colour` as `#14271f`; `opacity` from 0 to 1. */
  fill(outline: Outline, colour: string, opacity?: number): void
  png(): Promise<Buffer>
}

/** Returns an opaque picture filled with the colour `ground`. */
export function openPicture(width: number, height: number, ground: string): Picture {
  const pixels = Buffer.alloc(width * height * 3, Buffer.from(channelsOf(ground)))
  const coverage = new Float32Array(width * height + 2)
  return {
    fill(outline, colour, opacity = 1) {
      const ink = channelsOf(colour)
      const box = boxOf(outline, width, height)
      for (let row = box.top; row < box.bottom; row += 1) {
        coverage.fill(0, row * width + box.left, row * width + box.right)
      }
      for (const run of outline) {
        run.forEach((point, place) => {
          addEdge(coverage, { width, height }, point, run[place + 1] ?? run[0] ?? point)
        })
      }
      for (let row = box.top; row < box.bottom; row += 1) {
        let sum = 0
        for (let place = row * width + box.left; place < row * width + box.right; place += 1) {
          sum += coverage[place] ?? 0
          const share = Math.min(1, Math.abs(sum)) * opacity
          if (share >= shareMin) blend(pixels, place, ink, share)
        }
      }
    },
    png: () => pngOf(pixels, width, height),
  }
}

/** Smallest share of a colour that can change a pixel. */
const shareMin = 0.002

type Ink = readonly [red: number, green: number, blue: number]

function blend(pixels: Buffer, place: number, [red, green, blue]: Ink, share: number): void {
  const blendChannel = (at: number, value: number) => {
    const previousValue = pixels[at] ?? 0
    pixels[at] = Math.round(previousValue + (value - previousValue) * share)
  }
  blendChannel(place * 3, red)
  blendChannel(place * 3 + 1, green)
  blendChannel(place * 3 + 2, blue)
}

/** Returns the box of pixels that an outline may touch, and one more column for its edges. */
function boxOf(outline: Outline, width: number, height: number) {
  const box = { left: width, right: 0, top: height, bottom: 0 }
  for (const run of outline) {
    for (const [x, y] of run) {
      box.left = Math.min(box.left, Math.floor(x))
      box.right = Math.max(box.right, Math.ceil(x) + 2)
      box.top = Math.min(box.top, Math.floor(y))
      box.bottom = Math.max(box.bottom, Math.ceil(y))
    }
  }
  const clampTo = (value: number, max: number) => Math.min(max, Math.max(0, value))
  return {
    left: clampTo(box.left, width),
    right: clampTo(box.right, width),
    top: clampTo(box.top, height),
    bottom: clampTo(box.bottom, height),
  }
}

/**
 * Adds an edge to the accumulation buffer (the algorithm of Raph Levien's font-rs). The running sum
 * along a row is the covered share of each pixel.
 */
function addEdge(
  coverage: Float32Array,
  { width, height }: { readonly width: number; readonly height: number },
  from: Point,
  to: Point,
): void {
  if (from[1] === to[1]) return
  const direction = from[1] < to[1] ? 1 : -1
  const [upper, lower] = direction === 1 ? [from, to] : [to, from]
  const slope = (lower[0] - upper[0]) / (lower[1] - upper[1])
  const firstRow = Math.max(0, Math.floor(upper[1]))
  const endRow = Math.min(height, Math.ceil(lower[1]))
  for (let row = firstRow; row < endRow; row += 1) {
    const top = Math.max(row, upper[1])
    const below = Math.min(row + 1, lower[1])
    const share = (below - top) * direction
    const atTop = clamp(upper[0] + (top - upper[1]) * slope, width)
    const atBelow = clamp(upper[0] + (below - upper[1]) * slope, width)
    addRowEdge(
      coverage,
      row * width,
      [Math.min(atTop, atBelow), Math.max(atTop, atBelow)],
      share,
      width,
    )
  }
}

/** Moves points outside of the picture to its left or right edge. */
function clamp(x: number, width: number): number {
  return Math.min(width, Math.max(0, x))
}

/** Adds the part of an edge in one row to the pixels between its ends, each by its covered area. */
function addRowEdge(
  coverage: Float32Array,
  start: number,
  [left, right]: readonly [number, number],
  share: number,
  width: number,
): void {
  const add = (x: number, value: number) => {
    if (x < width) coverage[start + x] = (coverage[start + x] ?? 0) + value
  }
  const first = Math.floor(left)
  const last = Math.floor(right)
  if (first === last) {
    const covered = 1 - ((left + right) / 2 - first)
    add(first, share * covered)
    add(first + 1, share * (1 - covered))
    return
  }
  // The edge crosses several pixels: `areaTo` is the covered area left of an x.
  const areaTo = (x: number) =>
    x <= left ? 0 : (Math.min(x, right) - left) ** 2 / (2 * (right - left)) + Math.max(0, x - right)
  let previousArea = 0
  let previousCover = 0
  for (let x = first; x <= last + 1; x += 1) {
    const area = areaTo(x + 1)
    const covered = area - previousArea
    add(x, share * (covered - previousCover))
    previousArea = area
    previousCover = covered
  }
}

function channelsOf(colour: string): Ink {
  const value = Number.parseInt(colour.slice(1), 16)
  return [value >> 16, (value >> 8) & 0xff, value & 0xff]
}

/** Encodes 8-bit RGB. Each row has the PNG filter Sub: differences from the previous pixel. */
async function pngOf(pixels: Buffer, width: number, height: number): Promise<Buffer> {
  const stride = width * 3
  const lines = Buffer.alloc(height * (stride + 1))
  for (let row = 0; row < height; row += 1) {
    const start = row * (stride + 1)
    lines[start] = 1
    for (let at = 0; at < stride; at += 1) {
      const previousSample = at < 3 ? 0 : (pixels[row * stride + at - 3] ?? 0)
      lines[start + 1 + at] = (pixels[row * stride + at] ?? 0) - previousSample
    }
  }
  const data = await compress(lines)
  return pngFile({ width, height, colours: 'rgb' }, [['IDAT', data]])
}
