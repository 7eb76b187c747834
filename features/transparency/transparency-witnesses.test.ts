// Tests what `/transparency` shows about the log's witnesses: the policy, the newest cosigned checkpoint and its age, and
// that a new log after a restore is unknown to them until they cosign it.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { cosign, createWitnessSigner, witnessKeyText } from '#features/log/witness/cosignature.ts'
import { escapeHtml } from '#platform/http/pages/html-page.ts'
import { issueTestBatch } from '#tests/support/people/batch.ts'
import { appendOnce } from '#tests/support/people/retirements.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { statement } from '#tests/support/test-statement.ts'
import { textIn } from '#texts/text-in.ts'
import { languages } from '#values/lists/languages.ts'

const publish = statement(
  'transparency-test-publish',
  {},
  `insert into log_witnessings as w
     (log_number, size, checkpoint, witnessed_size, witnessed_checkpoint, asker, lease_until)
   select number, $1, $2, case when $3 then $1::bigint end, case when $3 then $2 end,
     uuidv7(), now() + interval '1 hour'
   from logs where closed_at is null
   on conflict (log_number) do update set size = $1, checkpoint = $2,
     witnessed_size = excluded.witnessed_size, witnessed_checkpoint = excluded.witnessed_checkpoint`,
)
const closeLog = statement('transparency-test-close-log', {}, 'update logs set closed_at = now()')
const endLease = statement(
  'transparency-test-end-lease',
  {},
  "update log_witnessings set lease_until = now() - interval '1 hour'",
)

const signers = ['a', 'b', 'c'].map((name) =>
  createWitnessSigner(`${name}.example/w`, Buffer.alloc(32, name)),
)
const names = ['a.example/w', 'b.example/w', 'c.example/w']

let folder: string
let test: TestApp
let now = Date.now()
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'carbon-passport-transparency-'))
  const policy = [
    ...signers.map(
      (signer) => `witness ${signer.name} ${witnessKeyText(signer)} https://w.example/`,
    ),
    `group b-or-c any ${names[1]} ${names[2]}`,
    `group all-of-them all ${names[0]} b-or-c`,
    'quorum all-of-them',
    '',
  ]
  await writeFile(join(folder, 'policy'), policy.join('\n'))
  test = await startTestApp(
    { LOG_WITNESSES: join(folder, 'policy') },
    () => ({ clock: () => now }),
    { background: false },
  )
})
afterAll(async () => {
  await test.close()
  await rm(folder, { recursive: true })
})

/** Requests an address after the cache has expired. */
async function ask(path: string) {
  now = Math.max(now + 3_000, Date.now())
  return fetch(`${test.url}${path}`)
}
const logFacts = async () => {
  const { log }: { log: unknown } = Object(await (await ask('/transparency.json')).json())
  return log
}
const page = async (language = 'en') => (await ask(`/transparency?language=${language}`)).text()
async function grow(): Promise<void> {
  await issueTestBatch(test.services.db, { kg: 1_000 })
  while (await appendOnce(test));
}

/** Publishes the head with cosignatures of that age. Returns their time and the size. */
async function cosignHead(indexes: readonly number[], secondsAgo: number, isQuorum: boolean) {
  await test.services.db.run(endLease)
  const checkpoint = await (await fetch(`${test.url}/log/checkpoint`)).text()
  const text = checkpoint.slice(0, checkpoint.lastIndexOf('\n\n') + 1)
  const size = Number(text.split('\n')[1])
  const at = Math.floor(now / 1_000) - secondsAgo
  const lines = signers.flatMap((signer, index) =>
    indexes.includes(index) ? [`${cosign(text, signer, at)}\n`] : [],
  )
  await test.services.db.run(publish, [size, checkpoint + lines.join(''), isQuorum])
  return { size, at: new Date(at * 1_000) }
}

const known = { witnesses: names, quorum: 2 }

it('shows the policy, and that no checkpoint is witnessed yet', async () => {
  await grow()
  await cosignHead([1, 2], 0, false)
  expect(await logFacts()).toMatchObject({
    witnessing: { ...known, cosigned: null, unknown_after_restore: false },
  })
  const html = await page()
  expect(html).toContain('a.example/w, b.example/w and c.example/w. At least 2 of 3 must cosign.')
  expect(html).toContain('None yet: signed by us, not yet witnessed.')
  expect(html).not.toContain('This log is new')
  const [, address = ''] = /<a href="([^"]*)"[^>]*>Read this site’s policy</.exec(html) ?? []
  expect(await (await fetch(`${test.url}${address}`)).text()).toContain('quorum all-of-them')
})

it('shows the newest cosigned checkpoint with its age, and how many entries are newer', async () => {
  await grow()
  const { size, at } = await cosignHead([0, 2], 200, true)
  const cosigned = { size, witnesses: [names[0], names[2]], at: at.toISOString() }
  expect(await logFacts()).toMatchObject({ witnessing: { ...known, cosigned } })
  const html = await page()
  expect(html).toMatch(
    new RegExp(
      `${size} entr(y|ies), cosigned by a.example/w and c.example/w: [^<]+ UTC, 3 minutes ago`,
    ),
  )
  expect(html).not.toContain('None yet')
  expect(html).not.toContain('The newest')
  await grow()
  await test.services.db.run(endLease)
  expect(await page()).toContain('The newest entry is signed by us, not yet witnessed.')
})

it('says in every language that a log after a restore is unknown to its witnesses, until they cosign it', async () => {
  await test.services.db.run(closeLog)
  while (await appendOnce(test));
  expect(await logFacts()).toMatchObject({
    witnessing: { ...known, cosigned: null, unknown_after_restore: true },
  })
  for (const language of languages) {
    expect(await page(language)).toContain(escapeHtml(textIn(language, 'transparency_log_unknown')))
  }
  const { size } = await cosignHead([0, 1], 7_300, true)
  expect(await logFacts()).toMatchObject({
    witnessing: { cosigned: { size }, unknown_after_restore: false },
  })
  const html = await page()
  expect(html).not.toContain('This log is new')
  expect(html).toContain('UTC, 2 hours ago.')
})
