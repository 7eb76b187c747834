// Tests the SQL of certificates row by row: whose and which are found, changed and closed, and every column of their
// blocks of credits.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { ago, insertSql, passportSql, purchaseSql, type Row } from '#tests/support/insert-rows.ts'
import { idOf, openRowsDatabase, type RowsDatabase } from '#tests/support/rows-database.ts'
import { certificatesOwnData } from './certificate-own-data.ts'
import {
  deleteCertificate,
  eraseCertificatesOf,
  findCertificate,
  findCertificatesOf,
  findLoggedCertificates,
  findOwnCertificate,
  findSegmentsOf,
  insertCertificate,
  writeName,
} from './certificate-queries.ts'

const [ada, ben, gone] = [idOf(1), idOf(2), idOf(3)]
const wind = { id: idOf(5), projectId: idOf(6) }
const solar = { id: idOf(7), projectId: idOf(8) }
const codeOf = (number: number) => `AAAAAAAAAAAAAA${number}`

let rows: RowsDatabase
beforeAll(async () => {
  rows = await openRowsDatabase()
  await rows.run(
    insertSql('projects', {
      ...{ id: wind.projectId, registry: 'GS', registry_name: 'Gold Standard', name: 'WIND' },
      ...{ external_id: 'GS-1', shown_name: 'Wind', country: 'TR', country_name: 'Türkiye' },
      ...{ status: 'Verified', project_type: '{Wind,Grid}', external_url: 'https://r.example/1' },
    }) +
      insertSql('projects', {
        ...{ id: solar.projectId, registry: 'VCS', registry_name: 'Verra', name: 'Solar' },
        ...{ external_id: '77', country: 'DE', country_name: 'Germany', status: 'Verified' },
      }) +
      insertSql('batches', {
        ...{ id: wind.id, project_id: wind.projectId, name: 'W', vintage_year: 2023 },
        ...{ serial_number: 'GS1-1', price_micros: 1, currency: 'USD', is_uncompared: true },
      }) +
      insertSql('batches', {
        ...{ id: solar.id, project_id: solar.projectId, name: 'S', vintage_year: 2025 },
        ...{ serial_number: 'VCS-2', price_micros: 1, currency: 'USD', is_demo: true },
        ...{ offer: 'unread', offer_reason: 'a test' },
      }),
  )
})
afterAll(() => rows.close())
beforeEach(() => {
  const tables = ['certificates', 'purchase_places', 'kg_postings', 'log_entries', 'logs']
  const emptied = [...tables, 'purchases', 'passports'].map((table) => `delete from ${table};`)
  return rows.run(
    emptied.join('') +
      passportSql(ada) +
      passportSql(ben) +
      passportSql(gone, { erased_at: ago('1 day') }),
  )
})

/** Returns SQL of the purchase `number` that Ben made and Ada holds, whose transaction id is `CP-<number>`. */
const held = (number: number, row: Row = {}) =>
  purchaseSql(wind, {
    id: idOf(number),
    buyer_id: ben,
    holder_id: ada,
    tx_id: `CP-${number}`,
    ...row,
  })
const certified = (number: number, row: Row = {}) =>
  insertSql('certificates', { code: codeOf(number), purchase_id: idOf(number), ...row })
const ended = { first_place: null, completed_at: null, state: 'EXPIRED', card_state: 'VOIDED' }
/** Purchases 11 to 20 by the reason for which they have a certificate or none. */
const purchases: readonly (readonly [has: boolean, row: Row])[] = [
  [true, {}],
  [true, { reversal: 'disputed' }],
  [true, { reversal: 'refunded', keeps_kilograms: true }],
  [true, { reversal: 'refund_failed', keeps_kilograms: true }],
  [false, { reversal: 'refunding' }],
  [false, { reversal: 'refunded' }],
  [false, { reversal: 'refund_failed' }],
  [false, { reversal: 'reinstated' }],
  [false, ended],
  [false, { holder_id: null }],
]
const numbers = purchases.map((_, index) => 11 + index)
const withCertificate = numbers.filter((_, index) => purchases[index]?.[0])
const insertAll = (certificates = true) =>
  rows.run(
    purchases
      .map(([, row], index) => held(11 + index, row) + (certificates ? certified(11 + index) : ''))
      .join(''),
  )
