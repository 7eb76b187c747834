// Tests the public log over HTTP with a verifier that shares no code with it
// (tests/support/rfc6962.ts).
import { createHash } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { changeOffer } from '#features/catalogue/offers/change-offer.ts'
import { appendEntries } from '#features/log/append/append-entries.ts'
import { openLog } from '#features/log/append/open-log.ts'
import { refundPurchase } from '#features/purchases/refund/refund-purchase.ts'
import type { Services } from '#server/services.ts'
import { issueTestBatch } from '#tests/support/people/batch.ts'
import { closeWithBooks } from '#tests/support/people/books.ts'
import { Person } from '#tests/support/people/person.ts'
import { fetchLog, isIncluded, readNote, Tree } from '#tests/support/rfc6962.ts'
import { holdLock, raceFor } from '#tests/support/servers/waiting-locks.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { statement } from '#tests/support/test-statement.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp({ OPEN_RESERVATIONS_MAX: '500' }, undefined, { background: false })
})
afterAll(() => closeWithBooks(test))

const person = () => new Person(test.url).signIn()
const base = () => `${test.url}/log`
const saltOf = statement(
  'test-salt-of',
  { salt: 'bytea', entry_index: 'int8', entry: 'text' },
  `select e.salt, e.entry_index, e.entry from purchases p join kg_postings k
     on k.purchase_id = p.id and k.source = 'held'
   join log_entries e on e.fact_id = k.id where p.tx_id = $1`,
)

const insertStray = statement(
  'test-insert-stray-entry',
  {},
  `insert into log_entries (log_number, entry_index, entry) values (99, 0, '{}')`,
)
const thaw = statement('test-thaw-sales', {}, 'alter table purchases disable trigger user')
const freeze = statement('test-freeze-sales', {}, 'alter table purchases enable trigger user')
const swapPlaces = statement(
  'test-swap-places',
  {},
  'update purchases set first_place = 22 - first_place where tx_id = any($1::text[])',
)
const awaited = statement(
  'test-awaited',
  { awaited: 'text' },
  'select (awaited + awaited_older)::text as awaited from log_heads',
)

async function signerFor(services: Services = test.services) {
  const log = await openLog(services)
  if ('problem' in log || log.signer === null) throw new Error('no log')
  return log.signer
}
async function append(): Promise<void> {
  const signer = await signerFor()
  while ((await appendEntries(test.services.db, signer)).isBehind);
}
const parsed = (entries: readonly Buffer[]) => entries.map((entry) => JSON.parse(entry.toString()))
const ofBatch = (entries: readonly Buffer[], serial: string) =>
  parsed(entries).filter((entry) => entry.serial === serial)
const today = () => new Date().toISOString().slice(0, 10)

