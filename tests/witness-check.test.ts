// Tests the browser's reading of policies and cosignatures against the server's, which shares no code with it.
import { generateKeyPairSync } from 'node:crypto'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { signCheckpoint, signerOf, verifierText } from '#features/log/tree/signed-note.ts'
import {
  cosign,
  createWitnessSigner,
  type WitnessSigner,
  witnessKeyText,
} from '#features/log/witness/cosignature.ts'
import * as server from '#features/log/witness/policy.ts'
import { checkWitnesses, logOfPolicy } from '#features/verify/web/check-witnesses.ts'
import {
  isQuorum,
  type Policy,
  type PolicyFault,
  policyMaxLength,
  readPolicy,
} from '#features/verify/web/policy-check.ts'

const log = signerOf('log.example/one', Buffer.alloc(32, 1))
const otherLog = signerOf('log.example/one', Buffer.alloc(32, 9))
const witnesses = ['x1', 'x2', 'x3', 'y1', 'y2'].map((name, index) =>
  createWitnessSigner(`witness.example/${name}`, Buffer.alloc(32, index + 2)),
)
const quantumWitness = newQuantumWitness('witness.example/q')
const [x1, x2, x3, y1, y2] = witnesses.map(witnessKeyText)
const q = witnessKeyText(quantumWitness)
const logKey = verifierText(log)
const twoLevels = [
  '# Two of the first house, and one of the second.',
  `log ${logKey} https://log.example/log`,
  `witness X1 ${x1} https://x1.example/`,
  `\twitness X2\t${x2}  `,
  ...[`witness X3 ${x3}`, 'group X 2 X1 X2 X3', `witness Y1 ${y1}`, `witness Y2 ${y2}`],
  ...['group Y any Y1 Y2', '', 'group both all X Y', 'quorum both'],
].join('\n')

const now = 1_800_000_000
const checkpoint = signCheckpoint(7, Buffer.alloc(32, 3), log)
const text = checkpoint.slice(0, checkpoint.lastIndexOf('\n\n') + 1)

function newQuantumWitness(name: string): WitnessSigner {
  const { privateKey, publicKey } = generateKeyPairSync('ml-dsa-44')
  const keyBytes = 1_312
  const bytes = publicKey.export({ format: 'der', type: 'spki' }).subarray(-keyBytes)
  return { name, algorithm: 'mlDsa44', publicKey: bytes, privateKey }
}

const noteBy = (signers: readonly WitnessSigner[], time = now, of = checkpoint) =>
  of + signers.map((signer) => `${cosign(text, signer, time)}\n`).join('')
const noteOf = (indexes: readonly number[]) =>
  noteBy(indexes.flatMap((index) => witnesses[index] ?? []))

async function policyOf(policyText: string): Promise<Policy> {
  const policy = await readPolicy(policyText)
  if ('fault' in policy) throw new Error(policy.fault)
  return policy
}
const check = async (policyText: string, note: string, key: string | null = logKey) =>
  checkWitnesses(note, await policyOf(policyText), { logKey: key, now })
const namesIn = ({ cosigners }: Awaited<ReturnType<typeof check>>) =>
  cosigners.map(({ name }) => name.replace('witness.example/', ''))

afterEach(() => vi.unstubAllGlobals())

