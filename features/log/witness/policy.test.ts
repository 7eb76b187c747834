// Tests which policies are read, what their quorum needs, and the fault that each bad line has.
import { describe, expect, it } from 'vitest'
import { signCheckpoint, signerOf, verifierText } from '#features/log/tree/signed-note.ts'
import { witnessesOfCheckpoint } from './checkpoint-witnesses.ts'
import { cosign, createWitnessSigner, witnessKeyText } from './cosignature.ts'
import { publicPolicyText, quorumSize, readPolicy, witnessesOf } from './policy.ts'

const log = signerOf('log.example/one', Buffer.alloc(32, 1))
const witnesses = ['x1', 'x2', 'x3', 'y1', 'y2'].map((name, index) =>
  createWitnessSigner(`witness.example/${name}`, Buffer.alloc(32, index + 2)),
)
const [x1, x2, x3, y1, y2] = witnesses.map(witnessKeyText)
const logKey = verifierText(log)
const twoLevels = [
  '# Two of the first house, and one of the second.',
  `log ${logKey} https://log.example/log`,
  `witness X1 ${x1} https://x1.example/`,
  `\twitness X2\t${x2}  `,
  `witness X3 ${x3}`,
  'group X 2 X1 X2 X3',
  `witness Y1 ${y1}`,
  `witness Y2 ${y2}`,
  'group Y any Y1 Y2',
  '',
  'group both all X Y',
  'quorum both',
].join('\n')

const now = 1_800_000_000
const checkpoint = signCheckpoint(7, Buffer.alloc(32, 3), log)
const text = checkpoint.slice(0, checkpoint.lastIndexOf('\n\n') + 1)

/** The checkpoint with the cosignatures of these witnesses, at a time. */
function noteOf(indexes: readonly number[], time = now): string {
  const lines = indexes.flatMap((index) => {
    const signer = witnesses[index]
    return signer === undefined ? [] : [`${cosign(text, signer, time)}\n`]
  })
  return checkpoint + lines.join('')
}

describe('a policy', () => {
  it('has at most 1,000 lines', () => {
    const withLines = (count: number) => `${'\n'.repeat(count - 1)}quorum none`
    expect(readPolicy(withLines(1_000)).quorum).toBeNull()
    expect(() => readPolicy(withLines(1_001))).toThrow('more than 1000 lines')
  })

  it('has its logs, and its witnesses with their addresses', () => {
    const policy = readPolicy(twoLevels)
    expect(policy.logs.map(verifierText)).toEqual([logKey])
    expect(policy.witnesses.map(({ name, url }) => [name, url])).toEqual([
      ['X1', 'https://x1.example/'],
      ['X2', null],
      ['X3', null],
      ['Y1', null],
      ['Y2', null],
    ])
  })

  it.each([
    [[], [], false],
    [[0, 1], ['X1', 'X2'], false],
    [[0, 3], ['X1', 'Y1'], false],
    [[3, 4], ['Y1', 'Y2'], false],
    [[0, 2, 4], ['X1', 'X3', 'Y2'], true],
    [[0, 1, 2, 3, 4], ['X1', 'X2', 'X3', 'Y1', 'Y2'], true],
  ])('with cosignatures of %j has the witnesses %j; a quorum: %s', (indexes, names, isQuorum) => {
    expect(witnessesOf(readPolicy(twoLevels), noteOf(indexes), now)).toEqual({ names, isQuorum })
  })

  it('is published with the keys of the logs, without addresses and comments', () => {
    const [own, previous] = [log, signerOf('log.example/two', Buffer.alloc(32, 9))]
    const published = publicPolicyText(readPolicy(twoLevels), [own, previous])
    expect(published).toBe(
      [
        `log ${logKey}`,
        `log ${verifierText(previous)}`,
        ...[`witness X1 ${x1}`, `witness X2 ${x2}`, `witness X3 ${x3}`, 'group X 2 X1 X2 X3'],
        ...[`witness Y1 ${y1}`, `witness Y2 ${y2}`, 'group Y 1 Y1 Y2'],
        ...['group both 2 X Y', 'quorum both', ''],
      ].join('\n'),
    )
    expect(publicPolicyText(readPolicy(published), [own, previous])).toBe(published)
    expect(publicPolicyText(readPolicy('quorum none'), [])).toBe('quorum none\n')
  })

  it('counts a witness once, and no cosignature of the future', () => {
    const policy = readPolicy(`witness A ${x1}\nwitness B ${x2}\ngroup G 2 A B\nquorum G`)
    expect(witnessesOf(policy, noteOf([0, 0]), now)).toEqual({ names: ['A'], isQuorum: false })
    expect(witnessesOf(policy, noteOf([0, 1], now + 300), now).isQuorum).toBe(true)
    expect(witnessesOf(policy, noteOf([0, 1], now + 301), now).names).toEqual([])
  })

  it.each([
    [twoLevels, 3],
    [`witness A ${x1}\nquorum A`, 1],
    [`witness A ${x1}\nwitness B ${x2}\ngroup G any A B\nquorum G`, 1],
    [
      `witness A ${x1}\nwitness B ${x2}\nwitness C ${x3}\ngroup P all A B\ngroup G any P C\nquorum G`,
      1,
    ],
    ['quorum none', 0],
  ])('has the size of its smallest quorum: %j', (lines, size) => {
    expect(quorumSize(readPolicy(lines))).toBe(size)
  })

  it('may need one witness, or none', () => {
    const one = readPolicy(`witness A ${x1}\nquorum A\n`)
    expect(witnessesOf(one, noteOf([0]), now).isQuorum).toBe(true)
    expect(witnessesOf(one, noteOf([1]), now).isQuorum).toBe(false)
    expect(witnessesOf(readPolicy('quorum none'), checkpoint, now).isQuorum).toBe(true)
  })
})

