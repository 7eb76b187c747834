// Reads a policy (C2SP tlog-policy) that a user or the site gives, strictly: the logs and witnesses that its reader
// trusts, and how many witnesses must have cosigned a checkpoint. It shares no code with the server.
import { isUrl } from '#values/text/is-url.ts'
import { type CosignatureKey, readCosignatureKey } from './cosignature-check.ts'
import { areEqual, type Bytes } from './merkle-check.ts'
import { readVerifierKey, type VerifierKey } from './signed-note-check.ts'

/** A log's key as text and parsed. */
export type PolicyLog = { readonly text: string; readonly key: VerifierKey }
export type PolicyWitness = { readonly name: string; readonly key: CosignatureKey }
/** A group has cosigned if at least `threshold` of its members have. Members are in earlier lines. */
type Group = {
  readonly name: string
  readonly threshold: number
  readonly members: readonly string[]
}
export type Policy = {
  /** Empty if the policy leaves it to its reader which log is meant. */
  readonly logs: readonly PolicyLog[]
  readonly witnesses: readonly PolicyWitness[]
  readonly groups: readonly Group[]
  /** Name of a witness or group. Null for `quorum none`. */
  readonly quorum: string | null
}

/** Faults of a whole policy, and of a line. */
export const policyFaults = ['too_long', 'no_quorum'] as const
export const lineFaults = [
  'control',
  'kind',
  'form',
  'log_key',
  'witness_key',
  'address',
  'repeated',
  'undefined',
  'count',
] as const
export type LineFault = (typeof lineFaults)[number]
export type PolicyFault =
  | { readonly fault: (typeof policyFaults)[number] }
  | {
      readonly fault: LineFault
      /** Number of the line, from 1. */
      readonly line: number
      /** The word that is wrong, shortened. */
      readonly word: string
    }

/** Maximum length of a policy. 300 keys of ML-DSA-44 have about 540,000 characters. */
export const policyMaxLength = 1_048_576
const linesMax = 1_000
const shownWordMax = 40
// biome-ignore lint/suspicious/noControlCharactersInRegex: the policy allows tab and line break alone
const forbidden = /[\0-\x08\x0b-\x1f\x7f]/

type Building = {
  readonly logs: PolicyLog[]
  readonly witnesses: PolicyWitness[]
  readonly groups: Group[]
  /** Names of the witnesses and groups. */
  readonly names: Set<string>
  /** Names that are members of a group, each of at most one. */
  readonly members: Set<string>
  quorum: string | null | undefined
}
type Fault = readonly [fault: LineFault, word: string]

/** Returns the policy, or its first fault. */
export async function readPolicy(text: string): Promise<Policy | PolicyFault> {
  if (text.length > policyMaxLength) return { fault: 'too_long' }
  const lines = text.split('\n')
  if (lines.length > linesMax) return { fault: 'too_long' }
  const building: Building = {
    ...{ logs: [], witnesses: [], groups: [], quorum: undefined },
    ...{ names: new Set(), members: new Set() },
  }
  for (const [index, line] of lines.entries()) {
    const found = forbidden.test(line) ? (['control', ''] as const) : await addLine(building, line)
    if (found === null) continue
    const [fault, word] = found
    const isLong = word.length > shownWordMax
    return { fault, line: index + 1, word: isLong ? `${word.slice(0, shownWordMax)}…` : word }
  }
  const { logs, witnesses, groups, quorum } = building
  return quorum === undefined ? { fault: 'no_quorum' } : { logs, witnesses, groups, quorum }
}

/** Adds a line to the policy. Returns its fault, or null. */
async function addLine(building: Building, line: string): Promise<Fault | null> {
  const [kind = '', ...words] = line.split(/[ \t]+/).filter((word) => word !== '')
  if (kind === '' || kind.startsWith('#')) return null
  switch (kind) {
    case 'log':
      return addLog(building, words)
    case 'witness':
      return addWitness(building, words)
    case 'group':
      return addGroup(building, words)
    case 'quorum':
      return setQuorum(building, words)
    default:
      return ['kind', kind]
  }
}

async function addLog({ logs }: Building, words: readonly string[]): Promise<Fault | null> {
  const [text = '', , ...more] = words
  if (text === '' || more.length > 0) return ['form', 'log']
  const key = await readVerifierKey(text)
  if (key === null) return ['log_key', text]
  if (isRepeated(logs, key.key)) return ['repeated', text]
  logs.push({ text, key })
  return null
}

async function addWitness(building: Building, words: readonly string[]): Promise<Fault | null> {
  const [name = '', text = '', address, ...more] = words
  if (text === '' || more.length > 0) return ['form', 'witness']
  const key = await readCosignatureKey(text)
  if (key === null) return ['witness_key', text]
  if (address !== undefined && !isWebAddress(address)) return ['address', address]
  if (isRepeated(building.witnesses, key.key)) return ['repeated', text]
  building.witnesses.push({ name, key })
  return addName(building, name)
}

const isWebAddress = (text: string) => /^https?:\/\//i.test(text) && isUrl(text)

/** Two lines may not have the same key, whatever names they give it. */
const isRepeated = (lines: readonly { readonly key: { readonly key: Bytes } }[], key: Bytes) =>
  lines.some((each) => areEqual(each.key.key, key))

function addName({ names }: Building, name: string): Fault | null {
  if (name === 'none' || names.has(name)) return ['repeated', name]
  names.add(name)
  return null
}

function addGroup(building: Building, words: readonly string[]): Fault | null {
  const [name = '', count = '', ...members] = words
  if (members.length === 0) return ['form', 'group']
  for (const member of members) {
    if (!building.names.has(member)) return ['undefined', member]
    if (building.members.has(member)) return ['repeated', member]
    building.members.add(member)
  }
  const threshold = thresholdOf(count, members.length)
  if (threshold < 1 || threshold > members.length) return ['count', count]
  building.groups.push({ name, threshold, members })
  return addName(building, name)
}

function thresholdOf(count: string, members: number): number {
  if (count === 'any') return 1
  if (count === 'all') return members
  return /^[1-9]\d{0,3}$/.test(count) ? Number(count) : 0
}

function setQuorum(building: Building, [name = '', ...more]: readonly string[]): Fault | null {
  if (name === '' || more.length > 0) return ['form', 'quorum']
  if (building.quorum !== undefined) return ['repeated', 'quorum']
  if (name !== 'none' && !building.names.has(name)) return ['undefined', name]
  building.quorum = name === 'none' ? null : name
  return null
}

/** Returns true if these witnesses, by their names in the policy, are a quorum. False for `quorum none`. */
export function isQuorum({ groups, quorum }: Policy, cosigned: ReadonlySet<string>): boolean {
  const fulfilled = new Set(cosigned)
  // Members are in earlier lines than their group, so one pass decides nested groups too.
  for (const { name, threshold, members } of groups) {
    if (members.filter((member) => fulfilled.has(member)).length >= threshold) fulfilled.add(name)
  }
  return quorum !== null && fulfilled.has(quorum)
}
