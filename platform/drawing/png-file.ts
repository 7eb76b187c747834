// Builds a PNG file: its signature, its header and its chunks with their CRCs (PNG, third edition,
// section 5).
import { crc32 } from 'node:zlib'

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** Colour types of PNG with 8 bits a sample: red, green and blue, or indexes of a palette. */
const colourTypes = { rgb: 2, palette: 3 } as const

/** A chunk between the header and the end of the file. */
export type Chunk = readonly [type: 'PLTE' | 'tRNS' | 'IDAT', data: Buffer]

export function pngFile(
  { width, height, colours }: Size & { readonly colours: keyof typeof colourTypes },
  chunks: readonly Chunk[],
): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, colourTypes[colours], 0, 0, 0], 8)
  return Buffer.concat([
    signature,
    chunkOf('IHDR', header),
    ...chunks.map(([type, data]) => chunkOf(type, data)),
    chunkOf('IEND', Buffer.alloc(0)),
  ])
}

type Size = { readonly width: number; readonly height: number }

function chunkOf(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const whole = Buffer.alloc(body.length + 8)
  whole.writeUInt32BE(data.length, 0)
  body.copy(whole, 4)
  whole.writeUInt32BE(crc32(body), body.length + 4)
  return whole
}
