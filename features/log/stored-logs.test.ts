// Tests what the log's statements find and change if a closed log is stored next to the current one. Each has several
// batches, purchases and replacements.
import { register } from 'prom-client'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { send } from '#platform/database/write.ts'
import { ago, inFuture, insertSql, purchaseSql, type Row } from '#tests/support/insert-rows.ts'
import { idOf, openRowsDatabase, type RowsDatabase } from '#tests/support/rows-database.ts'
import {
  leafWrites,
  lockHead,
  readBatches,
  readIndexes,
  readTiles,
} from './append/append-queries.ts'
import { findOpenLog, readLatestLog } from './append/log-rows.ts'
import { watchLogLag } from './append/watch-lag.ts'
import { logOwnData } from './log-own-data.ts'
import {
  readEntries,
  readHead,
  readLogKeys,
  readReplacements,
  readSales,
  readTile,
} from './log-queries.ts'

const [ada, ben] = [idOf(1), idOf(2)]
const wind = { id: idOf(5), projectId: idOf(6) }
const solar = { id: idOf(7), projectId: idOf(8) }
const [closed, current] = [1, 2]
const key = (log: number) => ({ sql: `sha256('${log}')` })
const bytes = (text: string) => ({ sql: `'${text}'::bytea` })
/** A tile has hashes of 32 bytes each. */
const hashOf = (text: string) => text.padEnd(32, '.')
const allocate = '{"kind":"allocate"}'

let rows: RowsDatabase
beforeAll(async () => {
  rows = await openRowsDatabase()
})
afterAll(() => rows.close())

const head = (log_number: number, size: number, row: Row = {}) =>
  insertSql('log_heads', { log_number, size, checkpoint: `c${log_number}`, ...row })
const entry = (log_number: number, entry_index: number, fact_id: number, row: Row = {}) =>
  insertSql('log_entries', {
    ...{ log_number, entry_index, fact_id, entry: `e${log_number}-${entry_index}`, ...row },
  })
const posting = (id: number, purchase: number | null, created_at: Row['at'] = ago('1 hour')) =>
  `insert into kg_postings (id, purchase_id, batch_id, source, destination, quantity_kg, created_at)
   overriding system value values (${id}, ${purchase === null ? 'null' : `'${idOf(purchase)}'`},
     '${wind.id}', 'a', 'b', 1, ${Object(created_at).sql});`
const batch = ({ id, projectId }: typeof wind, registry: string) =>
  insertSql('projects', {
    ...{ id: projectId, registry, registry_name: registry, name: 'P', external_id: '1' },
    ...{ country: 'TR', country_name: 'Türkiye', status: 'Verified' },
  }) +
  insertSql('batches', {
    ...{ id, project_id: projectId, name: 'B', vintage_year: 2024, price_micros: 1 },
    ...{ serial_number: `${registry}-S`, currency: 'USD', is_uncompared: true },
  })

beforeEach(() => {
  const tables = ['logs', 'log_heads', 'log_entries', 'log_tiles', 'log_batches', 'log_witnessings']
  const others = ['log_notices', 'kg_postings', 'purchases', 'batches', 'projects']
  return rows.run(
    [...tables, ...others].map((table) => `delete from ${table};`).join('') +
      insertSql('logs', {
        number: closed,
        origin: 'o-1',
        public_key: key(1),
        closed_at: ago('1 day'),
      }) +
      insertSql('logs', { number: current, origin: 'o-2', public_key: key(2) }) +
      head(closed, 30, { taken_through: 5 }) +
      head(current, 20, { taken_through: 102, awaited: '{[3,5)}', awaited_older: '{[7,8)}' }) +
      batch(wind, 'GS') +
      batch(solar, 'VCS'),
  )
})

it('the current log is the open one, and the latest has the keys of all', async () => {
  const open = await findOpenLog(rows.db)
  expect(open).toEqual({ number: 2, origin: 'o-2', public_key: open?.public_key })
  const latest = await readLatestLog(rows.db)
  expect(latest).toMatchObject({ number: 2, origin: 'o-2', checkpoint: 'c2', is_open: true })
  const all = await readLogKeys(rows.db)
  expect(all.map(({ origin }) => origin)).toEqual(['o-2', 'o-1'])
  expect(latest?.keys).toEqual(all.map(({ public_key }) => public_key))
  expect(await rows.db.transaction((tx) => lockHead(tx))).toEqual({
    ...{ log_number: 2, size: 20, checkpoint: 'c2', taken_through: 102, awaited: '{[3,5),[7,8)}' },
  })
  // A restore closes it.
  await rows.run(`update logs set closed_at = now() where number = 2`)
  expect(await findOpenLog(rows.db)).toBeNull()
  expect(await rows.db.transaction((tx) => lockHead(tx))).toBeNull()
  expect(await readLatestLog(rows.db)).toMatchObject({ number: 2, is_open: false })
})

