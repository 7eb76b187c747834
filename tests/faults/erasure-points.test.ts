// A deletion that is killed between its commit and the file of erasures, or before that is marked: the
// next round of the background files it, and a restored backup forgets the person again.

import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { fileErasures } from '#features/own-data/file-erasures.ts'
import { erasurePoints } from '#tests/faults/known-points.ts'
import { failingAt } from '#tests/faults/recorded-points.ts'
import { numbersKey } from '#tests/support/number-keys.ts'
import { Person } from '#tests/support/people/person.ts'
import { createTestDatabase, openTestDatabase } from '#tests/support/postgres.ts'
import { runOperator, runOperatorProgram } from '#tests/support/servers/run-operator.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { statement } from '#tests/support/test-statement.ts'

const phoneOf = statement(
  'erasure-points-phone',
  { phone: 'text?' },
  'select phone from passports where id = $1',
)

let test: TestApp
let folder: string
let erasuresFile: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'carbon-passport-erasure-'))
  erasuresFile = join(folder, 'erasures')
  test = await startTestApp({ ERASURES_FILE: erasuresFile }, undefined, { background: false })
})
afterAll(async () => {
  await test.close()
  await rm(folder, { recursive: true })
})

const filed = () => readFile(erasuresFile, 'utf8').catch(() => '')

it.each(Object.entries(erasurePoints))(
  'killed at %s, a deletion is filed by the next round, and repeated after a restore',
  async (step, point) => {
    const person = await new Person(test.url).signIn()
    const env = {
      DATABASE_URL: test.databaseUrl,
      NUMBERS_KEY: numbersKey,
      ERASURES_FILE: erasuresFile,
      DATA_DIR: folder,
    }
    const file = join(folder, `${step}.backup`)
    expect((await runOperator(env, ['backup', file])).code).toBe(0)

    const erase = ['people', 'erase', person.id, '--by', 'ada', '--reason', 'asked for it']
    const killed = await runOperatorProgram({ ...env, ...failingAt(point) }, erase)
    expect(killed.code).not.toBe(0)
    expect(await test.services.db.run(phoneOf, [person.id])).toEqual([{ phone: null }])
    expect((await filed()).includes(person.id)).toBe(step === 'erasure.filed')

    expect(await fileErasures(test.services)).toBe(1)
    expect(await filed()).toContain(person.id)
    expect(await fileErasures(test.services)).toBe(0)

    const copy = await createTestDatabase()
    const restored = await runOperator({ ...env, DATABASE_URL: copy.url }, ['restore', file])
    expect(restored.code).toBe(0)
    const db = openTestDatabase(copy.url, 1)
    expect(await db.run(phoneOf, [person.id])).toEqual([{ phone: null }])
    await db.close()
    await copy.drop()
  },
)
