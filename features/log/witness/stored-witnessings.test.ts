// Tests the stored checkpoint that witnesses are asked about: whose lease it is, what replaces it, and the kept answers
// of several witnesses, with a closed log next to the current one.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { ago, inFuture, insertSql, type Row } from '#tests/support/insert-rows.ts'
import { idOf, openRowsDatabase, type RowsDatabase } from '#tests/support/rows-database.ts'
import {
  keepEvidence,
  publishCheckpoint,
  readWitnessing,
  renewWitnessing,
  takeWitnessing,
} from './witnessing-queries.ts'

const [own, other] = [idOf(1), idOf(2)]

let rows: RowsDatabase
beforeAll(async () => {
  rows = await openRowsDatabase()
})
afterAll(() => rows.close())
beforeEach(() => {
  const tables = ['logs', 'log_heads', 'log_witnessings', 'log_witness_evidence']
  const log = (number: number, size: number, row: Row = {}) =>
    insertSql('logs', {
      number,
      origin: `o-${number}`,
      public_key: { sql: `sha256('${number}')` },
      ...row,
    }) + insertSql('log_heads', { log_number: number, size, checkpoint: `head ${number}` })
  return rows.run(
    tables.map((table) => `delete from ${table};`).join('') +
      log(1, 90, { closed_at: ago('1 day') }) +
      log(2, 20),
  )
})

const witnessing = (log_number: number, row: Row = {}) =>
  rows.run(
    insertSql('log_witnessings', {
      ...{ log_number, size: 18, checkpoint: `shown ${log_number}`, asker: own },
      ...{ lease_until: inFuture('1 hour'), ...row },
    }),
  )
/** Sets the end of both leases. A new lease of the product ends within half an hour, and no other one here does. */
const endLeases = (end: string) => rows.run(`update log_witnessings set lease_until = now() ${end}`)
const stored = () =>
  rows.ask(`select log_number, size::int, checkpoint, asker, abs(extract(epoch from lease_until - now())) < 1800,
    unwitnessed_since is not null, witnessed_size::int, witnessed_checkpoint
    from log_witnessings order by log_number`)

it('a lease is taken for the current log once the one before it has ended, and shows its head', async () => {
  await witnessing(1, { lease_until: ago('1 day') })
  const ofClosed = [1, 18, 'shown 1', own, false, false, null, null]
  await takeWitnessing(rows.db, own)
  expect(await stored()).toEqual([ofClosed, [2, 20, 'head 2', own, true, true, null, null]])
  await endLeases(`+ interval '1 hour'`)
  await takeWitnessing(rows.db, other)
  expect((await stored()).map((row) => row[3])).toEqual([own, own])
  await rows.run(
    `update log_witnessings set lease_until = now() - interval '1 hour', size = 20, checkpoint = 'cosigned',
       unwitnessed_since = null, witnessed_size = 20, witnessed_checkpoint = 'cosigned' where log_number = 2`,
  )
  // The head is no larger, so its cosignatures stay.
  await takeWitnessing(rows.db, other)
  const kept = [2, 20, 'cosigned', other, true, false, 20, 'cosigned']
  expect(await stored()).toEqual([ofClosed, kept])
})

it('a lease is renewed by its own process for its own log, and never after its end', async () => {
  await witnessing(1)
  await witnessing(2)
  const isRenewed = async () => (await stored()).map((row) => row[4])
  await renewWitnessing(rows.db, 2, other)
  expect(await isRenewed()).toEqual([false, false])
  await renewWitnessing(rows.db, 2, own)
  expect(await isRenewed()).toEqual([false, true])
  await endLeases(`- interval '1 hour'`)
  await renewWitnessing(rows.db, 1, own)
  expect(await isRenewed()).toEqual([false, false])
})

it.each([
  ['a larger one', { size: 19, note: 'larger' }, true],
  ['more cosignatures', { size: 18, note: 'shown 2 and more' }, true],
  ['another of its size', { size: 18, note: 'another' }, false],
  ['a smaller one', { size: 17, note: 'shown 2 and more' }, false],
])('of a checkpoint %s is published: %j', async (_, change, isPublished) => {
  await witnessing(1)
  await witnessing(2, { witnessed_size: 9, witnessed_checkpoint: 'nine' })
  const checkpoint = { logNumber: 2, isQuorum: false, ...change }
  expect(await publishCheckpoint(rows.db, other, checkpoint)).toBe(false)
  expect(await publishCheckpoint(rows.db, own, checkpoint)).toBe(isPublished)
  const { size, note } = isPublished ? change : { size: 18, note: 'shown 2' }
  const [ofClosed, published] = await stored()
  expect(ofClosed).toEqual([1, 18, 'shown 1', own, false, false, null, null])
  expect(published).toEqual([2, size, note, own, isPublished, isPublished, 9, 'nine'])
  if (!isPublished) return
  await endLeases(`+ interval '1 hour'`)
  const cosigned = { logNumber: 2, size, note: `${note}+`, isQuorum: true }
  expect(await publishCheckpoint(rows.db, own, cosigned)).toBe(true)
  expect((await stored())[1]).toEqual([2, size, `${note}+`, own, true, false, size, `${note}+`])
})

it.each<[string, string, Row, object]>([
  ['its own', own, {}, { is_own: true, is_leased: true, is_unknown: true }],
  ['another’s', other, {}, { is_own: false, is_leased: true, is_unknown: true }],
  ['an ended', own, { lease_until: ago('1 minute') }, { is_own: true, is_leased: false }],
  [
    'a witnessed',
    own,
    { witnessed_size: 9, witnessed_checkpoint: 'nine' },
    { is_own: true, is_unknown: false },
  ],
])('the state with %s lease', async (_, asker, row, expected) => {
  await witnessing(1, { size: 90, asker: other })
  await witnessing(2, row)
  expect(await readWitnessing(rows.db, asker)).toMatchObject({
    ...{ log_number: 2, head_size: 20, head_checkpoint: 'head 2', size: 18, checkpoint: 'shown 2' },
    ...expected,
  })
})

it('of each witness and log the first hundred answers are kept', async () => {
  const answer = (log: number, witness: string, status: number) =>
    keepEvidence(rows.db, log, { witness, request: 'r', status, answer: `a\0${status}` })
  await rows.run(
    `insert into log_witness_evidence (log_number, witness, request, status, answer)
     select 2, 'one', 'r', 422, 'a' from generate_series(1, 99)`,
  )
  await answer(2, 'one', 409)
  await answer(2, 'one', 500)
  await answer(2, 'two', 501)
  await answer(1, 'one', 502)
  const kept = await rows.ask(
    `select log_number, witness, status, answer from log_witness_evidence where status <> 422 order by id`,
  )
  expect(kept).toEqual([
    [2, 'one', 409, 'a\uFFFD409'],
    [2, 'two', 501, 'a\uFFFD501'],
    [1, 'one', 502, 'a\uFFFD502'],
  ])
})
