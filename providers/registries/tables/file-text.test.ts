// Tests the checks of a file before its rows: UTF-8 text with the right columns and a row.
import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { readRegistryProjects } from '#providers/registries/projects/registry-projects.ts'
import { textOf } from './checked-bytes.ts'
import { readCsvRows } from './csv-rows.ts'
import { readJsonRows } from './json-rows.ts'

const place = z.object({ name: z.string('is missing'), country: z.string('is missing') })
const header = 'name,country\n'

/** The bytes in chunks of `size`, as from a slow disk. */
function file(content: string | Buffer, size = 65_536) {
  const bytes = Buffer.from(content)
  const count = Math.ceil(bytes.length / size)
  const pieces = Array.from({ length: count }, (_, i) => bytes.subarray(i * size, (i + 1) * size))
  return { file: 'places.csv', open: () => Readable.from(pieces) }
}

async function all<Read>(reads: AsyncIterable<Read>): Promise<Read[]> {
  const list: Read[] = []
  for await (const read of reads) list.push(read)
  return list
}

const csv = (content: string | Buffer, size?: number) =>
  all(readCsvRows(file(content, size), place))
const json = (content: string | Buffer, size?: number) =>
  all(readJsonRows(file(content, size), place))

describe('a column with nearly a known name', () => {
  const stated = z.object({ name: z.string(), status: z.string().optional() })
  it.each(['Status', 'STATUS', '\u200Bstatus'])('%j is refused, not ignored', async (column) => {
    const read = await all(readCsvRows(file(`name,${column}\nKariba,Retired\n`), stated))
    expect(read).toEqual([
      { file: 'places.csv', line: 1, fault: expect.stringContaining('call it status') },
    ])
  })

  it('is ignored where it has another name', async () => {
    const read = await all(readCsvRows(file('name,colour\nKariba,green\n'), stated))
    expect(read).toMatchObject([{ row: { name: 'Kariba' } }])
  })
})

describe('the letters of a file', () => {
  it.each([1, 2, 3, 5, 64])('are read completely in chunks of %i bytes', async (size) => {
    const name = 'Ñandú 森林 🌍 Ağaç'
    expect(await csv(`${header}${name},PY\n`, size)).toMatchObject([{ row: { name } }])
    const text = JSON.stringify([{ name, country: 'PY' }])
    expect(await json(text, size)).toMatchObject([{ row: { name } }])
    expect(await textOf(file(name, size), 100)).toBe(name)
  })

  it.each([1, 2, 65_536])('may follow a byte order mark, in chunks of %i', async (size) => {
    const read = [{ line: 2, row: { name: 'Kariba', country: 'ZW' } }]
    expect(await csv(`\uFEFF${header}Kariba,ZW\n`, size)).toMatchObject(read)
    const text = '\uFEFF[{"name": "Kariba", "country": "ZW"}]'
    expect(await json(text, size)).toMatchObject([{ row: { name: 'Kariba' } }])
    expect(await all(readRegistryProjects([file(text, size)]))).toMatchObject([
      { fault: expect.stringMatching(/^entry 1: /) },
    ])
  })

  it.each([1, 7, 65_536])('in Latin-1 are refused by line and byte, chunks of %i', async (size) => {
    const bytes = Buffer.concat([
      Buffer.from(`${header}Forêt,FR\n`),
      Buffer.from('Bosque de Ñandú,PY\n', 'latin1'),
    ])
    const fault = 'byte 34 of the file, D1 in hexadecimal, is not UTF-8: save the file as UTF-8'
    expect((await csv(bytes, size)).at(-1)).toEqual({ file: 'places.csv', line: 3, fault })
  })

  it.each([
    ['cut in the middle of a sign', Buffer.from('Forê').subarray(0, -1)],
    ['longer than need be', Buffer.from([0xc0, 0xaf])],
    ['half of a pair', Buffer.from([0xed, 0xa0, 0x80])],
    ['beyond the last sign', Buffer.from([0xf5, 0x80, 0x80, 0x80])],
    ['a follower of nothing', Buffer.from([0x80])],
  ])('that are %s are no UTF-8', async (_, bytes) => {
    const [read] = await csv(Buffer.concat([Buffer.from(header), bytes]))
    expect(read).toMatchObject({ line: 2, fault: expect.stringContaining('is not UTF-8') })
    const list = Buffer.concat([Buffer.from('[{"name": "'), bytes])
    expect(await json(list)).toMatchObject([{ line: 1, fault: expect.stringContaining('UTF-8') }])
  })

  it.each(['little', 'big'])('in UTF-16 (%s end first) are refused', async (end) => {
    const bytes = Buffer.from(`\uFEFF${header}Kariba,ZW\n`, 'utf16le')
    if (end === 'big') bytes.swap16()
    const fault = { line: 1, fault: 'the file is UTF-16: save it as UTF-8' }
    expect(await csv(bytes)).toMatchObject([fault])
    expect(await all(readRegistryProjects([file(bytes)]))).toMatchObject([fault])
  })

  it('include no NUL', async () => {
    expect((await csv(`${header}Kariba,ZW\nKa\0riba,ZW\n`)).at(-1)).toMatchObject({
      line: 3,
      fault: 'byte 26 of the file is NUL, which no text holds',
    })
    expect(await json('[\n{"name": "\0", "country": ""}]')).toMatchObject([
      { line: 2, fault: expect.stringContaining('NUL') },
    ])
  })

  it.each(['\\u0000', '\\ud800'])('include no %s that JSON escapes', async (escaped) => {
    expect(await json(`[{"name": "Ka${escaped}riba", "country": ""}]`)).toMatchObject([
      { line: 1, fault: expect.stringContaining('half a character') },
    ])
  })
})

