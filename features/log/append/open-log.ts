// Opens the log to which this process appends, or begins one. A log keeps the origin and key with which
// it began.
import { deleteLogKey, findLogKey, findOrCreateLogKey } from '#features/log/append/log-key.ts'
import {
  findOpenLog,
  insertLog,
  type LogRow,
  readLatestLog,
} from '#features/log/append/log-rows.ts'
import { dayOf, entryText } from '#features/log/log-entry.ts'
import type { LogSettings, Services } from '#features/log/log-services.ts'
import { emptyRoot, leafHash } from '#features/log/tree/merkle.ts'
import {
  openCheckpoint,
  type Signer,
  signCheckpoint,
  signerOf,
} from '#features/log/tree/signed-note.ts'
import { appendLeaves, rootOf } from '#features/log/tree/tiles.ts'
import { type Problem, problem } from '#values/problem.ts'

export type OpenLog = {
  readonly number: number
  /** Null if the log's key is on another machine. Then this process appends no entry. */
  readonly signer: Signer | null
}
/** The text of the problem names the setting. */
export type OpenLogProblem = 'log_changed' | 'log_key_missing'

/**
 * Opens the current log. If there is none, begins the first log, or the next log of a restored
 * database. Problems: `log_changed` if the origin or key differs from the one with which the log
 * began; `log_key_missing` if a machine in production lacks the key.
 */
export async function openLog({
  db,
  settings,
}: Services): Promise<OpenLog | Problem<OpenLogProblem>> {
  const existing = await findOpenLog(db)
  if (existing !== null) return continueLog(existing, settings)
  const previous = await readLatestLog(db)
  // A concurrent process has begun the log.
  if (previous?.is_open) return continueLog(previous, settings)
  const number = (previous?.number ?? 0) + 1
  const origin = originOf(settings, number)
  const { seed, isNew } = await findOrCreateLogKey(settings, number)
  const signer = signerOf(origin, seed)
  if (previous?.keys.some((key) => key.equals(signer.publicKey))) {
    return problem('log_changed', {
      text: 'LOG_KEY: it is the key of the log before the restore. Give a new one, or none.',
    })
  }
  await insertLog(db, {
    number,
    origin,
    publicKey: signer.publicKey,
    ...initialStateOf(previous, signer),
  })
  // Another machine may have inserted the log first, with its own key.
  const current = await findOpenLog(db)
  if (current === null) throw new Error('the log did not begin')
  if (isNew && !signer.publicKey.equals(current.public_key)) await deleteLogKey(settings, number)
  return continueLog(current, settings)
}

function originOf({ logOrigin }: LogSettings, number: number): string {
  return number === 1 ? logOrigin : `${logOrigin}-${number}`
}

/** Compares the log with the settings and reads its key. Problems: see `openLog`. */
async function continueLog(
  { number, origin, public_key }: LogRow,
  settings: LogSettings,
): Promise<OpenLog | Problem<OpenLogProblem>> {
  const expected = originOf(settings, number)
  // If no setting chooses the origin, it contains a development machine's port, which may change.
  if (settings.logOriginIsChosen && expected !== origin) {
    return problem('log_changed', {
      text: `LOG_ORIGIN: the log began as ${origin} and cannot go on as ${expected}.`,
    })
  }
  const seed = await findLogKey(settings, number)
  if (seed === null) {
    if (!settings.production) return { number, signer: null }
    const text = `LOG_KEY: the log ${origin} has a key that is not on this machine.`
    return problem('log_key_missing', { text })
  }
  const signer = signerOf(origin, seed)
  if (signer.publicKey.equals(public_key)) return { number, signer }
  const text = `LOG_KEY: the log ${origin} began with another key, and only that one may sign it.`
  return problem('log_changed', { text })
}

/** Returns a new log's size, entries, tiles and checkpoint. Its first entry names the previous log. */
function initialStateOf(previous: Awaited<ReturnType<typeof readLatestLog>>, signer: Signer) {
  if (previous === null) {
    return { size: 0, checkpoint: signCheckpoint(0, emptyRoot, signer), tiles: [], entries: [] }
  }
  const { origin, checkpoint, keys } = previous
  const lastCheckpoint = keys
    .map((publicKey) => openCheckpoint(checkpoint, { name: origin, publicKey }))
    .find((opened) => opened !== null)
  if (lastCheckpoint == null)
    throw new Error(`the checkpoint of ${origin} is not signed by its key`)
  const entry = entryText({
    kind: 'predecessor',
    origin,
    size: lastCheckpoint.size,
    root: lastCheckpoint.root.toString('base64'),
    day: dayOf(new Date()),
  })
  const { tiles, edge } = appendLeaves(0, [], [leafHash(Buffer.from(entry))])
  const checkpointText = signCheckpoint(1, rootOf(edge), signer)
  const entries = [{ index: 0, factId: null, entry, salt: null }]
  return { size: 1, checkpoint: checkpointText, tiles, entries }
}
