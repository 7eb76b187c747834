// Tests the places and references of a registry's answers over several rows and batches, with each fault in full.
import { describe, expect, it } from 'vitest'
import { type Answer, checkAnswers } from './judge-registry-answers.ts'

const serialOf = (batchId: string) => `GS1-1-UG-GS1-16-2024-${batchId}-1-9`
type Row = readonly [batchId: string, firstTonne: number, lastTonne: number, reference?: string]

function answersOf(rows: readonly Row[]) {
  return rows.map(([batchId, first, last, reference = `R-${batchId}`], at) => ({
    ...{ file: 'due.csv', line: at + 2, exported: { batchId } },
    row: {
      ...{ serial: serialOf(batchId), reference, retiredOn: '2026-11-20' },
      ...{ firstPlace: first * 1_000 - 999, lastPlace: last * 1_000 },
    },
  })) as unknown as Answer[]
}
type Facts = {
  readonly due?: string
  readonly heldBack?: string | null
  readonly known?: Readonly<Record<string, readonly string[]>>
}

function faultsOf(
  rows: readonly Row[],
  { due = '{[1,9001)}', heldBack = null, known = {} }: Facts = {},
  allowsSameReference = false,
) {
  const ids = [...new Set(rows.map(([id]) => id))]
  const facts = {
    sold: new Map(ids.map((id) => [id, { due, held_back: heldBack }])),
    issues: new Map(ids.map((id) => [id, { id, vintage_year: 2024, issued_on: null }])),
    batchesByReference: new Map(Object.entries(known).map(([key, of]) => [key, new Set(of)])),
  } as unknown as Parameters<typeof checkAnswers>[2]
  const rules = { allowsSameReference, today: '2026-11-22' }
  return checkAnswers(answersOf(rows), rules, facts).map(({ file, line, fault }) => {
    expect(file).toBe('due.csv')
    return `${line} ${fault}`
  })
}

describe('the rows of a batch', () => {
  it('retire its oldest tonnes, each after the row before it', () => {
    const rows: Row[] = [
      ['1', 1, 2],
      ['2', 1, 1],
      ['1', 3, 3],
      ['2', 2, 9],
      ['1', 4, 9],
    ]
    expect(faultsOf(rows)).toEqual([])
  })

  it.each<[string, Row[], Facts, string[]]>([
    [
      'wait for older ones',
      [
        ['1', 1, 1],
        ['1', 3, 3],
        ['1', 2, 2],
        ['1', 3, 3],
      ],
      {},
      ['3 serial_number: places 2001 to 3000 wait until place 1001 is retired'],
    ],
    [
      'are the newest, which wait',
      [
        ['1', 1, 1],
        ['1', 8, 9],
      ],
      { due: '{[1,1001),[5001,9001)}' },
      ['3 serial_number: places 7001 to 9000 wait until place 5001 is retired'],
    ],
    [
      'have nothing more',
      [
        ['1', 1, 9],
        ['1', 9, 9],
      ],
      {},
      [`3 serial_number: of ${serialOf('1')} nothing more is due`],
    ],
    [
      'are not sold',
      [['1', 9, 9]],
      { due: '{[1,8001)}' },
      ['2 serial_number: of places 8001 to 9000 some are not sold, or are retired already'],
    ],
    [
      'are not all sold',
      [['1', 1, 9]],
      { due: '{[1,8001)}' },
      ['2 serial_number: of places 1 to 9000 some are not sold, or are retired already'],
    ],
    [
      'are disputed',
      [['1', 2, 5]],
      { due: '{[1,1001),[4001,5001)}', heldBack: '{[2001,4001)}' },
      [
        '2 serial_number: of places 2001 to 4000 some are disputed or go back, or have a fraud warning',
      ],
    ],
    [
      'are next to disputed ones',
      [
        ['1', 1, 1],
        ['1', 5, 5],
      ],
      { due: '{[1,1001),[4001,5001)}', heldBack: '{[1001,4001)}' },
      [],
    ],
  ])('%s', (_, rows, facts, faults) => {
    expect(faultsOf(rows, facts)).toEqual(faults)
  })
})

describe('a reference', () => {
  const other = (line: number, reference: string) =>
    `${line} reference: ${reference} is one of another batch; --same-reference takes it`

  it.each<[string, Row[], Facts['known'], string[]]>([
    [
      'of one batch is of all its rows',
      [
        ['1', 1, 1, 'R-1'],
        ['1', 2, 2, 'r 1'],
      ],
      { 'r 1': ['1'] },
      [],
    ],
    [
      'of several batches has its own in each',
      [
        ['1', 1, 1, 'R-1'],
        ['2', 1, 1, 'R-2'],
        ['1', 2, 2, 'R-1'],
        ['2', 2, 2, 'R-2'],
      ],
      { 'r 3': ['3'] },
      [],
    ],
    [
      'of an earlier row is of its batch',
      [
        ['1', 1, 1, 'R-1'],
        ['3', 1, 1, 'R-3'],
        ['2', 1, 1, 'R 1'],
      ],
      {},
      [other(4, 'R 1')],
    ],
    [
      'of an earlier file is of its batch',
      [['1', 1, 1, 'R-1']],
      { 'r 1': ['2'] },
      [other(2, 'R-1')],
    ],
    [
      'of an earlier file is of its batches',
      [['1', 1, 1, 'R-1']],
      { 'r 1': ['1', '2'] },
      [other(2, 'R-1')],
    ],
  ])('%s', (_, rows, known = {}, faults) => {
    expect(faultsOf(rows, { known })).toEqual(faults)
    expect(faultsOf(rows, { known }, true)).toEqual([])
  })
})

it('of rows with a wrong day the first fault is named, and their tonnes stay due', () => {
  const [early, late] = answersOf([
    ['1', 1, 1],
    ['1', 1, 1],
  ]).map((answer, at) => ({
    ...answer,
    row: { ...answer.row, retiredOn: at === 0 ? '2023-12-31' : '2026-11-22' },
  }))
  const facts = {
    sold: new Map([['1', { due: '{[1,1001)}', held_back: null }]]),
    issues: new Map([['1', { id: '1', vintage_year: 2024, issued_on: null }]]),
    batchesByReference: new Map(),
  } as unknown as Parameters<typeof checkAnswers>[2]
  const rules = { allowsSameReference: false, today: '2026-11-22' }
  if (early === undefined || late === undefined) throw new Error('no rows')
  expect(checkAnswers([early, late], rules, facts)).toEqual([
    {
      ...{ file: 'due.csv', line: 2 },
      fault: 'retired_on: 2023-12-31 is before the batch was issued, 2024-01-01',
    },
  ])
})
