// Tests the whole reports about files that commands have read: each figure at its place, and each line only where it
// has something to say.
import { expect, it } from 'vitest'
import { importedLines } from './catalogue-commands.ts'
import { reportOutcome } from './payout-commands.ts'
import { refusedRates, skippedLines } from './rates-commands.ts'
import { confirmedOutcome } from './retirement-commands.ts'

type Imported = Parameters<typeof importedLines>[1]
const projects = { added: 1, changed: 2, unchanged: 3, skipped: 4 }
const batches = { added: 5, changed: 6, unchanged: 7 }
const counts = { projects, batches, featured: { changed: 8, unchanged: 9 } } as unknown as Imported
const place = { registry: 'GS', external_id: 'GS1' }

it.each([
  ['projects', 'projects: 1 added, 2 changed, 3 unchanged, 4 ended before and kept unlisted'],
  ['batches', 'batches: 5 added, 6 changed, 7 unchanged'],
  ['featured', 'featured: 8 changed, 9 unchanged'],
] as const)('an import of %s counts its own rows', (kind, words) => {
  expect(importedLines(kind, counts)).toEqual([`Imported ${words}.`])
})

it('an import of projects names each unknown status and country', () => {
  const more = {
    unknown_status: [{ ...place, status: 'Odd' }],
    unknown_country: [{ ...place, external_id: 'GS2', country: 'Atlantis' }],
    ...{ unknown_statuses: 1, unknown_countries: 1, edited: 2 },
  }
  const result = { ...counts, projects: { ...projects, ...more } } as unknown as Imported
  expect(importedLines('projects', result)).toEqual([
    'Imported projects: 1 added, 2 changed, 3 unchanged, 4 ended before and kept unlisted, ' +
      '1 with a status that is not known, 1 with a country that is not known, ' +
      '2 with fields kept that projects edit has set.',
    'GS GS1: "Odd" is no status that we know. It stays as it was, a new one unlisted.',
    'GS GS2: "Atlantis" is no country that is known. A known project keeps its country, a new one has none.',
  ])
  expect(importedLines('batches', result)).toHaveLength(2)
})

it('an import of batches names rows that were left out, accepted prices and ended batches', () => {
  const more = {
    ...{ unsellable: 1, known: 2, projects_added: 3 },
    left_out: [{ file: 'a.csv', line: 4, fault: 'It is cancelled.' }],
    accepted_prices: [
      { serial_number: 'S-1', old: '0.02 GBP', new: '0.05 GBP', change: '+150.0 %' },
      { serial_number: 'S-2', old: '0.02 GBP', new: '0.05 EUR', change: null },
      { serial_number: 'S-3', old: null, new: '9 EUR', change: null },
    ],
    ...{ no_longer_sellable: ['S-4'], partly_unsellable: ['S-5'] },
    unknown_country: [{ ...place, country: 'Atlantis' }],
  }
  const result = { ...counts, batches: { ...batches, ...more } } as unknown as Imported
  expect(importedLines('batches', result)).toEqual([
    'left out  a.csv, line 4: It is cancelled.',
    'accepted  S-1 from 0.02 GBP to 0.05 GBP (+150.0 %)',
    'accepted  S-2 from 0.02 GBP to 0.05 EUR (no rate)',
    'accepted  S-3 is new at 9 EUR',
    'Imported batches: 5 added, 6 changed, 7 unchanged, 1 left out as not for sale, ' +
      '2 left out as parts of known batches, 3 projects added.',
    'GS GS1: "Atlantis" is no country that is known. A known project keeps its country, a new one has none.',
    'S-4 is a known batch that its registry does not let be sold any more: batches withdraw.',
    'S-5 has tonnes that its registry does not let be sold: retirements record where they are ours, else batches withdraw.',
  ])
})

const posting = (source: string, destination: string, currency: string, amountMinor: number) => ({
  ...{ source: { name: source }, destination: { name: destination }, currency, amountMinor },
})
const recorded = {
  ...{ lines: 7, newLines: 4, differences: [], unreported: [] },
  posted: [
    posting('fees', 'card_clearing', 'EUR', 120),
    posting('fees', 'card_clearing', 'EUR', 30),
    posting('card_clearing', 'bank', 'JPY', 5_000),
  ],
}
type Recorded = Parameters<typeof reportOutcome>[0]
const outcomeOf = (more: object = {}) =>
  reportOutcome({ ...recorded, ...more } as unknown as Recorded)

