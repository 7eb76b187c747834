// Verifies a whole log over HTTP: its signature and root, that it continues the stored checkpoint, and
// that no place was allocated twice or never issued. It trusts nothing but the stored checkpoint.
import { leafHash } from '#features/log/tree/merkle.ts'
import {
  type Checkpoint,
  openCheckpoint,
  readVerifierText,
} from '#features/log/tree/signed-note.ts'
import { appendLeaves, type Edge, rootOf } from '#features/log/tree/tiles.ts'
import {
  readStoredCheckpoint,
  type StoredCheckpoint,
  storeCheckpoint,
} from '#features/log/verify/kept-checkpoint.ts'
import { readEntry } from '#features/log/verify/known-entries.ts'
import { createPlaceRules } from '#features/log/verify/place-rules.ts'
import { LogUnreadable, readBundles, readText } from '#features/log/verify/published-log.ts'
import { type Policy, witnessesOf } from '#features/log/witness/policy.ts'

/** Maximum number of faults in a report. */
const faultsMax = 20

export type Verification = Awaited<ReturnType<typeof verifyLog>>

/**
 * Verifies the log with the prefix `address`. `key` is the required verifier key. The default is the key of
 * the last verification, otherwise the key that the log publishes. Stores the checkpoint of a log without
 * faults. `policy` is whom the caller trusts: it is a fault if the checkpoint lacks the quorum's cosignatures. Throws a
 * LogUnreadable if the log does not reply or has another key, also one that the policy lacks. `keptSize`: the log's size at
 * the last verification, null at the first. `compared`: the number of batches whose serials were compared;
 * tonnes of the others may be in two batches.
 */
export async function verifyLog(
  dataDir: string,
  address: string,
  { key, policy }: { readonly key?: string | undefined; readonly policy?: Policy | undefined } = {},
) {
  const stored = await readStoredCheckpoint(dataDir, address)
  const keyText = key ?? stored?.key ?? (await readText(address, 'key')).trim()
  const verifier = readVerifierText(keyText)
  // Another page at this address may be long.
  if (verifier === null) throw new LogUnreadable(`"${keyText.slice(0, 80)}" is no key of a log.`)
  const isTrusted = policy?.logs.some(({ publicKey }) => publicKey.equals(verifier.publicKey))
  if (policy !== undefined && policy.logs.length > 0 && !isTrusted) {
    throw new LogUnreadable(`The policy names no log with the key ${keyText}.`)
  }
  const text = await readText(address, 'checkpoint')
  const current = openCheckpoint(text, verifier)
  if (current === null) {
    const succession = stored === null ? null : await successionOf(address, stored)
    const notSigned = `The checkpoint of ${address} is unreadable, or is not signed by ${keyText}.`
    throw new LogUnreadable(succession ?? notSigned)
  }
  // A different key means a different log.
  const isStoredLog = stored !== null && stored.key === keyText
  const previous = isStoredLog ? openCheckpoint(stored.checkpoint, verifier) : null
  if (isStoredLog && previous === null) {
    throw new LogUnreadable(
      `The checkpoint that was kept is unreadable, or is not signed by ${keyText}.`,
    )
  }
  const result = await checkEntries(address, current, previous)
  const witnesses =
    policy === undefined ? null : witnessesOf(policy, text, Math.floor(Date.now() / 1_000))
  if (witnesses?.isQuorum === false) result.faults.push(notWitnessed(witnesses.names))
  if (result.faults.length === 0)
    await storeCheckpoint(dataDir, { address, key: keyText, checkpoint: text })
  const { origin, size, root } = current
  const keptSize = previous?.size ?? null
  const witnessNames = witnesses?.names ?? null
  return {
    origin,
    key: keyText,
    size,
    root: root.toString('hex'),
    keptSize,
    witnessNames,
    ...result,
  }
}

function notWitnessed(names: readonly string[]): string {
  const cosigned =
    names.length === 0 ? 'No witness of it has cosigned' : `${names.join(', ')} cosigned`
  return `The checkpoint is signed by the log, but not by the quorum of the policy. ${cosigned}.`
}

/**
 * Reads the first entry of the log at the address. If it names the stored log as its predecessor, returns
 * an error message about the new log, otherwise null.
 */
async function successionOf(address: string, stored: StoredCheckpoint): Promise<string | null> {
  const keyText = (await readText(address, 'key')).trim()
  const [key, storedKey] = [readVerifierText(keyText), readVerifierText(stored.key)]
  if (key === null || storedKey === null) return null
  const current = openCheckpoint(await readText(address, 'checkpoint'), key)
  const storedCheckpoint = openCheckpoint(stored.checkpoint, storedKey)
  if (current === null || current.size === 0 || storedCheckpoint === null) return null
  const { value: [bytes] = [] } = await readBundles(address, 1).next()
  const entry = bytes === undefined ? null : readEntry(bytes)
  if (entry?.kind !== 'predecessor' || entry.origin !== storedCheckpoint.origin) return null
  const isSame = entry.root === storedCheckpoint.root.toString('base64')
  const lostCount = storedCheckpoint.size - entry.size
  const otherRoot = lostCount === 0 && !isSame ? ', with another root' : ''
  const difference = lostCount > 0 ? ` (lost: ${lostCount})` : otherRoot
  return (
    `${address} is another log since ${entry.day}, as after a restore: ${current.origin}. It says that ` +
    `${entry.origin} ended with ${entry.size} entries; you saw ${storedCheckpoint.size}${difference}. ` +
    `To verify the new one from its beginning: --key ${keyText}`
  )
}

/** Downloads and checks all entries, and compares the roots at the sizes of both checkpoints. */
async function checkEntries(address: string, current: Checkpoint, previous: Checkpoint | null) {
  const faults: string[] = []
  if (previous !== null && previous.size > current.size) {
    faults.push(
      `The log had ${previous.size} entries at the last look and has ${current.size} now.`,
    )
  }
  const rules = createPlaceRules()
  let edge: Edge = []
  let size = 0
  const appendToTree = (entries: readonly Buffer[]) => {
    edge = appendLeaves(size, edge, entries.map(leafHash)).edge
    size += entries.length
  }
  if (previous?.size === 0 && !rootOf(edge).equals(previous.root)) faults.push(forkFault(previous))
  for await (const bundle of readBundles(address, current.size)) {
    for (const [position, entry] of bundle.entries()) {
      const fault = rules.checkEntry(size + position, entry)
      if (fault !== null && faults.length < faultsMax) faults.push(fault)
    }
    const entriesToPrevious = (previous?.size ?? 0) - size
    if (previous !== null && entriesToPrevious > 0 && entriesToPrevious <= bundle.length) {
      // The previous checkpoint ends within this bundle: its root must be that of the tree so far.
      appendToTree(bundle.splice(0, entriesToPrevious))
      if (!rootOf(edge).equals(previous.root)) faults.push(forkFault(previous))
    }
    appendToTree(bundle)
  }
  const {
    faults: serialFaults,
    compared,
    notCompared,
    suspected,
    overlapping,
  } = rules.auditSerials()
  faults.push(...serialFaults.slice(0, Math.max(0, faultsMax - faults.length)))
  if (!rootOf(edge).equals(current.root)) faults.push('The entries do not lead to the signed root.')
  return { faults, totals: rules.totals(), compared, notCompared, suspected, overlapping }
}

function forkFault({ size }: Checkpoint): string {
  return `The first ${size} entries are not those of the last look: the log has a second history.`
}
