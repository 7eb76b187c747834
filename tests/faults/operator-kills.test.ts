// kill -9 of the operator's command, of its database and of both at each named point of retiring, confirming and
// replacing: given again it ends, nothing is done twice, the log goes on and the ledger adds up.
// FAULT_POINTS=all (npm run faults) goes over all of them; npm test over one of a few.

import { spawn } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { EmbeddedDatabase } from '#embedded-postgres/embedded-postgres.ts'
import type { Database } from '#platform/database/database.ts'
import { openEmbeddedProduct } from '#tests/faults/embedded-product.ts'
import {
  confirmationPoints,
  replacementPoints,
  retirementPoints,
} from '#tests/faults/known-points.ts'
import { failingAt } from '#tests/faults/recorded-points.ts'
import { somePoints } from '#tests/faults/some-points.ts'
import { numbersKey } from '#tests/support/number-keys.ts'
import { Person } from '#tests/support/people/person.ts'
import {
  answerRows,
  exportHeader,
  issueGoldStandard,
  issueTonnes,
  recordRows,
  retiredRow,
} from '#tests/support/people/retirements.ts'
import type { Product } from '#tests/support/servers/product.ts'

const program = resolve(import.meta.dirname, '../../operator/operator.ts')
const victims = ['app', 'database', 'both'] as const
const points = { ...retirementPoints, ...confirmationPoints, ...replacementPoints }
const all = Object.entries(points).flatMap(([step, point]) =>
  victims.map((dies) => ({ step, point, dies })),
)
const few: readonly string[] = [
  'retire.written both',
  'confirm.written app',
  'replace.written database',
]
const chosen = somePoints(all, 1, ({ step, dies }) => few.includes(`${step} ${dies}`))

let product: Product
let embedded: EmbeddedDatabase
let db: Database
beforeAll(async () => {
  ;({ product, embedded, db } = await openEmbeddedProduct())
})
afterAll(async () => {
  await product.stop()
  await db.close()
  await embedded.close()
  await product.remove()
})

/** `onStopped` is called once it has stopped at the point `failAt`. */
async function operator(args: readonly string[], failAt = '', onStopped?: () => Promise<void>) {
  const child = spawn(process.execPath, [program, ...args, '--json'], {
    env: {
      ...process.env,
      DATA_DIR: product.dataDir,
      NUMBERS_KEY: numbersKey,
      PUBLIC_URL: product.url,
      NODE_ENV: 'test',
      ...(failAt !== '' && failingAt(failAt)),
    },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  let stdout = ''
  child.stdout.on('data', (chunk: Buffer) => {
    stdout += chunk.toString()
  })
  const ended = new Promise<number | null>((done) => child.once('exit', done))
  if (onStopped !== undefined) {
    await expect
      .poll(() => readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => ''))
      .toMatch(/^State:\s+T/m)
    await onStopped()
    child.kill('SIGCONT')
  }
  return { code: await ended, stdout }
}

const because = ['--reason', 'for a test']

/** Returns the command of a step, and the kilograms that the log must contain once it ended. */
async function workFor(step: string) {
  const isConfirmation = step.startsWith('confirm.')
  const batch = isConfirmation ? await issueGoldStandard(db, 2) : await issueTonnes(db, 2)
  const buyers = await Promise.all([1, 2, 3].map(() => new Person(product.url).signIn()))
  for (const buyer of buyers) await buyer.buyByCard(batch, 300)
  if (step.startsWith('replace.')) {
    const { serial } = await issueTonnes(db, 2)
    return { kg: 900, args: ['batches', 'replace', batch.serial, '--with', serial, ...because] }
  }
  const file = join(product.dataDir, `${batch.id}.csv`)
  if (isConfirmation) {
    const record = retiredRow(batch.part(1, 1), 1, `R-${batch.id}`)
    expect((await recordRows(db, [record], true)).faults).toEqual([])
    await writeFile(file, `registry,serial,retired_on\nGS,${batch.part(1, 1)},2026-11-20\n`)
    return { kg: 1_000, args: ['retirements', 'confirm', file, ...because] }
  }
  const rows = await answerRows(db, [retiredRow(batch.part(1, 1), 1, `R-${batch.id}`)])
  await writeFile(file, `${[exportHeader, ...rows].join('\n')}\n`)
  return { kg: 1_000, args: ['retirements', 'record', file, '--fill', ...because] }
}

let doneKg = 0
let doneConfirmedKg = 0

it.each(chosen)(
  'killed at $step ($dies), the command ends when it is given again',
  async ({ step, point, dies }) => {
    const { kg, args } = await workFor(step)
    await expect.poll(() => operator(['log', 'verify'])).toMatchObject({ code: 0 })
    const first =
      dies === 'database'
        ? await operator(args, `${point}:stop`, () => product.killDatabase())
        : await operator(args, point)
    if (dies !== 'database') expect(first.code).toBeNull()
    if (dies === 'both') await product.killDatabase()
    // Done already where the commit came first: then nothing is due or held any more.
    await expect
      .poll(async () => /"ok": ?true|nothing more is due/.test((await operator(args)).stdout))
      .toBe(true)
    doneKg += kg
    await expect
      .poll(async () => {
        const { code, stdout } = await operator(['log', 'verify'])
        const { retired_kg, replaced_kg } = code === 0 ? JSON.parse(stdout) : {}
        return retired_kg + replaced_kg
      })
      .toBe(doneKg)
    if (step.startsWith('confirm.')) {
      doneConfirmedKg += kg
      const { stdout } = await operator(['log', 'verify'])
      expect(JSON.parse(stdout)).toMatchObject({ confirmed_kg: doneConfirmedKg })
    }
    expect(await operator(['ledger', 'check'])).toMatchObject({ code: 0 })
  },
  240_000,
)
