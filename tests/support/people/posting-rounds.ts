// Runs the background's rounds over new postings in a test, where transactions of other tests may delay them.
import { setTimeout as pause } from 'node:timers/promises'
import type { Round } from '#ledger/read-new-postings.ts'
import type { Database } from '#platform/database/database.ts'
import { statement } from '#tests/support/test-statement.ts'

async function waitFor(isDone: () => Promise<boolean>): Promise<void> {
  for (let attempt = 0; attempt < 5_000; attempt += 1) {
    if (await isDone()) return
    await pause(20)
  }
  throw new Error('a transaction keeps a round from the postings')
}

/** Returns the ways to wait for the rounds of a task over its postings. */
export function postingRounds(task: 'tax' | 'cost', postings: 'money_postings' | 'kg_postings') {
  const readUpToDate = statement(
    `test-${task}-is-up-to-date`,
    { done: 'bool' },
    `select mark_id is null and taken_through >= coalesce((select max(id) from ${postings}), 0)
       as done from ${task}_progress`,
  )
  const readSettled = statement(
    `test-${task}-is-settled`,
    { done: 'bool' },
    `select mark_xid <= pg_snapshot_xmin(pg_current_snapshot()) as done
       from ${task}_progress where mark_id is not null`,
  )

  /** Waits until the next round reads postings. A round must have seen a new one. */
  const waitToRead = (db: Database) =>
    waitFor(async () => {
      const [row] = await db.run(readSettled)
      if (row === undefined) throw new Error('no round has seen a new posting')
      return row.done
    })

  /** Runs rounds until every posting is taken. */
  async function runAll(db: Database, round: () => Promise<Round>): Promise<void> {
    await waitFor(async () => {
      while ((await round()).isBehind);
      const [row] = await db.run(readUpToDate)
      return row?.done === true
    })
  }

  return { waitToRead, runAll }
}
