// Tests how the command that verifies a log answers: its figures, its verdict, its exit code, and whom it trusts.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { signerOf, verifierText } from '#features/log/tree/signed-note.ts'
import { createWitnessSigner, witnessKeyText } from '#features/log/witness/cosignature.ts'
import { runOperator } from '#tests/support/servers/run-operator.ts'
import { StandIn, signer } from '#tests/support/stand-ins/log-stand-in.ts'

const day = '2026-11-22'
const batch = { registry: 'GS', serial: 'GS1-1-UG-GS1-16-2024-7-1-9' }
const other = { registry: 'GS', serial: 'GS1-1-UG-GS1-16-2024-7-10-12' }
const overlapping = { registry: 'GS', serial: 'GS1-1-UG-GS1-16-2024-7-12-14' }
const issue = (of: object, kg: number) => ({ kind: 'issue', ...of, kg, day })
const sale = (of: object, first: number, last: number) => ({
  ...{ kind: 'allocate', ...of, first, last, day },
  commitment: String(first).padStart(64, '0'),
})
const retire = (first: number, last: number) => {
  return { kind: 'retire', ...batch, first, last, reference: 'R-1', day }
}
const honest = [
  ...[issue(batch, 9_000), issue(other, 3_000), sale(batch, 1, 30), sale(batch, 31, 50)],
  ...[retire(1, 4), retire(5, 10), { ...retire(1, 4), kind: 'confirm' }],
  {
    ...{ kind: 'replace', ...batch, first: 11, last: 15, day },
    ...{ by_serial: other.serial, by_first: 1, by_last: 5 },
  },
]

let folder: string
let log: StandIn
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'carbon-passport-log-commands-'))
  log = await new StandIn().open()
})
afterEach(async () => {
  log.close()
  await rm(folder, { recursive: true })
})

async function verify(...options: readonly string[]) {
  const args = ['log', 'verify', log.address, ...options]
  const { code, stdout } = await runOperator({ DATA_DIR: folder }, args)
  return { code, lines: stdout.trimEnd().split('\n') }
}

async function policyOf(text: string): Promise<string> {
  const file = join(folder, 'policy')
  await writeFile(file, text)
  return file
}

describe('log verify', () => {
  it('shows what an honest log issued, sold, retired, confirmed and replaced', async () => {
    log.tell(...honest)
    const head = [
      `stand-in.example/log, at ${log.address}: 8 entries.`,
      `Its key: ${verifierText(signer)}`,
      '12000 kg were issued in 2 batches; 2 sales took 55 kg.',
      '10 kg of them are retired at their registries, 5 kg were replaced by others.',
      '4 of the retired kg are confirmed by lists of their registries.',
      'Signature and root are right. No place and no tonne was given twice, none that was not',
      'issued, and none was retired that was nobody’s.',
    ]
    const kept = 'Its checkpoint is kept for the next look.'
    expect(await verify()).toEqual({
      code: 0,
      lines: [...head, 'This is the first look: it proves nothing about the past.', kept],
    })
    expect(await verify()).toEqual({
      code: 0,
      lines: [...head, 'It goes on from the 8 entries of the last look.', kept],
    })
    const { code, lines } = await verify('--json')
    expect([code, JSON.parse(lines[0] ?? '')]).toEqual([
      0,
      {
        ...{ ok: true, address: log.address, origin: 'stand-in.example/log' },
        ...{ key: verifierText(signer), root: expect.stringMatching(/^[0-9a-f]{64}$/) },
        ...{ size: 8, kept_size: 8, faults: [] },
        ...{ compared: 2, not_compared: [], suspected: [], meeting: [] },
        ...{ batches: 2, allocations: 2, issued_kg: 12_000, allocated_kg: 55, retired_kg: 10 },
        ...{ confirmed_kg: 4, replaced_kg: 5 },
      },
    ])
  })

  it('fails for each fault, and does not keep the checkpoint', async () => {
    log.tell(...honest, retire(4, 6), { kind: 'gift', day })
    const faults = [
      `FAULT  Entry 8 retires place 4 of ${batch.serial} a second time.`,
      'FAULT  Entry 9 is no entry that this version knows.',
    ]
    for (const _ of [1, 2]) {
      const { code, lines } = await verify()
      expect([code, lines.slice(-2)]).toEqual([1, faults])
    }
    const { code, lines } = await verify('--json')
    expect([code, JSON.parse(lines[0] ?? '')]).toMatchObject([
      1,
      { ok: false, kept_size: null, faults: [{}, {}].map(() => expect.any(String)) },
    ])
  })

  it('names batches that share tonnes of which one has given none', async () => {
    log.tell(issue(other, 3_000), issue(overlapping, 3_000), sale(other, 1, 3_000))
    const { code, lines } = await verify()
    expect([code, lines[5]]).toEqual([
      0,
      expect.stringMatching(
        /^MEETS {2}.* both hold tonnes 12 to 12\. At most one of them has given any\.$/,
      ),
    ])
  })

  it('names twenty of the batches that meet, and how many more there are', async () => {
    const batches = Array.from({ length: 22 }, (_, place) => ({
      registry: 'GS',
      serial: `GS1-1-UG-GS1-16-2024-7-${100 - place}-120`,
    }))
    log.tell(...batches.slice(0, 7).map((each, place) => issue(each, (21 + place) * 1_000)))
    const { lines } = await verify()
    const meets = lines.filter((line) => line.startsWith('MEETS'))
    expect([meets.length, lines.indexOf('… and 1 more.')]).toEqual([20, 25])
  })

  it('reads the log of its own product without an address', async () => {
    log.tell(...honest)
    const settings = { DATA_DIR: folder, PUBLIC_URL: log.address.replace(/\/log$/, '') }
    const { code, stdout } = await runOperator(settings, ['log', 'verify'])
    expect([code, stdout.split('\n')[0]]).toEqual([
      0,
      `stand-in.example/log, at ${log.address}: 8 entries.`,
    ])
  })

  it('names batches that it cannot compare', async () => {
    log.tell(issue({ registry: 'XX', serial: 'Number 1' }, 1_000))
    const { code, lines } = await verify()
    expect([code, lines.slice(5)]).toEqual([
      0,
      expect.arrayContaining([
        'Signature and root are right. No place was given twice, none that was not',
        expect.stringContaining('XX Number 1'),
        'A tonne of these batches may have been given in another batch too.',
      ]),
    ])
    const { lines: answer } = await verify('--json')
    expect(JSON.parse(answer[0] ?? '')).toMatchObject({
      compared: 0,
      not_compared: [{ registry: 'XX', serial: 'Number 1' }],
    })
  })
})

