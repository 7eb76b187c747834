// Stops actions of staff at each statement and commit. Each is then done once or not at all, and has a row of
// the audit trail exactly if it is done. A repeat under the same key does it once. FAULT_POINTS=all stops at every point.
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { pointsOf } from '#tests/faults/recorded-points.ts'
import { somePoints } from '#tests/faults/some-points.ts'
import { armFailPoint, disarmFailPoint, recordSteps } from '#tests/faults/stop-at.ts'
import { projectHeader, wind } from '#tests/support/example-catalogue-files.ts'
import { issueTestBatch } from '#tests/support/people/batch.ts'
import { type Answer, Person } from '#tests/support/people/person.ts'
import { runSql } from '#tests/support/postgres.ts'
import { runOperator } from '#tests/support/servers/run-operator.ts'
import {
  type StaffClient,
  startTestConsole,
  type TestConsole,
} from '#tests/support/servers/test-console.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { statement } from '#tests/support/test-statement.ts'

const countDone = statement(
  'staff-points-rows',
  { done: 'int8' },
  `select count(*) as done from audit_trail where about @> array[$1] and outcome = 'done'`,
)
const countCredits = statement(
  'staff-points-credits',
  { credits: 'int8' },
  'select count(*) as credits from wallet_credits where passport_id = $1',
)

const countBatches = statement(
  'staff-points-batches',
  { count: 'int8' },
  'select count(*) from batches where serial_number = any($1::text[])',
)

/** Points of each call that npm test stops at. */
const pointsEach = 6

let test: TestApp
let staffConsole: TestConsole
let asker: StaffClient
let approver: StaffClient
beforeAll(async () => {
  test = await startTestApp({ WELCOME_CREDIT: '0' }, undefined, { background: false })
  staffConsole = await startTestConsole(test)
  asker = await staffConsole.signIn('money')
  approver = await staffConsole.signIn('money')
  await runSql(
    test.databaseUrl,
    `update staff_passkeys set created_at = now() - interval '25 hours'`,
  )
  const admin = await staffConsole.signIn('admin')
  await admin.act('programmes create', { id: 'stops', name: 'Stops', currency: 'GBP' })
  await admin.act('programmes fund', { id: 'stops', amount: '1000', currency: 'GBP' })
})
afterAll(async () => {
  disarmFailPoint()
  await staffConsole.close()
  await test.close()
})

const doneRows = async (about: string) => (await test.services.db.run(countDone, [about]))[0]?.done

/** Sends a call until it is answered without a fault of the server. */
async function untilAnswered(send: () => Promise<Answer>): Promise<Answer> {
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const answer = await send()
    if (answer.status < 500) return answer
  }
  throw new Error('the call was never answered')
}

/** The points of a call that may be stopped, some of them or all. */
async function pointsOfCall(send: () => Promise<Answer>): Promise<string[]> {
  const steps = await recordSteps(send)
  const own = pointsOf(steps).filter((point) => !/find-staff-session|touch-staff/.test(point))
  return [...somePoints([...new Set(own)], pointsEach)]
}

it('a credit is given once, with its row, wherever it is stopped', async () => {
  const creditTo = (person: Person, key: string) =>
    asker.act(
      'wallet credit',
      { who: person.id, amount: '0.01', currency: 'GBP', program: 'stops' },
      { key },
    )
  const first = await new Person(test.url).signIn()
  const points = await pointsOfCall(() => creditTo(first, randomUUID()))
  expect(points.length).toBeGreaterThan(5)
  for (const point of points) {
    const person = await new Person(test.url).signIn()
    const key = randomUUID()
    armFailPoint(`${point}:throw`)
    await creditTo(person, key)
    disarmFailPoint()
    const [before] = await test.services.db.run(countCredits, [person.id])
    expect([point, await doneRows(person.id)]).toEqual([point, before?.credits])
    const answer = await untilAnswered(() => creditTo(person, key))
    expect([point, answer.status]).toEqual([point, 200])
    const [after] = await test.services.db.run(countCredits, [person.id])
    expect([point, after?.credits, await doneRows(person.id)]).toEqual([point, 1, 1])
  }
})