const codes = async () =>
  (await rows.ask('select code from certificates order by code')).map(([code]) => code)
/** Returns the numbers for which `find` has a result. */
async function foundBy(find: (number: number) => Promise<unknown>): Promise<number[]> {
  const found: number[] = []
  for (const number of numbers) if ((await find(number)) ?? false) found.push(number)
  return found
}

it('a certificate is made, found, named and read only while its kilograms are in force', async () => {
  await insertAll(false)
  const make = (number: number) =>
    rows.db.transaction((tx) =>
      insertCertificate(tx, {
        ...{ txId: `CP-${number}`, holderId: ada, code: codeOf(number), name: `N${number}` },
      }),
    )
  expect(await foundBy(make)).toEqual(withCertificate)
  expect(await foundBy(make)).toEqual([])
  expect(await codes()).toEqual(withCertificate.map(codeOf))
  await rows.run('delete from certificates')
  await rows.run(numbers.map((number) => certified(number)).join(''))
  const open = [
    (number: number) => findOwnCertificate(rows.db, `CP-${number}`, ada),
    (number: number) => findCertificate(rows.db, codeOf(number)),
    (number: number) => writeName(rows.db, codeOf(number), ada, 'Ada'),
    async (number: number) => (await deleteCertificate(rows.db, codeOf(number), ada)) || null,
  ]
  for (const find of open) expect(await foundBy(find)).toEqual(withCertificate)
  expect(await codes()).toEqual([15, 16, 17, 18, 19, 20].map(codeOf))
})

it('a certificate is its holder’s alone: neither its buyer’s nor a stranger’s', async () => {
  await rows.run(
    held(11) + certified(11, { name: 'Ada' }) + held(12, { holder_id: gone }) + certified(12),
  )
  for (const other of [ben, gone]) {
    expect(await findOwnCertificate(rows.db, 'CP-11', other)).toBeNull()
    expect(await writeName(rows.db, codeOf(11), other, 'X')).toBeNull()
    expect(await deleteCertificate(rows.db, codeOf(11), other)).toBe(false)
  }
  expect(await findCertificate(rows.db, codeOf(12))).toBeNull()
  expect(await findOwnCertificate(rows.db, 'CP-12', gone)).toBeNull()
  expect(await findOwnCertificate(rows.db, 'CP-11', ada)).toEqual({ code: codeOf(11), name: 'Ada' })
  const renamed = { code: codeOf(11), name: 'Lovelace' }
  expect(await writeName(rows.db, codeOf(11), ada, 'Lovelace')).toEqual(renamed)
  expect(await writeName(rows.db, codeOf(11), ada, null)).toEqual({ ...renamed, name: null })
  expect(await deleteCertificate(rows.db, codeOf(11), ada)).toBe(true)
  expect(await codes()).toEqual([codeOf(12)])
})

const windBlock = {
  ...{ batch_id: wind.id, vintage_year: 2023, serial_number: 'GS1-1', project: 'Wind' },
  ...{ project_number: 'GS-1', registered_name: 'WIND', country: 'TR', country_name: 'Türkiye' },
  ...{ project_type: ['Wind', 'Grid'], registry: 'GS', registry_name: 'Gold Standard' },
  ...{ external_url: 'https://r.example/1', is_demo: false, is_uncompared: true },
}
const solarBlock = {
  ...{ batch_id: solar.id, vintage_year: 2025, serial_number: 'VCS-2', project: 'Solar' },
  ...{ project_number: '77', registered_name: 'Solar', country: 'DE', country_name: 'Germany' },
  ...{ project_type: [], registry: 'VCS', registry_name: 'Verra', external_url: null },
  ...{ is_demo: true, is_uncompared: false },
}

it('has each column of its purchase and its block, with the day in UTC', async () => {
  const noon = '2026-03-02T12:30:00Z'
  await rows.run(
    held(11, { quantity_kg: 30, refunded_kg: 4, first_place: 5, completed_at: noon }) +
      certified(11, { name: 'Ada' }),
  )
  expect(await findCertificate(rows.db, codeOf(11))).toEqual({
    ...{ code: codeOf(11), name: 'Ada', purchase_id: idOf(11), tx_id: 'CP-11', quantity_kg: 26 },
    ...{ refunded_kg: 4, first_place: 5, day: '2026-03-02', ...windBlock },
  })
})