describe('the log', () => {
  it('accepts no entry of a log that does not exist', async () => {
    await expect(test.services.db.run(insertStray)).rejects.toThrow('there is no such log')
  })

  it('contains a batch, its sales and its offers, in this order and these words', async () => {
    const buyer = await person()
    const batch = await issueTestBatch(test.services.db, { kg: 1_000 })
    const txId = await buyer.buyByCard(batch, 30)
    await buyer.buyByCard(batch, 15)
    for (const reason of ['for a test', 'once more'])
      await changeOffer(test.services.db, batch.serial, 'withdrawn', reason)
    await changeOffer(test.services.db, batch.serial, 'offered', 'for a test')
    await append()
    const { entries } = await fetchLog(base())
    const [row] = await test.services.db.run(saltOf, [txId])
    const commitment = createHash('sha256')
      .update(row?.salt ?? '')
      .update(txId)
      .digest('hex')
    const told = entries.map(String).filter((entry) => entry.includes(batch.serial))
    const batchWords = `"registry":"TST","serial":"${batch.serial}"`
    const day = `"day":"${today()}"`
    expect(told).toEqual([
      `{"kind":"issue",${batchWords},"kg":1000,${day}}`,
      `{"kind":"allocate",${batchWords},"first":1,"last":30,"commitment":"${commitment}",${day}}`,
      expect.stringMatching(/"first":31,"last":45,"commitment":"[0-9a-f]{64}","day"/),
      `{"kind":"withdraw",${batchWords},${day}}`,
      `{"kind":"offer",${batchWords},${day}}`,
    ])
  })

  it('contains the return of a sale', async () => {
    const buyer = await person()
    const batch = await issueTestBatch(test.services.db, { kg: 100 })
    await buyer.buyByCard(batch, 20)
    const txId = await buyer.buyByCard(batch, 30)
    await refundPurchase(test.services, {
      txId,
      keepsKilograms: false,
      record: async () => undefined,
    })
    await append()
    const told = ofBatch((await fetchLog(base())).entries, batch.serial)
    const places = { registry: 'TST', serial: batch.serial, first: 21, last: 50 }
    expect(told.at(-1)).toEqual({ kind: 'return', ...places, day: today() })
  })

  it('contains no phone, no passport and no transaction', async () => {
    const buyer = await person()
    const txId = await buyer.buyByCard(await issueTestBatch(test.services.db, { kg: 100 }), 30)
    await append()
    const text = (await fetchLog(base())).entries.map(String).join('\n')
    for (const secret of [buyer.phone, buyer.id, txId]) expect(text).not.toContain(secret)
  })

  it('has a checkpoint, a key and tiles with the headers of their kind', async () => {
    await append()
    const [checkpoint, key] = await Promise.all([
      fetch(`${base()}/checkpoint`),
      fetch(`${base()}/key`),
    ])
    for (const answer of [checkpoint, key]) {
      expect(answer.headers.get('cache-control')).toBe('no-cache')
      expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    }
    const note = readNote(await checkpoint.text(), await key.text())
    expect(note.origin).toBe(test.services.settings.logOrigin)
    for (const path of [`tile/0/000.p/${note.size}`, `tile/entries/000.p/${note.size}`]) {
      const tile = await fetch(`${base()}/${path}`)
      expect(tile.status).toBe(200)
      expect(tile.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
      expect(tile.headers.get('content-type')).toBe('application/octet-stream')
    }
    const narrow = await fetch(`${base()}/tile/0/000.p/1`)
    expect((await narrow.arrayBuffer()).byteLength).toBe(32)
    const bundle = await (await fetch(`${base()}/tile/entries/000.p/1`)).arrayBuffer()
    expect(bundle.byteLength).toBe(2 + new DataView(bundle).getUint16(0))
    const missing = ['tile/0/000', 'tile/0/001.p/1', `tile/0/000.p/${note.size + 1}`, 'tile/0/0']
    const others = [
      'tile/9/000.p/1',
      'tile/entries/000',
      '2/checkpoint',
      '0/key',
      'x/tile/0/000',
      'policy',
    ]
    for (const path of [...missing, ...others]) {
      expect([path, (await fetch(`${base()}/${path}`)).status]).toEqual([path, 404])
    }
    expect((await fetch(`${base()}/1/checkpoint`)).status).toBe(200)
  })

  it('contains each sale once, with places without a gap, also of concurrent sales', async () => {
    const batches = await Promise.all(
      [1, 2, 3].map(() => issueTestBatch(test.services.db, { kg: 10_000 })),
    )
    const buyers = await Promise.all(Array.from({ length: 6 }, person))
    const ids = batches.map(({ id }) => `'${id}'`)
    const sold = new Map<string, number>()
    await append()
    /** Rounds that appended sales while others were made. */
    let rounds = 0
    let selling = true
    const appending = (async () => {
      const signer = await signerFor()
      while (selling) {
        const { count } = await appendEntries(test.services.db, signer)
        if (count > 0 && selling) rounds += 1
      }
    })()
    // All purchases are sent before the first sale takes its places.
    await raceFor(
      test,
      { lockSql: `select from batch_places where batch_id in (${ids.join()}) for update` },
      buyers.map((buyer, turn) => async () => {
        for (let round = 0; round < 6 || rounds < 3; round += 1) {
          const batch = batches[(turn + round) % batches.length]
          if (batch === undefined) throw new Error('no batch')
          await buyer.buyByCard(batch, 25 + turn)
          sold.set(batch.serial, (sold.get(batch.serial) ?? 0) + 1)
        }
      }),
    )
    selling = false
    await appending
    await append()
    const { entries, note } = await fetchLog(base())
    expect(new Tree(entries).root()).toEqual(note.root)
    for (const { serial } of batches) {
      const [issue, ...sales] = ofBatch(entries, serial)
      expect(issue.kind).toBe('issue')
      expect(sales).toHaveLength(sold.get(serial) ?? 0)
      let next = 1
      for (const { first, last } of sales) {
        expect(first).toBe(next)
        next = last + 1
      }
    }
  })
})

/** The longest transaction of another test, on a much slower machine. */
const othersEndMs = 600_000

describe('a transaction that runs while others are appended', () => {
  it(
    'is appended once it has ended, once; a rolled-back one never',
    async () => {
      const { db } = test.services
      const [slow, gone, late, quick] = await Promise.all(
        [1, 2, 3, 4].map(() => issueTestBatch(db, { kg: 1_000 })),
      )
      const client = new pg.Client({ connectionString: test.databaseUrl })
      const other = new pg.Client({ connectionString: test.databaseUrl })
      await Promise.all([client.connect(), other.connect()])
      const issue = `insert into kg_postings (batch_id, source, destination, quantity_kg)
      values ($1, 'issued', 'available', 7)`
      const offer = `insert into log_notices (batch_id, kind) values ($1, 'offer')`
      try {
        await append()
        await client.query('begin')
        // Between its numbers and behind them are others, which are appended meanwhile.
        await client.query(offer, [slow?.id])
        const next = await issueTestBatch(db, { kg: 1_000 })
        await client.query(issue, [slow?.id])
        await client.query('savepoint before')
        await client.query(issue, [gone?.id])
        await client.query('rollback to before')
        await changeOffer(db, next.serial, 'withdrawn', 'for a test')
        const buyer = await person()
        if (quick === undefined) throw new Error('no batch')
        await buyer.buyByCard(quick, 30)
        await append()
        const meanwhile = (await fetchLog(base())).entries
        expect(ofBatch(meanwhile, quick.serial)).toHaveLength(2)
        expect(ofBatch(meanwhile, `${slow?.serial}`)).toHaveLength(1)
        // Another one is skipped while the first is awaited.
        await other.query('begin')
        await other.query(issue, [late?.id])
        await changeOffer(db, next.serial, 'offered', 'for a test')
        for (let round = 0; round < 3; round += 1) await append()
        await client.query('commit')
        await other.query('commit')
        for (let round = 0; round < 3; round += 1) await append()
        const { entries } = await fetchLog(base())
        const told = (serial = '') => ofBatch(entries, serial).map(({ kind, kg }) => kg ?? kind)
        expect(told(slow?.serial)).toEqual([1_000, 'offer', 7])
        expect(told(gone?.serial)).toEqual([1_000])
        expect(told(late?.serial)).toEqual([1_000, 7])
        expect(told(next.serial)).toEqual([1_000, 'withdraw', 'offer'])
        // It is given up once every concurrent transaction has ended, in any database of the
        // server.
        await expect
          .poll(
            async () => {
              await append()
              return (await db.run(awaited))[0]?.awaited
            },
            { timeout: othersEndMs },
          )
          .toBe('{}')
      } finally {
        // The ledger is checked at the end, so the postings made here are reversed.
        for (const batch of [slow, late]) {
          await client.query(
            `insert into kg_postings (batch_id, source, destination, quantity_kg)
         values ($1, 'available', 'issued', 7)`,
            [batch?.id],
          )
        }
        await Promise.all([client.end(), other.end()])
      }
    },
    2 * othersEndMs,
  )
})

describe('the history of a database', () => {
  it('is appended in order, in rounds of any size', async () => {
    const { db } = test.services
    await append()
    const before = (await fetchLog(base())).entries.length
    const [first, second] = [
      await issueTestBatch(db, { kg: 1 }),
      await issueTestBatch(db, { kg: 1 }),
    ]
    await changeOffer(db, second.serial, 'withdrawn', 'for a test')
    const signer = await signerFor()
    while ((await appendEntries(db, signer, 1)).isBehind);
    const told = parsed((await fetchLog(base())).entries).slice(before)
    expect(told.map(({ kind, serial }) => [kind, serial])).toEqual([
      ['issue', first.serial],
      ['issue', second.serial],
      ['withdraw', second.serial],
    ])
  })

  it('is appended whole where a sale with a lower number took the later places', async () => {
    const buyer = await person()
    const batch = await issueTestBatch(test.services.db, { kg: 100 })
    await append()
    const txIds = [await buyer.buyByCard(batch, 20), await buyer.buyByCard(batch, 20)]
    await buyer.buyByCard(batch, 20)
    await test.services.db.transaction(async (tx) => {
      await tx.run(thaw)
      await tx.run(swapPlaces, [txIds])
      await tx.run(freeze)
    })
    const signer = await signerFor()
    for (let round = 0; round < 50; round += 1) await appendEntries(test.services.db, signer, 1)
    const { entries } = await fetchLog(base())
    const told = ofBatch(entries, batch.serial).filter(({ kind }) => kind === 'allocate')
    expect(told.map(({ first }) => first)).toEqual([1, 21, 41])
  })

  it('is appended once in several rounds, though several processes begin concurrently', async () => {
    const own = await startTestApp({ OPEN_RESERVATIONS_MAX: '500' }, undefined, {
      background: false,
    })
    try {
      const batch = await issueTestBatch(own.services.db, { kg: 5_000 })
      const buyers = await Promise.all(
        Array.from({ length: 4 }, () => new Person(own.url).signIn()),
      )
      await Promise.all(
        buyers.map(async (buyer) => {
          for (let round = 0; round < 8; round += 1) await buyer.buyByCard(batch, 30)
        }),
      )
      const signers = await Promise.all([1, 2].map(() => signerFor(own.services)))
      let told = 0
      const tell = async (turn: number) => {
        const signer = signers[turn]
        if (signer === undefined) throw new Error('no signer')
        const { count } = await appendEntries(own.services.db, signer, 3)
        told += count
        return count
      }
      // One has begun and cannot write yet; the other finds that, and leaves it to the first.
      const writing = await holdLock(own, 'lock table log_entries in share mode')
      const begun = tell(0)
      await writing.untilWaiting('table')
      expect(await tell(1)).toBe(0)
      await writing.release()
      expect(await begun).toBeGreaterThan(0)
      const rounds = async (turn: number) => {
        for (let round = 0; round < 200 && told < 33; round += 1) await tell(turn)
      }
      await Promise.all([rounds(0), rounds(1)])
      expect(told).toBe(33)
      const { entries } = await fetchLog(`${own.url}/log`)
      const sales = ofBatch(entries, batch.serial).slice(1)
      expect(sales.map(({ first }) => first)).toEqual(
        Array.from({ length: 32 }, (_, index) => index * 30 + 1),
      )
    } finally {
      await own.close()
    }
  })
})

/** FAULT_ENTRIES: how many entries the long form writes. */
const many = Number(process.env.FAULT_ENTRIES ?? 1_500)

describe(`a log of ${many} entries`, () => {
  const insertMany = statement(
    'test-many-notices',
    {},
    `insert into log_notices (batch_id, kind)
     select $1, case when n % 2 = 0 then 'offer' else 'withdraw' end from generate_series(1, $2) n`,
  )
  let entries: readonly Buffer[]
  let tree: Tree
  let key: string
  const notes: { size: number; root: Buffer }[] = []

  beforeAll(async () => {
    const { db } = test.services
    const batch = await issueTestBatch(db, { kg: 1 })
    for (const share of [0.1, 0.4, 0.5]) {
      await db.run(insertMany, [batch.id, Math.ceil(many * share)])
      await append()
      const log = await fetchLog(base())
      notes.push(log.note)
      entries = log.entries
      key = log.key
    }
    tree = new Tree(entries)
  }, 600_000)

  it('holds each entry, at its index and no other', () => {
    const root = notes.at(-1)?.root ?? Buffer.alloc(0)
    const step = Math.max(1, Math.floor(tree.size / 500))
    for (let index = 0; index < tree.size; index += step) {
      const entry = entries[index] ?? Buffer.alloc(0)
      const path = tree.path(index)
      expect(isIncluded(entry, index, tree.size, path, root)).toBe(true)
      expect(isIncluded(entry, index + 1, tree.size, path, root)).toBe(false)
      expect(isIncluded(Buffer.from(`${entry} `), index, tree.size, path, root)).toBe(false)
    }
  })

  it('begins with every log that was published before', () => {
    for (const { size, root } of notes) {
      expect(tree.root(0, size)).toEqual(root)
      expect(new Tree(entries.slice(0, size)).root()).toEqual(root)
    }
  })

  it.each([
    ['a changed byte', (all: Buffer[]) => void all[7]?.set([(all[7][3] ?? 0) ^ 1], 3)],
    ['a removed entry', (all: Buffer[]) => void all.splice(3, 1)],
    ['an added entry', (all: Buffer[]) => void all.splice(3, 0, Buffer.from('{}'))],
    ['two entries swapped', (all: Buffer[]) => void all.splice(4, 2, ...all.slice(4, 6).reverse())],
  ])('differs after %s', (_what, change) => {
    const changed = entries.map((entry) => Buffer.from(entry))
    change(changed)
    expect(new Tree(changed).root()).not.toEqual(notes.at(-1)?.root)
  })

  it('has no second history: the key of another signer is refused', async () => {
    const checkpoint = await (await fetch(`${base()}/checkpoint`)).text()
    expect(() => readNote(checkpoint, key)).not.toThrow()
    const forged = checkpoint.replace(/\n(\d+)\n/, (_all, size) => `\n${Number(size) - 1}\n`)
    expect(() => readNote(forged, key)).toThrow()
  })

  it('cannot be changed or removed in the database', async () => {
    const { db } = test.services
    const attempts = [
      `update log_entries set entry = '{}' where entry_index = 0`,
      'delete from log_entries where entry_index = 0',
      'truncate log_entries',
      `update log_tiles set hashes = overlay(hashes placing '\\x00'::bytea from 1)`,
      'update log_tiles set hashes = substring(hashes for 32) where octet_length(hashes) > 32',
      'delete from log_tiles',
      'update log_heads set size = size - 1',
      `update log_heads set checkpoint = checkpoint || ' '`,
      `update log_notices set kind = 'offer'`,
    ]
    for (const [index, sql] of attempts.entries()) {
      const attempt = db.run(statement(`test-log-change-${index}`, {}, sql))
      await expect(attempt, sql).rejects.toThrow('the log only grows')
    }
  })
})
