// Keeps what a witness must never forget, in a file of SQLite: its private key, the newest checkpoint that it has
// cosigned of each log, and proofs that a log misbehaved. Only one process can open the file.
import { randomBytes } from 'node:crypto'
import { closeSync, openSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import type { TreeHead } from '#features/log/tree/consistency.ts'

export type WitnessState = {
  /** The 32 bytes of the witness's private key, made when the file was new. */
  readonly seed: Buffer
  /** Returns the newest cosigned tree of a log. Null if there is none. */
  readonly headOf: (origin: string) => TreeHead | null
  /** Returns the newest cosigned checkpoint of a log, with the cosignature. Null if there is none. */
  readonly checkpointOf: (origin: string) => string | null
  /** Stores a tree as the newest one. It is on the disk when the function returns. */
  readonly keepHead: (origin: string, head: TreeHead, checkpoint: string) => void
  /** Stores a request whose signed checkpoint was not proven to follow from the newest tree. */
  readonly keepEvidence: (origin: string, evidence: Evidence) => void
  readonly close: () => void
}

export type Evidence = {
  /** The tree of the signed checkpoint. */
  readonly head: TreeHead
  /** True if its size is that of the newest tree: then the log has shown two histories. */
  readonly isFork: boolean
  readonly request: string
}

/** Another process has the file open. */
export class StateLocked extends Error {
  override name = 'StateLocked'
}

/**
 * Maximum number of kept requests of a log. Of forks, the first ones are kept. Of the others the last ones: anybody may
 * send an honest checkpoint with a wrong proof, which proves nothing.
 */
const evidenceMax = 100
const seedBytes = 32
const sqliteBusy = 5

/** Opens the file, or makes it. `now` returns the time as text. Throws a StateLocked. */
export function openWitnessState(file: string, now: () => string): WitnessState {
  // The key must be readable by no other account.
  closeSync(openSync(file, 'a', 0o600))
  const db = new DatabaseSync(file)
  try {
    // EXTRA also syncs the folder after each commit, so that no answer is given before its state is on the disk.
    db.exec(`
      pragma locking_mode = exclusive;
      pragma synchronous = extra;
      begin exclusive;
      create table if not exists key (seed blob not null);
      create table if not exists heads (origin text primary key, size integer not null, root blob not null,
        checkpoint text not null) strict;
      create table if not exists evidence (origin text not null, size integer not null, root blob not null,
        is_fork integer not null, seen_at text not null, request text not null,
        unique (origin, size, root)) strict;
      commit;
    `)
  } catch (error) {
    db.close()
    if (error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy) {
      throw new StateLocked(`Another witness has ${file} open.`)
    }
    throw error
  }
  const selectHead = db.prepare('select size, root from heads where origin = ?')
  const selectCheckpoint = db.prepare('select checkpoint from heads where origin = ?')
  const upsertHead = db.prepare(
    `insert into heads (origin, size, root, checkpoint) values (?, ?, ?, ?)
     on conflict (origin) do update set size = excluded.size, root = excluded.root, checkpoint = excluded.checkpoint`,
  )
  const countForks = db.prepare(
    'select count(*) as count from evidence where origin = ? and is_fork = 1',
  )
  const insertEvidence = db.prepare(
    `insert into evidence (origin, size, root, is_fork, seen_at, request) values (?, ?, ?, ?, ?, ?)
     on conflict (origin, size, root) do update set is_fork = max(is_fork, excluded.is_fork)`,
  )
  const deleteOldest = db.prepare(
    `delete from evidence where origin = ?1 and is_fork = 0 and rowid not in
       (select rowid from evidence where origin = ?1 and is_fork = 0 order by rowid desc limit ${evidenceMax})`,
  )
  return {
    seed: findOrCreateSeed(db),
    headOf(origin) {
      const row = selectHead.get(origin)
      if (row === undefined) return null
      return { size: Number(row.size), root: Buffer.from(row.root as Uint8Array) }
    },
    checkpointOf(origin) {
      const row = selectCheckpoint.get(origin)
      return row === undefined ? null : String(row.checkpoint)
    },
    keepHead(origin, { size, root }, checkpoint) {
      upsertHead.run(origin, size, root, checkpoint)
    },
    keepEvidence(origin, { head: { size, root }, isFork, request }) {
      if (isFork && Number(countForks.get(origin)?.count) >= evidenceMax) return
      insertEvidence.run(origin, size, root, Number(isFork), now(), request)
      deleteOldest.run(origin)
    },
    close: () => db.close(),
  }
}

function findOrCreateSeed(db: DatabaseSync): Buffer {
  const row = db.prepare('select seed from key').get()
  if (row !== undefined) return Buffer.from(row.seed as Uint8Array)
  const seed = randomBytes(seedBytes)
  db.prepare('insert into key (seed) values (?)').run(seed)
  return seed
}
