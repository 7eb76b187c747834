// Defines the commands about the public log. They read it over its public address, like any outsider.
import { readVerifierText } from '#features/log/tree/signed-note.ts'
import { LogUnreadable } from '#features/log/verify/published-log.ts'
import { type Verification, verifyLog } from '#features/log/verify/verify-log.ts'
import { type Policy, PolicyUnreadable, readPolicy } from '#features/log/witness/policy.ts'
import { freeOfRoles } from '#operator/access.ts'
import { failed, firstOf, misused } from '#operator/audit/outcomes.ts'
import { textOnDisk } from '#providers/registries/tables/file-on-disk.ts'
import { notComparedSentence } from '#values/serials/audited-serials.ts'
import type { Command } from './command.ts'

export const logVerify: Command = {
  name: 'log verify',
  access: freeOfRoles,
  usage: '[ADDRESS] [--key KEY] [--policy FILE]',
  example: 'https://passport.example/log',
  optionTexts: {
    key: 'the key that the log must have, as an earlier check printed it',
    policy: 'whom you trust: logs, witnesses and their quorum (c2sp.org/tlog-policy)',
  },
  summary:
    'reads a whole public log and proves that no place was given twice, and no tonne of a serial that it reads',
  needsNoDatabase: true,
  file: { at: 'policy', use: 'read' },
  run: async ({ settings, words: [addressArgument], options }) => {
    const address = (addressArgument ?? `${settings.publicUrl}/log`).replace(/\/+$/, '')
    if (!isWebAddress(address)) {
      return misused(
        `ADDRESS "${address}" is no address of a log, such as https://passport.example/log.`,
      )
    }
    if (options.key !== undefined && readVerifierText(options.key) === null) {
      return misused(`--key "${options.key}" is no key of a log.`)
    }
    try {
      const policy = options.policy === undefined ? undefined : await readPolicyFile(options.policy)
      const verified = await verifyLog(settings.dataDir, address, { key: options.key, policy })
      const ok = verified.faults.length === 0
      return { ok, lines: linesOf(address, verified), json: { ok, address, ...wireOf(verified) } }
    } catch (error) {
      if (error instanceof PolicyUnreadable) return failed(`${options.policy}: ${error.message}`)
      if (!(error instanceof LogUnreadable)) throw error
      return failed(error.message)
    }
  },
}

/** Maximum size of a policy in bytes. */
const policyMaxBytes = 1_048_576

async function readPolicyFile(path: string): Promise<Policy> {
  return readPolicy(await textOnDisk(path, policyMaxBytes))
}

function isWebAddress(address: string): boolean {
  return /^https?:\/\//i.test(address) && URL.canParse(address)
}

function wireOf({ keptSize, totals, notCompared, witnessNames, ...verified }: Verification) {
  const { issuedKg, allocatedKg, retiredKg, confirmedKg, replacedKg, ...counts } = totals
  const kilograms = {
    issued_kg: issuedKg,
    allocated_kg: allocatedKg,
    retired_kg: retiredKg,
    confirmed_kg: confirmedKg,
    replaced_kg: replacedKg,
  }
  const { compared, suspected, overlapping, ...proven } = verified
  const serials = { compared, not_compared: notCompared, suspected, meeting: overlapping }
  const witnesses = witnessNames === null ? {} : { witnesses: witnessNames }
  return { ...proven, ...witnesses, ...serials, kept_size: keptSize, ...counts, ...kilograms }
}

/** Maximum number of printed lines of a list. */
const linesMax = 20

function linesOf(address: string, verified: Verification): string[] {
  const { origin, key, size, totals, faults, suspected, overlapping, witnessNames } = verified
  const { batches, issuedKg, allocations, allocatedKg, retiredKg, confirmedKg, replacedKg } = totals
  const overlapLines = overlapping.map(
    (sentence) => `MEETS  ${sentence} At most one of them has given any.`,
  )
  return [
    `${origin}, at ${address}: ${size} entries.`,
    `Its key: ${key}`,
    `${issuedKg} kg were issued in ${batches} batches; ${allocations} sales took ${allocatedKg} kg.`,
    `${retiredKg} kg of them are retired at their registries, ${replacedKg} kg were replaced by others.`,
    `${confirmedKg} of the retired kg are confirmed by lists of their registries.`,
    ...firstOf(overlapLines, linesMax),
    ...firstOf(
      suspected.map((sentence) => `SUSPECT  ${sentence}`),
      linesMax,
    ),
    ...(witnessNames === null || faults.length > 0
      ? []
      : [`Cosigned by the quorum of your policy: ${witnessNames.join(', ') || 'none is needed'}.`]),
    ...(faults.length === 0 ? verdictOf(verified) : faults.map((fault) => `FAULT  ${fault}`)),
    ...notComparedLines(verified),
  ]
}

function verdictOf({ keptSize, notCompared }: Verification): string[] {
  const pastLine =
    keptSize === null
      ? 'This is the first look: it proves nothing about the past.'
      : `It goes on from the ${keptSize} entries of the last look.`
  return [
    notCompared.length === 0
      ? 'Signature and root are right. No place and no tonne was given twice, none that was not'
      : 'Signature and root are right. No place was given twice, none that was not',
    'issued, and none was retired that was nobody’s.',
    pastLine,
    'Its checkpoint is kept for the next look.',
  ]
}

function notComparedLines({ compared, notCompared }: Verification): string[] {
  const serials = notCompared.map(({ registry, serial }) => `${registry} ${serial}`)
  const sentence = notComparedSentence({ compared, serials })
  if (sentence === null) return []
  return [sentence, 'A tonne of these batches may have been given in another batch too.']
}
