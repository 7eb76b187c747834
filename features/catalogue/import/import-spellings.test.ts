// Tests that no spelling of a serial puts its tonnes on sale twice: each is imported next to its
// block.
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '#platform/database/database.ts'
import { loadBundledRates } from '#providers/exchange-rates/store-rates.ts'
import { type ExampleRow, examples, spellingsOf } from '#tests/support/people/example-serials.ts'
import { createTestDatabase, openTestDatabase, type TestDatabase } from '#tests/support/postgres.ts'
import { statement } from '#tests/support/test-statement.ts'
import { readSerial } from '#values/serials/serials.ts'
import { csv } from '#values/text/csv-text.ts'
import { findAllBatches } from '../catalogue-queries.ts'
import { changeOffer } from '../offers/change-offer.ts'
import type { BatchTerms } from './batch-judgement.ts'
import { importCatalogue } from './import-catalogue.ts'

let database: TestDatabase
let db: Database
beforeAll(async () => {
  database = await createTestDatabase()
  db = openTestDatabase(database.url, 2)
  await loadBundledRates(db)
})
afterAll(async () => {
  await db.close()
  await database.drop()
})

const header = [
  ...['registry', 'external_project_id', 'project_name', 'country', 'country_code', 'project_type'],
  ...[
    'vintage_year',
    'issuance_date',
    'serial_number',
    'quantity_tco2e',
    'price_per_kg',
    'currency',
  ],
]

function importRows(rows: readonly ExampleRow[], terms: BatchTerms = {}, into = db) {
  const lines = rows.map(({ registry, project, vintage, serial, tonnes }) => [
    ...[registry, project, 'Wind', 'Turkey', 'TR', 'Wind'],
    ...[vintage, '', serial, tonnes, '0.02', 'GBP'],
  ])
  const batches = { file: 'batches.csv', open: () => Readable.from([csv(header, lines)]) }
  const batchTerms = { createsProjects: true, ...terms }
  return importCatalogue(into, { batches }, { isDemo: false, batchTerms })
}

const stored = async () => (await findAllBatches(db, null, null)).map((row) => row.serial_number)

it.each(Object.entries(examples))('a serial of %s goes on sale once', async (_, row) => {
  await importRows([row])
  const before = await stored()
  expect(before).toContain(row.serial)
  const spellings = [...new Set(spellingsOf(row.serial))]
  expect(spellings.length).toBeGreaterThan(60)
  for (const serial of spellings) {
    const result = await importRows([{ ...row, serial }])
    if ('faults' in result) expect(result.faults, serial).toHaveLength(1)
    // Without spaces at its ends it is the identical serial.
    else expect(result.batches, serial).toMatchObject({ added: 0 })
  }
  expect(await stored()).toEqual(before)
})

it.each(Object.entries(examples))(
  'a part of %s is left out as stock of its own',
  async (_, row) => {
    const part = { ...row, serial: partOf(row.serial), tonnes: 2 }
    expect(await importRows([part])).toMatchObject({
      faults: [{ fault: expect.stringMatching(/is a part of batch .* no stock of its own/) }],
    })
    expect(await importRows([part], { skipsKnown: true })).toMatchObject({
      batches: { added: 0, known: 1 },
    })
  },
)

/** Returns the second and third unit of a block. */
function partOf(serial: string): string {
  const [first = ''] =
    /(?<=^(?:[A-Z]{2}-5|[0-9]+)-)[0-9]+/.exec(serial) ??
    /[0-9]+(?=(?: to |-)[0-9]+$)/.exec(serial) ??
    []
  const [last = ''] =
    /(?<= - [A-Z]{2}-5-)[0-9]+|(?<=^[0-9]+-[0-9]+-)[0-9]+/.exec(serial) ??
    /[0-9]+$/.exec(serial) ??
    []
  return serial.replace(first, String(Number(first) + 1)).replace(last, String(Number(first) + 2))
}

