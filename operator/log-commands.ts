// Commands about the public log. They read it as anybody outside can.
import { LogUnreadable } from '#features/log/verify/published-log.ts'
import { type Verified, verifyLog } from '#features/log/verify/verify-log.ts'
import type { Command } from '#operator/command.ts'
import { failed } from '#operator/outcomes.ts'

export const logVerify: Command = {
  name: 'log verify',
  takes: '[ADDRESS] [--key KEY]',
  does: 'reads a whole public log and proves that no kilogram was given twice',
  wordCount: 1,
  options: ['key'],
  needsNoDatabase: true,
  run: async ({ settings, words: [named], options }) => {
    const address = (named ?? `${settings.publicUrl}/log`).replace(/\/+$/, '')
    try {
      const verified = await verifyLog(settings.dataDir, address, options.key)
      const ok = verified.faults.length === 0
      return { ok, lines: linesOf(address, verified), json: { ok, address, ...wireOf(verified) } }
    } catch (error) {
      if (!(error instanceof LogUnreadable)) throw error
      return failed(error.message)
    }
  },
}

function wireOf({ keptSize, totals, ...verified }: Verified) {
  const { issuedKg, allocatedKg, retiredKg, replacedKg, ...counts } = totals
  const kilograms = {
    issued_kg: issuedKg,
    allocated_kg: allocatedKg,
    retired_kg: retiredKg,
    replaced_kg: replacedKg,
  }
  return { ...verified, kept_size: keptSize, ...counts, ...kilograms }
}

function linesOf(address: string, { origin, key, size, keptSize, totals, faults }: Verified) {
  const { batches, issuedKg, allocations, allocatedKg, retiredKg, replacedKg } = totals
  const before =
    keptSize === null
      ? 'This is the first look: it proves nothing about the past.'
      : `It goes on from the ${keptSize} entries of the last look.`
  const verdict = [
    'Signature and root are right. No place and no tonne was given twice, none that was not',
    'issued, and none was retired that was nobody’s.',
    before,
    'Its checkpoint is kept for the next look.',
  ]
  return [
    `${origin}, at ${address}: ${size} entries.`,
    `Its key: ${key}`,
    `${issuedKg} kg were issued in ${batches} batches; ${allocations} sales took ${allocatedKg} kg.`,
    `${retiredKg} kg of them are retired at their registries, ${replacedKg} kg were replaced by others.`,
    ...(faults.length === 0 ? verdict : faults.map((fault) => `FAULT  ${fault}`)),
  ]
}
