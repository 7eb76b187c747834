// Reads the policy of LOG_WITNESSES, and the limits of its witnesses.
import { readFileSync } from 'node:fs'
import type { WitnessSettings } from '#features/log/log-services.ts'
import { PolicyUnreadable, readPolicy } from '#features/log/witness/policy.ts'
import type { SettingFaults } from '#providers/setting-faults.ts'
import type { SettingValues } from './settings-shape.ts'

/** Maximum size of the policy in bytes. */
const policyBytesMax = 1_048_576

type Values = Pick<SettingValues, 'LOG_WITNESSES' | 'LOG_WITNESS_SECONDS'>

/** Returns the settings. `witnesses` is undefined if the log asks none. */
export function readWitnesses({
  LOG_WITNESSES: path,
  LOG_WITNESS_SECONDS: secondsByName = new Map(),
}: Values): { readonly witnesses: WitnessSettings | undefined } | SettingFaults {
  if (path === undefined) {
    if (secondsByName.size === 0) return { witnesses: undefined }
    return { faults: ['LOG_WITNESS_SECONDS: it needs the policy of LOG_WITNESSES.'] }
  }
  try {
    const bytes = readFileSync(path)
    if (bytes.length > policyBytesMax) {
      return { faults: [`LOG_WITNESSES: ${path} is larger than 1 MiB.`] }
    }
    const policy = readPolicy(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    const names = policy.witnesses.map(({ name }) => name)
    const faults = [
      ...(names.length === 0 ? [`LOG_WITNESSES: ${path} names no witness.`] : []),
      ...policy.witnesses
        .filter(({ url }) => url === null)
        .map(({ name }) => `LOG_WITNESSES: ${path}: the witness ${name} has no address.`),
      ...[...secondsByName.keys()]
        .filter((name) => !names.includes(name))
        .map((name) => `LOG_WITNESS_SECONDS: ${path} names no witness ${name}.`),
    ]
    return faults.length > 0 ? { faults } : { witnesses: { policy, secondsByName } }
  } catch (error) {
    if (error instanceof PolicyUnreadable) {
      return { faults: [`LOG_WITNESSES: ${path}: ${error.message}`] }
    }
    const reason = error instanceof TypeError ? 'is not in UTF-8' : 'cannot be read'
    return { faults: [`LOG_WITNESSES: the file ${path} ${reason}. docs/log.md shows a policy.`] }
  }
}