const uncomparedRow: ExampleRow = {
  registry: 'EXT',
  project: 'EXT1',
  vintage: 2024,
  serial: 'EXT-2024-1 to 10',
  tonnes: 10,
}
const marks = statement(
  'test-uncompared-batches',
  { serial_number: 'text', offer: 'text' },
  'select serial_number, offer from batches where is_uncompared order by serial_number',
)

it('batches of a registry that is not read are imported only where it is named, and marked', async () => {
  expect(await importRows([uncomparedRow])).toMatchObject({
    faults: [{ line: 2, fault: expect.stringMatching(/--uncompared EXT imports them/) }],
  })
  const uncompared = ['EXT']
  expect(await importRows([uncomparedRow], { uncompared })).toMatchObject({ batches: { added: 1 } })
  expect(await importRows([uncomparedRow], { uncompared })).toMatchObject({
    batches: { added: 0, unchanged: 1 },
  })
  for (const serial of ['ext-2024-1 to 10', 'EXT - 2024 - 1 to 10', 'Serial: EXT-2024-1 to 10']) {
    expect(await importRows([{ ...uncomparedRow, serial }], { uncompared })).toMatchObject({
      faults: [{ fault: 'serial_number: is another spelling of batch EXT-2024-1 to 10' }],
    })
  }
  expect(await db.run(marks)).toEqual([{ serial_number: uncomparedRow.serial, offer: 'offered' }])
})

const setUnread = statement(
  'test-set-unread',
  {},
  `update batches set offer = 'unread', is_uncompared = false, offer_reason = 'It is not read.'
   where serial_number = $1`,
)

it('an unread batch returns once an import has corrected it or marked it as uncompared', async () => {
  const row = { ...uncomparedRow, serial: 'EXT 8' }
  await importRows([row], { uncompared: ['EXT'] })
  await db.run(setUnread, [row.serial])
  const offer = () => changeOffer(db, row.serial, 'offered', 'It was looked up.')
  expect(await offer()).toMatchObject({
    problem: 'unread',
    text: expect.stringMatching(
      /EXT 8 stays off sale\. registry: serials of EXT cannot be compared/,
    ),
  })
  expect(await changeOffer(db, row.serial, 'withdrawn', 'A recall.')).toMatchObject({
    changed: false,
  })
  await importRows([row], { uncompared: ['EXT'] })
  expect(await offer()).toMatchObject({ changed: true })
  expect(await db.run(marks)).toContainEqual({ serial_number: row.serial, offer: 'offered' })
})

