// The operator's commands about purchases, run as a program beside a running server.
import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { issueTestBatch } from '#tests/support/batch.ts'
import { cardOrder, Person } from '#tests/support/person.ts'
import { failCards, messagesSentTo } from '#tests/support/sandbox-faults.ts'
import { statement } from '#tests/support/statement.ts'

const program = resolve(import.meta.dirname, 'operator.ts')
const bury = statement(
  'test-bury-messages',
  {},
  `update outbox set state = 'dead', last_error = 'SandboxFault'
   where subject = (select id::text from purchases where tx_id = $1)`,
)
const forgetSent = statement(
  'test-forget-sent',
  {},
  'delete from sandbox_sms.messages where recipient = $1',
)

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())

function run(...args: readonly string[]) {
  const { databaseUrl = '', secretKey } = test.services.settings
  const env = { ...process.env, DATABASE_URL: databaseUrl, SECRET_KEY: secretKey.toString('hex') }
  return new Promise<{ code: number; stdout: string }>((done) => {
    const child = execFile(process.execPath, [program, ...args], { env }, (_, stdout) =>
      done({ code: child.exitCode ?? -1, stdout }),
    )
  })
}

async function reserved() {
  const buyer = await new Person(test.url).signIn()
  const batch = await issueTestBatch(test.services.db, { kg: 100 })
  const { body } = await buyer.reserve(cardOrder(batch, 50, await buyer.cardToken()))
  return { buyer, txId: String(body.txId) }
}

describe('purchases show', () => {
  it('tells states, postings, the provider’s view and messages, and no phone', async () => {
    const { buyer, txId } = await reserved()
    await buyer.complete(txId)
    await expect.poll(() => messagesSentTo(test.services.db, buyer.phone)).toHaveLength(1)
    const { code, stdout } = await run('purchases', 'show', txId, '--json')
    expect(code).toBe(0)
    const shown = JSON.parse(stdout)
    expect(shown).toMatchObject({
      ok: true,
      purchase: { tx_id: txId, state: 'COMPLETED', card_state: 'CAPTURED', quantity_kg: 50 },
      provider: { status: 'captured' },
      messages: [{ template: 'purchase_success', state: 'sent' }],
    })
    const legs = shown.postings.map((each: Record<string, unknown>) => [
      each.ledger,
      each.source,
      each.destination,
      each.amount,
    ])
    expect(legs).toEqual([
      ['kg', 'available', 'held', 50],
      ['GBP', 'card_clearing', 'sales', 100],
      ['kg', 'held', `holder:${buyer.id}`, 50],
    ])
    expect(stdout).not.toContain(buyer.phone)
  })

  it('fails where there is no such purchase', async () => {
    const { code, stdout } = await run('purchases', 'show', 'CP-2222-2222-2222', '--json')
    expect(code).toBe(1)
    expect(JSON.parse(stdout)).toMatchObject({ ok: false })
  })
})

describe('purchases reconcile', () => {
  it('carries one purchase to its end, and sends its dead letters again', async () => {
    const { buyer, txId } = await reserved()
    await failCards(test.services.db, 'capture', 'unknown')
    expect((await buyer.complete(txId)).status).toBe(202)
    const settled = await run('purchases', 'reconcile', txId, '--json')
    expect(settled.code).toBe(0)
    expect(JSON.parse(settled.stdout)).toMatchObject({
      state: 'COMPLETED',
      card_state: 'CAPTURED',
      is_settled: true,
    })
    await expect.poll(() => messagesSentTo(test.services.db, buyer.phone)).toHaveLength(1)
    await test.services.db.run(bury, [txId])
    await test.services.db.run(forgetSent, [buyer.phone])
    const all = await run('purchases', 'reconcile', '--json')
    expect(JSON.parse(all.stdout).dead_letters).toEqual([
      { tx_id: txId, template: 'purchase_success', last_error: 'SandboxFault' },
    ])
    const again = await run('purchases', 'reconcile', txId, '--json')
    expect(JSON.parse(again.stdout)).toMatchObject({ messages_queued_again: 1 })
    await expect
      .poll(() => messagesSentTo(test.services.db, buyer.phone).then(({ length }) => length))
      .toBeGreaterThan(0)
  })

  it('of all says what is still open, and exits with 1', async () => {
    const { buyer, txId } = await reserved()
    await failCards(test.services.db, 'capture', 'error', { calls: 2 })
    await buyer.complete(txId)
    const first = await run('purchases', 'reconcile', '--json')
    expect(first.code).toBe(1)
    expect(JSON.parse(first.stdout).unsettled).toEqual([
      { tx_id: txId, state: 'COMPLETING', card_state: 'CAPTURING' },
    ])
    const second = await run('purchases', 'reconcile', '--json')
    expect(second.code).toBe(0)
    expect(JSON.parse(second.stdout)).toMatchObject({ looked_at: 1, unsettled: [] })
  })
})
