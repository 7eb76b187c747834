// Fills the disk under the database: writes are refused as busy, no acknowledged effect is lost,
// and with space the product recovers by itself. It needs its own disk, so it runs as root on
// Linux, with FAULT_DISK set (npm run faults).
import { execFileSync, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openEmbeddedDatabase } from '#embedded-postgres/embedded-postgres.ts'
import { checkLedger } from '#features/purchases/inspect/check-ledger.ts'
import type { Database } from '#platform/database/database.ts'
import { issueTestBatch } from '#tests/support/people/batch.ts'
import { type Answer, cardOrder, Person, type TestBatch } from '#tests/support/people/person.ts'
import { openTestDatabase } from '#tests/support/postgres.ts'
import { openProduct, type Product } from '#tests/support/servers/product.ts'

const isPossible =
  process.env.FAULT_DISK !== undefined && process.platform === 'linux' && process.getuid?.() === 0
const diskMiB = 400
const fullForMs = 6_000
const backWithinMs = 30_000

describe.runIf(isPossible)('a full disk under the database', () => {
  let disk: string
  let product: Product
  let buyer: Person
  let batch: TestBatch
  beforeAll(async () => {
    disk = await mkdtemp(join(tmpdir(), 'carbon-passport-disk-'))
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${diskMiB}m,mode=755`, 'tmpfs', disk])
    product = await openProduct(
      { OPEN_RESERVATIONS_MAX: '1000', LOG_LEVEL: 'silent', DEMO_CATALOGUE: '0' },
      { dataDir: join(disk, 'data') },
    )
    await product.start()
    batch = await withDatabase((db) => issueTestBatch(db, { kg: 1_000_000 }))
    buyer = await new Person(product.url).signIn()
  }, 120_000)
  afterAll(async () => {
    await product.remove()
    execFileSync('umount', [disk])
    await rm(disk, { recursive: true })
  })

  async function withDatabase<Result>(work: (db: Database) => Promise<Result>): Promise<Result> {
    const embedded = await openEmbeddedDatabase({ dataDir: product.dataDir, log: () => undefined })
    const db = openTestDatabase(embedded.url)
    try {
      return await work(db)
    } finally {
      await db.close()
      await embedded.close()
    }
  }

  /** A purchase as far as possible; an interrupted one is continued by its keys. */
  type Try = { readonly key: string; order: Record<string, unknown> | null; txId: string | null }
  const seen = new Set<number>()
  async function carryOn(each: Try): Promise<boolean> {
    const answered = (answer: Answer) => {
      seen.add(answer.status)
      return answer.status === 200
    }
    if (each.order === null) {
      const card = { number: '4242424242424242', exp_month: 12, exp_year: 2040, cvc: '123' }
      const token = await buyer.post('/dev/cards', card)
      if (!answered(token)) return false
      each.order = cardOrder(batch, 20, token.body.id)
    }
    if (each.txId === null) {
      const reserved = await buyer.reserve(each.order, { key: each.key })
      if (!answered(reserved)) return false
      each.txId = reserved.body.txId
    }
    return answered(await buyer.complete(each.txId ?? ''))
  }

  it('refuses writes, keeps acknowledged purchases, and continues once there is space', async () => {
    const tries: Try[] = []
    let bought = 0
    const buyOnce = async () => {
      const each = { key: randomUUID(), order: null, txId: null }
      tries.push(each)
      if (await carryOn(each)) bought += 1
    }
    for (let count = 0; count < 3; count += 1) await buyOnce()
    expect(bought).toBe(3)
    const filler = join(disk, 'filler')
    // The database's own writes meanwhile leave less than the counted space.
    for (let isFull = false; !isFull; ) {
      const { bavail, bsize } = await statfs(disk)
      const size = String(bavail * bsize)
      const filled = spawnSync('fallocate', ['-l', size, filler], { stdio: 'ignore' })
      isFull = bavail === 0 || filled.status === 0
    }
    const end = performance.now() + fullForMs
    while (performance.now() < end) await buyOnce()
    expect((await buyer.get('/health/live')).status).toBe(200)
    await rm(filler)
    const back = performance.now() + backWithinMs
    for (const each of tries) {
      while (!(await carryOn(each))) {
        expect(performance.now()).toBeLessThan(back)
        await new Promise((resolve) => setTimeout(resolve, 200))
      }
    }
    // Allowed answers: success, busy, or not known yet.
    expect([...seen].filter((status) => ![200, 202, 409, 503].includes(status))).toEqual([])
    expect((await buyer.get('/passport/me')).body.total_offsets).toBe(20 * tries.length)
    const { faults } = await withDatabase((db) => checkLedger(db))
    expect(faults).toEqual([])
  }, 120_000)
})
