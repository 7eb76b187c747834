// Tests the rules of a log's entries without a server: the sums over several batches, and each sentence that no whole log
// of verify-log.test.ts has.
import { describe, expect, it } from 'vitest'
import { createPlaceRules } from './place-rules.ts'

const day = '2026-11-22'
const one = { registry: 'GS', serial: 'GS1-1' }
const two = { registry: 'VCS', serial: 'V-2' }
const commitment = 'a'.repeat(64)
const issue = (batch: typeof one, kg: number) => ({ kind: 'issue', ...batch, kg, day })
const places = (kind: string, batch: typeof one, first: number, last: number) => ({
  ...{ kind, ...batch, first, last, day },
  ...(kind === 'allocate' ? { commitment } : {}),
  ...(kind === 'retire' || kind === 'confirm' ? { reference: `R-${first}` } : {}),
})
const replace = (first: number, last: number, by_first: number, by_last: number) => ({
  ...{ ...places('replace', one, first, last), by_serial: two.serial, by_registry: two.registry },
  ...{ by_first, by_last },
})

function checked(...entries: readonly object[]) {
  const rules = createPlaceRules()
  const faults = entries.flatMap(
    (entry, index) => rules.checkEntry(index, Buffer.from(JSON.stringify(entry))) ?? [],
  )
  return { faults, totals: rules.totals(), serials: rules.auditSerials() }
}

it('all batches and entries are counted, each for its own sum', () => {
  const { faults, totals } = checked(
    ...[issue(one, 100), issue(two, 1_000)],
    ...[places('allocate', one, 1, 30), places('allocate', two, 1, 200)],
    ...[places('allocate', one, 31, 50), replace(41, 44, 201, 204)],
    ...[
      places('retire', one, 1, 10),
      places('retire', two, 1, 100),
      places('retire', two, 101, 103),
    ],
    ...[places('confirm', two, 101, 103), places('confirm', one, 1, 10)],
    ...[places('return', two, 150, 160), { kind: 'withdraw', ...two, day }],
    ...[
      { kind: 'offer', ...two, day },
      { kind: 'correct', index: 7, day },
    ],
  )
  expect({ faults, totals }).toEqual({
    faults: [],
    totals: {
      ...{ batches: 2, issuedKg: 1_100, allocatedKg: 254, allocations: 3 },
      ...{ retiredKg: 13, confirmedKg: 13, replacedKg: 4 },
    },
  })
})

it('a correction takes the confirmation with it, and the places can be retired again', () => {
  const { faults, totals } = checked(
    ...[issue(one, 100), places('allocate', one, 1, 30), places('retire', one, 1, 10)],
    ...[places('retire', one, 11, 30), places('confirm', one, 11, 30)],
    ...[places('confirm', one, 1, 10), { kind: 'correct', index: 2, day }],
    ...[places('retire', one, 1, 4)],
  )
  expect([faults, totals.retiredKg, totals.confirmedKg]).toEqual([[], 24, 20])
})

