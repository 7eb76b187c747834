// Reads a policy (C2SP tlog-policy): the logs and witnesses that its reader trusts, and how many witnesses must have
// cosigned a checkpoint.
import { readVerifierText, type VerifierKey, verifierText } from '#features/log/tree/signed-note.ts'
import {
  cosignedAt,
  readWitnessKey,
  type WitnessKey,
  witnessKeyText,
} from '#features/log/witness/cosignature.ts'

export type Witness = {
  readonly name: string
  readonly key: WitnessKey
  /** Address under which the witness takes checkpoints. Null if the policy names none. */
  readonly url: string | null
}
/** A witness, or a group of which at least `threshold` members must have cosigned. */
type Rule =
  | { readonly witness: Witness }
  | { readonly threshold: number; readonly members: readonly Rule[] }

export type Policy = {
  /** Empty if the policy leaves it to its reader which log is meant. */
  readonly logs: readonly VerifierKey[]
  readonly witnesses: readonly Witness[]
  /** Witnesses and groups by their names, each after the members that it has. */
  readonly rules: ReadonlyMap<string, Rule>
  /** Null for `quorum none`: no cosignature is needed. */
  readonly quorum: Rule | null
}

/** A policy that cannot be read. The message names its line. */
export class PolicyUnreadable extends Error {
  override name = 'PolicyUnreadable'
}

/** Maximum number of lines. The text asks for at least 32 logs, witnesses and groups. */
const linesMax = 1_000
// biome-ignore lint/suspicious/noControlCharactersInRegex: the policy allows tab and line break alone
const forbidden = /[\0-\x08\x0b-\x1f\x7f]/

type Building = {
  readonly logs: VerifierKey[]
  readonly witnesses: Witness[]
  readonly rules: Map<string, Rule>
  /** Names that are members of a group, each of at most one. */
  readonly members: Set<string>
  quorum: Rule | null | undefined
}

/** Reads a policy's text. Throws a PolicyUnreadable. */
export function readPolicy(text: string): Policy {
  const lines = text.split('\n')
  const building: Building = {
    logs: [],
    witnesses: [],
    rules: new Map(),
    members: new Set(),
    quorum: undefined,
  }
  if (lines.length > linesMax) throw new PolicyUnreadable(`It has more than ${linesMax} lines.`)
  for (const [index, line] of lines.entries()) {
    const fault = forbidden.test(line) ? 'it has a control character' : readLine(building, line)
    if (fault !== null) throw new PolicyUnreadable(`Line ${index + 1}: ${fault}.`)
  }
  const { logs, witnesses, rules, quorum } = building
  if (quorum === undefined) throw new PolicyUnreadable('It has no line "quorum".')
  return { logs, witnesses, rules, quorum }
}

/** Adds a line to the policy. Returns its fault, or null. */
function readLine(building: Building, line: string): string | null {
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
      return `"${kind}" is none of log, witness, group and quorum`
  }
}

function addLog({ logs }: Building, [text = '', , ...more]: readonly string[]): string | null {
  const key = readVerifierText(text)
  if (key === null) return `"${text}" is no Ed25519 key of a log`
  if (more.length > 0) return 'a log has a key and an address at most'
  if (logs.some(({ publicKey }) => publicKey.equals(key.publicKey))) return 'this key has a line'
  logs.push(key)
  return null
}

function addWitness(building: Building, words: readonly string[]): string | null {
  const [name = '', text = '', url = null, ...more] = words
  const key = readWitnessKey(text)
  if (key === null) return `"${text}" is no key of a witness (Ed25519 or ML-DSA-44)`
  if (more.length > 0) return 'a witness has a name, a key and an address at most'
  if (url !== null && !isWebAddress(url)) return `"${url}" is no address, such as https://…`
  if (building.witnesses.some((each) => each.key.publicKey.equals(key.publicKey))) {
    return 'this key has a line'
  }
  const witness = { name, key, url }
  building.witnesses.push(witness)
  return addRule(building, name, { witness })
}

const isWebAddress = (text: string) => /^https?:\/\//i.test(text) && URL.canParse(text)

function addRule({ rules }: Building, name: string, rule: Rule): string | null {
  if (name === 'none') return '"none" is no name of its own'
  if (rules.has(name)) return `"${name}" has a line`
  rules.set(name, rule)
  return null
}