describe('the witnesses of a checkpoint', () => {
  const policy = readPolicy(twoLevels)
  const named = (index: number, time: number) => {
    return { name: witnesses[index]?.name, cosignedAt: new Date(time * 1_000) }
  }

  it('have the time of their first cosignature, and are a quorum by the policy', () => {
    const note = noteOf([3, 0], now - 60) + noteOf([0, 1]).slice(checkpoint.length)
    expect(witnessesOfCheckpoint(policy, note, now * 1_000)).toEqual({
      isWitnessed: true,
      witnesses: [named(0, now - 60), named(1, now), named(3, now - 60)],
    })
  })

  it('are named below the quorum too, without those of the future', () => {
    const note = noteOf([0]) + noteOf([1, 3], now + 301).slice(checkpoint.length)
    expect(witnessesOfCheckpoint(policy, note, now * 1_000)).toEqual({
      isWitnessed: false,
      witnesses: [named(0, now)],
    })
  })

  it('are no quorum if the policy needs none, and one entry for two keys of one name', () => {
    const none = witnessesOfCheckpoint(readPolicy('quorum none'), checkpoint, now * 1_000)
    expect(none).toEqual({ isWitnessed: false, witnesses: [] })
    const second = createWitnessSigner('witness.example/x1', Buffer.alloc(32, 9))
    const both = `witness A ${x1}\nwitness B ${witnessKeyText(second)}\ngroup G 2 A B\nquorum G`
    const note = `${noteOf([0])}${cosign(text, second, now - 5)}\n`
    expect(witnessesOfCheckpoint(readPolicy(both), note, now * 1_000)).toEqual({
      isWitnessed: true,
      witnesses: [named(0, now - 5)],
    })
  })
})

it.each([
  ['no quorum', `witness A ${x1}`, 'It has no line "quorum".'],
  ['two quorums', 'quorum none\nquorum none', 'Line 2: quorum has a line.'],
  [
    'an unknown word',
    'wittness A\nquorum none',
    'Line 1: "wittness" is none of log, witness, group and quorum.',
  ],
  ['a quorum without a line', 'quorum A', 'Line 1: "A" has no line above.'],
  ['a quorum of two names', `witness A ${x1}\nquorum A A`, 'Line 2: quorum has one name.'],
  ['a name twice', `witness A ${x1}\nwitness A ${x2}\nquorum A`, 'Line 2: "A" has a line.'],
  ['the name none', `witness none ${x1}\nquorum none`, 'Line 1: "none" is no name of its own.'],
  ['a key twice', `witness A ${x1}\nwitness B ${x1}\nquorum A`, 'Line 2: this key has a line.'],
  ['a log twice', `log ${logKey}\nlog ${logKey}\nquorum none`, 'Line 2: this key has a line.'],
  [
    'a member twice',
    `witness A ${x1}\ngroup G all A A\nquorum G`,
    'Line 2: "A" is a member already.',
  ],
  [
    'a member of two groups',
    `witness A ${x1}\ngroup G any A\ngroup H any A\nquorum H`,
    'Line 3: "A" is a member already.',
  ],
  ['a later member', `group G any A\nwitness A ${x1}\nquorum G`, 'Line 1: "A" has no line above.'],
  ['the member none', 'group G any none\nquorum G', 'Line 1: "none" has no line above.'],
  [
    'too high a count',
    `witness A ${x1}\ngroup G 2 A\nquorum G`,
    'Line 2: "2" is none of any, all and 1 to 1.',
  ],
  [
    'a count of 0',
    `witness A ${x1}\ngroup G 0 A\nquorum G`,
    'Line 2: "0" is none of any, all and 1 to 1.',
  ],
  [
    'a count of 01',
    `witness A ${x1}\ngroup G 01 A\nquorum G`,
    'Line 2: "01" is none of any, all and 1 to 1.',
  ],
  [
    'a count by another name',
    `witness A ${x1}\ngroup G constructor A\nquorum G`,
    'Line 2: "constructor" is none of any, all and 1 to 1.',
  ],
  [
    'a group without members',
    'group G any\nquorum none',
    'Line 1: a group has a name, a count and members.',
  ],
  [
    'an address of no kind',
    `witness A ${x1} ftp://x\nquorum A`,
    'Line 1: "ftp://x" is no address, such as https://….',
  ],
  [
    'a key of a log as witness',
    `witness A ${logKey}\nquorum A`,
    `Line 1: "${logKey}" is no key of a witness (Ed25519 or ML-DSA-44).`,
  ],
  [
    'a key of a witness as log',
    `log ${x1}\nquorum none`,
    `Line 1: "${x1}" is no Ed25519 key of a log.`,
  ],
  ['a control character', 'quorum none\n\u0007', 'Line 2: it has a control character.'],
  ['a line break of Windows', 'quorum none\r\n', 'Line 1: it has a control character.'],
])('a policy with %s is refused', (_case, policy, fault) => {
  expect(() => readPolicy(policy)).toThrow(fault)
})
