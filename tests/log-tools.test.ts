// Runs the programs of docs/log.md, which check a certificate and its witnesses without the product's code.
import { execFile, spawnSync } from 'node:child_process'
import { hash } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signCheckpoint, signerOf, verifierText } from '#features/log/tree/signed-note.ts'
import { cosign, createWitnessSigner, witnessKeyText } from '#features/log/witness/cosignature.ts'
import { Tree } from '#tests/support/rfc6962.ts'

const missing = ['python3', 'openssl'].filter(
  (tool) => spawnSync(tool, [tool === 'openssl' ? 'version' : '--version']).status !== 0,
)
if (missing.length > 0) console.warn(`NOT RUN: this machine has no ${missing.join(', ')}`)

const log = signerOf('passport.example/log', Buffer.alloc(32, 1))
const salt = Buffer.alloc(16, 7)
const txId = 'CP-7K2M-9QXF-4HJD'
const commitment = hash('sha256', Buffer.concat([salt, Buffer.from(txId)]))
const entry = JSON.stringify({ kind: 'allocate', first: 1, last: 20, commitment })
const index = 3
const tree = new Tree(
  Array.from({ length: 11 }, (_, place) =>
    Buffer.from(place === index ? entry : `{"at":${place}}`),
  ),
)
const signed = signCheckpoint(tree.size, tree.root(), log)
const witnesses = ['a', 'b', 'c'].map((name) =>
  createWitnessSigner(`${name}.example/w`, Buffer.alloc(32, name)),
)
const text = signed.slice(0, signed.lastIndexOf('\n\n') + 1)
const time = Date.UTC(2026, 10, 28, 9, 30) / 1_000
const lines = witnesses.slice(0, 2).map((witness) => `${cosign(text, witness, time)}\n`)

let folder: string
let programs: string[]
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'carbon-passport-log-tools-'))
  const guide = await readFile('docs/log.md', 'utf8')
  programs = [...guide.matchAll(/```python\n(.*?)```/gs)].map(([, code = '']) => code)
})
afterAll(() => rm(folder, { recursive: true }))

const put = (name: string, content: string) => writeFile(join(folder, name), content)

function run(command: string, ...args: readonly string[]) {
  const options = { cwd: folder, env: { ...process.env, LC_ALL: 'C.UTF-8' } }
  return new Promise<{ code: number | null; stdout: string }>((done) => {
    const child = execFile(command, args, options, (_, stdout) =>
      done({ code: child.exitCode, stdout }),
    )
  })
}

const verifySignature = () =>
  run(
    'openssl',
    ...['pkeyutl', '-verify', '-rawin', '-pubin', '-keyform', 'DER'],
    ...['-inkey', 'key.der', '-in', 'note', '-sigfile', 'signature'],
  )

describe.skipIf(missing.length > 0)('the programs of docs/log.md', () => {
  it('check a certificate, and refuse another entry and another signature', async () => {
    const proof = {
      ...{ index, entry, salt: salt.toString('hex'), tx_id: txId },
      hashes: tree.path(index).map((each) => each.toString('base64')),
      checkpoint: signed + lines.join(''),
    }
    const certificate = { replacement: null, proof }
    await put('certificate.json', JSON.stringify(certificate))
    await put('key', `${verifierText(log)}\n`)
    await put('check.py', programs[0] ?? '')
    expect(await run('python3', 'check.py')).toEqual({ code: 0, stdout: `${entry}\n` })
    expect((await verifySignature()).code).toBe(0)

    await put('note', text.replace('11', '12'))
    expect((await verifySignature()).code).toBe(1)
    const other = { ...proof, entry: entry.replace('20', '21') }
    await put('certificate.json', JSON.stringify({ ...certificate, proof: other }))
    expect((await run('python3', 'check.py')).code).toBe(1)
  })

  it('name the witnesses that have cosigned, and refuse a cosignature of another text', async () => {
    await put('cosigned.py', programs[1] ?? '')
    await put('witness-keys', witnesses.map((each) => `${witnessKeyText(each)}\n`).join(''))
    await put('checkpoint', signed + lines.join(''))
    expect(await run('python3', 'cosigned.py')).toEqual({
      code: 0,
      stdout: 'a.example/w 2026-11-28 09:30:00 UTC\nb.example/w 2026-11-28 09:30:00 UTC\n',
    })
    await put('checkpoint', (signed + lines.join('')).replace('\n11\n', '\n12\n'))
    expect((await run('python3', 'cosigned.py')).code).toBe(1)
  })
})