it('a report of payouts has its sums by currency, and agrees with the ledger or names differences', () => {
  const posted = [
    { flow: 'fees -> card_clearing', currency: 'EUR', amount: 1.5 },
    { flow: 'card_clearing -> bank', currency: 'JPY', amount: 5_000 },
  ]
  const first = [
    '7 lines, 4 of them new.',
    'posted fees -> card_clearing  1.50 EUR',
    'posted card_clearing -> bank  5000 JPY',
  ]
  expect(outcomeOf()).toEqual({
    ...{ ok: true, lines: [...first, 'The ledger says the same.'] },
    json: { ok: true, lines: 7, new_lines: 4, posted, differences: [], unreported: [] },
  })
  const differences = [
    { lines: [2, 5], about: 'CP-1', difference: 'The amount is 1.00 EUR, not 2.00 EUR.' },
    { lines: [], about: 'po_1', difference: 'It has not arrived.' },
  ]
  const unreported = [{ tx_id: 'CP-2', kind: 'refund', amount: 1.25, currency: 'EUR' }]
  expect(outcomeOf({ differences, unreported })).toEqual({
    ok: false,
    lines: [
      ...first,
      'DIFFERENCE  line 2, 5, CP-1: The amount is 1.00 EUR, not 2.00 EUR.',
      'DIFFERENCE  po_1: It has not arrived.',
      'in no report yet: CP-2 refund 1.25 EUR',
      '2 differences.',
    ],
    json: { ok: false, lines: 7, new_lines: 4, posted, differences, unreported },
  })
  // A movement that no report has yet is no difference.
  expect(outcomeOf({ unreported })).toMatchObject({ ok: true })
})

it('a list of retirements names rows to look at, batches off sale, and its sums', () => {
  const done = {
    ...{ rows: 9, leftOut: 2, confirmedTonnes: 3, knownTonnes: 4, unrecorded: ['u'] },
    ...{ unconfirmed: [{ reference: 'R', tonnes: 1, why: 'part' }], withdrawn: ['S-1'] },
  }
  const row = { line: 3, subject: 'S-2', text: 'It is of another holder.' }
  const report = [
    { ...row, outcome: 'left out' },
    { ...row, line: 4, outcome: 'new' },
    { ...row, line: 5, outcome: 'unchanged' },
  ]
  type Given = Parameters<typeof confirmedOutcome>
  expect(confirmedOutcome(done as unknown as Given[0], report as unknown as Given[1])).toEqual({
    ok: true,
    lines: [
      'Line 3: S-2: It is of another holder.',
      'S-1 is off sale.',
      '9 rows were read, of which 2 were left out.',
      '3 t are confirmed, and 4 t were confirmed before.',
    ],
    json: {
      ...{ ok: true, rows: 9, left_out: 2, confirmed_tonnes: 3, known_tonnes: 4 },
      ...{ unconfirmed: done.unconfirmed, withdrawn: ['S-1'], unrecorded: ['u'] },
    },
  })
})

const reasons = (count: number) => Array.from({ length: count }, (_, place) => `Reason ${place}.`)

it.each([
  [true, ' If that is right, say --accept-jump.'],
  [false, ''],
])('rates that were not taken say why, and what helps (%s)', (isAcceptable, advice) => {
  const json = { source: 'ecb', changed: 0 }
  expect(refusedRates('ecb, 2026-11-20', reasons(2), isAcceptable, json)).toEqual({
    ok: false,
    lines: [...reasons(2), `The rates of ecb, 2026-11-20 were not taken.${advice}`],
    json: { ok: false, ...json, refused: reasons(2) },
  })
})

it('of many reasons the first ten are shown, with the number of the others', () => {
  const { lines, json } = refusedRates('a day', reasons(12), false, {})
  expect(lines).toEqual([
    ...[...reasons(10), '… and 2 more.', 'The rates of a day were not taken.'],
  ])
  expect(json).toEqual({ ok: false, refused: reasons(10) })
  expect(skippedLines([])).toEqual([])
  expect(skippedLines(reasons(10))).toEqual([...reasons(10), 'These rates were left out.'])
  expect(skippedLines(reasons(11))[10]).toBe('… and 1 more.')
})
