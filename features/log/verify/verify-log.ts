// Verifies a whole log over HTTP: its signature, its root, that it continues the stored checkpoint,
// and that no place was allocated twice or never issued. It trusts only that stored checkpoint.
import { leafHash } from '#features/log/tree/merkle.ts'
import {
  type Checkpoint,
  openCheckpoint,
  readVerifierText,
} from '#features/log/tree/signed-note.ts'
import { appendLeaves, type Edge, rootOf } from '#features/log/tree/tiles.ts'
import { type KeptCheckpoint, keep, readKept } from '#features/log/verify/kept-checkpoint.ts'
import { readEntry } from '#features/log/verify/known-entries.ts'
import { createPlaceRules, type Totals } from '#features/log/verify/place-rules.ts'
import { LogUnreadable, readBundles, readText } from '#features/log/verify/published-log.ts'

/** Most faults in a report; a broken log may have as many as entries. */
const faultsMax = 20

export type Verified = {
  readonly origin: string
  readonly key: string
  readonly size: number
  /** Hex. */
  readonly root: string
  /** The size at the last verification, which this log continues; null at the first one. */
  readonly keptSize: number | null
  readonly totals: Totals
  readonly faults: readonly string[]
  /** Number of batches with compared serials. Tonnes of the others may be in two batches. */
  readonly compared: number
  readonly notCompared: readonly { readonly registry: string; readonly serial: string }[]
  /** Batches that were not compared and may share units with another one. */
  readonly suspected: readonly string[]
  /** Pairs of batches with shared tonnes, which at most one of them allocated. */
  readonly meeting: readonly string[]
}

/**
 * Verifies a log. `address` is its prefix; `key` is the required verifier key as text, by default
 * that of the last verification, else the log's own. The checkpoint of a log without faults is
 * stored for the next verification. Throws a LogUnreadable where the log does not answer or has
 * another key.
 */
export async function verifyLog(dataDir: string, address: string, key?: string): Promise<Verified> {
  const kept = await readKept(dataDir, address)
  const keyText = key ?? kept?.key ?? (await readText(address, 'key')).trim()
  const verifier = readVerifierText(keyText)
  if (verifier === null) throw new LogUnreadable(`"${keyText}" is no key of a log.`)
  const text = await readText(address, 'checkpoint')
  const now = openCheckpoint(text, verifier)
  if (now === null) {
    const other = kept === null ? null : await successionOf(address, kept)
    const unsigned = `The checkpoint of ${address} is not signed by ${keyText}.`
    throw new LogUnreadable(other ?? unsigned)
  }
  // A different key means a different log.
  const isKnown = kept !== null && kept.key === keyText
  const before = isKnown ? openCheckpoint(kept.checkpoint, verifier) : null
  if (isKnown && before === null) {
    throw new LogUnreadable(`The checkpoint that was kept is not signed by ${keyText}.`)
  }
  const judged = await judgeEntries(address, now, before)
  if (judged.faults.length === 0) await keep(dataDir, { address, key: keyText, checkpoint: text })
  const { origin, size, root } = now
  const keptSize = before?.size ?? null
  return { origin, key: keyText, size, root: root.toString('hex'), keptSize, ...judged }
}

/**
 * Returns a sentence about a log that replaced the stored one, from its first entry; null where it
 * names no predecessor.
 */
async function successionOf(address: string, kept: KeptCheckpoint): Promise<string | null> {
  const keyText = (await readText(address, 'key')).trim()
  const [key, keptKey] = [readVerifierText(keyText), readVerifierText(kept.key)]
  if (key === null || keptKey === null) return null
  const now = openCheckpoint(await readText(address, 'checkpoint'), key)
  const seen = openCheckpoint(kept.checkpoint, keptKey)
  if (now === null || now.size === 0 || seen === null) return null
  const { value: [bytes] = [] } = await readBundles(address, 1).next()
  const entry = bytes === undefined ? null : readEntry(bytes)
  if (entry?.kind !== 'predecessor' || entry.origin !== seen.origin) return null
  const isSame = entry.root === seen.root.toString('base64')
  const lost = seen.size - entry.size
  const otherRoot = lost === 0 && !isSame ? ', with another root' : ''
  const judged = lost > 0 ? ` (lost: ${lost})` : otherRoot
  return (
    `${address} is another log since ${entry.day}, as after a restore: ${now.origin}. It says that ` +
    `${entry.origin} ended with ${entry.size} entries; you saw ${seen.size}${judged}. ` +
    `To verify the new one from its beginning: --key ${keyText}`
  )
}

async function judgeEntries(address: string, now: Checkpoint, before: Checkpoint | null) {
  const faults: string[] = []
  if (before !== null && before.size > now.size) {
    faults.push(`The log had ${before.size} entries at the last look and has ${now.size} now.`)
  }
  const rules = createPlaceRules()
  let edge: Edge = []
  let size = 0
  const take = (entries: readonly Buffer[]) => {
    edge = appendLeaves(size, edge, entries.map(leafHash)).edge
    size += entries.length
  }
  if (before?.size === 0 && !rootOf(edge).equals(before.root)) faults.push(forked(before))
  for await (const bundle of readBundles(address, now.size)) {
    for (const [place, entry] of bundle.entries()) {
      const wrong = rules.take(size + place, entry)
      if (wrong !== null && faults.length < faultsMax) faults.push(wrong)
    }
    const through = (before?.size ?? 0) - size
    if (before !== null && through > 0 && through <= bundle.length) {
      take(bundle.splice(0, through))
      if (!rootOf(edge).equals(before.root)) faults.push(forked(before))
    }
    take(bundle)
  }
  const { faults: twice, compared, notCompared, suspected, meeting } = rules.end()
  faults.push(...twice.slice(0, faultsMax - faults.length))
  if (!rootOf(edge).equals(now.root)) faults.push('The entries do not lead to the signed root.')
  return { faults, totals: rules.totals(), compared, notCompared, suspected, meeting }
}

function forked({ size }: Checkpoint): string {
  return `The first ${size} entries are not those of the last look: the log has a second history.`
}
