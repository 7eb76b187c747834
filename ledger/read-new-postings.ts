// Lets background tasks read each posting once, in the order of ids. A running transaction may still write an id below
// a visible one. So a round marks the last id. A later round reads up to the mark, once every transaction from before
// it has ended.
import type { Database, Transaction } from '#platform/database/database.ts'
import { statement } from '#platform/database/statement.ts'
import { ending, type Write } from '#platform/database/write.ts'

/** A range of ids of postings: above `after`, up to and including `through`. */
export type PostingRange = { readonly after: number; readonly through: number }

/** `count` is what the task made of the postings. `isBehind` is true if it can read more now. */
export type Round = { readonly count: number; readonly isBehind: boolean }

/** The result of a range, with the writes that are sent with its commit. */
type Work = { readonly count: number; readonly writes: readonly Write[] }

type Task = {
  /** Maximum number of postings of a range. */
  readonly max: number
  /** Returns false if no posting needs to be read: then the range is empty. By default true. */
  readonly hasWork?: (tx: Transaction) => Promise<boolean>
  /** Handles the postings of a range, which is empty while no mark is reached. */
  readonly work: (tx: Transaction, range: PostingRange) => Promise<Work>
}

const nothing: Round = { count: 0, isBehind: false }

/** Declares the statements of a task whose progress is the only row of the table `{task}_progress`. */
export function postingReader(task: 'tax' | 'cost', postings: 'money_postings' | 'kg_postings') {
  /**
   * Locks and returns the progress. Returns null while another process has the lock. `is_settled` is true if every
   * transaction that may write an id up to `mark_id` has ended.
   */
  const lock = statement(
    `lock-${task}-progress`,
    { taken_through: 'int8', mark_id: 'int8?', is_settled: 'bool' },
    `select taken_through, mark_id,
       coalesce(mark_xid <= pg_snapshot_xmin(pg_current_snapshot()), false) as is_settled
     from ${task}_progress for update skip locked`,
  ).row<[], Transaction>()
  /** Returns the last id of the postings in a range, and whether the range has the maximum number. */
  const findEnd = statement(
    `find-${task}-range-end`,
    { through: 'int8?', is_full: 'bool' },
    `select max(id) as through, count(*) = $3 as is_full from (
       select id from ${postings} where id > $1 and id <= $2 order by id limit $3) range`,
  ).row<[after: number, through: number, max: number], Transaction>()
  /** Returns the last id that the sequence of postings has given. Null if it has given none. */
  const findLastId = statement(
    `find-last-id-for-${task}`,
    { id: 'int8?' },
    `select pg_sequence_last_value(pg_get_serial_sequence('${postings}', 'id')::regclass) as id`,
  ).row<[], Transaction>()
  /**
   * Moves the progress. A new mark must be read before this statement, whose snapshot then knows every transaction
   * that has drawn an id up to the mark.
   */
  const move = statement(
    `move-${task}-progress`,
    {},
    `update ${task}_progress set taken_through = $1, mark_id = $2,
       mark_xid = case when $2::int8 is null then null
         when $3 then mark_xid else pg_snapshot_xmax(pg_current_snapshot()) end`,
  )
  const readLag = statement(
    `read-${task}-lag`,
    { lag_seconds: 'int8' },
    `select extract(epoch from now() - next.created_at)::int8 as lag_seconds
     from ${task}_progress t cross join lateral (select created_at from ${postings} m
       where m.id > t.taken_through order by m.id limit 1) next`,
  ).row()

  /** Returns the write that moves the progress. `keepsMark` is true while `markId` is the mark of before. */
  const moveTo = (takenThrough: number, markId: number | null, keepsMark: boolean): Write => {
    return { statement: move, values: [takenThrough, markId, keepsMark] }
  }

  /** Returns the last id that a transaction has drawn. Returns null if all ids are taken already. */
  async function findMark(tx: Transaction, takenThrough: number): Promise<number | null> {
    const lastId = (await findLastId(tx))?.id ?? 0
    return lastId > takenThrough ? lastId : null
  }

  /** Runs one round of the task. Does nothing while another process runs one. */
  function runRound(db: Database, { max, hasWork, work }: Task): Promise<Round> {
    return db.transaction(async (tx) => {
      const progress = await lock(tx)
      if (progress === null) return nothing
      const { taken_through: after, mark_id: markId, is_settled: isSettled } = progress
      if (markId === null) {
        const { count, writes } = await work(tx, { after, through: after })
        const mark = await findMark(tx, after)
        if (mark === null && writes.length === 0) return nothing
        return ending({ count, isBehind: false }, [...writes, moveTo(after, mark, false)])
      }
      if (!isSettled) return nothing
      const reads = hasWork === undefined || (await hasWork(tx))
      const end = reads ? await findEnd(tx, after, markId, max) : null
      const through = end?.is_full ? (end.through ?? markId) : markId
      const { count, writes } = await work(tx, { after, through: reads ? through : after })
      if (through < markId) {
        return ending({ count, isBehind: true }, [...writes, moveTo(through, markId, true)])
      }
      const mark = await findMark(tx, through)
      return ending({ count, isBehind: false }, [...writes, moveTo(through, mark, false)])
    })
  }

  return { runRound, readLag }
}
