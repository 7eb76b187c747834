// Checks that the bytes of a file are UTF-8 text. An invalid byte is reported with its line and position,
// and never replaced.
import { isUtf8 } from 'node:buffer'
import { z } from 'zod'
import { type FileSource, UnreadableFile } from './file-source.ts'

const lineFeed = 0x0a
const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf])
const utf16Marks = [Buffer.from([0xff, 0xfe]), Buffer.from([0xfe, 0xff])]

const chunkShape = z.union([
  z.instanceof(Buffer),
  z.string().transform((text) => Buffer.from(text)),
])

/**
 * Yields chunks that end at the end of a character, without the byte order mark. Throws
 * UnreadableFile where the file is UTF-16, contains a NUL, or a byte is not UTF-8.
 */
export async function* checkedBytes({ open }: FileSource): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0)
  let isStart = true
  let line = 1
  let offset = 0
  for await (const chunk of open()) {
    let bytes: Buffer = Buffer.concat([rest, chunkShape.parse(chunk)])
    if (isStart) {
      if (bytes.length < byteOrderMark.length) {
        rest = bytes
        continue
      }
      isStart = false
      const unmarked = withoutMark(bytes)
      offset = bytes.length - unmarked.length
      bytes = unmarked
    }
    const whole = bytes.subarray(0, endOfLastCharacter(bytes))
    assertText(whole, line, offset)
    line += lineFeedsIn(whole)
    offset += whole.length
    rest = bytes.subarray(whole.length)
    if (whole.length > 0) yield whole
  }
  const last = isStart ? withoutMark(rest) : rest
  assertText(last, line, offset)
  if (last.length > 0) yield last
}

/** Returns the whole text of a small file. Throws UnreadableFile if it is invalid or exceeds `bytesMax`. */
export async function textOf(source: FileSource, bytesMax: number): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const bytes of checkedBytes(source)) {
    length += bytes.length
    if (length > bytesMax) throw new UnreadableFile(1, `is longer than ${bytesMax} bytes`)
    chunks.push(bytes)
  }
  return Buffer.concat(chunks).toString()
}

function withoutMark(bytes: Buffer): Buffer {
  if (utf16Marks.some((mark) => bytes.subarray(0, mark.length).equals(mark))) {
    throw new UnreadableFile(1, 'the file is UTF-16: save it as UTF-8')
  }
  const isMarked = bytes.subarray(0, byteOrderMark.length).equals(byteOrderMark)
  return isMarked ? bytes.subarray(byteOrderMark.length) : bytes
}

/**
 * Returns the index after the last complete character. A character in UTF-8 has 1 to 4 bytes, and every
 * byte after the first has the bits 10xxxxxx. If the end is no truncated character, returns the length.
 */
function endOfLastCharacter(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0
    if (byte < 0x80) return bytes.length
    if (byte < 0xc0) continue
    const characterLength = byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4
    return characterLength > back ? bytes.length - back : bytes.length
  }
  return bytes.length
}

function assertText(bytes: Buffer, line: number, offset: number): void {
  const nul = bytes.indexOf(0)
  if (nul < 0 && isUtf8(bytes)) return
  const invalid = isUtf8(bytes) ? nul : firstInvalidByte(bytes)
  const at = nul < 0 ? invalid : Math.min(nul, invalid)
  const where = `byte ${offset + at + 1} of the file`
  const code = (bytes[at] ?? 0).toString(16).toUpperCase().padStart(2, '0')
  throw new UnreadableFile(
    line + lineFeedsIn(bytes.subarray(0, at)),
    at === nul
      ? `${where} is NUL, which no text holds`
      : `${where}, ${code} in hexadecimal, is not UTF-8: save the file as UTF-8`,
  )
}

/** Feeds a strict decoder byte by byte: the invalid byte follows the last decoded character. */
function firstInvalidByte(bytes: Buffer): number {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  let decodedEnd = 0
  try {
    for (let at = 0; at < bytes.length; at += 1) {
      const character = decoder.decode(bytes.subarray(at, at + 1), { stream: true })
      if (character !== '') decodedEnd = at + 1
    }
  } catch {
    return decodedEnd
  }
  return decodedEnd
}

function lineFeedsIn(bytes: Buffer): number {
  let count = 0
  for (let at = bytes.indexOf(lineFeed); at >= 0; at = bytes.indexOf(lineFeed, at + 1)) count += 1
  return count
}
