// The operator replaces a batch and the command is killed at a named point: given again, it ends what it
// began, and no kilogram is lost or given twice. FAULT_POINTS=all kills at every point.

import { afterAll, beforeAll, expect, it } from 'vitest'
import { replacementPoints } from '#tests/faults/known-points.ts'
import { failingAt } from '#tests/faults/recorded-points.ts'
import { somePoints } from '#tests/faults/some-points.ts'
import { issueTestBatch } from '#tests/support/people/batch.ts'
import { Person } from '#tests/support/people/person.ts'
import { closeWithLog, startRetirementApp } from '#tests/support/people/retirements.ts'
import { totalOf } from '#tests/support/people/rewards.ts'
import { runOperatorProgram } from '#tests/support/servers/run-operator.ts'
import type { TestApp } from '#tests/support/test-app.ts'

const points = Object.entries(replacementPoints)
const killed = somePoints(points, 1, ([step]) => step === 'replace.written')

let test: TestApp
beforeAll(async () => {
  test = await startRetirementApp()
})
afterAll(() => closeWithLog(test))

it.each(killed)('killed at %s, a replacement ends when it is given again', async (_, point) => {
  const [former, other] = [
    await issueTestBatch(test.services.db, { kg: 1_000 }),
    await issueTestBatch(test.services.db, { kg: 1_000 }),
  ]
  const buyers = await Promise.all([1, 2, 3].map(() => new Person(test.url).signIn()))
  for (const buyer of buyers) await buyer.buyByCard(former, 20)
  const settings = { DATABASE_URL: test.databaseUrl }
  const command = ['batches', 'replace', former.serial, '--with', other.serial]
  const run = (more: Readonly<Record<string, string>> = {}) =>
    runOperatorProgram({ ...settings, ...more }, [...command, '--reason', 'for a test', '--json'])
  expect((await run(failingAt(point))).code).not.toBe(0)
  const again = await run()
  expect(JSON.parse(again.stdout)).toMatchObject({ ok: true, reserved_kg: 0 })
  for (const buyer of buyers) {
    expect(await totalOf(buyer)).toBe(20)
    const [entry] = (await buyer.get('/api/tokens/transaction/me?tokens=none')).body
    expect(entry.batch_serial_number).toBe(other.serial)
  }
})
