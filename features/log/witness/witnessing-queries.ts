// Declares the SQL of the checkpoint that the log publishes while it asks its witnesses. One process asks at a time: it
// holds a lease. If it stops, the lease ends, and the log publishes the checkpoint of its head again.
import type { Database, Db } from '#platform/database/database.ts'
import { type RowOf, statement } from '#platform/database/statement.ts'

/** A process that stops without a word leaves the log without witnesses for so long at most. */
export const leaseSeconds = 10
/** Maximum number of kept contradictions of a witness. */
const evidenceMax = 100

const findWitnessing = statement(
  'find-log-witnessing',
  {
    log_number: 'int2',
    head_size: 'int8',
    head_checkpoint: 'text',
    size: 'int8?',
    checkpoint: 'text?',
    unwitnessed_seconds: 'int8',
    is_unknown: 'bool',
    is_own: 'bool',
    is_leased: 'bool',
    lease_seconds: 'int8',
  },
  `select h.log_number, h.size as head_size, h.checkpoint as head_checkpoint, w.size, w.checkpoint,
     extract(epoch from now() - case when w.lease_until > now() or w.size >= h.size
       then coalesce(w.unwitnessed_since, now())
       else coalesce(w.unwitnessed_since, w.lease_until, now()) end)::int8 as unwitnessed_seconds,
     h.log_number > 1 and w.witnessed_size is null as is_unknown,
     coalesce(w.asker = $1, false) as is_own, coalesce(w.lease_until > now(), false) as is_leased,
     coalesce(extract(epoch from w.lease_until - now()), 0)::int8 as lease_seconds
   from logs l join log_heads h on h.log_number = l.number
   left join log_witnessings w on w.log_number = l.number
   where l.closed_at is null`,
).row<[asker: string]>()

/**
 * Takes an ended lease, and publishes the head at once. The lock keeps appends away until that is visible: a reader who
 * has seen a size never sees a smaller one.
 */
const takeLease = statement(
  'take-log-witnessing',
  {},
  `with head as (
     select h.log_number, h.size, h.checkpoint from log_heads h join logs l on l.number = h.log_number
     where l.closed_at is null for share of h
   )
   insert into log_witnessings as w
     (log_number, size, checkpoint, unwitnessed_since, asker, lease_until)
   select log_number, size, checkpoint, now(), $1, now() + make_interval(secs => ${leaseSeconds}) from head
   on conflict (log_number) do update set asker = excluded.asker, lease_until = excluded.lease_until,
     size = greatest(w.size, excluded.size),
     checkpoint = case when excluded.size > w.size then excluded.checkpoint else w.checkpoint end,
     unwitnessed_since = case when excluded.size > w.size
       then coalesce(w.unwitnessed_since, now()) else w.unwitnessed_since end
   where w.lease_until <= now()`,
)

const renewLease = statement(
  'renew-log-witnessing',
  {},
  `update log_witnessings set lease_until = now() + make_interval(secs => ${leaseSeconds})
   where log_number = $1 and asker = $2 and lease_until > now()`,
)

/** Publishes a checkpoint, or adds cosignatures to the published one. A process without the lease publishes nothing. */
const publish = statement(
  'publish-log-checkpoint',
  { size: 'int8' },
  `update log_witnessings set size = $3, checkpoint = $4,
     unwitnessed_since = case when $5 then null else coalesce(unwitnessed_since, now()) end,
     witnessed_size = case when $5 then $3 else witnessed_size end,
     witnessed_checkpoint = case when $5 then $4 else witnessed_checkpoint end,
     lease_until = now() + make_interval(secs => ${leaseSeconds})
   where log_number = $1 and asker = $2 and lease_until > now()
     and (size < $3 or size = $3 and starts_with($4, checkpoint))
   returning size`,
)

const insertEvidence = statement(
  'insert-log-witness-evidence',
  {},
  `insert into log_witness_evidence (log_number, witness, request, status, answer)
   select $1::int2, $2, $3, $4::int2, $5
   where (select count(*) from log_witness_evidence where log_number = $1 and witness = $2) < ${evidenceMax}`,
)

export type Witnessing = RowOf<typeof findWitnessing>

/** Returns the state for the process with the id `asker`. Returns null if there is no log. */
export function readWitnessing(db: Db, asker: string): Promise<Witnessing | null> {
  return findWitnessing(db, asker)
}

export async function takeWitnessing(db: Database, asker: string): Promise<void> {
  await db.run(takeLease, [asker])
}

export async function renewWitnessing(
  db: Database,
  logNumber: number,
  asker: string,
): Promise<void> {
  await db.run(renewLease, [logNumber, asker])
}

export type Published = {
  readonly logNumber: number
  readonly size: number
  readonly note: string
  readonly isQuorum: boolean
}

/** Returns false if another process asks now. */
export async function publishCheckpoint(
  db: Database,
  asker: string,
  { logNumber, size, note, isQuorum }: Published,
): Promise<boolean> {
  const rows = await db.run(publish, [logNumber, asker, size, note, isQuorum])
  return rows.length > 0
}

/** Keeps an answer that contradicts the log. */
export async function keepEvidence(
  db: Database,
  logNumber: number,
  evidence: {
    readonly witness: string
    readonly request: string
    readonly status: number
    readonly answer: string
  },
): Promise<void> {
  const { witness, request, status, answer } = evidence
  // PostgreSQL's text has no NUL.
  const text = answer.replaceAll('\0', '\uFFFD')
  await db.run(insertEvidence, [logNumber, witness, request, status, text])
}
