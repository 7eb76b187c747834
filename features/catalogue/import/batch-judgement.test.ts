// Tests rows that meet known batches: several that share their tonnes, and one with another quantity.
// Batches from before the rule may share tonnes with each other.
import { expect, it } from 'vitest'
import type { RegistryBatch } from '#providers/registries/tables/batch-file.ts'
import { readExampleRow } from '#tests/support/example-catalogue-files.ts'
import { validateBatches } from './batch-judgement.ts'
import { projectKey } from './catalogue-files.ts'
import type { KnownBatch } from './known-catalogue.ts'

const trunk = 'GS1-1-TR-GS1-16-2024-30270'
const block = (first: number, last: number) => `${trunk}-${first}-${last}`
const row: RegistryBatch = {
  ...(await readExampleRow()),
  ...{ externalProjectId: 'GS1', quantityTonnes: 116, quantityKg: 116_000 },
  serialNumber: block(485, 600),
}

const rows = [{ file: 'batches.csv', line: 2, row }]
const projectIds = new Map([[projectKey({ registry: 'GS', externalId: 'GS1' }), 'project']])

const judged = (...others: readonly string[]) =>
  validateBatches(
    rows,
    {
      projectIds,
      batches: new Map(),
      overlapping: new Map([[row.serialNumber, others]]),
      looseFaults: new Map(),
    },
    { skipsKnown: true },
    null,
  )

const around = block(1, 1_000)
const across = block(500, 2_000)
const respelled = block(485, 600).toLowerCase()

it.each([[[around, across]], [[across, around]]])(
  'a row inside one batch is a part of it, whichever of %j is read first',
  (others) => {
    expect(judged(...others)).toMatchObject({
      faults: [],
      leftOut: {
        known: 1,
        rows: [{ fault: `${row.serialNumber}: it is a part of ${`batch ${around}`}` }],
      },
    })
  },
)

it.each([[[around, respelled]], [[respelled, around]]])(
  'a row that is a batch in another spelling is refused, whichever of %j is read first',
  (others) => {
    expect(judged(...others)).toMatchObject({
      faults: [{ line: 2, fault: `serial_number: is another spelling of batch ${respelled}` }],
      leftOut: { known: 0 },
    })
  },
)

it('a known batch is read again with the quantity that was issued, and with no other', () => {
  const known: Omit<KnownBatch, 'issued_kg'> = {
    ...{ id: 'batch', project_id: 'project', serial_number: row.serialNumber },
    ...{ name: 'Vintage 2024', vintage_year: row.vintageYear, issued_on: null },
    ...{ price_micros: 20_000, currency: 'GBP', is_demo: false, is_uncompared: false },
  }
  const judgedAgain = (issued_kg: number) => {
    const batches = new Map([[row.serialNumber, { ...known, issued_kg }]])
    const noOverlaps = { overlapping: new Map(), looseFaults: new Map() }
    return validateBatches(rows, { projectIds, batches, ...noOverlaps }, {}, null)
  }
  expect(judgedAgain(116_000)).toMatchObject({ rows, faults: [] })
  expect(judgedAgain(117_000)).toMatchObject({
    rows: [],
    faults: [{ line: 2, fault: 'this serial number was issued with 117000 kg' }],
  })
})