it.each([
  ['none', {}, [20, 'c2']],
  ['a lease', { size: 18, lease_until: inFuture('1 hour') }, [18, 'shown']],
  ['an ended lease', { size: 18, lease_until: ago('1 hour') }, [20, 'c2']],
  ['an ended lease that had shown all', { size: 20, lease_until: ago('1 hour') }, [20, 'shown']],
])('the published head with %s', async (_, witnessing, [size, checkpoint]) => {
  const witnessed = { witnessed_size: 12, witnessed_checkpoint: 'seen' }
  const hasOne = Object.keys(witnessing).length > 0
  const row = { log_number: 2, checkpoint: 'shown', asker: ada, ...witnessed, ...witnessing }
  if (hasOne) await rows.run(insertSql('log_witnessings', row))
  const found = await readHead(rows.db, null)
  expect(found).toEqual({
    ...{ number: 2, origin: 'o-2', public_key: found?.public_key, size, checkpoint },
    ...(hasOne ? witnessed : { witnessed_size: null, witnessed_checkpoint: null }),
  })
  expect(await readHead(rows.db, 2)).toEqual(found)
  expect(await readHead(rows.db, 1)).toMatchObject({ number: 1, size: 30, checkpoint: 'c1' })
  expect(await readHead(rows.db, 3)).toBeNull()
})

it('entries and tiles are those of the log, the level and the place that are asked for', async () => {
  const tile = (log_number: number, level: number, tile_index: number) =>
    insertSql('log_tiles', {
      ...{
        log_number,
        level,
        tile_index,
        hashes: bytes(hashOf(`${log_number}/${level}/${tile_index}`)),
      },
    })
  const places = [closed, current].flatMap((log) => [
    tile(log, 0, 0),
    tile(log, 0, 1),
    tile(log, 1, 0),
  ])
  await rows.run(
    places.join('') + [3, 2, 1].map((at) => entry(1, at, at) + entry(2, at, at)).join(''),
  )
  expect(await readEntries(rows.db, null, 1, 2)).toEqual(['e2-1', 'e2-2'])
  expect(await readEntries(rows.db, 1, 2, 9)).toEqual(['e1-2', 'e1-3'])
  expect(String(await readTile(rows.db, null, 0, 1))).toBe(hashOf('2/0/1'))
  expect(String(await readTile(rows.db, 1, 1, 0))).toBe(hashOf('1/1/0'))
  expect(await readTile(rows.db, null, 1, 1)).toBeNull()
  const found = await readTiles(rows.db, 2, [
    { level: 0, index: 1 },
    { level: 1, index: 0 },
    { level: 1, index: 1 },
  ])
  expect(found.map(({ hashes }) => String(hashes)).toSorted()).toEqual(
    ['2/0/1', '2/1/0'].map(hashOf),
  )
  expect(await readIndexes(rows.db, 2, [3, 1, 9])).toEqual(
    new Map([
      [1, 1],
      [3, 3],
    ]),
  )
})

it('batches have the places that this log has allocated, and none those of a log before it', async () => {
  const allocated = (log_number: number, batch_id: string, allocated_kg: number) =>
    insertSql('log_batches', { log_number, batch_id, allocated_kg })
  await rows.run(allocated(1, wind.id, 70) + allocated(1, solar.id, 80) + allocated(2, wind.id, 90))
  const found = await readBatches(rows.db, 2, [wind.id, solar.id])
  expect(found).toEqual(
    new Map([
      [wind.id, { id: wind.id, registry: 'GS', serial_number: 'GS-S', allocated_kg: 90 }],
      [solar.id, { id: solar.id, registry: 'VCS', serial_number: 'VCS-S', allocated_kg: 0 }],
    ]),
  )
})

it('sales are the allocations of the current log that have their salt', async () => {
  const salt = bytes('salt-of-16-bytes')
  const ids = [11, 12, 13, 14, 15]
  await rows.run(
    ids.map((number) => posting(100 + number, number)).join('') +
      entry(2, 4, 111, { entry: allocate, salt }) +
      entry(1, 9, 111, { entry: allocate, salt }) +
      entry(2, 5, 112, { entry: '{"kind":"return"}', salt }) +
      entry(2, 6, 113, { entry: allocate }) +
      entry(1, 7, 114, { entry: allocate, salt }) +
      entry(2, 8, 115, { entry: allocate, salt }),
  )
  expect(await readSales(rows.db, [11, 12, 13, 14].map(idOf))).toEqual([
    {
      purchase_id: idOf(11),
      log_number: 2,
      entry_index: 4,
      entry: allocate,
      salt: Buffer.from('salt-of-16-bytes'),
    },
  ])
  expect(await readSales(rows.db, [11, 15].map(idOf))).toHaveLength(2)
})

