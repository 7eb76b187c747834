// Tests what a certificate states about witnesses: their names and times with a quorum of the operator's policy, that
// there is none yet, and nothing without a policy.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { cosign, createWitnessSigner, witnessKeyText } from '#features/log/witness/cosignature.ts'
import { exampleCertificate } from '#tests/support/example-certificate.ts'
import { issueTestBatch } from '#tests/support/people/batch.ts'
import { Person } from '#tests/support/people/person.ts'
import { appendOnce } from '#tests/support/people/retirements.ts'
import { readPdf } from '#tests/support/read-pdf.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { statement } from '#tests/support/test-statement.ts'
import { momentIn } from '#texts/figures-in.ts'
import { textIn } from '#texts/text-in.ts'
import { languages } from '#values/lists/languages.ts'
import { certificateWords } from './certificate-words.ts'

const showToWitnesses = statement(
  'certificate-test-witness',
  {},
  `insert into log_witnessings as w
     (log_number, size, checkpoint, witnessed_size, witnessed_checkpoint, asker, lease_until)
   select log_number, size, $1, size, $1, uuidv7(), now() + interval '1 hour' from log_heads
   on conflict (log_number) do update set checkpoint = $1, witnessed_checkpoint = $1`,
)

const signers = ['a', 'b', 'c'].map((name) =>
  createWitnessSigner(`${name}.witness.example/w`, Buffer.alloc(32, name)),
)

let folder: string
let test: TestApp
let code: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'carbon-passport-witnesses-'))
  const policy = [
    ...signers.map(
      (signer, index) => `witness W${index} ${witnessKeyText(signer)} https://w.example/`,
    ),
    'group two 2 W0 W1 W2',
    'quorum two',
    '',
  ]
  await writeFile(join(folder, 'policy'), policy.join('\n'))
  test = await startTestApp({ LOG_WITNESSES: join(folder, 'policy') }, undefined, {
    background: false,
  })
  const batch = await issueTestBatch(test.services.db, { kg: 1_000 })
  const buyer = await new Person(test.url).signIn()
  const txId = await buyer.buyByCard(batch, 20)
  const { body } = await buyer.post('/api/certificates', { tx_id: txId })
  code = body.code
})
afterAll(async () => {
  await test.close()
  await rm(folder, { recursive: true })
})

const get = async (path: string) => (await fetch(`${test.url}${path}`)).text()
async function paperText(): Promise<string> {
  const response = await fetch(`${test.url}/c/${code}.pdf?language=en`)
  return (await readPdf(new Uint8Array(await response.arrayBuffer()))).text
}

it('names witnesses and times once a quorum has cosigned, and before that says that there is none', async () => {
  expect(await get(`/c/${code}?language=en`)).not.toContain('itness')

  while (await appendOnce(test));
  const checkpoint = await get('/log/checkpoint')
  const text = checkpoint.slice(0, checkpoint.lastIndexOf('\n\n') + 1)
  const seconds = Math.floor(Date.now() / 1_000) - 3_600
  const lines = signers.map((signer, index) => `${cosign(text, signer, seconds + 60 * index)}\n`)
  await test.services.db.run(showToWitnesses, [checkpoint + lines[0]])
  for (const language of languages) {
    const page = await get(`/c/${code}?language=${language}`)
    expect(page).toContain(textIn(language, 'certificates_unwitnessed'))
    expect(page).not.toContain('witness.example')
  }
  expect(await paperText()).toContain('Signed by us, not yet witnessed.')

  await test.services.db.run(showToWitnesses, [checkpoint + lines[0] + lines[1]])
  for (const language of languages) {
    const page = await get(`/c/${code}?language=${language}`)
    for (const [index, name] of ['a.witness.example/w', 'b.witness.example/w'].entries()) {
      const moment = momentIn(language, new Date((seconds + 60 * index) * 1_000))
      expect(page).toContain(`${name} (${moment} UTC)`)
    }
    expect(page).not.toContain(textIn(language, 'certificates_unwitnessed'))
    expect(page).not.toContain('c.witness.example')
  }
  expect(await paperText()).toContain('Witnesses have cosigned the log with this entry: a.witness')
})

const proof = {
  ...{ index: 0, entry: '{}', hashes: [], salt: Buffer.alloc(16) },
  ...{ size: 1, checkpoint: '', witnesses: [] },
}
const witnessesOf = (count: number) =>
  Array.from({ length: count }, (_, index) => {
    return { name: `w${index}`, cosignedAt: new Date('2026-11-28T11:42:00Z') }
  })

it('says nothing of witnesses if the operator has no policy', () => {
  const words = certificateWords({ ...exampleCertificate, proof }, 'en')
  expect(JSON.stringify(words.proof)).not.toMatch(/witness(?!es":null)/i)
})

it('names three witnesses in a sentence, and all of them among the facts', () => {
  for (const [count, end] of [
    [3, 'and w2 (28 November 2026 at 11:42 UTC).'],
    [4, 'w2 (28 November 2026 at 11:42 UTC) and 1 other.'],
    [9, 'w2 (28 November 2026 at 11:42 UTC) and 6 others.'],
  ] as const) {
    const witnessing = { isWitnessed: true, witnesses: witnessesOf(count) }
    const { witnesses, facts } = certificateWords(
      { ...exampleCertificate, proof, witnessing },
      'en',
    ).proof
    expect(witnesses).toContain(end)
    expect(facts.filter(({ label }) => label === 'Witness')).toHaveLength(count)
  }
})

it('counts no policy that needs no cosignature as a quorum', () => {
  const witnessing = { isWitnessed: false, witnesses: [] }
  const words = certificateWords({ ...exampleCertificate, proof, witnessing }, 'en')
  expect(words.proof.witnesses).toBe('Signed by us, not yet witnessed.')
})