it('a command of a member is done with its row, or not at all, wherever it is stopped', async () => {
  await runSql(test.databaseUrl, `update staff set shell_user = 'asker' where id = '${asker.id}'`)
  const folder = await mkdtemp(join(tmpdir(), 'carbon-passport-staff-points-'))
  const env = { DATABASE_URL: test.databaseUrl, DATA_DIR: folder, SUDO_USER: 'asker' }
  const creditTo = ({ phone }: Person) => {
    const money = ['--amount', '0.01', '--currency', 'GBP', '--program', 'stops']
    return runOperator(env, ['wallet', 'credit', '--phone', phone, ...money, '--reason', 'a test'])
  }
  const first = await new Person(test.url).signIn()
  const steps = await recordSteps(() => creditTo(first))
  const points = somePoints([...new Set(pointsOf(steps))], pointsEach)
  expect(points.length).toBeGreaterThan(5)
  for (const point of points) {
    const person = await new Person(test.url).signIn()
    armFailPoint(`${point}:throw`)
    await creditTo(person)
    disarmFailPoint()
    const [given] = await test.services.db.run(countCredits, [person.id])
    expect([point, await doneRows(person.id)]).toEqual([point, given?.credits])
  }
  await rm(folder, { recursive: true })
}, 120_000)

it('an approved refund is done once, with its row, wherever the approval is stopped', async () => {
  const batch = await issueTestBatch(test.services.db, { kg: 100_000, priceMicros: 1_000_000 })
  async function asked() {
    const buyer = await new Person(test.url).signIn()
    const txId = await buyer.buyByCard(batch, 150)
    const { body } = await asker.act('purchases refund', { tx_id: txId })
    return { buyer, txId, id: String(body.approval) }
  }
  const approve = (id: string) => approver.post(`/approvals/${id}`, { approve: true })
  const first = await asked()
  const points = await pointsOfCall(() => approve(first.id))
  expect(points.length).toBeGreaterThan(5)
  for (const point of points) {
    const { buyer, txId, id } = await asked()
    armFailPoint(`${point}:throw`)
    await approve(id)
    disarmFailPoint()
    const last = await untilAnswered(() => approve(id))
    // A repeat after the effect finds the request decided.
    expect([point, [200, 409].includes(last.status)]).toEqual([point, true])
    const { body } = await approver.get(`/approvals/${id}`)
    expect([point, body.state]).toEqual([point, 'done'])
    const { body: purchases } = await buyer.get('/api/tokens/transaction/me')
    expect([point, purchases[0].status]).toEqual([point, 'REFUNDED'])
    expect([point, await doneRows(txId)]).toEqual([point, 1])
  }
})

it('a file is taken whole, with its row, or not at all, wherever it is stopped', async () => {
  const registry = await staffConsole.signIn('registry')
  const projects = { name: 'p.csv', text: `${projectHeader}\n${wind}\n` }
  expect((await registry.act('projects import', { file: projects })).status).toBe(200)
  const header =
    'registry,external_project_id,vintage_year,serial_number,quantity_tco2e,issuance_date,price_per_kg,currency'
  let lastSeries = 0
  /** Returns a file of two new batches, under a name of its own. */
  function newFile() {
    lastSeries += 2
    const rowOf = (series: number) =>
      `GS,GS1,2024,GS1-1-TR-GS1-1-2024-${series}-1-5,5,2026-04-13,0.02,GBP`
    const rows = [header, rowOf(lastSeries), rowOf(lastSeries + 1), '']
    return { file: { name: `stops-${lastSeries}.csv`, text: rows.join('\n') } }
  }
  const batchesOf = async ({ file }: ReturnType<typeof newFile>) => {
    const serials = file.text.match(/GS1-1-TR-\S+?(?=,)/g)
    return (await test.services.db.run(countBatches, [serials]))[0]?.count
  }
  const previewed = async (input: object) =>
    String((await registry.act('batches import', input, { preview: true })).body.digest)
  const first = newFile()
  const digest = await previewed(first)
  const points = await pointsOfCall(() => registry.act('batches import', first, { digest }))
  expect(points.length).toBeGreaterThan(5)
  for (const point of points) {
    const input = newFile()
    const seen = await previewed(input)
    const key = randomUUID()
    const send = () => registry.act('batches import', input, { digest: seen, key })
    armFailPoint(`${point}:throw`)
    await send()
    disarmFailPoint()
    const taken = await batchesOf(input)
    expect([point, taken]).toEqual([point, (await doneRows(input.file.name)) === 0 ? 0 : 2])
    const answer = await untilAnswered(send)
    expect([point, answer.status]).toEqual([point, 200])
    expect([point, await batchesOf(input), await doneRows(input.file.name)]).toEqual([point, 2, 1])
  }
})