/** Spellings of a known block's serial for another registry, without its letters. */
function disguisesOf({ serial, tonnes }: ExampleRow): string[] {
  const plain = serial
    .replace(/[A-Za-z]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  const numbers = serial.match(/[0-9]+/g) ?? []
  const isVerra = /^[0-9]/.test(serial)
  const isMechanism = serial.startsWith('RW-')
  const [first = '', last = ''] = isMechanism
    ? [numbers[1], numbers[7]]
    : isVerra
      ? numbers.slice(1, 3)
      : numbers.slice(-2)
  return [
    plain,
    plain.replaceAll('-', '/'),
    plain.replaceAll(/[-\s]+/g, '.'),
    `EXT ${numbers.join('_')}`,
    `EXT-2024-${first}-${last}`,
    `EXT-2024-00${first}-000${last}`,
    `EXT ${first} + ${tonnes}`.replace('+', 'count'),
    `EXT ${first} to ${last} VER`,
    `EXT:${last.length}:${first}:7:${last}`,
  ]
}

it.each(Object.entries(examples))('no disguise of %s is imported as uncompared', async (_, row) => {
  await importRows([row])
  const before = await stored()
  for (const serial of disguisesOf(row).filter((text) => /^[A-Za-z0-9]/.test(text))) {
    for (const registry of ['EXT', 'BCR']) {
      const disguised = { ...row, registry, project: 'EXT1', serial }
      const result = await importRows([disguised], { uncompared: ['EXT', 'BCR'] })
      if (!('faults' in result)) throw new Error(`${serial} went in`)
      expect(result.faults[0]?.fault, serial).toMatch(/^serial_number: /)
    }
  }
  expect(await stored()).toEqual(before)
})

it('no part of a block is imported as uncompared where its registry counts on', async () => {
  const { VCS } = examples
  await importRows([VCS])
  for (const serial of ['EXT-938756300-938756309', 'EXT 938756300', 'EXT 938,756,300 1']) {
    const part = { ...VCS, registry: 'EXT', project: 'EXT1', tonnes: 10, serial }
    const result = await importRows([part], { uncompared: ['EXT'] })
    expect(result, serial).toHaveProperty('faults')
  }
})

it('rows of one registry that is not read are compared with each other by their numbers', async () => {
  const uncompared = ['PUR']
  const row = {
    ...uncomparedRow,
    registry: 'PUR',
    project: 'PUR1',
    serial: 'PUR-77-2024-501 to 510',
  }
  expect(await importRows([row], { uncompared })).toMatchObject({ batches: { added: 1 } })
  for (const serial of [
    ...[
      'PUR/77/2024/501/510',
      'PUR 77 2024 0501 - 0510',
      'PUR-77-501 to 510',
      'PURO 77 2024 501 10',
    ],
    ...['PUR-77-2024-505 to 514', 'PUR-77-2024-501 through 510 VER', 'PUR-77-2024-V2-501-510'],
  ]) {
    const result = await importRows([{ ...row, serial }], { uncompared })
    expect(result, serial).toMatchObject({
      faults: [{ fault: expect.stringMatching(/^serial_number: has numbers of batch PUR-77/) }],
    })
  }
  const others = ['PUR-77-2024-511 to 520', 'PUR-77-2025-501 to 510', 'PUR-78-2024-501 to 510']
  const rows = others.map((serial) => ({ ...row, serial }))
  expect(await importRows(rows, { uncompared })).toMatchObject({ batches: { added: 3 } })
  const twice = [
    { ...row, serial: 'PUR-79-1-10' },
    { ...row, serial: 'PUR 79 1/10' },
  ]
  expect(await importRows(twice, { uncompared })).toMatchObject({
    faults: [{ line: 3, fault: expect.stringMatching(/has numbers of PUR-79-1-10 on line 2/) }],
  })
  const { GS } = examples
  const disguised = { ...GS, registry: 'PUR', project: 'PUR1', serial: 'PUR 31000 7 36044' }
  const block = { ...GS, serial: GS.serial.replace('29930-6499-42536', '31000-7-36044') }
  for (const pair of [
    [disguised, block],
    [block, disguised],
  ]) {
    expect(await importRows(pair, { uncompared })).toMatchObject({
      faults: [{ line: 3, fault: expect.stringMatching(/^serial_number: has numbers of /) }],
    })
  }
})

it.each(Object.entries(examples))(
  '%s is refused after an uncompared batch has its units',
  async (_, row) => {
    const { first = 0n, last = 0n } = readSerial(row.serial).tonnes ?? {}
    const own = await createTestDatabase()
    const ownDb = openTestDatabase(own.url, 2)
    try {
      await loadBundledRates(ownDb)
      const [, series = ''] = readSerial(row.serial).trunk.split('-')
      const serial = `EXT ${first < 1_000n ? `${series} ` : ''}${first}-${last}`
      const uncompared = { ...row, registry: 'EXT', project: 'EXT1', serial }
      const terms = { uncompared: ['EXT'] }
      expect(await importRows([uncompared], terms, ownDb)).toMatchObject({ batches: { added: 1 } })
      expect(await importRows([row], terms, ownDb)).toMatchObject({
        faults: [{ line: 2, fault: expect.stringContaining(`has numbers of batch ${serial}`) }],
      })
    } finally {
      await ownDb.close()
      await own.drop()
    }
  },
)
