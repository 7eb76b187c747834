// Unpacks a WOFF 1.0 font into an uncompressed one, because the font library would inflate the tables of
// a WOFF again for each letter. Pure.
import { inflateSync } from 'node:zlib'

const packedHeaderBytes = 44
const packedEntryBytes = 20
const headerBytes = 12
const entryBytes = 16

/** Unpacks the font. Throws if the bytes are no WOFF. */
export function unpackWoff(packed: Buffer): Buffer {
  if (packed.toString('latin1', 0, 4) !== 'wOFF') throw new Error('this is no WOFF font')
  const count = packed.readUInt16BE(12)
  const directory = Buffer.alloc(headerBytes + count * entryBytes)
  packed.copy(directory, 0, 4, 8)
  directory.writeUInt16BE(count, 4)
  // searchRange, entrySelector and rangeShift of the header, for a binary search among the tables.
  const power = Math.floor(Math.log2(count))
  directory.writeUInt16BE(2 ** power * entryBytes, 6)
  directory.writeUInt16BE(power, 8)
  directory.writeUInt16BE((count - 2 ** power) * entryBytes, 10)
  const tables: Buffer[] = []
  let offset = directory.length
  for (let index = 0; index < count; index += 1) {
    const from = packedHeaderBytes + index * packedEntryBytes
    const to = headerBytes + index * entryBytes
    const start = packed.readUInt32BE(from + 4)
    const bytes = packed.subarray(start, start + packed.readUInt32BE(from + 8))
    const length = packed.readUInt32BE(from + 12)
    const table = bytes.length < length ? inflateSync(bytes) : bytes
    packed.copy(directory, to, from, from + 4)
    packed.copy(directory, to + 4, from + 16, from + 20)
    directory.writeUInt32BE(offset, to + 8)
    directory.writeUInt32BE(length, to + 12)
    const padded = Buffer.alloc(Math.ceil(length / 4) * 4)
    table.copy(padded)
    tables.push(padded)
    offset += padded.length
  }
  return Buffer.concat([directory, ...tables])
}