describe('a quorum', () => {
  it.each([
    [[], [], false],
    [[0, 1], ['x1', 'x2'], false],
    [[3, 4], ['y1', 'y2'], false],
    [[0, 3], ['x1', 'y1'], false],
    [[0, 2, 4], ['x1', 'x3', 'y2'], true],
    [[4, 3, 2, 1, 0], ['x1', 'x2', 'x3', 'y1', 'y2'], true],
  ])(
    'of cosignatures by %j has the witnesses %j; reached: %s',
    async (indexes, names, isReached) => {
      const note = noteOf(indexes)
      const found = await check(twoLevels, note)
      expect([found.outcome, namesIn(found)]).toEqual([isReached ? 'witnessed' : 'below', names])
      expect(found.cosigners.every(({ time }) => time === now)).toBe(true)
      expect(server.witnessesOf(server.readPolicy(twoLevels), note, now).isQuorum).toBe(isReached)
    },
  )

  it('counts a witness once, and no cosignature of the future', async () => {
    const policy = `witness A ${x1}\nwitness B ${x2}\ngroup G 2 A B\nquorum G`
    const twice = await check(policy, noteOf([0, 0]))
    expect([twice.outcome, namesIn(twice)]).toEqual(['below', ['x1']])
    const both = witnesses.slice(0, 2)
    expect((await check(policy, noteBy(both, now + 300))).outcome).toBe('witnessed')
    expect(await check(policy, noteBy(both, now + 301))).toEqual({
      outcome: 'below',
      cosigners: [],
    })
  })

  it('is never reached by a policy that asks for no witness', async () => {
    const found = await check(`witness A ${x1}\nquorum none`, noteOf([0]))
    expect([found.outcome, namesIn(found)]).toEqual(['none_needed', ['x1']])
    expect(isQuorum(await policyOf('quorum none'), new Set(['A']))).toBe(false)
  })

  it('counts no cosignature of another name, checkpoint or key', async () => {
    const policy = `witness A ${x1}\nquorum A`
    const other = signCheckpoint(8, Buffer.alloc(32, 4), log)
    const stranger = createWitnessSigner('witness.example/x1', Buffer.alloc(32, 99))
    const line = cosign(text, witnesses[0] ?? stranger, now)
    const bytes = Buffer.from(line.split(' ')[2] ?? '', 'base64')
    const bent = (at: number) => {
      const changed = Buffer.from(bytes)
      changed[at] = (changed[at] ?? 0) ^ 1
      return `${checkpoint}— witness.example/x1 ${changed.toString('base64')}\n`
    }
    for (const note of [
      noteBy([stranger]),
      `${other}${line}\n`,
      checkpoint + `${line}\n`.replace('x1', 'x2'),
      ...[0, 4, 11, 12, bytes.length - 1].map(bent),
      `${checkpoint}${line.slice(0, -4)}\n`,
      checkpoint + line,
      line,
      '',
    ]) {
      expect((await check(policy, note)).outcome).toBe('below')
    }
    expect((await check(policy, `${checkpoint}${line}\n`)).outcome).toBe('witnessed')
  })

  it('needs a log that the policy names, if it names any', async () => {
    const witnessed = noteOf([0, 1, 3])
    expect((await check(twoLevels, witnessed, verifierText(otherLog))).outcome).toBe('other_log')
    expect((await check(twoLevels, witnessed, null)).outcome).toBe('other_log')
    const withoutLogs = twoLevels.replace(/^log .*$/m, '')
    expect((await check(withoutLogs, witnessed, null)).outcome).toBe('witnessed')
  })
})

describe('a witness with ML-DSA-44', () => {
  const policy = `witness A ${x1}\nwitness Q ${q}\ngroup G all A Q\nquorum G`
  const note = noteBy([...witnesses.slice(0, 1), quantumWitness])
  /** A browser without these algorithms. */
  function lack(...missing: string[]) {
    const { subtle } = globalThis.crypto
    vi.stubGlobal('crypto', {
      subtle: {
        digest: subtle.digest.bind(subtle),
        verify: subtle.verify.bind(subtle),
        importKey: (...call: Parameters<typeof subtle.importKey>) =>
          missing.includes(`${call[2]}`)
            ? Promise.reject(new Error('no such algorithm'))
            : subtle.importKey(...call),
      },
    })
  }

  it('is verified by the browser, or by a library if the browser has no ML-DSA-44', async () => {
    expect((await check(policy, note)).outcome).toBe('witnessed')
    lack('ML-DSA-44')
    expect((await check(policy, note)).outcome).toBe('witnessed')
    const stranger = noteBy([...witnesses.slice(0, 1), newQuantumWitness(quantumWitness.name)])
    expect(namesIn(await check(policy, stranger))).toEqual(['x1'])
    const lastLine = note.trimEnd().split(' ').at(-1) ?? ''
    const bytes = Buffer.from(lastLine, 'base64')
    for (const at of [11, 12, 2_000, bytes.length - 1]) {
      const bent = Buffer.from(bytes)
      bent[at] = (bent[at] ?? 0) ^ 1
      const changed = note.replace(lastLine, bent.toString('base64'))
      expect([at, (await check(policy, changed)).outcome]).toEqual([at, 'below'])
    }
  })

  it('leaves a quorum open only if its cosignature could complete it', async () => {
    lack('Ed25519')
    expect(await check(policy, note)).toEqual({
      outcome: 'unknown',
      cosigners: [{ name: quantumWitness.name, time: now }],
    })
    expect((await check(policy, noteBy(witnesses.slice(0, 1)))).outcome).toBe('below')
  })
})

const keyWith = (mark: number) =>
  `a.example+00000000+${Buffer.concat([Buffer.of(mark), Buffer.alloc(32)]).toString('base64')}`

