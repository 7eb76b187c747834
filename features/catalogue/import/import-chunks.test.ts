// Tests an import chunk by chunk: what is written, where it stops, and what a preview gets.
import { describe, expect, it } from 'vitest'
import type { FileRow } from '#platform/actions/file-rows.ts'
import type { Chunk } from './catalogue-files.ts'
import { eachChunk, ImportRefused, type ValidatedRows } from './import-chunks.ts'

const file = 'b.csv'
const read = (line: number) => ({ file, line, row: `row ${line}` })
const fault = (line: number, text = `fault ${line}`) => ({ file, line, fault: text })
type Given = Partial<Chunk<string>> & Partial<ValidatedRows<string>>

/** Imports chunks. Each has rows that can be read, faults, and what the validation finds in it. */
async function run(chunks: readonly Given[], report: FileRow[] | null = null) {
  const written: [number[], number][] = []
  let rowsRead = 0
  async function* all() {
    for (const { rows = [], faults = [] } of chunks) {
      rowsRead += rows.length + faults.length
      yield { rows, faults, rowsRead }
    }
  }
  let turn = -1
  const refused = await eachChunk<string, string>(
    all(),
    async (rows) => {
      turn += 1
      const { questions } = chunks[turn] ?? {}
      const bad = rows.filter(({ row }) => row.endsWith('bad'))
      const good = rows.filter(({ row }) => !row.endsWith('bad'))
      return {
        rows: good,
        faults: bad.map(({ line }) => fault(line)),
        ...(questions && { questions }),
      }
    },
    async (rows, count) => void written.push([rows.map(({ line }) => line), count]),
    report === null ? null : { rows: report, subjectOf: (row) => `subject of ${row}` },
  ).then(
    () => null,
    (error: unknown) => {
      if (error instanceof ImportRefused) return error
      throw error
    },
  )
  return { refused, written, chunks: turn + 1 }
}
const bad = (line: number) => ({ ...read(line), row: 'bad' })

it('each chunk is written with the number of rows so far', async () => {
  expect(await run([{ rows: [read(2), read(3)] }, { rows: [read(4)] }])).toEqual({
    ...{ refused: null, chunks: 2 },
    written: [
      [[2, 3], 2],
      [[4], 3],
    ],
  })
})

describe('after a fault', () => {
  it('nothing is written, and all faults are in the order of the file', async () => {
    const { refused, written, chunks } = await run([
      { rows: [read(2)] },
      { rows: [bad(6), read(5)], faults: [fault(4)], questions: [fault(5, 'why?')] },
      { rows: [read(8), bad(7)] },
    ])
    expect([written, chunks]).toEqual([[[[2], 1]], 3])
    expect(refused?.faults).toEqual([fault(4), fault(5, 'why?'), fault(6), fault(7)])
    expect(refused?.message).toBe(
      [4, 5, 6, 7]
        .map((line) => `b.csv, line ${line}: ${line === 5 ? 'why?' : `fault ${line}`}`)
        .join('\n'),
    )
  })

  it('a question stops the writing, too', async () => {
    const { refused, written } = await run([
      { rows: [read(2)], questions: [fault(2, 'why?')] },
      { rows: [read(3)] },
    ])
    expect([written, refused?.faults]).toEqual([[], [fault(2, 'why?')]])
  })

  it('ten faults are enough, and no further chunk is read', async () => {
    const rows = Array.from({ length: 12 }, (_, at) => bad(at + 2))
    const { refused, chunks } = await run([
      { rows: rows.slice(0, 9), questions: [fault(20, 'why?')] },
      { rows: rows.slice(9) },
      { rows: [bad(30)] },
    ])
    expect(chunks).toBe(2)
    const lines = refused?.faults.map(({ line }) => line)
    expect(lines).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 20])
  })
})

it('ten thousand questions are enough, and all of them are asked', async () => {
  const questions = Array.from({ length: 10_000 }, (_, at) => fault(at + 2, 'why?'))
  const asked = async (count: number) => {
    const first = { questions: questions.slice(0, count) }
    const { refused, chunks } = await run([first, { rows: [read(20_000)] }])
    return [refused?.faults.length, chunks]
  }
  expect(await asked(9_999)).toEqual([9_999, 2])
  expect(await asked(10_000)).toEqual([10_000, 1])
})

describe('a preview', () => {
  it('has each refused row, and writes the others', async () => {
    const report: FileRow[] = [{ line: 1, outcome: 'new', subject: 'earlier' }]
    const { refused, written } = await run(
      [
        { rows: [read(2), bad(3), read(5)], faults: [fault(4)], questions: [fault(5, 'why?')] },
        { rows: [read(6)] },
      ],
      report,
    )
    expect(refused).toBeNull()
    expect(written).toEqual([
      [[2], 4],
      [[6], 5],
    ])
    expect(report).toEqual([
      { line: 1, outcome: 'new', subject: 'earlier' },
      { line: 4, outcome: 'refused', subject: '', text: 'fault 4' },
      { line: 3, outcome: 'refused', subject: 'subject of bad', text: 'fault 3' },
      { line: 5, outcome: 'refused', subject: 'subject of row 5', text: 'why?' },
    ])
  })

  it('has at most 50,000 rows', async () => {
    const rows = Array.from({ length: 50_000 }, (_, at) => read(at + 2))
    expect((await run([{ rows }], [])).refused).toBeNull()
    const { refused } = await run([{ rows }, { rows: [read(50_002)] }], [])
    expect(refused?.faults).toEqual([
      fault(50_002, 'the file has more than 50000 rows: split it, or use the command'),
    ])
  })
})
