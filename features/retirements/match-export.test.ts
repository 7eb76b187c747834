// Tests which exported row a registry's answer is of, in the registry's own spelling, and the serial of a part of a block.
import { describe, expect, it } from 'vitest'
import type { StoredRow } from './kept-exports.ts'
import { findExportedRow, serialOfPlaces } from './match-export.ts'
import type { RetirementRow } from './retirement-file.ts'

const beneficiary = 'Holders in the log'
const goldStandard: StoredRow = {
  ...{ exportId: 1, batchId: 'batch-1', registry: 'GS', project: '=GS7', beneficiary },
  ...{ serial: 'GS1-1-UG-GS7-16-2024-80001-0501-0503', firstPlace: 2_001, lastPlace: 5_000 },
}
const mechanism: StoredRow = {
  ...{ exportId: 2, batchId: 'batch-2', registry: 'CDM', project: '1459', beneficiary },
  serial: 'RW-5-1459975-2-2-0-7014 - RW-5-1459977-2-2-0-7014',
  ...{ firstPlace: 1, lastPlace: 3_000 },
}
const plain: StoredRow = {
  ...{ exportId: 3, batchId: 'batch-3', registry: 'TST', project: 'P-1', beneficiary },
  ...{ serial: '-BLOCK 7', firstPlace: 1, lastPlace: 2_000 },
}
const exported = [goldStandard, mechanism, plain]

const answerTo = (row: StoredRow, cells: Partial<RetirementRow>): RetirementRow => {
  const { registry, project, serial, firstPlace, lastPlace } = row
  const answer = { tonnes: 1, reference: 'R-1', retiredOn: '2026-11-20', url: null, beneficiary }
  return { ...answer, registry, project, serial, firstPlace, lastPlace, ...cells }
}

describe('the serial of places', () => {
  it.each([
    [{ first: 2_001, last: 5_000 }, 'GS1-1-UG-GS7-16-2024-80001-0501-0503'],
    [{ first: 2_001, last: 3_000 }, 'GS1-1-UG-GS7-16-2024-80001-0501-0501'],
    [{ first: 4_001, last: 5_000 }, 'GS1-1-UG-GS7-16-2024-80001-0503-0503'],
    // Beyond the block there are no tonnes to name.
    [{ first: 4_001, last: 6_000 }, goldStandard.serial],
  ])('%j begins at those of its block', (places, serial) => {
    expect(serialOfPlaces(goldStandard.serial, 2_001, places)).toBe(serial)
  })

  it('without a range of tonnes is the whole one', () => {
    expect(serialOfPlaces('BLOCK 7', 1, { first: 1_001, last: 2_000 })).toBe('BLOCK 7')
  })
})

describe('an answer is of the row that it repeats', () => {
  it.each<[string, StoredRow, Partial<RetirementRow>]>([
    ['as it was', goldStandard, {}],
    ['with an escaped cell', goldStandard, { project: "'=GS7" }],
    ['without leading zeros', goldStandard, { serial: 'GS1-1-UG-GS7-16-2024-80001-501-503' }],
    ['with more zeros', goldStandard, { serial: 'GS1-1-UG-GS7-16-2024-080001-501-503' }],
    ['with its label', goldStandard, { serial: `Serial Number: ${goldStandard.serial}` }],
    [
      'for its last tonne',
      goldStandard,
      { serial: 'GS1-1-UG-GS7-16-2024-80001-503-503', firstPlace: 4_001 },
    ],
    [
      'with a word between both ends',
      mechanism,
      { serial: 'RW-5-1459975-2-2-0-7014 to RW-5-1459977-2-2-0-7014' },
    ],
    ['with an escaped serial', plain, { serial: "'-BLOCK 7" }],
    ['in small letters', plain, { serial: '-block 7' }],
    ['for a part of a whole serial', plain, { firstPlace: 1_001 }],
  ])('%s', (_, row, cells) => {
    expect(findExportedRow(answerTo(row, cells), exported)).toBe(row)
  })

  it('of the newest export that has it', () => {
    const newer = { ...goldStandard, exportId: 4 }
    expect(findExportedRow(answerTo(goldStandard, {}), [newer, goldStandard])).toBe(newer)
  })

  it.each<[Partial<RetirementRow>, string]>([
    [
      { beneficiary: 'Holders in the log.' },
      'beneficiary: no export that is kept has this text; export again and record that file',
    ],
    [{ registry: 'VCS' }, 'registry: is not that of the export'],
    [{ project: 'GS7' }, 'project: is not that of the export'],
    [{ project: "''=GS7" }, 'project: is not that of the export'],
    [
      { serial: 'GS1-1-UG-GS7-16-2024-80002-501-503' },
      'serial_number: the export has no block with these tonnes',
    ],
    [
      { firstPlace: 1_001 },
      'first_place, last_place: places 1001 to 5000 are not within one row of the export',
    ],
    [
      { lastPlace: 6_000 },
      'first_place, last_place: places 2001 to 6000 are not within one row of the export',
    ],
    [
      { serial: 'GS1-1-UG-GS7-16-2024-80001-501-502' },
      'serial_number: does not name the tonnes of places 2001 to 5000',
    ],
    [
      { serial: 'GS1-1-KE-GS7-16-2024-80001-501-503' },
      'serial_number: does not name the tonnes of places 2001 to 5000',
    ],
  ])('or not at all: %j', (cells, fault) => {
    expect(findExportedRow(answerTo(goldStandard, cells), exported)).toBe(fault)
  })

  it('of no row without an apostrophe that a spreadsheet needs', () => {
    const row = { ...goldStandard, project: 'GS7' }
    expect(findExportedRow(answerTo(row, { project: "'GS7" }), [row])).toBe(
      'project: is not that of the export',
    )
  })
})