describe('a fault', () => {
  const sold = [issue(one, 100), issue(two, 100), places('allocate', one, 1, 30)]

  it.each<[string, readonly object[], string]>([
    [
      'withdraw',
      [{ kind: 'withdraw', ...one, day }],
      'Entry 0 tells of GS1-1, which was not issued before.',
    ],
    [
      'return',
      [places('return', one, 1, 2)],
      'Entry 0 tells of GS1-1, which was not issued before.',
    ],
    ['replace', [replace(1, 2, 1, 2)], 'Entry 0 tells of GS1-1, which was not issued before.'],
    [
      'by what',
      [issue(one, 9), places('allocate', one, 1, 9), replace(1, 2, 1, 2)],
      'Entry 2 tells of V-2, which was not issued before.',
    ],
    [
      'retire beyond',
      [...sold, places('retire', one, 30, 31)],
      "Entry 3 retires place 31 of GS1-1, which is nobody's.",
    ],
    [
      'return beyond',
      [...sold, places('return', one, 30, 31)],
      "Entry 3 takes places 30 to 31 of GS1-1 back, which are nobody's.",
    ],
    [
      'replace beyond',
      [...sold, replace(30, 31, 1, 2)],
      "Entry 3 replaces places 30 to 31 of GS1-1, which are nobody's.",
    ],
    ['replace by more', [...sold, replace(1, 2, 1, 3)], 'Entry 3 replaces 2 kg of GS1-1 by 3.'],
    [
      'of another registry',
      [...sold, { ...places('retire', one, 1, 2), registry: 'VCS' }],
      'Entry 3 tells of GS1-1, which was not issued before.',
    ],
    [
      'none',
      [...sold, places('retire', one, 2, 1)],
      'Entry 3 retires places 2 to 1 of GS1-1, which are none.',
    ],
    ['a gap', [...sold, places('allocate', one, 32, 33)], 'Entry 3 leaves out place 31 of GS1-1.'],
    [
      'too many',
      [...sold, places('allocate', one, 31, 101)],
      'Entry 3 gives place 101 of GS1-1, of which 100 kg were issued.',
    ],
    [
      'a predecessor',
      [...sold, { kind: 'predecessor', origin: 'o', size: 1, root: 'r', day }],
      'Entry 3 names a log before this one, which only the first entry may.',
    ],
    [
      'no correction',
      [...sold, { kind: 'correct', index: 2, day }],
      'Entry 3 corrects entry 2, which is no retirement.',
    ],
    [
      'a second correction',
      [
        ...[...sold, places('retire', one, 1, 10)],
        ...[
          { kind: 'correct', index: 3, day },
          { kind: 'correct', index: 3, day },
        ],
      ],
      'Entry 5 corrects entry 3, which is no retirement.',
    ],
    [
      'a confirmation of what was corrected',
      [
        ...[...sold, places('retire', one, 1, 10), { kind: 'correct', index: 3, day }],
        places('confirm', one, 1, 10),
      ],
      'Entry 5 confirms R-1 of places 1 to 10 of GS1-1, which is no retirement.',
    ],
    [
      'a confirmation of the corrected reference',
      [
        ...[...sold, places('retire', one, 1, 10), { kind: 'correct', index: 3, day }],
        ...[
          { ...places('retire', one, 1, 10), reference: 'R-2' },
          places('confirm', one, 1, 10),
          { ...places('confirm', one, 1, 10), reference: 'R-2' },
        ],
      ],
      'Entry 6 confirms R-1 of places 1 to 10 of GS1-1, which is no retirement.',
    ],
    [
      'no day',
      [{ ...issue(one, 1), day: '22 November' }],
      'Entry 0 is no entry that this version knows.',
    ],
    [
      'no registry day',
      [...sold, { ...places('retire', one, 1, 1), retired_on: 'x' }],
      'Entry 3 is no entry that this version knows.',
    ],
    ['no count', [issue(one, 0)], 'Entry 0 is no entry that this version knows.'],
  ])('is named: %s', (_, entries, fault) => {
    expect(checked(...entries).faults).toEqual([fault])
  })

  it('is none for the last place, an entry with more keys, and the first predecessor', () => {
    const predecessor = { kind: 'predecessor', origin: 'o', size: 0, root: 'r', day }
    const last = { ...places('allocate', one, 31, 100), later: 1 }
    const retired = { ...places('retire', one, 1, 100), retired_on: day }
    expect(checked(predecessor, ...sold, last, retired).faults).toEqual([])
  })
})

it('a batch of a registry without serials of its own is suspected by its numbers', () => {
  const serial = 'GS1-1-UG-GS1-16-2024-80001-501-510'
  const { serials } = checked(
    issue({ registry: 'GS', serial }, 10_000),
    issue({ registry: 'ACME', serial: `ACME ${serial}` }, 10_000),
  )
  expect(serials).toMatchObject({
    ...{ compared: 1, faults: [], overlapping: [] },
    notCompared: [{ registry: 'ACME', serial: `ACME ${serial}` }],
    suspected: [
      expect.stringMatching(`^ACME ACME ${serial} may be units of another batch: .+\\.$`),
    ],
  })
})
