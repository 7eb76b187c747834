// Tests the preview of featured projects of two countries: each row's place, counted from 1, and what is featured no more.
import { expect, it } from 'vitest'
import { featuredRowsOf } from './featured-changes.ts'
import { featuredFaults } from './import-faults.ts'
import type { KnownBatch } from './known-catalogue.ts'

const row = (
  line: number,
  country: string,
  externalId: string,
  preferred: string | null = null,
) => ({
  ...{ file: 'f.csv', line },
  row: { country, registry: 'GS', externalId, preferredSerialNumber: preferred },
})
const stored = (
  country: string,
  external_id: string,
  position: number,
  serial: string | null = null,
) => ({
  ...{ country, registry: 'GS', external_id, position, serial_number: serial },
})

it('each row has its outcome by its own country', () => {
  const before = [
    stored('DE', 'GS1', 0, 'S-1'),
    stored('DE', 'GS2', 1),
    stored('TR', 'GS1', 0),
    stored('TR', 'GS3', 1, 'S-3'),
  ]
  const after = [
    stored('DE', 'GS1', 0, 'S-1'),
    stored('DE', 'GS3', 1, 'S-3'),
    stored('TR', 'GS3', 0),
    stored('TR', 'GS1', 1),
  ]
  const rows = [
    row(2, 'DE', 'GS1', 'S-1'),
    row(3, 'TR', 'GS3'),
    row(4, 'DE', 'GS3', 'S-3'),
    row(5, 'TR', 'GS1'),
  ]
  expect(featuredRowsOf(rows, before, after)).toEqual([
    { line: 2, outcome: 'unchanged', subject: 'DE: GS GS1' },
    {
      ...{ line: 3, outcome: 'changed', subject: 'TR: GS GS3' },
      changes: [
        { label: 'Place', before: '2', after: '1' },
        { label: 'Preferred batch', before: 'S-3', after: 'none' },
      ],
    },
    {
      ...{ line: 4, outcome: 'new', subject: 'DE: GS GS3' },
      changes: [{ label: 'Place', before: null, after: '2' }],
    },
    {
      ...{ line: 5, outcome: 'changed', subject: 'TR: GS GS1' },
      changes: [{ label: 'Place', before: '1', after: '2' }],
    },
    { line: null, outcome: 'removed', subject: 'DE: GS GS2' },
  ])
  expect(() => featuredRowsOf(rows, before, after.slice(1))).toThrow('was lost')
})

it('each row names a known project, and a batch of it or none', () => {
  const batch = (project_id: string) => ({ project_id }) as KnownBatch
  const known = {
    projectIds: new Map([
      ['GS GS1', 'one'],
      ['GS GS2', 'two'],
    ]),
    batches: new Map([
      ['S-1', batch('one')],
      ['S-2', batch('two')],
    ]),
  }
  const rows = [
    row(2, 'DE', 'GS1', 'S-1'),
    row(3, 'DE', 'GS1', 'S-2'),
    row(4, 'DE', 'GS2'),
    row(5, 'DE', 'GS2', 'S-9'),
    row(6, 'DE', 'GS3'),
  ]
  expect(featuredFaults(rows, known)).toEqual([
    { file: 'f.csv', line: 3, fault: 'project GS GS1 has no batch S-2' },
    { file: 'f.csv', line: 5, fault: 'project GS GS2 has no batch S-9' },
    { file: 'f.csv', line: 6, fault: 'there is no project GS GS3' },
  ])
})