it('segments are those of the purchases, by block and place, each with its own project', async () => {
  const place = (number: number, batch_id: string, first_place: number, row: Row = {}) =>
    insertSql('purchase_places', {
      ...{ purchase_id: idOf(number), batch_id, first_place, kg: first_place + 1, ...row },
    })
  await rows.run(
    held(11) +
      held(12) +
      place(11, solar.id, 31) +
      place(11, wind.id, 9, { replaced_by: solar.id }) +
      place(11, wind.id, 5) +
      place(12, wind.id, 1) +
      place(13, wind.id, 2),
  )
  const segment = (purchase: number, first_place: number, is_replaced: boolean) => ({
    ...{ purchase_id: idOf(purchase), first_place, kg: first_place + 1, is_replaced },
  })
  expect(await findSegmentsOf(rows.db, [idOf(11), idOf(12)])).toEqual([
    { ...segment(12, 1, false), ...windBlock },
    { ...segment(11, 5, false), ...windBlock },
    { ...segment(11, 9, true), ...windBlock },
    { ...segment(11, 31, false), ...solarBlock },
  ])
})

it('logged ones are in the current log, in force, and in pages by their code', async () => {
  const log = (number: number, row: Row = {}) =>
    insertSql('logs', {
      number,
      origin: `o${number}`,
      public_key: { sql: `sha256('${number}')` },
      ...row,
    })
  const posted = (id: number, number: number) =>
    `insert into kg_postings (id, purchase_id, batch_id, source, destination, quantity_kg)
     overriding system value values (${id}, '${idOf(number)}', '${wind.id}', 'a', 'b', 1);`
  const logged = (fact_id: number, entry_index: number, row: Row = {}) =>
    insertSql('log_entries', {
      ...{ log_number: 2, entry_index, fact_id, entry: '{"kind":"allocate"}', ...row },
    })
  await rows.run(
    log(1, { closed_at: ago('1 day') }) +
      log(2) +
      held(11, { quantity_kg: 30, refunded_kg: 4, first_place: 5 }) +
      [12, 13, 14, 15, 16].map((number) => held(number)).join('') +
      held(17, { reversal: 'refunded' }) +
      [11, 12, 13, 14, 15, 16, 17].map((number) => certified(number)).join('') +
      [11, 12, 13, 14, 16, 17].map((number) => posted(100 + number, number)).join('') +
      logged(111, 1) +
      logged(112, 2, { log_number: 1 }) +
      logged(113, 3, { entry: '{"kind":"return"}' }) +
      logged(116, 4) +
      logged(117, 5),
  )
  const first = {
    ...{ code: codeOf(11), purchase_id: idOf(11), tx_id: 'CP-11', registry: 'GS', serial: 'GS1-1' },
    ...{ first: 5, last: 34, refunded_kg: 4 },
  }
  const found = await findLoggedCertificates(rows.db, '', 9)
  expect(found.map(({ code }) => code)).toEqual([codeOf(11), codeOf(16)])
  expect(await findLoggedCertificates(rows.db, '', 1)).toEqual([first])
  const next = await findLoggedCertificates(rows.db, codeOf(11), 9)
  expect(next.map(({ code }) => code)).toEqual([codeOf(16)])
})

it('the export has the holder’s own, oldest first; an erasure deletes them alone', async () => {
  await rows.run(
    held(11) +
      held(12, { reversal: 'refunded' }) +
      held(13, { buyer_id: ada, holder_id: ben }) +
      certified(11, { name: 'Ada', created_at: '2026-03-02 00:00' }) +
      certified(12, { created_at: '2026-03-01 00:00' }) +
      certified(13),
  )
  const entry = (number: number, name: string | null, made: string) => ({
    ...{
      code: codeOf(number),
      transaction: `CP-${number}`,
      name,
      made: expect.stringMatching(made),
    },
  })
  const own = [entry(12, null, '^2026-03-01T'), entry(11, 'Ada', '^2026-03-02T')]
  expect(await certificatesOwnData.read?.(rows.db, { passportId: ada, phone: '' })).toEqual(own)
  expect(await findCertificatesOf(rows.db, ben)).toHaveLength(1)
  await rows.db.transaction((tx) => eraseCertificatesOf(tx, ada))
  expect(await codes()).toEqual([codeOf(13)])
})
