// Tests that the database reads serials like the code, and refuses two batches that share a tonne.
import { createReadStream } from 'node:fs'
import { resolve } from 'node:path'
import fc from 'fast-check'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readBatchFile } from '#providers/registries/tables/batch-file.ts'
import { damaged, examples, spellingsOf } from '#tests/support/people/example-serials.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/postgres.ts'
import { readSerial } from '#values/serials/serials.ts'

const catalogue = resolve(import.meta.dirname, '../../../database/demo-catalogue/batches.csv')

let database: TestDatabase
let client: pg.Client
beforeAll(async () => {
  database = await createTestDatabase()
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

/** Returns the readings of the database and of the code, in the same words. */
async function readings(serials: readonly string[]) {
  const { rows } = await client.query<{ parts: (string | null)[] }>(
    `select read_serial(serial) as parts
     from unnest($1::text[]) with ordinality as given (serial, place) order by place`,
    [serials],
  )
  const ours = serials.map((serial) => {
    const { trunk, tonnes, names } = readSerial(serial)
    const ends = [tonnes && String(tonnes.first), tonnes && String(tonnes.last)]
    const { registry = null, project = null, period = null } = names ?? {}
    // The database writes days as `20240131`.
    const days = [period?.from, period?.through].map((day) => day?.replaceAll('-', '') ?? null)
    return [trunk, ...ends, registry, project, ...days]
  })
  return { ours, theirs: rows.map(({ parts }) => parts) }
}

/** Parts of serials and odd characters, in any order. */
const odd = fc.constantFrom(
  ...[
    '-',
    ' - ',
    '\u2013',
    '\uFF0D',
    ' to ',
    'TO',
    '\u00A0',
    '\t',
    '\u200B',
    '\uFEFF',
    '0',
    '007',
    '7',
    '.',
  ],
  ...[
    'GS1',
    'gs1',
    'VCS',
    'VCU',
    'ACR',
    'Car',
    'RW',
    'KE',
    '2024',
    '31122024',
    'Serial',
    'No.',
    ': ',
  ],
  ...['\uFF11\uFF12', 'é', 'ſ', 'ı', '\u{1D7D8}', '\u0085'],
)
const joined = fc.array(odd, { maxLength: 14 }).map((parts) => parts.join(''))
const dashed = fc.array(odd, { maxLength: 10 }).map((parts) => parts.join('-'))
const day = fc
  .tuple(
    fc.integer({ min: 0, max: 32 }),
    fc.integer({ min: 0, max: 13 }),
    fc.integer({ min: 2019, max: 2025 }),
  )
  .map(([date, month, year]) => {
    return `${String(date).padStart(2, '0')}${String(month).padStart(2, '0')}${year}`
  })
const dated = fc
  .tuple(day, day)
  .map(([from, through]) => `7-1-9-VCS-VCU-1-VER-US-3-12-${from}-${through}-0`)
const mutated = damaged.map(({ serial }) => serial)

describe('the database', () => {
  it('reads every serial of the catalogue like the code', async () => {
    const source = { file: 'batches.csv', open: () => createReadStream(catalogue) }
    const serials: string[] = []
    for await (const read of readBatchFile(source)) {
      if ('row' in read) serials.push(read.row.serialNumber)
    }
    expect(serials.length).toBeGreaterThan(390)
    const { ours, theirs } = await readings(serials)
    expect(theirs).toEqual(ours)
    expect(ours.every(([, first]) => first !== null)).toBe(true)
  })

  it('reads any text like the code', async () => {
    const unpaired = /[\0\p{Cs}]/gu
    const any = fc.oneof(mutated, mutated, dated, joined, dashed, fc.string({ unit: 'grapheme' }))
    const texts = any.map((text) => text.replace(unpaired, ''))
    await fc.assert(
      fc.asyncProperty(fc.array(texts, { minLength: 50, maxLength: 50 }), async (serials) => {
        const { ours, theirs } = await readings(serials)
        expect(theirs).toEqual(ours)
      }),
      { numRuns: 100 },
    )
  })

  it('reads every spelling of a serial like the code', async () => {
    const spellings = Object.values(examples).flatMap(({ serial }) => spellingsOf(serial))
    const { ours, theirs } = await readings(spellings)
    expect(theirs).toEqual(ours)
  })

  it('refuses a batch that has a tonne of another one, whichever program writes it', async () => {
    const { rows } = await client.query(
      `insert into projects (registry, registry_name, external_id, name, country, country_name, status)
       values ('GS', 'Gold Standard', 'GS1', 'Wind', 'TR', 'Turkey', 'Verified') returning id`,
    )
    const insert = (serial: string, isUncompared = false) =>
      client.query(
        `insert into batches (project_id, name, vintage_year, serial_number, price_micros, currency,
           is_uncompared)
         values ($1, 'Block', 2024, $2, 20000, 'GBP', $3)`,
        [rows[0].id, serial, isUncompared],
      )
    await insert('GS1-1-TR-GS1-1-2024-1-1-100')
    await insert('GS1-1-TR-GS1-1-2024-1-101-200')
    await insert('GS1-1-TR-GS1-1-2024-2-1-100')
    await insert('ACR-FR-1129-2025-1-1 to 100')
    await insert('ACME 7', true)
    const refused = { code: '23P01', constraint: 'batches_serials_never_meet' }
    for (const serial of [
      'GS1-1-TR-GS1-1-2024-1-50-60',
      'GS1-1-TR-GS1-1-2024-1-200-300',
      'gs1-1-tr-gs1-1-2024-1-1-100',
      // Another country, project, type and vintage.
      'GS1-1-KE-GS2-16-2019-01-100 to 100',
      'ACR-US-7-2020-1-100-100',
    ]) {
      await expect(insert(serial), serial).rejects.toMatchObject(refused)
      await expect(insert(serial, true), serial).rejects.toMatchObject(refused)
    }
    await expect(insert('acme  7', true)).rejects.toMatchObject(refused)
    const unread = { code: '23514', constraint: 'batches_offered_are_read' }
    for (const serial of [
      'ACME 8',
      'GS1-1-TR-GS1-1-2024-1-1-100 (VER)',
      'GS1/1/TR/GS1/1/2024/1/1/100',
    ]) {
      await expect(insert(serial), serial).rejects.toMatchObject(unread)
    }
  })

  it.each(Object.values(examples))('never accepts $serial next to it', async (row) => {
    const { rows } = await client.query(
      `insert into projects (registry, registry_name, external_id, name, country, country_name, status)
       values ($1, $1, $2, 'Wind', 'TR', 'Turkey', 'Verified')
       on conflict (registry, external_id) do update set name = 'Wind' returning id`,
      [row.registry, row.project],
    )
    await client.query('begin')
    const insert = (serial: string) =>
      client.query(
        `insert into batches (project_id, name, vintage_year, serial_number, price_micros, currency)
         values ($1, 'Block', $2, $3, 20000, 'GBP')`,
        [rows[0].id, row.vintage, serial],
      )
    await insert(row.serial)
    const sold: string[] = []
    for (const spelling of new Set(spellingsOf(row.serial))) {
      await client.query('savepoint one')
      const code = await insert(spelling).then(
        () => 'sold',
        (error: { code: string }) => error.code,
      )
      await client.query('rollback to one')
      if (code === 'sold' && shares(row.serial, spelling)) sold.push(spelling)
      else if (code !== 'sold') expect(['23P01', '23505', '23514']).toContain(code)
    }
    await client.query('rollback')
    expect(sold).toEqual([])
  })
})

/** Whether two texts have the same last three numbers: the block and its ends. */
function shares(one: string, other: string): boolean {
  const numbers = (text: string) =>
    text
      .match(/[0-9]+/g)
      ?.slice(-3)
      .map(Number)
      .join()
  return numbers(one) === numbers(other)
}
