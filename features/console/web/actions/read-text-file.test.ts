// Tests which chosen files are read as text, and how a refused one is named.
import { expect, it } from 'vitest'
import { countLines, readTextFile, sizeText } from './read-text-file.ts'

const fileOf = (...parts: readonly (string | Uint8Array<ArrayBuffer>)[]) =>
  new File([...parts], 'list.csv')
const bytes = (...values: readonly number[]) => new Uint8Array(values)
const read = (file: File, bytesMax?: number) => readTextFile(file, bytesMax)

it('a text file is read whole, with its mark of UTF-8', async () => {
  expect(await read(fileOf('a,é\n'))).toEqual({ name: 'list.csv', bytes: 5, text: 'a,é\n' })
  expect(await read(fileOf(bytes(0xef, 0xbb, 0xbf), 'a'))).toMatchObject({ text: '\uFEFFa' })
  expect(await read(fileOf(''))).toMatchObject({ text: '', bytes: 0 })
})

it.each([
  [[0xff, 0xfe, 0x61, 0x00], 'list.csv is UTF-16. Save it as UTF-8.'],
  [[0xfe, 0xff, 0x00, 0x61], 'list.csv is UTF-16. Save it as UTF-8.'],
  [[0x61, 0x00, 0x62], 'list.csv is no text: its byte 2 is NUL.'],
  [[0x61, 0xe9, 0x62], 'list.csv is not UTF-8. Save it as UTF-8.'],
])('the bytes %j are refused', async (values, fault) => {
  expect(await read(fileOf(bytes(...values)))).toEqual({ fault })
})

it('a file of one byte too many is refused before it is read', async () => {
  const max = 4 * 2 ** 20
  expect(await read(fileOf('x'.repeat(max)), max)).toMatchObject({ bytes: max })
  expect(await read(fileOf('x'.repeat(max + 1)), max)).toEqual({
    fault: 'list.csv has 4.1 MiB. A file may have 4 MiB.',
  })
})

it.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [1023, '1,023 bytes'],
  [1024, '1 KiB'],
  [34_500, '34 KiB'],
  [4 * 2 ** 20, '4 MiB'],
  [4 * 2 ** 20 + 1, '4.1 MiB'],
])('%i bytes are shown as %s', (size, text) => {
  expect(sizeText(size)).toBe(text)
})

it('lines with content are counted', () => {
  expect(countLines('a\nb\r\n\n ')).toBe(2)
})
