// Writes a picture as a PNG of at most 256 colours: a third of a screenshot's size, with no visible
// difference for drawings of few colours.
import { deflateSync } from 'node:zlib'
import { pngFile } from '#platform/drawing/png-file.ts'

export type Pixels = { readonly width: number; readonly height: number; readonly rgba: Buffer }

const coloursMax = 256

/** Encodes the picture with its most frequent colours. Each pixel gets the nearest of them. */
export function palettePng({ width, height, rgba }: Pixels): Buffer {
  const counts = new Map<number, number>()
  for (let place = 0; place < rgba.length; place += 4) {
    const colour = rgba.readUInt32BE(place)
    counts.set(colour, (counts.get(colour) ?? 0) + 1)
  }
  const palette = choosePalette(counts)
  const indexOf = new Map<number, number>()
  for (const colour of counts.keys()) indexOf.set(colour, nearest(palette, colour))

  const lines = Buffer.alloc(height * (width + 1))
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const colour = rgba.readUInt32BE((y * width + x) * 4)
      lines[y * (width + 1) + 1 + x] = indexOf.get(colour) ?? 0
    }
  }
  return pngFile({ width, height, colours: 'palette' }, [
    ['PLTE', Buffer.from(palette.flatMap((colour) => channels(colour).slice(0, 3)))],
    ['tRNS', Buffer.from(palette.map((colour) => colour & 0xff))],
    ['IDAT', deflateSync(lines, { level: 9 })],
  ])
}

/** Groups similar colours in bins, and returns the most frequent colour of each of the fullest bins. */
function choosePalette(counts: ReadonlyMap<number, number>): number[] {
  const bins = new Map<number, { total: number; best: number; bestCount: number }>()
  for (const [colour, count] of counts) {
    const bin = (colour & 0xf8f8f8f8) >>> 0
    const known = bins.get(bin) ?? { total: 0, best: colour, bestCount: 0 }
    known.total += count
    if (count > known.bestCount) Object.assign(known, { best: colour, bestCount: count })
    bins.set(bin, known)
  }
  return [...bins.values()]
    .sort((a, b) => b.total - a.total)
    .slice(0, coloursMax)
    .map(({ best }) => best)
}

function nearest(palette: readonly number[], colour: number): number {
  const wanted = channels(colour)
  let found = 0
  let least = Number.POSITIVE_INFINITY
  palette.forEach((each, index) => {
    const distance = channels(each).reduce(
      (sum, value, channel) => sum + (value - (wanted[channel] ?? 0)) ** 2,
      0,
    )
    if (distance < least) {
      least = distance
      found = index
    }
  })
  return found
}

function channels(colour: number): number[] {
  return [colour >>> 24, (colour >>> 16) & 0xff, (colour >>> 8) & 0xff, colour & 0xff]
}
