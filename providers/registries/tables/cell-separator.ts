// Refuses a file with another separator than commas, as spreadsheets write in countries with
// decimal commas.
import { UnreadableFile } from './file-source.ts'

const others = [
  { sign: ';', name: 'semicolons' },
  { sign: '\t', name: 'tabs' },
  { sign: '|', name: 'vertical bars' },
] as const

/**
 * Passes bytes on whose lines end with line feeds. Throws UnreadableFile if the first line with content has
 * more of another separator than commas.
 */
export async function* withCommas(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let header: Buffer | null = Buffer.alloc(0)
  for await (const bytes of chunks) {
    if (header === null) {
      yield bytes
      continue
    }
    header = Buffer.concat([header, bytes])
    if (!checkHeader(header.toString('latin1'))) continue
    yield header
    header = null
  }
  if (header === null) return
  checkHeader(`${header.toString('latin1')}\n`)
  yield header
}

/** Returns false while the first line with content is incomplete. */
function checkHeader(text: string): boolean {
  const lines = text.split('\n').slice(0, -1)
  const index = lines.findIndex((line) => line.trim() !== '')
  const header = lines[index]
  if (header === undefined) return false
  const fault = separatorFault(header)
  if (fault !== null) throw new UnreadableFile(index + 1, fault)
  return true
}

/** Names the separator of a header that has more of another one than commas; else null. */
export function separatorFault(header: string): string | null {
  const cells = header.replace(/"[^"]*"/g, '')
  const count = (sign: string) => cells.split(sign).length - 1
  const other = others.find(({ sign }) => count(sign) > count(','))
  return other === undefined ? null : `the file is separated by ${other.name}, save it with commas`
}
