// Refuses a file with another separator than commas, as spreadsheets write in countries with
// decimal commas.
import { UnreadableFile } from './file-source.ts'

const otherSeparators = [
  { character: ';', name: 'semicolons' },
  { character: '\t', name: 'tabs' },
  { character: '|', name: 'vertical bars' },
] as const

/**
 * Yields the bytes unchanged; lines must end with line feeds. Throws UnreadableFile if the first line with
 * content has more of another separator than commas.
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

/** Returns an error message for a header with more of another separator than commas, else null. */
export function separatorFault(header: string): string | null {
  const cells = header.replace(/"[^"]*"/g, '')
  const count = (character: string) => cells.split(character).length - 1
  const moreFrequent = otherSeparators.find(({ character }) => count(character) > count(','))
  return moreFrequent === undefined
    ? null
    : `the file is separated by ${moreFrequent.name}, save it with commas`
}