it('replacements are those of the ranges, in their order, with their entries in the current log', async () => {
  const notice = (id: number, former_first_place: number, row: Row = {}) =>
    insertSql('log_notices', {
      ...{ id, kind: 'replace', batch_id: solar.id, first_place: id, last_place: id + 9 },
      ...{ former_batch_id: wind.id, former_first_place, created_at: `2026-03-0${id}T23:30:00Z` },
      ...row,
    })
  await rows.run(
    notice(3, 1) +
      notice(2, 21) +
      notice(4, 41) +
      notice(5, 21, { former_batch_id: solar.id, batch_id: wind.id }) +
      entry(2, 6, 3) +
      entry(1, 5, 2),
  )
  const replaced = (id: number, former_first_place: number) => ({
    ...{ former_batch_id: wind.id, former_first_place, batch_id: solar.id, first_place: id },
    ...{ last_place: id + 9, day: `2026-03-0${id}`, log_number: null, entry_index: null },
    entry: null,
  })
  const ranges = [1, 21].map((firstPlace) => ({ batchId: wind.id, firstPlace }))
  expect(await readReplacements(rows.db, ranges)).toEqual([
    replaced(2, 21),
    { ...replaced(3, 1), log_number: 2, entry_index: 6, entry: 'e2-6' },
  ])
})

it('written entries follow each other with their own salts, without one that was erased before', async () => {
  const salt = (letter: string) => Buffer.alloc(16, letter)
  await rows.run(entry(1, 1, 11) + entry(1, 2, 12, { salt: bytes('kept-of-16-bytes') }))
  const written = [11, 12, 13, null].map((factId, at) => ({
    ...{ index: 7 + at, factId, entry: `written ${at}`, salt: at === 3 ? null : salt(`${at}`) },
  }))
  const tile = (index: number, text: string) => ({
    level: 0,
    index,
    hashes: Buffer.from(hashOf(text)),
  })
  const tiles = [tile(0, 'first'), tile(1, 'second')]
  await send(rows.db, leafWrites(2, { entries: written, tiles }))
  await send(rows.db, leafWrites(2, { entries: [], tiles: [tile(1, 'longer')] }))
  const found = await rows.ask(
    `select entry_index::int, fact_id::int, entry, encode(salt, 'escape') from log_entries
     where log_number = 2 order by entry_index`,
  )
  expect(found).toEqual([
    [7, 11, 'written 0', null],
    [8, 12, 'written 1', '1'.repeat(16)],
    [9, 13, 'written 2', '2'.repeat(16)],
    [10, null, 'written 3', null],
  ])
  const hashes = `select tile_index::int, encode(hashes, 'escape') from log_tiles order by 1`
  expect(await rows.ask(hashes)).toEqual([
    [0, hashOf('first')],
    [1, hashOf('longer')],
  ])
})

it('an erasure takes the salts of its holder from every log, and those of no other', async () => {
  const salt = bytes('salt-of-16-bytes')
  const held = (number: number, buyer_id: string, holder_id: string) =>
    purchaseSql(wind, { id: idOf(number), buyer_id, holder_id, tx_id: `CP-${number}` })
  await rows.run(
    held(11, ada, ada) +
      held(12, ben, ada) +
      held(13, ada, ben) +
      [11, 12, 13].map((number) => posting(100 + number, number)).join('') +
      [closed, current]
        .flatMap((log) => [111, 112, 113].map((fact, at) => entry(log, at, fact, { salt })))
        .join(''),
  )
  await rows.db.transaction(async (tx) => logOwnData.erase?.(tx, { passportId: ada, phone: null }))
  const kept = await rows.ask(
    `select log_number, fact_id::int from log_entries where salt is not null order by 1, 2`,
  )
  expect(kept).toEqual([
    [1, 113],
    [2, 113],
  ])
})

it('the lag is that of the oldest posting behind the current log, and 0 if there is none', async () => {
  const lag = async () => {
    await watchLogLag(rows.db)
    return (await register.getSingleMetric('log_lag_seconds')?.get())?.values[0]?.value ?? -1
  }
  await rows.run(posting(102, null, ago('5 hours')))
  expect(await lag()).toBe(0)
  await rows.run(posting(103, null, ago('2 hours')) + posting(104, null, ago('1 hour')))
  const seconds = await lag()
  expect(seconds).toBeGreaterThanOrEqual(7_200)
  expect(seconds).toBeLessThan(7_800)
})