describe('a file of rows', () => {
  it.each([
    ['', 'the file is empty'],
    ['\uFEFF', 'the file is empty'],
    ['\n\n', 'the file is empty'],
    [header, 'there is no row below the header'],
    [`${header}\n,\n`, 'there is no row below the header'],
    ['town,land\nKariba,ZW\nGokwe,ZW\n', 'the header has no columns name, country'],
    ['name;country\nKariba;ZW\n', 'the file is separated by semicolons, save it with commas'],
    ['name;country\nKa;"Zimbabwe"\n', 'the file is separated by semicolons, save it with commas'],
    ['town,country\n', 'the header has no column name'],
    ['town,country\nKariba\nGokwe\n', 'the header has no column name'],
    ['name,country,name\nKariba,ZW,Gokwe\n', 'the header has the column name twice'],
  ])('that is %j is refused once', async (content, fault) => {
    expect(await csv(content)).toEqual([{ file: 'places.csv', line: 1, fault }])
  })

  it('may end its lines in any way, and faults name the right line', async () => {
    const lines = ['name,country', '"Kariba', 'West",ZW', '', 'Gokwe', '"Binga ""North""",ZW']
    for (const end of ['\n', '\r\n', '\r']) {
      for (const size of [1, 65_536]) {
        expect(await csv(lines.join(end) + end, size)).toEqual([
          { file: 'places.csv', line: 2, row: { name: 'Kariba\nWest', country: 'ZW' } },
          { file: 'places.csv', line: 5, fault: 'the row has 1 fields, and the header 2' },
          { file: 'places.csv', line: 6, row: { name: 'Binga "North"', country: 'ZW' } },
        ])
      }
    }
  })

  it.each(['\n\n\n', '\r\n\r\n', '  \n\t\n', ',\n,\n', '\n,,,,\n'])(
    'may end with the blank lines %j',
    async (blank) => {
      expect(await csv(`${header}Kariba,ZW\n${blank}`)).toMatchObject([{ row: { country: 'ZW' } }])
    },
  )

  it('may have blank lines between its rows, which keep their number', async () => {
    const read = await csv(`${header}\nKariba,ZW\n\n  \nGokwe\n`)
    expect(read.map(({ line }) => line)).toEqual([3, 6])
  })

  it.each([',', '"', 'x'])('stops at an endless row of %j', async (sign) => {
    let given = 0
    function* endless() {
      yield Buffer.from(header)
      for (; given < 1_000; given += 1) {
        yield Buffer.alloc(65_536, sign)
      }
    }
    const source = { file: 'places.csv', open: () => Readable.from(endless()) }
    const [first] = await all(take(readCsvRows(source, place), 1))
    expect(first).toMatchObject({ fault: expect.any(String) })
    expect(given).toBeLessThan(100)
  })
})

describe('a list', () => {
  it.each(['[]', '[\n]\n'])('that is %j is refused', async (content) => {
    expect(await json(content)).toMatchObject([{ line: 1, fault: 'the list is empty' }])
  })

  it('stops at an endless entry, and reads a long one', async () => {
    const ofLength = (length: number) => `[{"name":"${'x'.repeat(length)}","country":"ZW"}]`
    expect(await json(ofLength(200_000))).toMatchObject([{ row: { country: 'ZW' } }])
    expect(await json(ofLength(400_000))).toMatchObject([
      { fault: 'this is no whole JSON array of objects' },
    ])
  })
})

async function* take<Read>(reads: AsyncIterable<Read>, count: number): AsyncGenerator<Read> {
  let taken = 0
  for await (const read of reads) {
    yield read
    taken += 1
    if (taken === count) return
  }
}