describe('a policy', () => {
  it('is read with its logs and witnesses', async () => {
    const policy = await policyOf(twoLevels)
    expect(policy.logs.map((each) => each.text)).toEqual([logKey])
    expect(policy.witnesses.map(({ name }) => name)).toEqual(['X1', 'X2', 'X3', 'Y1', 'Y2'])
    expect(policy.quorum).toBe('both')
  })

  it.each<[string, string, PolicyFault]>([
    ['is empty', '', { fault: 'no_quorum' }],
    ['has no quorum', `witness A ${x1}`, { fault: 'no_quorum' }],
    ['has 1,001 lines', `${'\n'.repeat(1_000)}quorum none`, { fault: 'too_long' }],
    ['is too long', `#${'x'.repeat(policyMaxLength)}`, { fault: 'too_long' }],
    ['has an unknown word', 'wittness A', { fault: 'kind', line: 1, word: 'wittness' }],
    ['is a certificate', '{"kg":1}', { fault: 'kind', line: 1, word: '{"kg":1}' }],
    [
      'has a very long word',
      'x'.repeat(99),
      { fault: 'kind', line: 1, word: `${'x'.repeat(40)}…` },
    ],
    ['has two quorums', 'quorum none\nquorum none', { fault: 'repeated', line: 2, word: 'quorum' }],
    ['has a quorum of two', 'quorum none none', { fault: 'form', line: 1, word: 'quorum' }],
    ['has an unknown quorum', '\nquorum A', { fault: 'undefined', line: 2, word: 'A' }],
    [
      'has a name twice',
      `witness A ${x1}\nwitness A ${x2}\nquorum A`,
      { fault: 'repeated', line: 2, word: 'A' },
    ],
    ['has the name none', `witness none ${x1}`, { fault: 'repeated', line: 1, word: 'none' }],
    [
      'has a key twice',
      `witness A ${x1}\nwitness B ${x1}\nquorum A`,
      { fault: 'repeated', line: 2, word: `${x1?.slice(0, 40)}…` },
    ],
    [
      'has a log twice',
      `log ${logKey}\nlog ${logKey}\nquorum none`,
      { fault: 'repeated', line: 2, word: `${logKey.slice(0, 40)}…` },
    ],
    [
      'has a member of two groups',
      `witness A ${x1}\ngroup G any A\ngroup H any A\nquorum H`,
      { fault: 'repeated', line: 3, word: 'A' },
    ],
    [
      'has a member twice',
      `witness A ${x1}\ngroup G all A A\nquorum G`,
      { fault: 'repeated', line: 2, word: 'A' },
    ],
    [
      'has a group of itself',
      'group G any G\nquorum G',
      { fault: 'undefined', line: 1, word: 'G' },
    ],
    ...['0', '01', '2', '-1', '1e0', 'constructor', '99999'].map(
      (count): [string, string, PolicyFault] => [
        `asks for ${count} of 1`,
        `witness A ${x1}\ngroup G ${count} A\nquorum G`,
        { fault: 'count', line: 2, word: count },
      ],
    ),
    ['has an empty group', 'group G any', { fault: 'form', line: 1, word: 'group' }],
    ['has a witness without a key', 'witness A', { fault: 'form', line: 1, word: 'witness' }],
    ['has a log without a key', 'log', { fault: 'form', line: 1, word: 'log' }],
    [
      'has an address of no kind',
      `witness A ${x1} ftp://x`,
      { fault: 'address', line: 1, word: 'ftp://x' },
    ],
    [
      'has the key of a log as witness',
      `witness A ${logKey}`,
      { fault: 'witness_key', line: 1, word: `${logKey.slice(0, 40)}…` },
    ],
    [
      'has the key of a witness as log',
      `log ${x1}`,
      { fault: 'log_key', line: 1, word: `${x1?.slice(0, 40)}…` },
    ],
    [
      'has a key with a wrong id',
      `witness A ${keyWith(4)}`,
      { fault: 'witness_key', line: 1, word: `${keyWith(4).slice(0, 40)}…` },
    ],
    ['has a control character', 'quorum none\n\u0007', { fault: 'control', line: 2, word: '' }],
    ['has line breaks of Windows', 'quorum none\r\n', { fault: 'control', line: 1, word: '' }],
  ])('that %s is refused, as by the server', async (_case, policy, fault) => {
    expect(await readPolicy(policy)).toEqual(fault)
    if (policy.length < policyMaxLength) expect(() => server.readPolicy(policy)).toThrow()
  })

  it('with 300 groups in each other is read and decided', async () => {
    const groups = Array.from({ length: 300 }, (_, index) =>
      index === 0 ? 'group G0 any A' : `group G${index} any G${index - 1}`,
    )
    const policy = [`witness A ${x1}`, ...groups, 'quorum G299'].join('\n')
    expect((await check(policy, noteOf([0]))).outcome).toBe('witnessed')
    expect((await check(policy, noteOf([1]))).outcome).toBe('below')
  })

  it('names the log whose key signed a checkpoint, or none', async () => {
    const key = async (policy: string) =>
      (await logOfPolicy(await policyOf(policy), checkpoint)).key
    const both = `log ${verifierText(otherLog)}\nlog ${logKey}\nquorum none`
    expect(await key(both)).toBe(logKey)
    expect(await key(`log ${verifierText(otherLog)}\nquorum none`)).toBe(verifierText(otherLog))
    const foreign = verifierText(signerOf('log.example/two', Buffer.alloc(32, 1)))
    expect(await key(`log ${foreign}\nquorum none`)).toBeNull()
    expect(await key('quorum none')).toBeNull()
  })
})
