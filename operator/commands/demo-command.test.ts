// Tests that the demonstration gives each page of the console something to look at, twice the same, and only with
// sandboxes.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closeWithBooks } from '#tests/support/people/books.ts'
import { type ConsoleReader, openConsoleReader } from '#tests/support/servers/console-reader.ts'
import { runOperator } from '#tests/support/servers/run-operator.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

let test: TestApp
let reader: ConsoleReader
beforeAll(async () => {
  test = await startTestApp({}, undefined, { background: false })
  reader = await openConsoleReader(test)
})
afterAll(async () => {
  await reader.close()
  await closeWithBooks(test)
})

async function seed(settings: Readonly<Record<string, string>> = {}) {
  const { databaseUrl = '' } = test.services.settings
  const { code, stdout } = await runOperator({ DATABASE_URL: databaseUrl, ...settings }, [
    ...['demo', 'seed', '--staff', '--json'],
  ])
  return { code, json: JSON.parse(stdout) }
}

const read = async (path: string) => (await reader.read(path)).body
type Tile = { readonly id: string; readonly value: string; readonly level: string }

/** Returns the ids in the lists of the console. */
async function listedIds() {
  const lists = ['people', 'purchases', 'disputes', 'approvals', 'staff', 'programmes']
  const rows = await Promise.all(lists.map((list) => read(`${list}?limit=100`)))
  return rows.flat().map(({ id, tx_id }: { id?: string; tx_id?: string }) => tx_id ?? id)
}

describe('demo seed --staff', () => {
  let first: unknown[]
  it('fills the tiles of Today', async () => {
    expect(await seed()).toMatchObject({ code: 0, json: { projects: 433, people: 9 } })
    const { tiles } = await read('today')
    const tileOf = (id: string): Tile => tiles.find((tile: Tile) => tile.id === id)
    expect(tileOf('sales').value).toMatch(/GBP in \d+ purchases/)
    expect(tileOf('refunds_failed')).toMatchObject({ value: '1 purchase', level: 'alarm' })
    expect(tileOf('disputes').value).toMatch(/^1, evidence due/)
    expect(tileOf('fraud_warnings').value).toBe('1 warning')
    expect(tileOf('dead_messages').value).toBe('1 message')
    expect(tileOf('programmes')).toMatchObject({ value: 'demo-festival', level: 'warning' })
    expect(tileOf('approvals').value).toMatch(/^1, the oldest since/)
    first = await listedIds()
  })

  it('has purchases of each kind, a blocked number and a retired batch', async () => {
    const purchases = await read('purchases?limit=100')
    const states = purchases.map(({ status }: { status: string }) => status)
    expect(states).toEqual(expect.arrayContaining(['COMPLETED', 'REFUNDED']))
    expect(purchases.some(({ is_gift }: { is_gift: boolean }) => is_gift)).toBe(true)
    expect(await read('people?blocked=yes')).toMatchObject([{ nickname: 'Hugo' }])
    const due = await read('retirements?limit=100')
    const retired = due.map(({ retired_tonnes }: { retired_tonnes: number }) => retired_tonnes)
    expect(Math.max(...retired)).toBeGreaterThan(0)
  })

  it('adds nothing a second time', async () => {
    expect(await seed()).toMatchObject({ code: 0, json: { projects: 0, people: 0 } })
    expect(await listedIds()).toEqual(first)
  })

  it('is refused with real providers', async () => {
    const twilio = {
      SMS_PROVIDER: 'twilio',
      ...{ TWILIO_ACCOUNT_SID: `AC${'1'.repeat(32)}`, TWILIO_AUTH_TOKEN: '2'.repeat(32) },
      TWILIO_FROM: '+447400000000',
    }
    const { code, json } = await seed(twilio)
    expect(code).toBe(1)
    expect(json.error).toContain('needs the sandboxes')
  })
})
