// Tests the commands about monthly plans, run as a program while the server runs.
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  newPlanBatch,
  newSaver,
  readPlanRuns,
  saveTestCard,
  startTestPlan,
} from '#tests/support/people/monthly-plans.ts'
import { runOperator } from '#tests/support/servers/run-operator.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

const declinedKept = '4000000000000341'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp({}, undefined, { background: false })
})
afterAll(() => test.close())

it('plans run ends when a declined run has its outcome', async () => {
  const { db, settings } = test.services
  const [person, batch] = [await newSaver(test.url, db, 0), await newPlanBatch(db)]
  const cardId = await saveTestCard(test.services, person, declinedKept)
  const { id, first } = await startTestPlan(person, batch, { pay: `saved:${cardId}` })
  const { code, stdout } = await runOperator(
    { DATABASE_URL: settings.databaseUrl, SECRET_KEY: settings.secretKey.toString('hex') },
    ['plans', 'run', '--on', first.toISOString().slice(0, 10), '--by', 'ada'],
  )
  expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringContaining('Ran the') })
  expect(await readPlanRuns(db, id)).toMatchObject([{ state: 'open', declines: 1 }])
})