function addGroup(building: Building, words: readonly string[]): string | null {
  const [name = '', count = '', ...names] = words
  if (names.length === 0) return 'a group has a name, a count and members'
  const members: Rule[] = []
  for (const member of names) {
    const rule = building.rules.get(member)
    if (rule === undefined) return `"${member}" has no line above`
    if (building.members.has(member)) return `"${member}" is a member already`
    building.members.add(member)
    members.push(rule)
  }
  const threshold = thresholdOf(count, members.length)
  if (threshold < 1 || threshold > members.length) {
    return `"${count}" is none of any, all and 1 to ${members.length}`
  }
  return addRule(building, name, { threshold, members })
}

function thresholdOf(count: string, members: number): number {
  if (count === 'any') return 1
  if (count === 'all') return members
  return /^[1-9]\d{0,3}$/.test(count) ? Number(count) : 0
}

function setQuorum(building: Building, [name = '', ...more]: readonly string[]): string | null {
  if (more.length > 0 || name === '') return 'quorum has one name'
  if (building.quorum !== undefined) return 'quorum has a line'
  const rule = name === 'none' ? null : building.rules.get(name)
  if (rule === undefined) return `"${name}" has no line above`
  building.quorum = rule
  return null
}

/**
 * Returns the policy's text for readers of these logs. It leaves out comments and addresses, which only the log itself
 * needs.
 */
export function publicPolicyText(
  { rules, quorum }: Policy,
  logs: readonly Pick<VerifierKey, 'name' | 'publicKey'>[],
): string {
  const names = new Map([...rules].map(([name, rule]) => [rule, name]))
  const nameOf = (rule: Rule) => names.get(rule) ?? ''
  const lineOf = ([name, rule]: readonly [string, Rule]) =>
    'witness' in rule
      ? `witness ${name} ${witnessKeyText(rule.witness.key)}`
      : `group ${name} ${rule.threshold} ${rule.members.map(nameOf).join(' ')}`
  const lines = [
    ...logs.map((key) => `log ${verifierText(key)}`),
    ...[...rules].map(lineOf),
    `quorum ${quorum === null ? 'none' : nameOf(quorum)}`,
  ]
  return `${lines.join('\n')}\n`
}

/**
 * Returns the names of the policy's witnesses that have cosigned a note, and whether they are a quorum. A
 * cosignature of the future does not count: `now` is in seconds since 1970, and clocks may differ by 5 minutes.
 */
export function witnessesOf(
  policy: Policy,
  note: string,
  now: number,
): { readonly names: string[]; readonly isQuorum: boolean } {
  const cosigned = cosignersOf(policy.witnesses, note, now)
  return { names: [...cosigned].map(({ name }) => name), isQuorum: isQuorum(policy, cosigned) }
}

/** Returns the witnesses that have cosigned a note. `now`: see `witnessesOf`. */
export function cosignersOf(
  witnesses: readonly Witness[],
  note: string,
  now: number,
): ReadonlySet<Witness> {
  return new Set(cosignaturesOf(witnesses, note, now).keys())
}

/**
 * Returns the witnesses that have cosigned a note, with the time of their first cosignature, in seconds since 1970.
 * `now`: see `witnessesOf`.
 */
export function cosignaturesOf(
  witnesses: readonly Witness[],
  note: string,
  now: number,
): ReadonlyMap<Witness, number> {
  const end = note.lastIndexOf('\n\n')
  const text = note.slice(0, end + 1)
  const lines = note.slice(end + 2).split('\n')
  return new Map(
    witnesses.flatMap((witness): [Witness, number][] => {
      const times = lines.flatMap((line) => cosignedAt(text, line, witness.key) ?? [])
      const past = times.filter((time) => time <= now + clockSeconds)
      return past.length === 0 ? [] : [[witness, Math.min(...past)]]
    }),
  )
}

/** Returns true if these witnesses are enough. */
export function isQuorum({ quorum }: Policy, cosigned: ReadonlySet<Witness>): boolean {
  return quorum === null || isFulfilled(quorum, cosigned)
}

/** Returns the least number of witnesses that is a quorum. */
export function quorumSize({ quorum }: Policy): number {
  return quorum === null ? 0 : leastOf(quorum)
}

function leastOf(rule: Rule): number {
  if ('witness' in rule) return 1
  const counts = rule.members.map(leastOf).toSorted((a, b) => a - b)
  return counts.slice(0, rule.threshold).reduce((sum, count) => sum + count, 0)
}

/** Allowed difference between two clocks. */
export const clockSeconds = 300

function isFulfilled(rule: Rule, cosigned: ReadonlySet<Witness>): boolean {
  if ('witness' in rule) return cosigned.has(rule.witness)
  const count = rule.members.filter((member) => isFulfilled(member, cosigned)).length
  return count >= rule.threshold
}
