// Encodes a picture as a PNG of at most 256 colours. The file has a third of a screenshot's size, and a
// drawing with few colours looks the same.
import { deflateSync } from 'node:zlib'
import { pngFile } from '#platform/drawing/png-file.ts'

export type Pixels = { readonly width: number; readonly height: number; readonly rgba: Buffer }

const coloursMax = 256

/** Encodes the picture with its most frequent colours. Each pixel gets the nearest of these colours. */
export function palettePng({ width, height, rgba }: Pixels): Buffer {
  const counts = new Map<number, number>()
  for (let offset = 0; offset < rgba.length; offset += 4) {
    const colour = rgba.readUInt32BE(offset)
    counts.set(colour, (counts.get(colour) ?? 0) + 1)
  }
  const palette = choosePalette(counts)
  const indexOf = new Map<number, number>()
  for (const colour of counts.keys()) indexOf.set(colour, nearestIndex(palette, colour))

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

/** Groups similar colours in bins. Returns the most frequent colour of each of the 256 fullest bins. */
function choosePalette(counts: ReadonlyMap<number, number>): number[] {
  const bins = new Map<number, { total: number; best: number; bestCount: number }>()
  for (const [colour, count] of counts) {
    const bin = (colour & 0xf8f8f8f8) >>> 0
    const entry = bins.get(bin) ?? { total: 0, best: colour, bestCount: 0 }
    entry.total += count
    if (count > entry.bestCount) Object.assign(entry, { best: colour, bestCount: count })
    bins.set(bin, entry)
  }
  return [...bins.values()]
    .sort((a, b) => b.total - a.total)
    .slice(0, coloursMax)
    .map(({ best }) => best)
}

/** Returns the index of the colour in the palette that is nearest in RGBA. */
function nearestIndex(palette: readonly number[], colour: number): number {
  const target = channels(colour)
  let nearest = 0
  let leastDistance = Number.POSITIVE_INFINITY
  palette.forEach((each, index) => {
    const distance = channels(each).reduce(
      (sum, value, channel) => sum + (value - (target[channel] ?? 0)) ** 2,
      0,
    )
    if (distance < leastDistance) {
      leastDistance = distance
      nearest = index
    }
  })
  return nearest
}

function channels(colour: number): number[] {
  return [colour >>> 24, (colour >>> 16) & 0xff, (colour >>> 8) & 0xff, colour & 0xff]
}