describe('a policy', () => {
  const trusted = `log ${verifierText(signer)}\n`
  const witness = createWitnessSigner('witness.example/w', Buffer.alloc(32, 9))

  it('without a quorum needs no witness', async () => {
    log.tell(...honest)
    const { code, lines } = await verify('--policy', await policyOf(`${trusted}quorum none\n`))
    expect(code).toBe(0)
    expect(lines).toContain('Cosigned by the quorum of your policy: none is needed.')
  })

  it('with a quorum that has not cosigned is a fault', async () => {
    log.tell(...honest)
    const text = `${trusted}witness one ${witnessKeyText(witness)}\nquorum one\n`
    const { code, lines } = await verify('--policy', await policyOf(text))
    expect([code, lines.at(-1)]).toEqual([
      1,
      expect.stringMatching(/^FAULT .*not by the quorum of the policy\. No witness of it has/),
    ])
    expect(lines.join('\n')).not.toContain('Cosigned by')
  })

  it('of another log is not satisfied', async () => {
    log.tell(...honest)
    const stranger = verifierText(signerOf('other.example/log', Buffer.alloc(32, 5)))
    const file = await policyOf(`log ${stranger}\nquorum none\n`)
    const { code, lines } = await verify('--policy', file)
    expect([code, lines[0]]).toEqual([
      1,
      `The policy names no log with the key ${verifierText(signer)}.`,
    ])
  })

  it('that cannot be read is named', async () => {
    const file = await policyOf('nonsense\n')
    const { code, lines } = await verify('--policy', file)
    expect([code, lines[0]]).toEqual([1, expect.stringContaining(`${file}: `)])
  })
})

it.each([
  ['a key that is none', ['--key', 'nonsense'], 2, '--key "nonsense" is no key of a log.'],
  [
    'the key of another log',
    ['--key', verifierText(signerOf('other.example/log', Buffer.alloc(32, 5)))],
    ...[1, 'is not signed by other.example/log'],
  ],
] as const)('refuses %s', async (_, options, exit, sentence) => {
  log.tell(...honest)
  const { code, lines } = await verify(...options)
  expect([code, lines[0]]).toEqual([exit, expect.stringContaining(sentence)])
})

it('takes an address with a slash at its end, and refuses what is no address', async () => {
  log.tell(...honest)
  const slashed = await runOperator({ DATA_DIR: folder }, ['log', 'verify', `${log.address}/`])
  expect([slashed.code, slashed.stdout]).toEqual([0, expect.stringContaining(`${log.address}: 8`)])
  const refused = await runOperator({ DATA_DIR: folder }, ['log', 'verify', 'ftp://x.example/log'])
  expect([refused.code, refused.stdout]).toEqual([2, expect.stringContaining('is no address of')])
})
