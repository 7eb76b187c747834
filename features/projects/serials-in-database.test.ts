// The database reads serials as the code does, and itself refuses two batches that share a tonne.
import { createReadStream } from 'node:fs'
import { resolve } from 'node:path'
import fc from 'fast-check'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readBatchFile } from '#providers/registries/batch-file.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/postgres.ts'
import { readSerial } from '#values/serials.ts'

const catalogue = resolve(import.meta.dirname, '../../database/demo-catalogue/batches.csv')

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

/** What the database and the code read of each serial, in the same words. */
async function readings(serials: readonly string[]) {
  const { rows } = await client.query<{ parts: (string | null)[] }>(
    `select read_serial(serial) as parts
     from unnest($1::text[]) with ordinality as given (serial, place) order by place`,
    [serials],
  )
  const ours = serials.map((serial) => {
    const { trunk, tonnes } = readSerial(serial)
    return [trunk, tonnes && String(tonnes.first), tonnes && String(tonnes.last)]
  })
  const theirs = rows.map(({ parts: [trunk, first, last] }) => {
    const whole = (number: string | null | undefined) => number && String(BigInt(number))
    return [trunk, whole(first) ?? null, whole(last) ?? null]
  })
  return { ours, theirs }
}

/** Serials of every form, whole and damaged, in odd spellings. */
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
    '0',
    '007',
    '7',
    '42',
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
    '\uFF11\uFF12',
    'é',
    '\u{1D7D8}',
    '\u0085',
  ],
)
const joined = fc.array(odd, { maxLength: 14 }).map((parts) => parts.join(''))
const dashed = fc.array(odd, { maxLength: 10 }).map((parts) => parts.join('-'))
const number = fc.integer({ min: 0, max: 99 })
const formed = fc
  .tuple(fc.constantFrom('GS1-1-KE-2024', 'ACR-FR-1', 'CAR-1-US', '7', 'rw-5'), number, number)
  .map(([head, one, other]) => {
    if (head === '7') return `7-${one}-${other}-VCS-VCU-1`
    if (head === 'rw-5') return `rw-5-${one}-2-0 - RW-5-0${other}-2-0`
    return head.startsWith('GS') ? `${head}-${one}-${other}` : `${head}-${one} to ${other}`
  })

describe('the database', () => {
  it('reads every serial of the catalogue as the code does', async () => {
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

  it('reads any text as the code does', async () => {
    const unpaired = /[\0\p{Cs}]/gu
    const any = fc.oneof(joined, dashed, formed, fc.string({ unit: 'grapheme', maxLength: 40 }))
    const texts = any.map((text) => text.replace(unpaired, ''))
    await fc.assert(
      fc.asyncProperty(fc.array(texts, { minLength: 50, maxLength: 50 }), async (serials) => {
        const { ours, theirs } = await readings(serials)
        expect(theirs).toEqual(ours)
      }),
      { numRuns: 100 },
    )
  })

  it('refuses a batch that has a tonne of another one, whoever writes it', async () => {
    const { rows } = await client.query(
      `insert into projects (registry, registry_name, external_id, name, country, country_name, status)
       values ('GS', 'Gold Standard', 'GS1', 'Wind', 'TR', 'Turkey', 'Verified') returning id`,
    )
    const insert = (serial: string) =>
      client.query(
        `insert into batches (project_id, name, vintage_year, serial_number, price_micros, currency)
         values ($1, 'Block', 2024, $2, 20000, 'GBP')`,
        [rows[0].id, serial],
      )
    await insert('GS1-1-TR-GS1-1-2024-1-1-100')
    await insert('GS1-1-TR-GS1-1-2024-1-101-200')
    await insert('GS1-1-TR-GS1-1-2024-2-1-100')
    await insert('ACME 7')
    const refused = { code: '23P01', constraint: 'batches_serials_never_meet' }
    await expect(insert('GS1-1-TR-GS1-1-2024-1-50-60')).rejects.toMatchObject(refused)
    await expect(insert('GS1-1-TR-GS1-1-2024-1-200-300')).rejects.toMatchObject(refused)
    await expect(insert('gs1-1-tr-gs1-1-2024-1-1-100')).rejects.toMatchObject(refused)
    await expect(insert('acme  7')).rejects.toMatchObject(refused)
  })
})
